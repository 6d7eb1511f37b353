// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/tree/python_search_path.hpp"

namespace patcher {

/// A copy of a package as one interpreter comes upon it.
struct PackageHit {
  /// What makes it importable.
  enum class Kind {
    package,        ///< A folder with `__init__.py`.
    module,         ///< A file of its own.
    namespace_part  ///< A folder without `__init__.py`.
  };

  Kind kind = Kind::package;
  std::string folder;    ///< The package's own folder, links resolved.
  std::string identity;  ///< Real path of the folder, or of the file of a module.
  std::string by;        ///< `in FOLDER` or `by FILE`.
  /// Index of the last place that had to be known to tell that it is this copy.
  std::size_t place = SearchPath::kAfterPlaces;
};

/// The copies of one package on one search path.
struct PackageHits {
  std::vector<PackageHit> live;  ///< More than one for a package spread over folders.
  /// In the order in which they would take the live one's place; then copies that nothing leads to.
  std::vector<PackageHit> shadowed;
  bool is_hollow =
      false;  ///< A finder says that there is such a package, and has no folder for it.
};

/// Looks for the package `name` as the interpreter of `version` would, by the rules of
/// `PythonPackages::find`.
[[nodiscard]] PackageHits package_on(const SearchPath& path, std::string_view name,
                                     const std::string& version);

}  // namespace patcher
