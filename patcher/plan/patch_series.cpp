// SPDX-License-Identifier: MIT
#include "patcher/plan/patch_series.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "patcher/plan/target.hpp"

namespace patcher {
namespace {

std::string bytes_of(const Entry& entry) { return entry.is_file() ? *entry.bytes : std::string(); }

bool is_binary(const Entry& entry) {
  return entry.is_file() && entry.bytes->find('\0') != std::string::npos;
}

std::string id_of(const Entry& entry) {
  return entry.is_file() ? blob_id_of(entry.bytes).hex : std::string(40, '0');
}

/// Where each file was that `patch` moves, by where it comes to be.
std::map<TreePath, TreePath> moves_of(const Patch& patch) {
  std::map<TreePath, TreePath> moves;
  for (const Edit& edit : patch.edits) {
    if (const auto* here = std::get_if<MoveHere>(&edit.what)) {
      moves.emplace(here->file, here->move->from);
    }
  }
  return moves;
}

FileDiff diff_of(const std::string& tree, const TreePath& path, const Entry& before,
                 const Entry& after) {
  FileDiff diff;
  diff.tree = tree;
  diff.path = path.str();
  diff.before = bytes_of(before);
  diff.after = bytes_of(after);
  diff.mode_before = before.mode;
  diff.mode_after = after.mode;
  if (diff.before != diff.after && (is_binary(before) || is_binary(after))) {
    diff.binary_ids = fmt::format("{}..{}", id_of(before), id_of(after));
  }
  return diff;
}

using Files = std::map<TreePath, FileStep>;

/// Joins the file that a move takes away with the one that it brings.
void join(const std::map<TreePath, TreePath>& moves, Files& files) {
  for (const auto& [to, from] : moves) {
    const auto there = files.find(from);
    const auto here = files.find(to);
    if (there == files.end() || here == files.end()) continue;
    here->second.before = std::move(there->second.before);
    files.erase(there);
  }
}

PatchDiff diff_of(const std::string& tree, const Patch& patch, const PatchStep& step) {
  const std::map<TreePath, TreePath> moves = moves_of(patch);
  Files files = step.files;
  join(moves, files);
  PatchDiff diff{&patch, {}};
  for (const auto& [path, file] : files) {
    FileDiff made = diff_of(tree, path, file.before, file.after);
    const auto moved = moves.find(path);
    if (moved != moves.end()) made.from = moved->second.str();
    const bool changes = made.before != made.after || made.mode_before != made.mode_after;
    if (changes || !made.from.empty()) diff.files.push_back(std::move(made));
  }
  return diff;
}

}  // namespace

std::vector<PatchDiff> patch_series(const Assessment& base, const Selection& selection) {
  const Sequence target =
      lay(base.items(fitting(base, selection)), base.stack().base, base.job().cache);
  std::vector<PatchDiff> series;
  for (const Placed& placed : target.items) {
    if (placed.item.patch == nullptr || !placed.step) continue;
    PatchDiff diff = diff_of(base.job().tree, *placed.item.patch, *placed.step);
    if (!diff.files.empty()) series.push_back(std::move(diff));
  }
  return series;
}

}  // namespace patcher
