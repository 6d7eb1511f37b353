// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/tree/python_environment.hpp"
#include "patcher/tree/python_search_path.hpp"

namespace patcher {

/// One copy of a package on the disk.
struct PackageCopy {
  std::string folder;  ///< The package's own folder, links resolved.
  std::string by;      ///< Who finds it and how: `/usr/bin/python3 in /usr/lib/python3/...`.
};

/// What was found of one package.
struct PackageSearch {
  /// What the interpreters would import, each copy once. More than one where they differ, or where
  /// a package without `__init__.py` is spread over several folders.
  std::vector<PackageCopy> live;
  /// Other copies: those that some interpreter would import if the live one were not there, and
  /// those in editable projects.
  std::vector<PackageCopy> shadowed;
  std::vector<std::string> searched;  ///< For each interpreter a line with the folders looked in.
  /// Why another copy than those in `live` may be imported, a sentence each: a program or a file
  /// that comes before them could not be read.
  std::vector<std::string> doubts;
  std::vector<std::string> passed_over;  ///< What else was not looked into, a sentence each.
};

/// The Python installations that an environment leads to, read once.
class PythonPackages {
 public:
  /// Reads the installations of `environment`; runs and imports nothing.
  explicit PythonPackages(const PythonEnvironment& environment);

  /// Finds the package `name`, which may be dotted, as each interpreter would.
  ///
  /// In each folder of the search path a folder with `__init__.py` comes before a module `NAME.py`
  /// (or `.pyc`, or a built one), and that before a folder without `__init__.py`; the last counts
  /// only where no folder of the path has one of the others. A module's own folder is the one that
  /// holds it. Then the finders of editable installs are asked, for what is in a package only where
  /// that package is found. The projects that are installed as editable give shadowed copies: there
  /// must be an `__init__.py` or a module in the project or its `src`. Copies are told apart by
  /// their real paths. Source: Python reference, 5.3.4 "Path based finder" and 5.2.2 "Namespace
  /// packages"; PEP 420; PEP 660.
  [[nodiscard]] PackageSearch find(std::string_view name) const;

 private:
  struct Installation {
    std::string program;  ///< Empty where there is only PYTHONPATH.
    std::string version;
    SearchPath path;
  };
  std::vector<Installation> installations_;
  std::vector<std::string> doubts_;
  std::vector<std::string> passed_over_;
};

}  // namespace patcher
