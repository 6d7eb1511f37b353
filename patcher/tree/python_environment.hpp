// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace patcher {

/// What of a process's environment decides where Python finds packages; each field is the variable
/// of that name, empty where it is not set.
///
/// Source: Python documentation, "Command line and environment" and `site`.
struct PythonEnvironment {
  std::string path;              ///< PATH: where interpreters are looked for.
  std::string virtual_env;       ///< VIRTUAL_ENV: the active virtual environment.
  std::string conda_prefix;      ///< CONDA_PREFIX: the active conda environment.
  std::string python_path;       ///< PYTHONPATH: folders before all others.
  std::string python_user_base;  ///< PYTHONUSERBASE: in place of `HOME/.local`.
  std::string no_user_site;      ///< PYTHONNOUSERSITE: anything but `0` leaves user packages out.
  std::string python_home;       ///< PYTHONHOME: moves the standard library and what is below it.
  std::string home;              ///< HOME.
};

}  // namespace patcher
