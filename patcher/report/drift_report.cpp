// SPDX-License-Identifier: MIT
#include "patcher/report/drift_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "patcher/report/ink.hpp"

namespace patcher {
namespace {

constexpr std::size_t kShortCommit = 12;  // in hex digits
constexpr std::size_t kDay = 10;          // of a date, in characters
constexpr std::size_t kWidest = 9;        // of the states that an edit can have here

/// `4f3e2d1c0b9a  2026-11-03  merge: reword`.
std::string row_of(const CommitLine& commit) {
  return fmt::format("{:.{}}  {:.{}}  {}{}", commit.id, kShortCommit, commit.date, kDay,
                     commit.is_merge ? "merge: " : "", printable(commit.subject));
}

std::string state_cell(State state, Colour colour) {
  const std::string_view word = name_of(state);
  return fmt::format("{}{:{}}", inked(ink_of(state), word, colour), "",
                     kWidest - std::min(kWidest, word.size()));
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string head_of(const TreeDrift& tree, const Outcome& outcome) {
  const auto root = std::ranges::find(outcome.trees, tree.tree, &TreeOutcome::tree);
  const std::string where = root == outcome.trees.end() ? std::string() : root->where;
  return fmt::format(
      "tree {}  {}\n  from  {}\n  to    {}\n  {}, {} what the patches look at; {} judged\n",
      printable(tree.tree), printable(where), row_of(tree.first), row_of(tree.last),
      counted(tree.commits, "commit", "commits"), counted(tree.points - 1, "changes", "change"),
      counted(tree.versions, "version", "versions"));
}

std::string lines_of(std::string_view word, const DriftLines& shown) {
  if (shown.lines.empty()) return {};
  std::string text =
      fmt::format("      {} {}:{}\n", word, printable(shown.file), shown.lines.front().number);
  for (const ExcerptLine& line : shown.lines) {
    text += fmt::format("      {:>6} | {}\n", line.number, printable(line.text));
  }
  if (shown.left_out > 0) {
    text += fmt::format("             | and {} more\n", counted(shown.left_out, "line", "lines"));
  }
  return text;
}

std::string edit_lines(const EditDrift& edit, Colour colour) {
  const Course& course = edit.course;
  const auto since = course.upstreamed_by ? course.upstreamed_by : course.broken_by;
  std::string text = fmt::format("    {}  {}  {}", edit.index, state_cell(course.state, colour),
                                 printable(edit.file));
  if (since) text += fmt::format("  since {:.{}}", since->id, kShortCommit);
  return text + "\n" + lines_of("before", edit.before) + lines_of("after ", edit.after);
}

std::string share_line(const PatchDrift& drift) {
  if (!drift.share || !drift.course.broken_by) return {};
  const UpstreamShare& share = *drift.share;
  if (share.there + share.gone == 0) return {};
  std::string text = "    that commit brought";
  if (share.added > 0) {
    text += fmt::format(" {} of {} added lines", share.there, share.added);
  }
  if (share.removed > 0) {
    text += fmt::format("{} {} of {} removed lines", share.added > 0 ? ", and took away" : "",
                        share.gone, share.removed);
  }
  return text + (share.is_whole ? ": all of the patch\n" : "\n");
}

std::string patch_lines(const PatchDrift& drift, Colour colour) {
  std::string text = fmt::format("  {}  {}  {}\n", state_cell(drift.course.state, colour),
                                 printable(drift.id), printable(drift.title));
  for (const DriftChange& change : drift.course.changes) {
    text += fmt::format("    {}  {}\n", state_cell(change.state, colour), row_of(change.commit));
  }
  if (drift.course.broken_by && !drift.why.empty()) {
    text += fmt::format("    broken: {}\n", printable(drift.why));
  }
  text += share_line(drift);
  for (const MovedFile& moved : drift.moved) {
    text += fmt::format("    renamed: {} to {}, {}% alike\n", printable(moved.from),
                        printable(moved.to), moved.likeness);
  }
  for (const EditDrift& edit : drift.edits) text += edit_lines(edit, colour);
  return text;
}

}  // namespace

std::string render_drift(const Outcome& outcome, const DriftFound& found, Colour colour) {
  std::string text;
  for (const TreeDrift& tree : found.histories) {
    text += head_of(tree, outcome);
    for (const PatchDrift& drift : found.patches) {
      if (drift.tree == tree.tree) text += patch_lines(drift, colour);
    }
  }
  return text;
}

}  // namespace patcher
