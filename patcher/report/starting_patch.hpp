// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace patcher {

/// A patch file to begin with, for the patch `id` on `tree`: what is required stands there, to be
/// filled in, and what else there is stands in comments. The same names give the same bytes.
[[nodiscard]] std::string render_starting_patch(const std::string& id, const std::string& tree);

}  // namespace patcher
