// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/plan/mutant.hpp"
#include "patcher/plan/patch_finding.hpp"

namespace patcher {

/// What a patch makes of a mutant, and of the base that the mutant was made of.
struct BothPlans {
  const PatchFinding& mutant;
  const PatchFinding& base;
};

/// Why it is right that `mutant` of `drilled` was taken; empty where nothing says so.
///
/// What is meant to make no difference (line endings, the indentation of whole lines, layout) must
/// make none in the result either, byte for byte.
[[nodiscard]] std::string why_harmless(const DrilledEdit& drilled, const Mutant& mutant,
                                       const BothPlans& plans);

}  // namespace patcher
