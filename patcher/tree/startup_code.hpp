// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// Says whether Python code mentions a way to change where packages are found: `sys.path`, the
/// finders and hooks of an import, a package's `__path__`, or code that is not in the text.
///
/// Code that does so in another way, or by a module that it imports, is not told.
/// Source: Python reference, 5 "The import system"; Python documentation, `sys` and `site`.
[[nodiscard]] bool may_change_search(std::string_view code);

/// Why a line of code that Python runs at its start may change where packages are found, as the end
/// of a sentence about its file; empty where nothing says so.
///
/// Judged are the line and the modules that it imports by name, their packages with them, where
/// `folders` have them; not what those import in turn. A name after `from X import` may be a
/// module. What stands there without source that can be read (compiled, a folder) may do anything.
[[nodiscard]] std::string why_search_may_change(std::string_view line,
                                                const std::vector<std::string>& folders);

}  // namespace patcher
