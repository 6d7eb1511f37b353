// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// A line of a `.pth` file that says something.
struct PthLine {
  /// What it does.
  enum class Kind {
    folder,    ///< Adds the folder `text` to the search path: absolute; it need not exist.
    finder,    ///< Installs the module `text`, named `__editable___..._finder`.
    portion,   ///< Makes the package `text` out of folders without `__init__.py`.
    harmless,  ///< Runs code that is known to find no packages.
    code       ///< Runs any other code, `text`.
  };

  Kind kind = Kind::folder;
  std::string text;

  friend bool operator==(const PthLine&, const PthLine&) = default;
};

/// What a `.pth` file does to Python's search path.
struct PthFile {
  std::vector<PthLine> lines;
  /// A byte order mark stands before the first of `lines`: older releases take it for a part of it.
  bool has_mark = false;
};

/// Reads the text of a `.pth` file that lies in the folder `site`.
///
/// A line is a path, relative to `site`; blank lines and those that begin with `#` say nothing. A
/// line that begins with `import` and a blank is code, and is never run. Understood is what
/// setuptools writes for an editable install, for packages spread over distributions
/// (`-nspkg.pth`) and for its own `distutils`, what virtualenv writes, and the import of a few
/// modules that Python has itself.
/// Source: Python documentation, `site`; PEP 660.
[[nodiscard]] PthFile parse_pth(std::string_view text, const std::string& site);

}  // namespace patcher
