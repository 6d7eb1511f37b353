// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/tree/python_interpreters.hpp"

namespace patcher {

/// Folders of installed packages below one prefix.
struct SiteFolders {
  std::vector<std::string> folders;  ///< In the order of `sys.path`; they need not exist.
  std::string doubt;                 ///< A sentence, where it cannot be told which of them count.
};

/// How an installation of Python lays out what it has, told from its standard library.
///
/// The library's own folder, `lib` or `lib64`, is the one that holds `os.py`; only an installation
/// with the latter looks into `lib64` for packages. One whose `site.py` speaks of `dist-packages`
/// is Debian's, which looks for `site-packages` in virtual environments only. Source: Python
/// documentation, `sysconfig`, "The initialization of the sys.path module search path"; site.py of
/// CPython and of Debian's python3.
class PythonLayout {
 public:
  explicit PythonLayout(const Interpreter& interpreter);

  /// The archive `pythonXY.zip`, whether it exists or not.
  [[nodiscard]] std::vector<std::string> archives() const;
  /// Those folders of the standard library that exist.
  [[nodiscard]] std::vector<std::string> library() const;
  [[nodiscard]] SiteFolders sites(const std::string& prefix) const;

 private:
  enum class Library { lib, lib64, untold };
  enum class Packages { site, dist, untold };
  [[nodiscard]] Library library_of_base() const;
  [[nodiscard]] Packages packages_of_base() const;
  [[nodiscard]] SiteFolders sites_of_debian(const std::string& prefix) const;
  [[nodiscard]] SiteFolders sites_of_others(const std::string& prefix) const;

  std::string base_;    ///< May be empty.
  std::string python_;  ///< `python3.11`.
  bool is_virtual_;
  Library library_ = Library::lib;
  Packages packages_ = Packages::site;
};

}  // namespace patcher
