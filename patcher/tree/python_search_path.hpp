// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "patcher/tree/editable_finder.hpp"
#include "patcher/tree/editable_projects.hpp"
#include "patcher/tree/python_interpreters.hpp"

namespace patcher {

/// Where one interpreter looks for packages.
struct SearchPath {
  /// A folder of `sys.path`.
  struct Place {
    std::string folder;
    std::string by;  ///< What names it: a `.pth` file or PYTHONPATH; empty for its own folders.
  };
  /// An editable install's finder, which Python asks after all folders.
  struct Finder {
    EditableFinder finder;
    std::string file;
  };

  /// Something that belongs to the path and could not be read.
  struct Unread {
    std::string reason;      ///< A sentence.
    std::size_t before = 0;  ///< Index of the first place that comes after what it may have named.
  };
  /// An index after all places, for finders and projects.
  static constexpr std::size_t kAfterPlaces = SIZE_MAX;

  std::vector<Place> places;              ///< In the order of `sys.path`, each folder once.
  std::vector<Finder> finders;            ///< In the order in which they are installed.
  std::vector<EditableProject> projects;  ///< Beside its own folders.
  std::vector<Unread> unread;
  std::vector<std::string> passed_over;  ///< What is never looked into, a sentence each.
};

/// Works out the search path of `interpreter` without running it: PYTHONPATH, the standard library,
/// then for each of its folders of installed packages the folder itself and what the `.pth` files
/// in it name, by name of file.
///
/// A virtual environment's own packages come first, then the user's (`~/.local/lib/pythonX.Y/
/// site-packages`), then the base's. The folders of a prefix are `lib64/pythonX.Y/site-packages`
/// and `lib/pythonX.Y/site-packages`; with Debian's, `local/lib/pythonX.Y/dist-packages`,
/// `lib/python3/dist-packages` and `lib/pythonX.Y/dist-packages` instead.
/// Passed over are what changes the path by code (`sitecustomize`, `import` lines of a `.pth` but
/// an editable install's) and what depends on how Python is started (a script's own folder,
/// relative parts of PYTHONPATH). Source: Python documentation, `site` and `sysconfig`; PEP 405;
/// site.py of Debian's python3.
[[nodiscard]] SearchPath search_path_of(const Interpreter& interpreter,
                                        const PythonEnvironment& environment);

/// The search path where there is no interpreter at all: PYTHONPATH alone.
[[nodiscard]] SearchPath search_path_of(const PythonEnvironment& environment);

}  // namespace patcher
