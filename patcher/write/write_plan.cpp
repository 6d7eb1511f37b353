// SPDX-License-Identifier: MIT
#include "patcher/write/write_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "patcher/write/bytecode.hpp"
#include "patcher/write/proof.hpp"

namespace patcher {
namespace {

constexpr mode_t kOwnMode = 0644;

bool changes_bytes(const FileChange& change) {
  if (!change.before.is_file() || !change.after) return change.before.is_file() || change.after;
  return *change.before.bytes != *change.after;
}

bool changes_anything(const FileChange& change) {
  return changes_bytes(change) || (change.after && change.before.mode != change.mode);
}

/// Whether an item is the run's first for its name in its folder.
enum class Claim { first, repeated };

class Planner {
 public:
  Planner(Folders& folders, FileSystem& files) : folders_(folders), files_(files) {}

  void add_files(const RootCommit& root) {
    Folder& top = folders_.root(*root.root, root.change.tree);
    for (const FileChange& change : root.change.files) {
      if (changes_anything(change)) take(add_file(top, change));
    }
    for (const TreePath& path : root.change.emptied_folders) take(add_emptied(top, path));
  }

  void add_own(const RootCommit& root) {
    Folder& top = folders_.root(*root.root, root.change.tree);
    take(root.keeps == Keeps::record ? add_own_files(top, root.change.record) : add_seat(top));
  }

  Result<WritePlan> finished() && {
    std::erase_if(plan_.own, [&](const Folder* own) { return !changes_anything_in(*own->parent); });
    for (Folder* own : plan_.own) take(need_writable(*own));
    if (!failures_.empty()) return Failure(std::move(failures_));
    return std::move(plan_);
  }

 private:
  Status add_file(Folder& top, const FileChange& change) {
    auto folder = folder_of(top, change.path);
    if (!folder) return std::move(folder).error();
    Item item{.folder = *folder,
              .name = std::string(change.path.name()),
              .before = change.before,
              .after = change.after,
              .mode = change.mode};
    if (Status proved = prove(item, files_); !proved) return proved;
    if (item.after && item.before.is_file()) {
      if (Status keepable = need_owner(item); !keepable) return keepable;
      note_broken_link(item);
    }
    if (Status added = add(std::move(item)); !added) return added;
    return changes_bytes(change) ? add_bytecode(**folder, change.path) : Status{};
  }

  Status add_bytecode(Folder& folder, const TreePath& source) {
    auto stale = stale_bytecode(folder, std::string(source.name()), folders_, files_);
    if (!stale) return std::move(stale).error();
    for (Item& item : *stale) {
      if (Status added = add(std::move(item)); !added) return added;
    }
    return {};
  }

  Status add_emptied(Folder& top, const TreePath& path) {
    auto parent = folder_of(top, path);
    if (!parent) return std::move(parent).error();
    auto folder = folders_.child(**parent, std::string(path.name()));
    if (!folder) return std::move(folder).error();
    if (!(*folder)->exists()) return {};
    // Nobody but the interpreter put it there, and it would keep its folder from being empty.
    auto cache = folders_.child(**folder, std::string(kBytecodeFolder));
    if (cache && (*cache)->exists()) plan_.emptied.push_back(*cache);
    plan_.emptied.push_back(*folder);
    return need_writable(**parent);
  }

  /// Makes place for a journal, which every root has while its files are exchanged.
  Status add_seat(Folder& top) {
    auto folder = folders_.child(top, std::string(kOwnFolder));
    if (!folder) return std::move(folder).error();
    plan_.own.push_back(*folder);
    return {};
  }

  Status add_own_files(Folder& top, const std::string& record) {
    auto folder = folders_.child(top, std::string(kOwnFolder));
    if (!folder) return std::move(folder).error();
    Bytes text;
    Bytes ignored;
    if (!record.empty()) {
      text = std::make_shared<const std::string>(record);
      ignored = std::make_shared<const std::string>("*\n");
    }
    plan_.own.push_back(*folder);
    Status added = add_own_file(**folder, "record.json", text);
    if (added) added = add_own_file(**folder, ".gitignore", ignored);
    const bool goes = record.empty() && (*folder)->exists();
    return added && goes ? need_writable(top) : added;
  }

  [[nodiscard]] bool changes_anything_in(const Folder& top) const {
    const auto is_there = [&](const Folder* folder) { return &top_of(*folder) == &top; };
    return std::ranges::any_of(plan_.emptied, is_there) ||
           std::ranges::any_of(plan_.items, is_there, &Item::folder);
  }

