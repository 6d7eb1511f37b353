// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include "patcher/cli/options.hpp"

namespace patcher {

/// Adds `report` with its kinds to `app`; `options` get what they are given and must outlive it.
void add_report_commands(CLI::App& app, Options& options);

}  // namespace patcher
