// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace patcher::language {

/// What stands behind `--- ` or `+++ `.
struct DiffName {
  std::string path;   ///< Unquoted; empty for `/dev/null`.
  std::string stamp;  ///< The time behind the tab, if there is one.
};

/// Reads `text`: a path, quoted as in C or not, up to a tab, and perhaps a time.
///
/// Nothing where the quotes are wrong or something else stands behind them.
[[nodiscard]] std::optional<DiffName> diff_name_of(std::string_view text);

/// The two paths behind `diff --git `, unquoted.
///
/// Nothing where they cannot be told apart. Unquoted paths have nothing but a blank between them,
/// which they may hold themselves: only those are told that are equal but for the first component.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> git_names_of(
    std::string_view text);

/// Says whether `stamp` is the beginning of 1970 in some time zone: there is no file on that side.
[[nodiscard]] bool is_epoch(std::string_view stamp);

}  // namespace patcher::language
