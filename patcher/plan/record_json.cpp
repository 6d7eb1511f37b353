// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "patcher/core/utf8.hpp"
#include "patcher/plan/json_fault.hpp"
#include "patcher/plan/record.hpp"

namespace patcher {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "patcher.record/1";
constexpr std::string_view kHexDigits = "0123456789abcdef";

/// Bytes as text when they are UTF-8, so that people can read a record; as hex otherwise.
void put_bytes(Json& into, const std::string& bytes) {
  if (is_utf8(bytes)) {
    into["restore"] = bytes;
    return;
  }
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kHexDigits[byte >> 4U];
    hex += kHexDigits[byte & 15U];
  }
  into["restore_hex"] = hex;
}

Json json_of(const InverseHunk& hunk) {
  Json json{{"offset", hunk.offset}, {"length", hunk.length}};
  put_bytes(json, hunk.restore);
  return json;
}

Json json_of(const std::optional<BlobId>& id) { return id ? Json(id->hex) : Json(nullptr); }

Json json_of(const RecordedFile& file) {
  Json json{{"path", file.path.str()},
            {"before", json_of(file.before)},
            {"after", json_of(file.after)},
            {"mode_before", fmt::format("{:04o}", file.mode_before)},
            {"mode_after", fmt::format("{:04o}", file.mode_after)},
            {"inverse", Json::array()}};
  for (const InverseHunk& hunk : file.inverse) json["inverse"].push_back(json_of(hunk));
  return json;
}

Json json_of(const RecordedPatch& patch) {
  Json json{{"manifest", patch.manifest},
            {"patch", patch.patch},
            {"tree", patch.tree},
            {"title", patch.title},
            {"revision", patch.revision}};
  if (patch.adopted) json["adopted"] = true;
  json["files"] = Json::array();
  for (const RecordedFile& file : patch.files) json["files"].push_back(json_of(file));
  json["made_folders"] = Json::array();
  for (const TreePath& folder : patch.made_folders) json["made_folders"].push_back(folder.str());
  return json;
}

Json json_of(const BuiltFrom& entry) {
  Json json{{"manifest", entry.manifest},
            {"tree", entry.tree},
            {"rebuild", entry.id},
            {"sources", nullptr}};
  if (!entry.sources) return json;
  json["sources"] = Json::array();
  for (const BuiltSource& source : *entry.sources) {
    json["sources"].push_back(Json{{"path", source.path.str()},
                                   {"blob", json_of(source.blob)},
                                   {"mode", fmt::format("{:04o}", source.mode)}});
  }
  return json;
}

Json json_of(const JudgedCheck& check) {
  return {{"manifest", check.name.manifest},
          {"tree", check.name.tree},
          {"patch", check.name.patch},
          {"id", check.name.id},
          {"command", check.name.command},
          {"digest", check.digest},
          {"passed", check.verdict == JudgedCheck::Verdict::passed}};
}

/// A record is read by throwing accessors; `read` below is the one place that catches.
struct Unreadable {
  Code code;
  std::string message;
};

const Json& field(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found != json.end()) return *found;
  throw Unreadable{Code::record_unreadable, fmt::format("'{}' is missing in it", key)};
}

TreePath path_from(const Json& json) {
  const auto spelling = json.get<std::string>();
  if (const auto why = TreePath::why_unsafe(spelling)) {
    throw Unreadable{Code::unsafe_path, fmt::format("path '{}' is unsafe: {}", spelling, *why)};
  }
  const auto path = TreePath::parse(spelling);
  if (!path) throw Unreadable{Code::record_unreadable, fmt::format("'{}' is no path", spelling)};
  return *path;
}

std::optional<BlobId> id_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  const auto hex = json.get<std::string>();
  if (hex.size() != 40 || hex.find_first_not_of(kHexDigits) != std::string::npos) {
    throw Unreadable{Code::record_unreadable, fmt::format("'{}' is no blob id", hex)};
  }
  return BlobId{hex};
}

std::uint32_t mode_from(const Json& json) {
  const auto digits = json.get<std::string>();
  if (digits.size() != 4 || digits.find_first_not_of("01234567") != std::string::npos) {
    throw Unreadable{Code::record_unreadable, fmt::format("'{}' is no file mode", digits)};
  }
  return static_cast<std::uint32_t>(std::stoul(digits, nullptr, 8));
}

std::string bytes_from(const Json& json) {
  if (json.contains("restore")) return field(json, "restore").get<std::string>();
  const auto hex = field(json, "restore_hex").get<std::string>();
  if (hex.size() % 2 != 0 || hex.find_first_not_of(kHexDigits) != std::string::npos) {
    throw Unreadable{Code::record_unreadable, "'restore_hex' is not hexadecimal"};
  }
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(kHexDigits.find(hex[i]) * 16 + kHexDigits.find(hex[i + 1]));
  }
  return bytes;
}

