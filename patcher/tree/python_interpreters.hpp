// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/tree/python_environment.hpp"

namespace patcher {

/// One Python installation, told from how it lies on the disk; nothing of it is ever run.
struct Interpreter {
  /// What packages it sees besides its own.
  enum class Kind {
    plain,              ///< No virtual environment.
    alone,              ///< A virtual environment that sees only its own packages.
    with_base_packages  ///< A virtual environment that sees those of its base and of the user too.
  };

  std::string program;  ///< As it was found: `/opt/venv/bin/python3`.
  std::string version;  ///< `3.11`; `3.13t` for a free-threaded one.
  std::string prefix;   ///< Folder that its own packages are below.
  std::string base;     ///< Folder that its standard library is below; empty when not found.
  Kind kind = Kind::plain;
};

/// The interpreters that a shell would find, with what stood in the way; a sentence each.
struct Interpreters {
  std::vector<Interpreter> found;  ///< In the order in which they were found, each prefix once.
  /// Programs that a shell would start as `python3` or `python` and that are not understood.
  std::vector<std::string> doubts;
  std::vector<std::string> passed_over;  ///< What else was not understood.
};

/// Finds the interpreters of VIRTUAL_ENV and CONDA_PREFIX, then `python3`, `python` and
/// `python3.N` in each folder of PATH.
///
/// A file of such a name that is a script (`#!`) may start anything and is not understood.
/// A `pyvenv.cfg` beside the program, links not resolved, or one folder up makes it a virtual
/// environment; otherwise the prefix is the first folder above the program, links resolved, that
/// holds `lib/pythonX.Y` or `lib64/pythonX.Y`. The version is read off the resolved program's name,
/// then off `pyvenv.cfg`, then off the one such folder that there is.
/// Source: PEP 405; Python documentation, "The initialization of the sys.path module search path".
[[nodiscard]] Interpreters interpreters_of(const PythonEnvironment& environment);

}  // namespace patcher
