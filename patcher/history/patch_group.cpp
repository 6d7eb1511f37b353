// SPDX-License-Identifier: MIT
#include "patcher/history/patch_group.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "patcher/core/glob.hpp"

namespace patcher {
namespace {

/// What one patch looks at.
struct Looks {
  std::set<TreePath> files;
  std::set<std::string> globs;
  std::set<std::string> commits;
};

Looks looks_of(const Patch& patch) {
  Looks looks{files_named_by(patch), globs_of(patch), {}};
  for (const Edit& edit : patch.edits) {
    const auto* away = std::get_if<MoveAway>(&edit.what);
    if (away != nullptr) looks.files.insert({away->move->from, away->move->to});
  }
  if (!patch.when) return looks;
  for (const std::string& commit : {patch.when->since, patch.when->before}) {
    if (!commit.empty()) looks.commits.insert(commit);
  }
  return looks;
}

bool is_below(std::string_view path, std::string_view folder) {
  return folder.empty() || path == folder ||
         (path.starts_with(folder) && path[folder.size()] == '/');
}

/// Whether two globs may catch one file.
bool may_meet(const std::string& a, const std::string& b) {
  return is_below(folder_of(a), folder_of(b)) || is_below(folder_of(b), folder_of(a));
}

bool catches_any(const std::set<std::string>& globs, const std::set<TreePath>& files) {
  return std::ranges::any_of(globs, [&](const std::string& glob) {
    return std::ranges::any_of(files,
                               [&](const TreePath& file) { return catches(glob, file.str()); });
  });
}

bool share_a_file(const Looks& a, const Looks& b) {
  const bool by_name =
      std::ranges::any_of(a.files, [&](const TreePath& file) { return b.files.contains(file); });
  if (by_name || catches_any(a.globs, b.files) || catches_any(b.globs, a.files)) return true;
  return std::ranges::any_of(a.globs, [&](const std::string& glob) {
    return std::ranges::any_of(b.globs,
                               [&](const std::string& other) { return may_meet(glob, other); });
  });
}

/// For each patch the first one of its group.
std::vector<std::size_t> leaders_of(const std::vector<Looks>& looks) {
  std::vector<std::size_t> leaders(looks.size());
  std::iota(leaders.begin(), leaders.end(), std::size_t{0});
  const auto unite = [&](std::size_t a, std::size_t b) {
    if (leaders[a] == leaders[b]) return;
    const auto [to, from] = std::minmax({leaders[a], leaders[b]});
    std::ranges::replace(leaders, std::size_t{from}, std::size_t{to});
  };
  for (std::size_t b = 1; b < looks.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (share_a_file(looks[a], looks[b])) unite(a, b);
    }
  }
  return leaders;
}

/// The slots of `looks` in `watched`.
std::vector<std::size_t> slots_of(const Looks& looks, const Watched& watched) {
  std::vector<std::size_t> slots;
  std::size_t slot = 0;
  const auto add = [&](const auto& all, const auto& mine) {
    for (const auto& one : all) {
      if (mine.contains(one)) slots.push_back(slot);
      ++slot;
    }
  };
  add(watched.files, looks.files);
  add(watched.globs, looks.globs);
  add(watched.commits, looks.commits);
  return slots;
}

void add(const Looks& from, Looks& to) {
  to.files.insert(from.files.begin(), from.files.end());
  to.globs.insert(from.globs.begin(), from.globs.end());
  to.commits.insert(from.commits.begin(), from.commits.end());
}

}  // namespace

PatchGroups groups_of(const Manifest& manifest, const std::string& tree) {
  std::vector<const Patch*> patches;
  std::vector<Looks> looks;
  Looks all;
  for (const Patch& patch : manifest.patches) {
    if (patch.tree != tree) continue;
    patches.push_back(&patch);
    looks.push_back(looks_of(patch));
    add(looks.back(), all);
  }
  PatchGroups result;
  result.watched = {{all.files.begin(), all.files.end()},
                    {all.globs.begin(), all.globs.end()},
                    {all.commits.begin(), all.commits.end()}};
  const std::vector<std::size_t> leaders = leaders_of(looks);
  for (std::size_t leader = 0; leader < patches.size(); ++leader) {
    if (leaders[leader] != leader) continue;
    PatchGroup group{manifest, {}};
    group.manifest.patches.clear();
    Looks of_group;
    for (std::size_t i = leader; i < patches.size(); ++i) {
      if (leaders[i] != leader) continue;
      group.manifest.patches.push_back(*patches[i]);
      add(looks[i], of_group);
    }
    group.slots = slots_of(of_group, result.watched);
    result.groups.push_back(std::move(group));
  }
  return result;
}

}  // namespace patcher
