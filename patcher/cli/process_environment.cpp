// SPDX-License-Identifier: MIT
#include "patcher/cli/process_environment.hpp"

#include <cstdlib>
#include <string>

namespace patcher {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

}  // namespace

PythonEnvironment python_environment() {
  return {.path = variable("PATH"),
          .virtual_env = variable("VIRTUAL_ENV"),
          .conda_prefix = variable("CONDA_PREFIX"),
          .python_path = variable("PYTHONPATH"),
          .python_user_base = variable("PYTHONUSERBASE"),
          .no_user_site = variable("PYTHONNOUSERSITE"),
          .python_home = variable("PYTHONHOME"),
          .home = variable("HOME")};
}

}  // namespace patcher