  Status add_own_file(Folder& folder, const std::string& name, const Bytes& after) {
    auto before = entry_at(folder, name, files_);
    if (!before) return std::move(before).error();
    if (!before->is_file() && before->kind != EntryKind::absent) {
      return Diagnostic{.code = Code::path_in_the_way,
                        .message = fmt::format("\"{}\" is no file", folder.shown(name)),
                        .tree = folder.tree,
                        .target = {.file = folder.shown(name)},
                        .hint = "move it away, and run again"};
    }
    const bool same = before->is_file() ? after && *before->bytes == *after : !after;
    if (same) return {};
    return add({.folder = &folder,
                .name = name,
                .before = *std::move(before),
                .after = after,
                .mode = kOwnMode});
  }

  Status add(Item item) {
    auto first = claim(item);
    if (!first) return std::move(first).error();
    if (*first == Claim::repeated && item.proof == Proof::waived) return {};
    if (*first == Claim::repeated) return changed_twice(item);
    Status writable = need_writable(*item.folder);
    plan_.items.push_back(std::move(item));
    return writable;
  }

  /// Tells by the folder itself, not by its path, because one root may lie in another.
  Result<Claim> claim(const Item& item) {
    if (!item.folder->exists()) return Claim::first;
    struct stat status{};
    const int seen = files_.stat(item.folder->descriptor, status);
    if (seen != 0) return item.folder->refusal("look at", {}, seen);
    const bool first = claimed_.emplace(status.st_dev, status.st_ino, item.name).second;
    return first ? Claim::first : Claim::repeated;
  }

  static Diagnostic changed_twice(const Item& item) {
    const std::string path = item.folder->shown(item.name);
    return {.code = Code::patch_conflict,
            .message = fmt::format("\"{}\" is changed twice in one run, through two roots", path),
            .tree = item.folder->tree,
            .target = {.file = path},
            .hint = "give each tree a root of its own that holds no other"};
  }

  /// Says once for each folder that nothing can be written in it; a folder that is yet to be made
  /// needs the nearest one that exists.
  Status need_writable(Folder& wanted) {
    Folder* folder = &wanted;
    while (!folder->exists()) folder = folder->parent;
    if (!asked_.insert(folder).second) return {};
    const int writable = files_.check_writable(folder->descriptor);
    if (writable == 0) return {};
    Diagnostic refused = folder->refusal("write in folder", {}, writable);
    refused.hint = "make it writable, or run as its owner";
    return refused;
  }

  /// Said before anything is staged, because staging moves the folder's time.
  Status need_owner(const Item& item) {
    struct stat status{};
    const int seen = files_.stat_at(item.folder->descriptor, item.name, status);
    if (seen != 0) return item.refusal("look at", seen);
    const int keepable = files_.check_owner(status.st_uid, status.st_gid);
    if (keepable == 0) return {};
    Diagnostic refused = item.refusal(
        fmt::format("keep the owner {} and the group {} of", status.st_uid, status.st_gid),
        keepable);
    refused.hint = "run as that owner or as root";
    return refused;
  }

  Result<Folder*> folder_of(Folder& top, const TreePath& path) {
    Folder* folder = &top;
    const auto components = path.components();
    for (std::size_t i = 0; i + 1 < components.size(); ++i) {
      auto next = folders_.child(*folder, std::string(components[i]));
      if (!next) return next;
      folder = *next;
    }
    return folder;
  }

  void note_broken_link(const Item& item) {
    const std::uint64_t links = item.before.identity.links;
    if (links < 2) return;
    const std::string path = item.folder->shown(item.name);
    plan_.notes.push_back(
        {.severity = Severity::note,
         .code = Code::link_broken,
         .message =
             fmt::format("\"{}\" had {} hard links, and is a file of its own now", path, links),
         .tree = item.folder->tree,
         .target = {.file = path}});
  }

  void take(Status status) {
    if (!status) append(failures_, std::move(status).error().diagnostics());
  }

  Folders& folders_;
  FileSystem& files_;
  WritePlan plan_;
  Diagnostics failures_;
  std::set<const Folder*> asked_;
  std::set<std::tuple<dev_t, ino_t, std::string>> claimed_;
};

}  // namespace

Result<WritePlan> write_plan_of(const std::vector<RootCommit>& roots, Folders& folders,
                                FileSystem& files) {
  Planner planner(folders, files);
  for (const RootCommit& root : roots) planner.add_files(root);
  for (const RootCommit& root : roots) planner.add_own(root);
  return std::move(planner).finished();
}

}  // namespace patcher
