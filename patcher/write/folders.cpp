// SPDX-License-Identifier: MIT
#include "patcher/write/folders.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <utility>

#include "patcher/tree/disk_refusal.hpp"

namespace patcher {

std::string Folder::path_of(std::string_view file) const {
  return path.empty() ? std::string(file) : fmt::format("{}/{}", path, file);
}

std::string Folder::shown(std::string_view file) const {
  std::string whole;
  for (const std::string_view part : {std::string_view(root->at()), std::string_view(path), file}) {
    if (part.empty()) continue;
    if (!whole.empty()) whole += '/';
    whole += part;
  }
  return whole.empty() ? root->root() : whole;
}

Diagnostic Folder::refusal(const std::string& doing, std::string_view file, int error) const {
  Diagnostic refused = disk_refusal(doing, shown(file), error);
  refused.tree = tree;
  return refused;
}

Diagnostic Folder::link_refusal(const std::string& file) const {
  Diagnostic refused = patcher::link_refusal(descriptor, file, shown(file));
  refused.tree = tree;
  return refused;
}

const Folder& top_of(const Folder& folder) {
  const Folder* top = &folder;
  while (top->parent != nullptr) top = top->parent;
  return *top;
}

Folders::~Folders() {
  for (const Folder& folder : folders_) {
    // A root's descriptor belongs to its Worktree.
    if (folder.parent == nullptr || !folder.exists()) continue;
    static_cast<void>(files_.close(folder.descriptor));
  }
}

Folder& Folders::root(const Worktree& root, const std::string& tree) {
  return remembered(
      &root,
      {.root = &root, .tree = tree, .name = {}, .path = {}, .descriptor = root.descriptor()});
}

Result<Folder*> Folders::child(Folder& parent, const std::string& name) {
  Folder& folder = remembered(&parent, {.root = parent.root,
                                        .tree = parent.tree,
                                        .parent = &parent,
                                        .name = name,
                                        .path = parent.path_of(name)});
  if (folder.exists() || !parent.exists()) return &folder;
  Status opened = open(folder);
  if (!opened) return std::move(opened).error();
  return &folder;
}

Folder& Folders::remembered(const void* parent, Folder folder) {
  Folder*& known = known_[{parent, folder.name}];
  if (known == nullptr) known = &folders_.emplace_back(std::move(folder));
  return *known;
}

/// Leaves `folder` missing when there is none.
Status Folders::open(Folder& folder) {
  const Folder& parent = *folder.parent;
  const int opened = files_.open_folder(parent.descriptor, folder.name);
  if (opened >= 0) folder.descriptor = opened;
  if (opened >= 0 || opened == -ENOENT) return {};
  struct stat status{};
  const bool seen = files_.stat_at(parent.descriptor, folder.name, status) == 0;
  if (seen && S_ISLNK(status.st_mode)) return parent.link_refusal(folder.name);
  if (!seen || S_ISDIR(status.st_mode)) return folder.refusal("open", {}, opened);
  return Diagnostic{.code = Code::path_in_the_way,
                    .message = fmt::format("\"{}\" is no folder", folder.shown()),
                    .tree = folder.tree,
                    .target = {.file = folder.shown()},
                    .hint = "move it away, or name another path"};
}

Status Folders::make(Folder& folder) {
  if (folder.exists()) return {};
  if (Status parent_made = make(*folder.parent); !parent_made) return parent_made;
  const Folder& parent = *folder.parent;
  const bool own = parent.parent == nullptr && folder.name == kOwnFolder;
  const int made = files_.make_folder(parent.descriptor, folder.name, own ? 0755 : 0777);
  if (made != 0) return folder.refusal("make folder", {}, made);
  // The folder of the record outlives a rolled-back run's files: the journal is the last to go.
  if (!own) made_.push_back(&folder);
  folder.parent->unsynced = true;
  if (Status opened = open(folder); !opened) return opened;
  if (!folder.exists()) return folder.refusal("open", {}, ENOENT);
  const int mode_set = own ? files_.set_mode(folder.descriptor, 0755) : 0;
  if (mode_set != 0) return folder.refusal("set the mode of", {}, mode_set);
  folder.unsynced = true;
  return {};
}

int Folders::remove(Folder& folder) {
  const int removed = files_.remove_folder(folder.parent->descriptor, folder.name);
  if (removed != 0) return removed;
  folder.parent->unsynced = true;
  folder.unsynced = false;
  return 0;
}

Diagnostics Folders::remove_if_empty(Folder& folder) {
  const int removed = remove(folder);
  if (removed == 0 || removed == -ENOTEMPTY || removed == -EEXIST || removed == -ENOENT) return {};
  return {folder.refusal("remove folder", {}, removed)};
}

Diagnostics Folders::remove_if_bare(Folder& folder) {
  std::vector<std::string> names;
  const int listed = folder.exists() ? files_.list_folder(folder.descriptor, names) : 0;
  if (listed != 0) return {folder.refusal("list", {}, listed)};
  return names.empty() ? remove_if_empty(folder) : Diagnostics();
}

Diagnostics Folders::remove_made() {
  Diagnostics failures;
  for (; !made_.empty(); made_.pop_back()) {
    const int removed = remove(*made_.back());
    // What somebody else put into it is not ours to remove, and keeps it.
    if (removed == -ENOTEMPTY || removed == -EEXIST) continue;
    if (removed != 0) failures.push_back(made_.back()->refusal("remove folder", {}, removed));
  }
  return failures;
}

/// What stands where `folder` was opened.
int Folders::stat_by_path(const Folder& folder, struct stat& status) {
  if (folder.parent != nullptr) {
    return files_.stat_at(folder.parent->descriptor, folder.name, status);
  }
  const int opened = files_.open_root(folder.root->root());
  if (opened < 0) return opened;
  const int seen = files_.stat(opened, status);
  static_cast<void>(files_.close(opened));
  return seen;
}

Diagnostics Folders::prove() {
  Diagnostics failures;
  for (const Folder& folder : folders_) {
    if (!folder.exists()) continue;
    struct stat held{};
    struct stat found{};
    const int seen = files_.stat(folder.descriptor, held);
    const int looked = seen == 0 ? stat_by_path(folder, found) : seen;
    const bool is_gone = looked == -ENOENT || looked == -ENOTDIR;
    const bool is_same = held.st_dev == found.st_dev && held.st_ino == found.st_ino;
    if (looked != 0 && !is_gone) {
      failures.push_back(folder.refusal("look at", {}, looked));
    } else if (!is_same) {
      failures.push_back(
          {.code = Code::content_differs,
           .message =
               fmt::format("\"{}\" is not the folder that was read any more", folder.shown()),
           .tree = folder.tree,
           .target = {.file = folder.shown()},
           .hint = "keep other programs from moving what is in the tree, and run again"});
    }
  }
  return failures;
}

Diagnostics Folders::sync() {
  Diagnostics failures;
  for (Folder& folder : folders_) {
    if (!folder.exists() || !std::exchange(folder.unsynced, false)) continue;
    const int synced = files_.sync(folder.descriptor);
    if (synced != 0) failures.push_back(folder.refusal("sync folder", {}, synced));
  }
  return failures;
}

}  // namespace patcher
