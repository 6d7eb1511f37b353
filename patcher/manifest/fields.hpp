// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

// Values out of maps whose shape was checked. What is absent, or of the wrong shape and so reported
// already, reads as empty.

[[nodiscard]] std::string text_of(const yaml::Value& map, std::string_view key);
[[nodiscard]] std::vector<std::string> texts_of(const yaml::Value& map, std::string_view key);
[[nodiscard]] std::optional<long> number_of(const yaml::Value& map, std::string_view key);
/// Octal permission bits.
[[nodiscard]] std::optional<std::uint32_t> mode_of(const yaml::Value& map, std::string_view key);
/// The elements of the list at `key`.
[[nodiscard]] const std::vector<yaml::Value>& list_of(const yaml::Value& map, std::string_view key);
/// The path at `key`; of the wrong shape or absent: an empty one.
[[nodiscard]] TreePath path_of(const yaml::Value& map, std::string_view key);

/// The checks in the list at `checks`. Errors (invalid_manifest): one that says the same as an
/// earlier one, by its id or, without any, by its command: a verdict would be of both.
[[nodiscard]] std::vector<Check> checks_of(const yaml::Value& map, Findings& findings);
/// Whether files with `extension`, the dot included, have definitions that a scope can name.
[[nodiscard]] bool has_definitions(std::string_view extension);
/// Whether they have preprocessor macros.
[[nodiscard]] bool has_macros(std::string_view extension);
/// The scope at `scope`: a path, or a map of two lines. Errors (invalid_manifest): a path where the
/// file has no definitions, or no macros.
[[nodiscard]] std::optional<Scope> scope_of(const yaml::Value& map, Findings& findings);
/// The same for a scope of `file`, whatever the key `file` says.
[[nodiscard]] std::optional<Scope> scope_of(const yaml::Value& map, const TreePath& file,
                                            Findings& findings);

}  // namespace patcher::language
