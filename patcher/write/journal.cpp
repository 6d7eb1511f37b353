// SPDX-License-Identifier: MIT
#include "patcher/write/journal.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "patcher/core/tree_path.hpp"
#include "patcher/plan/json_fault.hpp"

namespace patcher {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "patcher.journal/1";
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kTemporary = ".patcher-";

Json json_of(const std::optional<FileState>& state) {
  if (!state) return nullptr;
  return Json{{"blob", state->blob}, {"mode", state->mode}};
}

Json json_of(const JournalItem& item) {
  return Json{{"path", item.path},
              {"before", json_of(item.before)},
              {"after", json_of(item.after)},
              {"staged", item.staged},
              {"kept", item.kept},
              {"bytecode", item.proof == Proof::waived}};
}

/// A journal is read by throwing accessors; `parse_journal` is the one place that catches.
struct Unreadable {
  Code code;
  std::string message;
};

const Json& field(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found != json.end()) return *found;
  throw Unreadable{Code::record_unreadable, fmt::format("'{}' is missing in it", key)};
}

std::string path_from(const Json& json) {
  auto path = json.get<std::string>();
  if (path == ".patcher/record.json" || path == ".patcher/.gitignore") return path;
  if (TreePath::parse(path)) return path;
  throw Unreadable{Code::unsafe_path, fmt::format("path '{}' is unsafe", path)};
}

/// Takes only names of our own making, so that no journal can name anybody's file.
std::string temporary_from(const Json& json) {
  auto name = json.get<std::string>();
  const bool ours = name.starts_with(kTemporary) && name.find('/') == std::string::npos;
  if (name.empty() || ours) return name;
  throw Unreadable{Code::unsafe_path, fmt::format("'{}' is no temporary name", name)};
}

std::optional<FileState> state_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  FileState state{field(json, "blob").get<std::string>(), field(json, "mode").get<std::uint32_t>()};
  const bool is_id =
      state.blob.size() == 40 && state.blob.find_first_not_of(kHexDigits) == std::string::npos;
  if (!state.blob.empty() && !is_id) {
    throw Unreadable{Code::record_unreadable, fmt::format("'{}' is no blob id", state.blob)};
  }
  return state;
}

/// Only what Python makes again may go without a look at its bytes.
void check_proof(const JournalItem& item) {
  if (item.proof == Proof::needed || (item.path.ends_with(".pyc") && !item.after)) return;
  throw Unreadable{Code::record_unreadable,
                   fmt::format("'{}' is no byte-code to remove", item.path)};
}

JournalItem item_from(const Json& json) {
  JournalItem item{.path = path_from(field(json, "path")),
                   .before = state_from(field(json, "before")),
                   .after = state_from(field(json, "after")),
                   .staged = temporary_from(field(json, "staged")),
                   .kept = temporary_from(field(json, "kept")),
                   .proof = field(json, "bytecode").get<bool>() ? Proof::waived : Proof::needed};
  check_proof(item);
  return item;
}

Journal journal_from(const Json& json) {
  if (const auto schema = field(json, "schema").get<std::string>(); schema != kSchema) {
    throw Unreadable{
        Code::record_unreadable,
        fmt::format("schema '{}' is not '{}', the one of this version", schema, kSchema)};
  }
  Journal journal;
  journal.run = field(json, "run").get<std::string>();
  journal.roots = field(json, "roots").get<std::vector<std::string>>();
  journal.names = field(json, "names").get<std::vector<std::string>>();
  journal.seat = field(json, "seat").get<std::size_t>();
  if (journal.seat >= journal.roots.size() || journal.names.size() != journal.roots.size()) {
    throw Unreadable{Code::record_unreadable, "it does not name its own root"};
  }
  for (const Json& item : field(json, "items")) journal.items.push_back(item_from(item));
  for (const Json& path : field(json, "made")) journal.made.push_back(path_from(path));
  for (const Json& path : field(json, "emptied")) journal.emptied.push_back(path_from(path));
  return journal;
}

Diagnostic unreadable(Code code, std::string_view message, const Place& where) {
  return {.code = code,
          .message = fmt::format("the journal of an interrupted run cannot be read: {}", message),
          .where = where,
          .hint = "restore the tree from its base, the folder '.patcher' removed"};
}

}  // namespace

std::string text_of(const Journal& journal) {
  Json json{{"schema", kSchema},
            {"run", journal.run},
            {"roots", journal.roots},
            {"names", journal.names},
            {"seat", journal.seat}};
  json["items"] = Json::array();
  for (const JournalItem& item : journal.items) json["items"].push_back(json_of(item));
  json["made"] = journal.made;
  json["emptied"] = journal.emptied;
  // Names on a disk are bytes: one that is not UTF-8 can be a root's only, and is looked for by
  // the run's token then.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Journal> parse_journal(std::string_view text, const std::string& file) {
  if (auto fault = json_fault_in(text, file)) {
    return unreadable(Code::record_unreadable, fault->message, fault->where);
  }
  try {
    return journal_from(Json::parse(text));
  } catch (const Json::exception&) {
    return unreadable(Code::record_unreadable, "a value is of another kind than it must be",
                      {file});
  } catch (const Unreadable& error) {
    return unreadable(error.code, error.message, {file});
  }
}

}  // namespace patcher
