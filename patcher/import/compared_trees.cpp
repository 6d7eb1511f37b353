// SPDX-License-Identifier: MIT
#include "patcher/import/compared_trees.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "patcher/plan/view.hpp"

namespace patcher {
namespace {

constexpr std::uint32_t kOwnerExecutes = 0100;

/// Where a link leads on each side.
struct Links {
  std::optional<std::string> before;
  std::optional<std::string> after;

  [[nodiscard]] bool differ() const { return before != after; }
};

Result<std::map<TreePath, Links>> names_of(const Tree& before, const Tree& after) {
  const auto old_names = before.match("*");
  if (!old_names) return old_names.error();
  const auto new_names = after.match("*");
  if (!new_names) return new_names.error();
  std::map<TreePath, Links> names;
  for (const Match& match : *old_names) names[match.path].before = match.leads_to;
  for (const Match& match : *new_names) names[match.path].after = match.leads_to;
  return names;
}

/// `after` with the mode of `before` where git would see no difference.
Entry as_git_has_it(Entry after, const Entry& before) {
  const bool same = (after.mode & kOwnerExecutes) == (before.mode & kOwnerExecutes);
  if (before.is_file() && after.is_file() && same) after.mode = before.mode;
  return after;
}

Diagnostic link_differs(const TreePath& path) {
  return {
      .code = Code::place_unfit,
      .message = fmt::format("'{}' is a symbolic link on one side: no edit makes one", path.str()),
      .target = {path.str(), 0, 0},
      .hint = "leave the link out of the change"};
}

/// What differs at `path`; nothing where both sides are the same.
Result<std::optional<ChangedPath>> difference(const Tree& before, const Tree& after,
                                              const TreePath& path, Modes modes) {
  Result<Entry> old_entry = before.look(path);
  if (!old_entry) return std::move(old_entry).error();
  Result<Entry> new_entry = after.look(path);
  if (!new_entry) return std::move(new_entry).error();
  Entry entry = modes == Modes::of_git ? as_git_has_it(*new_entry, *old_entry) : *new_entry;
  if (same_content(*old_entry, entry)) return std::optional<ChangedPath>();
  return std::optional(ChangedPath{path, {}, *std::move(old_entry), std::move(entry)});
}

}  // namespace

Result<std::vector<ChangedPath>> differences(const Tree& before, const Tree& after, Modes modes) {
  const auto names = names_of(before, after);
  if (!names) return names.error();
  std::vector<TreePath> paths;
  Diagnostics errors;
  for (const auto& [path, links] : *names) {
    if (links.differ()) errors.push_back(link_differs(path));
    if (!links.before && !links.after) paths.push_back(path);
  }
  auto changed = differences(before, after, paths, modes);
  if (!changed) append(errors, changed.error().diagnostics());
  if (!errors.empty()) return Failure(std::move(errors));
  return changed;
}

Result<std::vector<ChangedPath>> differences(const Tree& before, const Tree& after,
                                             const std::vector<TreePath>& paths, Modes modes) {
  std::vector<ChangedPath> changed;
  Diagnostics errors;
  for (const TreePath& path : paths) {
    auto found = difference(before, after, path, modes);
    if (!found) {
      append(errors, std::move(found).error().diagnostics());
    } else if (*found) {
      changed.push_back(std::move(**found));
    }
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return changed;
}

}  // namespace patcher
