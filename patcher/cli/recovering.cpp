// SPDX-License-Identifier: MIT
#include "patcher/cli/recovering.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "patcher/write/left_run.hpp"
#include "patcher/write/recovery.hpp"
#include "patcher/write/tree_lock.hpp"

namespace patcher {
namespace {

using Opened = std::vector<std::unique_ptr<Worktree>>;

/// A folder of `--root`, and where its tree has it.
struct GivenFolder {
  std::string path;
  std::string at;
};

std::vector<GivenFolder> folders_given(const Options& options) {
  std::vector<GivenFolder> folders;
  for (const auto& [tree, where] : options.roots) folders.push_back({where, {}});
  for (const auto& [tree, parts] : options.parts) {
    for (const auto& [at, where] : parts) folders.push_back({where, at});
  }
  return folders;
}

/// Opens the folders of `--root` that are none of `roots`.
Result<Opened> open_others(const std::vector<const Worktree*>& roots, const Options& options,
                           FileSystem& files) {
  Opened others;
  for (const GivenFolder& folder : folders_given(options)) {
    const bool known = std::ranges::any_of(roots, [&](const Worktree* root) {
      std::error_code unseen;
      return std::filesystem::equivalent(root->root(), folder.path, unseen);
    });
    if (known) continue;
    auto opened = Worktree::open(folder.path, files, folder.at);
    if (!opened) return std::move(opened).error();
    others.push_back(*std::move(opened));
  }
  return others;
}

Result<bool> has_any_journal(const std::vector<const Worktree*>& roots) {
  for (const Worktree* root : roots) {
    auto left = has_journal(*root);
    if (!left || *left) return left;
  }
  return false;
}

/// The roots that are to be settled, with the other places where a root of their run may be now.
struct Places {
  Opened others;
  std::vector<const Worktree*> roots;
  std::optional<TreeLocks> locks;
};

/// Opens and locks the other places, if anything is to be settled.
Result<Places> places_of(const std::vector<const Worktree*>& roots, const Options& options,
                         FileSystem& files) {
  const auto left = has_any_journal(roots);
  if (!left) return left.error();
  auto others = *left ? open_others(roots, options, files) : Result<Opened>(Opened{});
  if (!others) return std::move(others).error();
  Places places{*std::move(others), {}, {}};
  for (const auto& other : places.others) places.roots.push_back(other.get());
  auto locks = TreeLocks::take(places.roots, files);
  if (!locks) return std::move(locks).error();
  places.locks.emplace(*std::move(locks));
  places.roots.insert(places.roots.begin(), roots.begin(), roots.end());
  return places;
}

/// The paths of all roots that the runs that were interrupted in `roots` wrote in, and of `roots`
/// themselves where one was.
Result<std::set<std::string>> roots_of_runs_in(const std::vector<const Worktree*>& roots) {
  std::set<std::string> all;
  for (const Worktree* root : roots) {
    const auto found = journal_in(*root);
    if (!found) return found.error();
    if (!*found) continue;
    all.insert(root->root());
    all.insert((*found)->journal.roots.begin(), (*found)->journal.roots.end());
  }
  return all;
}

/// What a dry run says where there is something to settle.
Status refuse_interrupted(const Places& places, const std::vector<const Worktree*>& roots,
                          const Options& options) {
  if (Status known = check_given_up(places.roots, options.give_up); !known) return known;
  Diagnostics errors;
  for (const Worktree* root : roots) {
    const auto left = has_journal(*root);
    if (!left) append(errors, left.error().diagnostics());
    if (left && *left) errors.push_back(interrupted_error(*root));
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return {};
}

}  // namespace

Status settle_interrupted(const std::vector<const Worktree*>& roots, const Options& options,
                          FileSystem& files, Outcome& outcome) {
  const auto places = places_of(roots, options, files);
  if (!places) return places.error();
  if (options.mode == RunMode::dry) return refuse_interrupted(*places, roots, options);
  auto notes = recover(places->roots, options.give_up, files);
  if (!notes) return std::move(notes).error();
  append(outcome.diagnostics, *std::move(notes));
  return {};
}

Result<SettledRoots> settle_before_records(const Options& options, FileSystem& files,
                                           Outcome& outcome) {
  std::vector<GivenFolder> folders = folders_given(options);
  if (options.roots.empty()) folders.push_back({".", {}});
  Opened opened;
  std::vector<const Worktree*> roots;
  for (const GivenFolder& folder : folders) {
    auto root = Worktree::open(folder.path, files, folder.at);
    if (!root) return SettledRoots();
    roots.push_back(opened.emplace_back(*std::move(root)).get());
  }
  const auto locks = TreeLocks::take(roots, files);
  if (!locks) return locks.error();
  auto concerned = roots_of_runs_in(roots);
  if (!concerned) return std::move(concerned).error();
  Status settled = settle_interrupted(roots, options, files, outcome);
  if (!settled) return std::move(settled).error();
  return SettledRoots(*std::move(concerned));
}

bool SettledRoots::contains(const std::string& folder) const {
  return std::ranges::any_of(paths_, [&](const std::string& path) {
    std::error_code unseen;
    return std::filesystem::equivalent(path, folder, unseen);
  });
}

}  // namespace patcher
