// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "patcher/core/result.hpp"
#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/load.hpp"
#include "patcher/manifest/schema.hpp"
#include "patcher/manifest/yaml_source.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

/// The most that a manifest or patch file may hold, in bytes.
inline constexpr std::size_t kFileLimit = std::size_t{1} << 20U;
/// The most that one payload file may hold, in bytes.
inline constexpr std::size_t kPayloadLimit = std::size_t{64} << 20U;

/// A YAML file that was read and parsed, and not yet understood.
struct Document {
  yaml::Source source;
  yaml::Value root;
};

/// Reads and parses the file at `path`.
///
/// Errors: usage, io_error, invalid_yaml, duplicate_key. What the file source says has no place.
[[nodiscard]] Result<Document> open_document(const std::string& path, const FileSource& files);

/// What the keys of `document` say it is, or nothing when they fit neither kind.
[[nodiscard]] std::optional<FileKind> kind_of(const Document& document);

/// Says by `version` and `min_patcher` whether this program may judge the rest of the file; if not,
/// that is the one finding, because the other keys may be those of a newer language.
[[nodiscard]] bool is_for_this_program(const Document& document, Findings& findings);

/// Warns when the file has CRLF line ends.
void warn_of_line_ends(const Document& document, Findings& findings);

/// The path of `spelling`, which stands in the file `from`, for opening and for messages.
[[nodiscard]] std::string beside(const std::string& from, const std::string& spelling);

}  // namespace patcher::language
