// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/tree/python_environment.hpp"

namespace patcher {

/// What this process's environment says about where Python finds packages.
[[nodiscard]] PythonEnvironment python_environment();

}  // namespace patcher
