// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/finding.hpp"

namespace patcher {

/// Judges one half of a move, the edit that `context` is about.
///
/// Both halves have the same state. It is pristine where the old file is there, all hunks fit in it
/// and nothing stands at the new path; applied where it is the other way round and the new file has
/// what the hunks leave. `becomes` is set then. What is wrong with the old file or its hunks is
/// said by the half that takes it away, what is wrong with the new one by the half that brings it.
[[nodiscard]] Finding find_move(const EditContext& context, const Move& move);

}  // namespace patcher