RecordedFile file_from(const Json& json) {
  RecordedFile file;
  file.path = path_from(field(json, "path"));
  file.before = id_from(field(json, "before"));
  file.after = id_from(field(json, "after"));
  file.mode_before = mode_from(field(json, "mode_before"));
  file.mode_after = mode_from(field(json, "mode_after"));
  for (const Json& hunk : field(json, "inverse")) {
    file.inverse.push_back({field(hunk, "offset").get<std::size_t>(),
                            field(hunk, "length").get<std::size_t>(), bytes_from(hunk)});
  }
  return file;
}

RecordedPatch patch_from(const Json& json) {
  RecordedPatch patch;
  patch.manifest = field(json, "manifest").get<std::string>();
  patch.patch = field(json, "patch").get<std::string>();
  patch.tree = field(json, "tree").get<std::string>();
  patch.title = field(json, "title").get<std::string>();
  patch.revision = field(json, "revision").get<std::string>();
  patch.adopted = json.value("adopted", false);
  for (const Json& file : field(json, "files")) patch.files.push_back(file_from(file));
  for (const Json& path : field(json, "made_folders"))
    patch.made_folders.push_back(path_from(path));
  return patch;
}

BuiltFrom built_from(const Json& json) {
  BuiltFrom entry{field(json, "tree").get<std::string>(), field(json, "rebuild").get<std::string>(),
                  field(json, "manifest").get<std::string>(), std::nullopt};
  const Json& sources = field(json, "sources");
  if (sources.is_null()) return entry;
  entry.sources.emplace();
  for (const Json& source : sources) {
    entry.sources->push_back({path_from(field(source, "path")), id_from(field(source, "blob")),
                              mode_from(field(source, "mode"))});
  }
  return entry;
}

JudgedCheck judged_from(const Json& json) {
  const auto text = [&](const char* key) { return field(json, key).get<std::string>(); };
  return {{text("tree"), text("manifest"), text("patch"), text("id"), text("command")},
          text("digest"),
          field(json, "passed").get<bool>() ? JudgedCheck::Verdict::passed
                                            : JudgedCheck::Verdict::open};
}

Record record_from(const Json& json) {
  const auto schema = field(json, "schema").get<std::string>();
  if (schema != kSchema) {
    throw Unreadable{
        Code::record_unreadable,
        fmt::format("schema '{}' is not '{}', the one of this version", schema, kSchema)};
  }
  Record record;
  for (const Json& patch : field(json, "stack")) record.stack.push_back(patch_from(patch));
  for (const Json& pending : field(json, "pending")) {
    record.pending.push_back({field(pending, "tree").get<std::string>(),
                              field(pending, "rebuild").get<std::string>(),
                              field(pending, "manifest").get<std::string>()});
  }
  for (const Json& entry : json.value("built", Json::array())) {
    record.built.push_back(built_from(entry));
  }
  for (const Json& check : json.value("checks", Json::array())) {
    record.checks.push_back(judged_from(check));
  }
  for (const Json& folder : json.value("mapped", Json::array())) {
    record.mapped.push_back(
        {path_from(field(folder, "folder")), field(folder, "place").get<std::string>()});
  }
  return record;
}

Diagnostic unreadable(Code code, const std::string& message, const Place& where) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = fmt::format("the record cannot be read: {}", message);
  diagnostic.where = where;
  diagnostic.hint = "restore the tree from its base, the record's folder '.patcher' removed";
  return diagnostic;
}

}  // namespace

std::string text_of(const Record& record) {
  if (record.empty()) return {};
  Json json{{"schema", kSchema}, {"stack", Json::array()}, {"pending", Json::array()}};
  for (const RecordedPatch& patch : record.stack) json["stack"].push_back(json_of(patch));
  for (const PendingRebuild& pending : record.pending) {
    json["pending"].push_back(
        Json{{"manifest", pending.manifest}, {"tree", pending.tree}, {"rebuild", pending.id}});
  }
  for (const BuiltFrom& entry : record.built) json["built"].push_back(json_of(entry));
  for (const JudgedCheck& check : record.checks) json["checks"].push_back(json_of(check));
  for (const MappedFolder& mapped : record.mapped) {
    if (!has_files_in(record, mapped.folder)) continue;
    json["mapped"].push_back(Json{{"folder", mapped.folder.str()}, {"place", mapped.place}});
  }
  return json.dump(2) + "\n";
}

Result<Record> parse_record(std::string_view text, const std::string& file) {
  if (auto fault = json_fault_in(text, file)) {
    return unreadable(Code::record_unreadable, fault->message, fault->where);
  }
  try {
    return record_from(Json::parse(text));
  } catch (const Json::exception&) {
    return unreadable(Code::record_unreadable, "a value is of another kind than it must be",
                      {file});
  } catch (const Unreadable& error) {
    return unreadable(error.code, error.message, {file});
  }
}

}  // namespace patcher
