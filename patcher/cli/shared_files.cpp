// SPDX-License-Identifier: MIT
#include "patcher/cli/shared_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "patcher/cli/named_files.hpp"

namespace patcher {
namespace {

/// A file on the disk, or the place of one to be made, whatever path leads there.
struct Site {
  dev_t device = 0;
  ino_t inode = 0;
  std::string below = {};  ///< Of the folder that is `inode`; empty where it is the file itself.

  friend auto operator<=>(const Site&, const Site&) = default;
};

/// A file by its name in a tree, with who names it.
struct NamedFile {
  const SessionTree* tree = nullptr;
  TreePath path;
  Place where;
  std::string patch;  ///< Empty where only the record names it.

  [[nodiscard]] std::string words() const {
    return fmt::format("'{}' of tree '{}'", path.str(), tree->root.spec->name);
  }
};

/// A path below one folder of the disk.
struct DiskPath {
  const Worktree* folder;
  TreePath below;
};

std::optional<DiskPath> on_disk(const SplitWorktree& tree, const TreePath& path) {
  for (const SplitWorktree::Part& part : tree.parts()) {
    if (!is_in(path, part.at)) continue;
    const auto rest = below(path, part.at);
    if (!rest) return std::nullopt;
    return DiskPath{part.folder.get(), *rest};
  }
  return DiskPath{&tree.main(), path};
}

std::optional<Site> site_of(const std::string& folder) {
  struct stat seen{};
  if (::stat(folder.c_str(), &seen) != 0) return std::nullopt;
  return Site{seen.st_dev, seen.st_ino};
}

/// Nothing where a link lies on the way: that is refused when the file is read.
std::optional<Site> site_of(const DiskPath& path) {
  std::string at = path.folder->root();
  auto site = site_of(at);
  std::string_view left = path.below.str();
  if (site) site->below = left;
  for (const std::string_view name : path.below.components()) {
    at += fmt::format("/{}", name);
    left.remove_prefix(std::min(name.size() + 1, left.size()));
    struct stat seen{};
    if (!site || ::lstat(at.c_str(), &seen) != 0) return site;
    if (S_ISLNK(seen.st_mode)) return std::nullopt;
    if (S_ISDIR(seen.st_mode)) site = Site{seen.st_dev, seen.st_ino, std::string(left)};
    // What is below a file does not exist yet: it is to be made once the file is gone.
    const bool is_it = left.empty() && S_ISREG(seen.st_mode) && seen.st_nlink == 1;
    if (is_it) site = Site{seen.st_dev, seen.st_ino};
  }
  return site;
}

/// Every file that patches or the record of `tree` name, each once.
std::vector<NamedFile> files_of(const Manifest& manifest, const SessionTree& tree) {
  std::map<TreePath, NamedFile> files;
  for (const Patch& patch : manifest.patches) {
    if (patch.tree != tree.root.spec->name) continue;
    for (const TreePath& path : files_of(patch, *tree.root.worktree)) {
      files.try_emplace(path, NamedFile{&tree, path, patch.where, patch.id});
    }
  }
  for (const RecordedPatch& entry : tree.record.stack) {
    for (const RecordedFile& file : entry.files) {
      files.try_emplace(file.path, NamedFile{&tree, file.path, tree.root.spec->where, {}});
    }
  }
  std::vector<NamedFile> all;
  for (auto& [path, file] : files) all.push_back(std::move(file));
  return all;
}

Diagnostic fault_at(const NamedFile& file, Code code) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.where = file.where;
  diagnostic.patch = file.patch;
  diagnostic.tree = file.tree->root.spec->name;
  diagnostic.target.file = file.path.str();
  return diagnostic;
}

std::string who_names(const NamedFile& file) {
  if (file.patch.empty()) return fmt::format("the record has it as {}", file.words());
  return fmt::format("patch '{}' names it {}", file.patch, file.words());
}

Diagnostic shared(const NamedFile& first, const NamedFile& second, const DiskPath& path) {
  Diagnostic fault = fault_at(second, Code::usage);
  fault.message = fmt::format("{} and {} are one file, \"{}/{}\"", first.words(), second.words(),
                              path.folder->root(), path.below.str());
  for (const NamedFile* file : {&first, &second}) {
    fault.notes.push_back({who_names(*file), file->where, {}, {}});
  }
  fault.hint = "name it by one of the two only";
  return fault;
}

/// The first of `trees` whose root is `folder`, if any.
const SessionTree* tree_at(const std::string& folder,
                           const std::vector<const SessionTree*>& trees) {
  const auto site = site_of(folder);
  const auto is_there = [&](const SessionTree* tree) {
    return site == site_of(tree->root.worktree->root());
  };
  const auto tree = std::ranges::find_if(trees, is_there);
  return tree == trees.end() ? nullptr : *tree;
}

/// A nested tree's own files, which its parent has under a name that looks like any other.
Diagnostics faults_of_kept(const NamedFile& file, const DiskPath& path,
                           const std::vector<const SessionTree*>& trees) {
  std::string folder = path.folder->root();
  for (const std::string_view name : path.below.components()) {
    const SessionTree* tree = name == ".patcher" ? tree_at(folder, trees) : nullptr;
    if (tree != nullptr) {
      Diagnostic fault = fault_at(file, Code::unsafe_path);
      fault.message =
          fmt::format("{} leads into '.patcher' of tree '{}'", file.words(), tree->root.spec->name);
      fault.hint = "name a file of the tree";
      return {fault};
    }
    folder += fmt::format("/{}", name);
  }
  return {};
}

/// Holds files against each other by where they are on the disk.
class Sites {
 public:
  Sites(const Manifest& manifest, const std::vector<const SessionTree*>& trees)
      : manifest_(manifest), trees_(trees) {}

