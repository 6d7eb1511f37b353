// SPDX-License-Identifier: MIT
#include "patcher/write/removal.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include "patcher/core/glob.hpp"
#include "patcher/tree/disk_refusal.hpp"
#include "patcher/tree/walk.hpp"

namespace patcher {
namespace {

/// Whether what is caught goes, or is only looked through.
enum class Deed { look, remove };

std::string joined(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : fmt::format("{}/{}", folder, name);
}

bool is_own_name(std::string_view name) {
  return name == ".patcher" || !TreePath::parse(name).has_value();
}

/// One pass over one folder of a tree for one glob.
class Pass {
 public:
  Pass(const SplitWorktree& tree, const Worktree& part, FileSystem& files)
      : tree_(tree), part_(part), files_(files) {}

  Status run(const std::string& glob, Deed deed) {
    glob_ = glob;
    deed_ = deed;
    const std::string folder(is_plain(glob) ? parent_of(glob) : folder_of(glob));
    Walk walk(part_.descriptor(), files_, part_.at());
    std::string path = part_.at();
    if (!is_above(path, folder))
      return is_above(folder, path) ? list(part_.descriptor(), path) : Status();
    for (const std::string_view name : names_below(path, folder)) {
      auto kind = walk.enter(std::string(name));
      if (!kind) return std::move(kind).error();
      if (*kind != EntryKind::folder) return {};
    }
    return is_plain(glob) ? judge(walk.folder(), folder, glob.substr(glob.rfind('/') + 1))
                          : list(walk.folder(), folder);
  }

  [[nodiscard]] std::set<TreePath>& caught() { return caught_; }

 private:
  static std::string_view parent_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  }

  /// Says whether `path` is `folder` or lies below it; everything lies below the empty one.
  static bool is_above(const std::string& folder, const std::string& path) {
    return folder.empty() || path == folder || path.starts_with(folder + "/");
  }

