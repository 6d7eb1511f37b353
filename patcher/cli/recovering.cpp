// SPDX-License-Identifier: MIT
#include "patcher/cli/recovering.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

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

}  // namespace

Status settle_interrupted(const std::vector<const Worktree*>& roots, const Options& options,
                          FileSystem& files, Outcome& outcome) {
  const auto left = has_any_journal(roots);
  if (!left) return left.error();
  auto others = *left ? open_others(roots, options, files) : Result<Opened>(Opened{});
  if (!others) return std::move(others).error();
  std::vector<const Worktree*> more;
  for (const auto& other : *others) more.push_back(other.get());
  const auto locks = TreeLocks::take(more, files);
  if (!locks) return locks.error();
  more.insert(more.begin(), roots.begin(), roots.end());
  auto notes = recover(more, options.give_up, files);
  if (!notes) return std::move(notes).error();
  append(outcome.diagnostics, *std::move(notes));
  return {};
}

Status settle_before_records(const Options& options, FileSystem& files, Outcome& outcome) {
  std::vector<GivenFolder> folders = folders_given(options);
  if (options.roots.empty()) folders.push_back({".", {}});
  Opened opened;
  std::vector<const Worktree*> roots;
  for (const GivenFolder& folder : folders) {
    auto root = Worktree::open(folder.path, files, folder.at);
    if (!root) return {};
    roots.push_back(opened.emplace_back(*std::move(root)).get());
  }
  const auto locks = TreeLocks::take(roots, files);
  if (!locks) return locks.error();
  if (options.mode == RunMode::real) return settle_interrupted(roots, options, files, outcome);
  Diagnostics errors;
  for (const Worktree* root : roots) {
    const auto left = has_journal(*root);
    if (!left) append(errors, left.error().diagnostics());
    if (left && *left) errors.push_back(interrupted_error(*root));
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return {};
}

bool has_settled(const Outcome& outcome) {
  return std::ranges::any_of(outcome.diagnostics,
                             [](const Diagnostic& d) { return d.code == Code::recovered; });
}

}  // namespace patcher
