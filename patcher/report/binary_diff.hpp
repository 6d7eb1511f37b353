// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/plan/outcome.hpp"

namespace patcher {

/// The lines of a git diff, below its head, that turn one side's bytes into the other's and back,
/// both sides whole. Source: git-apply(1), `--binary`; apply.c and base85.c for the form.
[[nodiscard]] std::string binary_hunks(const FileDiff& diff);

}  // namespace patcher