  static std::vector<std::string_view> names_below(const std::string& folder,
                                                   std::string_view path) {
    path.remove_prefix(std::min(path.size(), folder.empty() ? 0 : folder.size() + 1));
    std::vector<std::string_view> names;
    while (!path.empty()) {
      const std::size_t slash = std::min(path.find('/'), path.size());
      names.push_back(path.substr(0, slash));
      path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return names;
  }

  /// Judges all that is in the folder `path`.
  Status list(int folder, const std::string& path) {
    Descriptor opened(files_.open_folder(folder, "."));
    if (!opened.is_open()) return disk_refusal("open", path, opened.number());
    std::vector<std::string> names;
    const int listed = files_.list_folder(opened.number(), names);
    if (listed != 0) return disk_refusal("list", path.empty() ? "." : path, listed);
    for (const std::string& name : names) {
      Status judged = judge(opened.number(), path, name);
      if (!judged) return judged;
    }
    return {};
  }

  /// Takes what stands at `name` if it is caught, and goes on below it if it is not.
  Status judge(int folder, const std::string& path, const std::string& name) {
    const auto full = TreePath::parse(joined(path, name));
    // What git or this tool keeps for itself, and what is another folder's in this tree.
    if (!full || name == ".patcher" || is_of_another_part(*full)) return {};
    struct stat status{};
    const int seen = files_.stat_at(folder, name, status);
    if (seen == -ENOENT) return {};
    if (seen != 0) return disk_refusal("look at", full->str(), seen);
    if (catches(glob_, full->str())) {
      caught_.insert(*full);
      return take(folder, name, full->str());
    }
    if (!S_ISDIR(status.st_mode) || is_plain(glob_)) return {};
    const Descriptor below(files_.open_folder(folder, name));
    if (!below.is_open()) return disk_refusal("open", full->str(), below.number());
    return list(below.number(), full->str());
  }

  [[nodiscard]] bool is_of_another_part(const TreePath& path) const {
    return std::ranges::any_of(tree_.parts(), [&](const SplitWorktree::Part& part) {
      return part.folder.get() != &part_ && is_in(path, part.at);
    });
  }

  /// Deletes `name` in `folder`, with all below it, or only looks.
  Status take(int folder, const std::string& name, const std::string& path) {
    struct stat status{};
    const int seen = files_.stat_at(folder, name, status);
    if (seen == -ENOENT) return {};
    if (seen != 0) return disk_refusal("look at", path, seen);
    if (S_ISDIR(status.st_mode)) return take_folder(folder, name, path);
    if (deed_ == Deed::look) return {};
    const int removed = files_.remove_file(folder, name);
    return removed == 0 ? Status() : disk_refusal("remove", path, removed);
  }

  Status take_folder(int folder, const std::string& name, const std::string& path) {
    const Descriptor opened(files_.open_folder(folder, name));
    if (!opened.is_open()) return disk_refusal("open", path, opened.number());
    if (is_of_another_part(TreePath::parse(path).value_or(TreePath()))) {
      return unsafe(path, "another folder is mapped to its place");
    }
    Status own = check_own(folder, opened.number(), path);
    if (!own) return own;
    std::vector<std::string> names;
    const int listed = files_.list_folder(opened.number(), names);
    if (listed != 0) return disk_refusal("list", path, listed);
    for (const std::string& below : names) {
      if (is_own_name(below)) return unsafe(path, fmt::format("it holds '{}'", below));
      Status taken = take(opened.number(), below, joined(path, below));
      if (!taken) return taken;
    }
    if (deed_ == Deed::look) return {};
    const int removed = files_.remove_folder(folder, name);
    return removed == 0 ? Status() : disk_refusal("remove", path, removed);
  }

  /// Refuses a folder on which another file system is mounted.
  Status check_own(int folder, int opened, const std::string& path) {
    struct stat outer{};
    struct stat inner{};
    int seen = files_.stat(folder, outer);
    if (seen == 0) seen = files_.stat(opened, inner);
    if (seen != 0) return disk_refusal("look at", path, seen);
    if (outer.st_dev == inner.st_dev) return {};
    return unsafe(path, "another file system is mounted there");
  }

  static Diagnostic unsafe(const std::string& path, const std::string& why) {
    return {.code = Code::unsafe_path,
            .message = fmt::format("the folder \"{}\" is not deleted: {}", path, why),
            .target = {.file = path},
            .hint = "name what is to be deleted more narrowly"};
  }

  const SplitWorktree& tree_;
  const Worktree& part_;
  FileSystem& files_;
  std::string glob_;
  Deed deed_ = Deed::look;
  std::set<TreePath> caught_;
};

/// Says whether `glob` catches `file` or a folder above it.
bool would_take(const std::string& glob, const TreePath& file) {
  for (std::optional<TreePath> path = file; path; path = path->parent()) {
    if (catches(glob, path->str())) return true;
  }
  return false;
}

/// Refuses by spelling alone, so that a file that is still to come is kept as well.
Status check_kept(const Removal& removal) {
  for (const std::string& glob : removal.globs) {
    for (const TreePath& file : removal.kept) {
      if (!would_take(glob, file)) continue;
      return Diagnostic{
          .code = Code::usage,
          .message = fmt::format("'{}' would delete \"{}\", a source", glob, file.str()),
          .target = {.file = file.str()},
          .hint = "name what is to be deleted more narrowly"};
    }
  }
  return {};
}

Result<std::set<TreePath>> pass_over(const SplitWorktree& tree, const Removal& removal, Deed deed,
                                     FileSystem& files) {
  std::set<TreePath> caught;
  for (const Worktree* part : tree.folders()) {
    Pass pass(tree, *part, files);
    for (const std::string& glob : removal.globs) {
      Status done = pass.run(glob, deed);
      if (!done) return std::move(done).error();
    }
    caught.merge(pass.caught());
  }
  return caught;
}

}  // namespace

Result<std::vector<TreePath>> remove_caught(const SplitWorktree& tree, const Removal& removal,
                                            FileSystem& files) {
  Status possible = check_removal(tree, removal, files);
  if (!possible) return std::move(possible).error();
  auto removed = pass_over(tree, removal, Deed::remove, files);
  if (!removed) return std::move(removed).error();
  return std::vector<TreePath>(removed->begin(), removed->end());
}

Status check_removal(const SplitWorktree& tree, const Removal& removal, FileSystem& files) {
  Status kept = check_kept(removal);
  if (!kept) return kept;
  const auto seen = pass_over(tree, removal, Deed::look, files);
  if (!seen) return seen.error();
  return {};
}

}  // namespace patcher
