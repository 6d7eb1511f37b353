// SPDX-License-Identifier: MIT
#include "patcher/manifest/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "patcher/core/version.hpp"
#include "patcher/manifest/key_table.hpp"
#include "patcher/manifest/plain_scalar.hpp"
#include "patcher/manifest/yaml_reader.hpp"

namespace patcher::language {
namespace {

using yaml::Value;

std::size_t keys_among(const Value& map, const Table& table, const Table& other) {
  return static_cast<std::size_t>(std::ranges::count_if(map.entries, [&](const yaml::Entry& entry) {
    return key_of(table, entry.key.text) != nullptr && key_of(other, entry.key.text) == nullptr;
  }));
}

using Version = std::array<long, 3>;

/// The parts of `MAJOR.MINOR.PATCH`, or nothing for any other text.
std::optional<Version> version_of(std::string_view text) {
  if (!rule_of(Scalar::program_version).fits(text)) return std::nullopt;
  Version version{};
  for (long& part : version) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    part = std::stol(std::string(text.substr(0, dot)));
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  return version;
}

}  // namespace

Result<Document> open_document(const std::string& path, const FileSource& files) {
  auto bytes = files.read(path, kFileLimit);
  if (!bytes) return std::move(bytes).error();
  auto source = yaml::Source::from(path, *bytes);
  if (!source) return std::move(source).error();
  auto root = yaml::read(*source);
  if (!root) return std::move(root).error();
  return Document{*std::move(source), *std::move(root)};
}

std::optional<FileKind> kind_of(const Document& document) {
  const Value* locked = yaml::value_of(document.root, "manifest");
  if (locked != nullptr && yaml::value_of(*locked, "sha256") != nullptr) return FileKind::lock;
  const std::size_t of_patch = keys_among(document.root, patch_table(), manifest_table());
  const std::size_t of_manifest = keys_among(document.root, manifest_table(), patch_table());
  if (of_patch == 0 && of_manifest == 0) return std::nullopt;
  return of_patch >= of_manifest ? FileKind::patch : FileKind::manifest;
}

bool is_for_this_program(const Document& document, Findings& findings) {
  const Value* version = yaml::value_of(document.root, "version");
  const bool plain = version != nullptr && version->style == yaml::Style::plain;
  const auto number = plain ? yaml::canonical_integer(version->text) : std::nullopt;
  if (number && *number > 1) {
    findings.error(
        Code::invalid_manifest, version->source,
        fmt::format("the file is written in version {} of the language, expected 1", version->text),
        "use a newer patcher");
    return false;
  }
  const Value* least = yaml::value_of(document.root, "min_patcher");
  const auto needed = least == nullptr ? std::nullopt : version_of(least->text);
  if (!needed || *needed <= version_of(kVersion).value_or(Version{})) return true;
  findings.error(Code::not_supported, least->source,
                 fmt::format("the file needs patcher {}, this is {}", least->text, kVersion),
                 "use a newer patcher");
  return false;
}

void warn_of_line_ends(const Document& document, Findings& findings) {
  const std::size_t first = document.source.first_crlf();
  if (first == std::string::npos) return;
  // No CRLF stands before the first one, so its offset is the same in the text without them.
  findings.warning(Code::line_endings, {first, first},
                   "the file has CRLF line ends, which are read as LF",
                   "save it with LF line ends");
}

std::string beside(const std::string& from, const std::string& spelling) {
  const std::filesystem::path folder = std::filesystem::path(from).parent_path();
  return (folder / spelling).lexically_normal().string();
}

}  // namespace patcher::language
