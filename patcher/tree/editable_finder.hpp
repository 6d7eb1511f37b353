// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace patcher {

/// What the finder module of an editable install maps: packages to where they are developed.
struct EditableFinder {
  std::vector<std::pair<std::string, std::string>> mapping;    ///< In the module's order.
  std::map<std::string, std::vector<std::string>> namespaces;  ///< Packages without `__init__.py`.
};

/// Reads `MAPPING = {...}` and `NAMESPACES = {...}` off the text of a finder module as setuptools
/// writes it, each at the beginning of a line, with or without a type after the name.
///
/// Only literals are understood: a dict of plain strings, or of lists of plain strings for
/// NAMESPACES, which may be missing. Nothing where the text holds anything else there, because the
/// module would have to be run to know.
/// Source: PEP 660; setuptools, `command/editable_wheel.py`; Python reference, 2.4.1 "String and
/// Bytes literals".
[[nodiscard]] std::optional<EditableFinder> parse_editable_finder(std::string_view text);

}  // namespace patcher
