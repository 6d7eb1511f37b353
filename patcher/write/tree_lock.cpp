// SPDX-License-Identifier: MIT
#include "patcher/write/tree_lock.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "patcher/tree/disk_refusal.hpp"

namespace patcher {
namespace {

/// Where a root really is, so that two runs take the same locks in the same order.
std::string real_path_of(const Worktree& root) {
  std::error_code unresolved;
  const auto path = std::filesystem::canonical(root.root(), unresolved);
  return unresolved ? root.root() : path.string();
}

std::vector<const Worktree*> in_lock_order(std::vector<const Worktree*> roots) {
  std::ranges::sort(roots, {}, [](const Worktree* root) { return real_path_of(*root); });
  return roots;
}

Diagnostic held_by_another_run(const Worktree& root) {
  return {.code = Code::tree_locked,
          .message = fmt::format("another run is at work in \"{}\"", root.root()),
          .hint = "wait until it has ended, then run again"};
}

}  // namespace

Result<TreeLocks> TreeLocks::take(const std::vector<const Worktree*>& roots, FileSystem& files) {
  TreeLocks locks;
  std::set<std::pair<dev_t, ino_t>> locked;
  for (const Worktree* root : in_lock_order(roots)) {
    // A lock belongs to what open(2) made, so a copy of the root's descriptor would share it.
    Descriptor folder(files.open_folder(root->descriptor(), "."));
    if (!folder.is_open()) return disk_refusal("open", root->root(), folder.number());
    struct stat status{};
    const int seen = files.stat(folder.number(), status);
    if (seen != 0) return disk_refusal("look at", root->root(), seen);
    if (!locked.emplace(status.st_dev, status.st_ino).second) continue;
    const int taken = files.lock_folder(folder.number());
    if (taken == -EWOULDBLOCK) return held_by_another_run(*root);
    if (taken != 0) return disk_refusal("lock", root->root(), taken);
    locks.descriptors_.push_back(std::move(folder));
  }
  return locks;
}

}  // namespace patcher
