// SPDX-License-Identifier: MIT
// What a run that begins writes into its journals; journal_plan.cpp takes it up again.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "patcher/write/journal_plan.hpp"

namespace patcher {
namespace {

std::string real_path_of(const Worktree& root) {
  std::error_code unresolved;
  const auto path = std::filesystem::canonical(root.root(), unresolved);
  return unresolved ? root.root() : path.string();
}

/// As `--root` takes it.
std::string name_of_root(const Folder& own) {
  const std::string& at = own.root->at();
  return at.empty() ? own.tree : fmt::format("{}:{}", own.tree, at);
}

std::optional<FileState> state_before(const Item& item) {
  if (!item.before.is_file()) return std::nullopt;
  if (item.proof == Proof::waived) return FileState{};
  return FileState{blob_id_of(item.before.bytes).hex, item.before.mode};
}

std::optional<FileState> state_after(const Item& item) {
  if (!item.after) return std::nullopt;
  return FileState{blob_id_of(item.after).hex, item.mode};
}

void note_missing_folders(const Folder& folder, std::vector<std::string>& made) {
  if (folder.exists() || folder.path == kOwnFolder) return;
  note_missing_folders(*folder.parent, made);
  if (std::ranges::find(made, folder.path) == made.end()) made.push_back(folder.path);
}

void note(const Item& item, Journal& journal) {
  journal.items.push_back({.path = item.folder->path_of(item.name),
                           .before = state_before(item),
                           .after = state_after(item),
                           .staged = item.staged,
                           .kept = item.kept,
                           .proof = item.proof});
  if (item.after) note_missing_folders(*item.folder, journal.made);
}

}  // namespace

void name_temporaries(WritePlan& plan, const std::string& run) {
  std::size_t names = 0;
  const auto next = [&] { return fmt::format(".patcher-{}-{}", run, ++names); };
  for (Item& item : plan.items) {
    if (item.after) item.staged = next();
    if (item.before.is_file()) item.kept = next();
  }
}

std::vector<Journal> journals_of(const WritePlan& plan, const std::string& run) {
  std::vector<std::string> roots;
  std::vector<std::string> names;
  for (const Folder* own : plan.own) {
    roots.push_back(real_path_of(*own->root));
    names.push_back(name_of_root(*own));
  }
  std::vector<Journal> journals;
  for (const Folder* own : plan.own) {
    Journal& journal = journals.emplace_back(
        Journal{.run = run, .roots = roots, .names = names, .seat = journals.size()});
    const auto is_there = [&](const Folder& folder) { return &top_of(folder) == own->parent; };
    for (const Item& item : plan.items) {
      if (is_there(*item.folder)) note(item, journal);
    }
    for (const Folder* folder : plan.emptied) {
      if (is_there(*folder)) journal.emptied.push_back(folder->path);
    }
  }
  return journals;
}

}  // namespace patcher
