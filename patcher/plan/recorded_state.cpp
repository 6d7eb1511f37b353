// SPDX-License-Identifier: MIT
#include "patcher/plan/recorded_state.hpp"

#include <algorithm>
#include <utility>

#include "patcher/plan/file_state.hpp"
#include "patcher/plan/modification.hpp"
#include "patcher/plan/relations.hpp"
#include "patcher/plan/stack.hpp"

namespace patcher {
namespace {

bool is_among(const RecordedPatch& entry, const std::vector<RecordedPatch>& others) {
  return std::any_of(others.begin(), others.end(), [&](const RecordedPatch& other) {
    return is_same_entry(entry, other) && entry.revision == other.revision;
  });
}

State state_of(const RecordedPatch& entry, const PeeledStack& stack) {
  if (is_among(entry, stack.gone)) return State::pristine;
  return is_among(entry, stack.modified) ? State::modified : State::applied;
}

}  // namespace

RecordedStates recorded_states(const Record& record, const Tree& tree, SourceCache& cache) {
  const PeeledStack stack = peel(record, tree);
  RecordedStates states;
  for (const RecordedPatch& entry : record.stack) {
    const State state = state_of(entry, stack);
    PatchOutcome outcome{entry.patch, entry.tree, entry.title, state, {}, entry.adopted};
    outcome.manifest = entry.manifest;
    for (const RecordedFile& file : entry.files) {
      outcome.files.push_back({file.path.str(), state_of_file(file.path, record, tree)});
    }
    states.patches.push_back(std::move(outcome));
    if (state == State::modified)
      states.why.push_back(modified_error({entry, record, tree, cache}));
    if (state == State::pristine) states.why.push_back(bytes_decide_note(entry, nullptr));
  }
  return states;
}

}  // namespace patcher
