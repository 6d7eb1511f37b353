// SPDX-License-Identifier: MIT
#include "patcher/plan/file_state.hpp"

namespace patcher {

Chain chain_of(const TreePath& path, const Record& record) {
  Chain chain;
  for (const RecordedPatch& patch : record.stack) {
    for (const RecordedFile& file : patch.files) {
      if (file.path != path) continue;
      if (chain.lowest == nullptr) chain.lowest = &file;
      chain.highest = &file;
      chain.top = &patch;
    }
  }
  return chain;
}

Difference difference_of(const Entry& entry, const Chain& chain) {
  const RecordedFile& wrote = *chain.highest;
  if (entry.kind == EntryKind::absent) {
    if (!wrote.after) return Difference::none;
    return chain.lowest->before ? Difference::gone : Difference::back;
  }
  if (!entry.is_file()) return Difference::other;
  const BlobId found = blob_id_of(entry.bytes);
  if (wrote.after == found)
    return entry.mode == wrote.mode_after ? Difference::none : Difference::mode;
  if (chain.lowest->before == found) return Difference::back;
  return wrote.after ? Difference::text : Difference::there_again;
}

State state_of_file(const TreePath& path, const Record& record, const Tree& tree) {
  const Result<Entry> entry = tree.look(path);
  if (!entry) return State::modified;
  const Difference found = difference_of(*entry, chain_of(path, record));
  if (found == Difference::none) return State::applied;
  return found == Difference::back ? State::pristine : State::modified;
}

std::set<TreePath> moved_files(const Record& record, const Tree& tree) {
  std::set<TreePath> moved;
  for (const RecordedPatch& patch : record.stack) {
    for (const RecordedFile& file : patch.files) {
      if (state_of_file(file.path, record, tree) != State::applied) moved.insert(file.path);
    }
  }
  return moved;
}

}  // namespace patcher
