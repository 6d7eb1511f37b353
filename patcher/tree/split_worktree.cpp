// SPDX-License-Identifier: MIT
#include "patcher/tree/split_worktree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "patcher/core/glob.hpp"

namespace patcher {
namespace {

Diagnostic own_folder_refusal(const TreePath& path) {
  return {
      .code = Code::unsafe_path,
      .message = fmt::format("\"{}\" leads into '.patcher' of the folder mapped there", path.str()),
      .target = {.file = path.str()},
      .hint = "name a file of the tree"};
}

}  // namespace

SplitWorktree::SplitWorktree(std::unique_ptr<Worktree> main, std::vector<Part> parts)
    : main_(std::move(main)), parts_(std::move(parts)) {}

Result<Entry> SplitWorktree::look(const TreePath& path) const {
  for (const Part& part : parts_) {
    if (path == part.at) return Entry{.kind = EntryKind::folder};
    if (!is_in(path, part.at)) continue;
    const auto rest = below(path, part.at);
    if (!rest) return own_folder_refusal(path);
    return part.folder->look(*rest);
  }
  return main_->look(path);
}

Result<std::vector<Match>> SplitWorktree::match(const std::string& glob) const {
  std::vector<Match> caught;
  const auto folder = TreePath::parse(folder_of(glob));
  // What the main folder has at a part's place is not of the tree: a link there refuses nothing.
  if (!folder || !is_in_part(*folder)) {
    auto found = main_->match(glob);
    if (!found) return found;
    caught = *std::move(found);
    std::erase_if(caught, [&](const Match& match) { return is_in_part(match.path); });
  }
  for (const Part& part : parts_) {
    auto found = part.folder->match(glob);
    if (!found) return found;
    std::ranges::move(*found, std::back_inserter(caught));
  }
  std::ranges::sort(caught, {}, &Match::path);
  return caught;
}

bool SplitWorktree::is_in_part(const TreePath& path) const {
  return std::ranges::any_of(parts_, [&](const Part& part) { return is_in(path, part.at); });
}

std::vector<const Worktree*> SplitWorktree::folders() const {
  std::vector<const Worktree*> all{main_.get()};
  for (const Part& part : parts_) all.push_back(part.folder.get());
  return all;
}

bool is_in(const TreePath& path, const TreePath& folder) {
  return path == folder || path.str().starts_with(folder.str() + "/");
}

std::optional<TreePath> below(const TreePath& path, const TreePath& folder) {
  if (path == folder) return std::nullopt;
  return TreePath::parse(path.str().substr(folder.str().size() + 1));
}

}  // namespace patcher
