// SPDX-License-Identifier: MIT
#include "patcher/cli/record_file.hpp"

#include <utility>

#include "patcher/cli/subject.hpp"
#include "patcher/write/commit.hpp"

namespace patcher {

Result<Record> read_record(const SessionTree& tree) {
  const auto entry = tree.root.worktree->look_at_record();
  return entry ? record_from(*entry, tree.root.worktree->root()) : entry.error();
}

Status write_record(const SessionTree& tree, const Record& record, FileSystem& files) {
  RootChange change;
  change.tree = tree.root.spec->name;
  change.record = text_of(record);
  auto written = commit({{&tree.root.worktree->main(), std::move(change), Keeps::record}}, files);
  if (!written) return std::move(written).error();
  if (has_error(*written)) return Failure(*std::move(written));
  return {};
}

}  // namespace patcher
