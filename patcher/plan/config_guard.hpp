// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/finding.hpp"

namespace patcher {

/// Errors (table_unread) for what `step`, made by `patch`, puts where aiter's reader of Triton GEMM
/// configurations does not look: a bucket `M_LEQ_n` or `M_GEQ_n` that is none of its bounds, and a
/// file of the flat layout whose family has its default in the nested one. `after` is the tree with
/// the step laid over. What stood there before the patch is not judged.
/// Source: aiter, ops/triton/utils/gemm_config_utils.py, _get_gemm_config_cached.
[[nodiscard]] Diagnostics unread_configs(const Patch& patch, const PatchStep& step,
                                         const View& after);

}  // namespace patcher
