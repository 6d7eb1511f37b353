// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// What the lines of a `.pth` file add to Python's search path.
struct PthFile {
  std::vector<std::string> folders;  ///< Absolute, in order; they need not exist.
  std::vector<std::string> finders;  ///< Modules named `__editable___..._finder` that it installs.
  std::size_t other_code = 0;        ///< Lines of code that are not understood.
};

/// Reads the text of a `.pth` file that lies in the folder `site`.
///
/// A line is a path, relative to `site`; blank lines and those that begin with `#` say nothing. A
/// line that begins with `import` and a blank is code: it is never run, and only the one line that
/// setuptools writes for an editable install is understood.
/// Source: Python documentation, `site`; PEP 660.
[[nodiscard]] PthFile parse_pth(std::string_view text, const std::string& site);

}  // namespace patcher
