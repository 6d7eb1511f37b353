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
    std::size_t before = 0;  ///< Index of the first place that comes after its NAMESPACES.
  };

  /// Something that belongs to the path and could not be read.
  struct Unread {
    std::string reason;      ///< A sentence.
    std::size_t before = 0;  ///< Index of the first place that comes after what it may have named.
    std::string package = {};  ///< Top-level package that it is about; empty for all.
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
/// site-packages`), then the base's, in the folders of PythonLayout. Code in a `.pth` puts every
/// package in doubt, unless it is understood (see pth_file.hpp) or says nothing of the search (see
/// startup_code.hpp), the modules that it names included; what follows such a line in its file is
/// in doubt too, because the line may fail. So do a `python*._pth` beside the program, and an
/// archive of the library. Passed over are `sitecustomize` and what depends on how Python is
/// started (a script's own folder, relative parts of PYTHONPATH). Source: Python documentation,
/// `site` and `sysconfig`; PEP 405.
[[nodiscard]] SearchPath search_path_of(const Interpreter& interpreter,
                                        const PythonEnvironment& environment);

/// The search path where there is no interpreter at all: PYTHONPATH alone.
[[nodiscard]] SearchPath search_path_of(const PythonEnvironment& environment);

}  // namespace patcher
