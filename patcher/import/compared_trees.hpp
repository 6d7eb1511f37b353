// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/import/change.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// How the modes of two trees are compared.
enum class Modes {
  to_the_bit,  ///< Both sides are folders.
  of_git       ///< Only whether the owner may execute a file: one side has no other bits.
};

/// What differs between two trees, links left alone. Errors: place_unfit where a link differs;
/// those of Tree::match and Tree::look.
[[nodiscard]] Result<std::vector<ChangedPath>> differences(const Tree& before, const Tree& after,
                                                           Modes modes);

/// The same, of `paths` alone.
[[nodiscard]] Result<std::vector<ChangedPath>> differences(const Tree& before, const Tree& after,
                                                           const std::vector<TreePath>& paths,
                                                           Modes modes);

}  // namespace patcher
