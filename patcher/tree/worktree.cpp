// SPDX-License-Identifier: MIT
#include "patcher/tree/worktree.hpp"

#include <fmt/format.h>

#include <cerrno>

#include "patcher/tree/disk_refusal.hpp"
#include "patcher/tree/glob_search.hpp"
#include "patcher/tree/walk.hpp"

namespace patcher {

Result<std::unique_ptr<Worktree>> Worktree::open(const std::string& root, FileSystem& files,
                                                 std::string at) {
  Descriptor folder(files.open_root(root));
  const int error = folder.number();
  if (folder.is_open()) {
    return std::unique_ptr<Worktree>(new Worktree(root, std::move(folder), files, std::move(at)));
  }
  if (error != -ENOENT && error != -ENOTDIR) return disk_refusal("open", root, error);
  return Diagnostic{.code = Code::tree_not_found,
                    .message = fmt::format("\"{}\" {}", root,
                                           error == -ENOENT ? "does not exist" : "is no folder"),
                    .hint = "name the folder that holds the tree"};
}

Result<Entry> Worktree::look(const TreePath& path) const {
  return Walk(descriptor(), files_, at_).look(path.components());
}

Result<std::vector<Match>> Worktree::match(const std::string& glob) const {
  return GlobSearch(descriptor(), files_, glob, at_).run();
}

Result<Entry> Worktree::look_at_record() const { return look_at_own("record.json"); }

Result<Entry> Worktree::look_at_own(std::string_view name) const {
  return Walk(descriptor(), files_, at_).look({".patcher", name});
}

}  // namespace patcher
