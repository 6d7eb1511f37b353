// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/plan/record.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// What a record says of its tree, no manifest asked.
struct RecordedStates {
  std::vector<PatchOutcome> patches;  ///< Bottom first.
  Diagnostics why;                    ///< An error for each modified patch; notes.
};

/// The state of every patch of `record`: applied where its bytes come off exactly, pristine where
/// all its files are back at their base, else modified.
[[nodiscard]] RecordedStates recorded_states(const Record& record, const Tree& tree,
                                             SourceCache& cache);

}  // namespace patcher
