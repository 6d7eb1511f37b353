// SPDX-License-Identifier: MIT
#include "patcher/cli/disturbance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "patcher/cli/record_file.hpp"
#include "patcher/plan/file_state.hpp"

namespace patcher {
namespace {

std::string words_for(const std::pair<std::string, TreePath>& file) {
  const auto& [tree, path] = file;
  return path.str().empty() ? fmt::format("the record of tree '{}'", tree)
                            : fmt::format("'{}' of tree '{}'", path.str(), tree);
}

}  // namespace

Disturbance::Disturbance(const Session& session) : session_(session), files_(look()) {}

TreeFiles Disturbance::look() const {
  TreeFiles files;
  for (const SessionTree& tree : session_.trees()) {
    const std::string& name = tree.root.spec->name;
    const auto record = read_record(tree);
    if (!record) {
      files.emplace(name, TreePath());
      continue;
    }
    for (const TreePath& path : moved_files(*record, *tree.root.worktree)) {
      files.emplace(name, path);
    }
  }
  return files;
}

std::string Disturbance::look_again() {
  TreeFiles now = look();
  std::vector<std::string> more;
  for (const auto& file : now) {
    if (!files_.contains(file)) more.push_back(words_for(file));
  }
  files_ = std::move(now);
  return fmt::format("{}", fmt::join(more, ", "));
}

}  // namespace patcher
