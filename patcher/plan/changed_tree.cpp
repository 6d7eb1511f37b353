// SPDX-License-Identifier: MIT
#include "patcher/plan/changed_tree.hpp"

#include <algorithm>

#include "patcher/core/glob.hpp"

namespace patcher {

ChangedTree::ChangedTree(const Tree& tree, const RootChange& change) : tree_(tree) {
  for (const FileChange& file : change.files) {
    Entry after;
    if (file.after) after = {EntryKind::regular, file.after, file.mode, {}};
    files_.emplace(file.path, after);
  }
  for (const TreePath& folder : change.emptied_folders) {
    if (is_empty(folder)) gone_.insert(folder);
  }
}

bool ChangedTree::holds_file(const TreePath& folder) const {
  return std::ranges::any_of(files_, [&](const auto& item) {
    return item.second.is_file() && item.first.str().starts_with(folder.str() + "/");
  });
}

bool ChangedTree::is_empty(const TreePath& folder) const {
  if (holds_file(folder)) return false;
  const Result<std::vector<Match>> held = tree_.match(folder.str() + "/*");
  return held && std::ranges::all_of(
                     *held, [&](const Match& match) { return files_.contains(match.path); });
}

Result<Entry> ChangedTree::look(const TreePath& path) const {
  if (holds_file(path)) return Entry{.kind = EntryKind::folder};
  const auto changed = files_.find(path);
  if (changed != files_.end()) return changed->second;
  if (gone_.contains(path)) return Entry{};
  for (auto folder = path.parent(); folder; folder = folder->parent()) {
    const auto file = files_.find(*folder);
    if (file == files_.end()) continue;
    return Entry{.kind = file->second.is_file() ? EntryKind::in_file : EntryKind::absent};
  }
  return tree_.look(path);
}

Result<std::vector<Match>> ChangedTree::match(const std::string& glob) const {
  Result<std::vector<Match>> found = tree_.match(glob);
  if (!found) return found;
  std::erase_if(*found, [&](const Match& match) { return files_.contains(match.path); });
  for (const auto& [path, entry] : files_) {
    if (entry.is_file() && catches(glob, path.str())) found->push_back({path, {}});
  }
  std::ranges::sort(*found, {}, &Match::path);
  return found;
}

}  // namespace patcher