  /// Adds the files of `tree`; gives what is wrong with their names.
  Diagnostics add(const SessionTree& tree) {
    Diagnostics faults;
    for (const NamedFile& file : files_of(manifest_, tree)) {
      const auto path = on_disk(*tree.root.worktree, file.path);
      const auto site = path ? site_of(*path) : std::nullopt;
      if (!site) continue;
      append(faults, faults_of_kept(file, *path, trees_));
      const auto [first, added] = known_.try_emplace(*site, file);
      if (!added) faults.push_back(shared(first->second, file, *path));
    }
    return faults;
  }

  /// Gives what is wrong with names of files that are known, because `tree` has them too.
  [[nodiscard]] Diagnostics against(const SessionTree& tree) const {
    Diagnostics faults;
    for (const NamedFile& file : files_of(manifest_, tree)) {
      const auto path = on_disk(*tree.root.worktree, file.path);
      const auto site = path ? site_of(*path) : std::nullopt;
      const auto first = site ? known_.find(*site) : known_.end();
      if (first != known_.end()) faults.push_back(shared(first->second, file, *path));
    }
    return faults;
  }

 private:
  const Manifest& manifest_;
  const std::vector<const SessionTree*>& trees_;
  std::map<Site, NamedFile> known_;
};

}  // namespace

Diagnostics faults_of_nesting(const Manifest& manifest, const std::vector<SessionTree>& trees,
                              const std::vector<SessionTree>& left_alone) {
  std::vector<const SessionTree*> all;
  for (const std::vector<SessionTree>* some : {&trees, &left_alone}) {
    for (const SessionTree& tree : *some) {
      if (tree.root.worktree) all.push_back(&tree);
    }
  }
  Diagnostics faults;
  Sites sites(manifest, all);
  // What is stored elsewhere than in folders is on no disk, and nobody writes it.
  for (const SessionTree& tree : trees) {
    if (tree.root.worktree) append(faults, sites.add(tree));
  }
  for (const SessionTree& tree : left_alone) {
    if (tree.root.worktree) append(faults, sites.against(tree));
  }
  return faults;
}

}  // namespace patcher
