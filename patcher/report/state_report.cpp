// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "patcher/report/ink.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

constexpr std::size_t kShortCommit = 12;  // in hex digits

/// Columns up to which a patch's id is padded; a longer one pushes its title to the right.
constexpr std::size_t kWidestId = 40;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string_view word_of(std::optional<State> state) {
  return state ? name_of(*state) : std::string_view();
}

/// The word for `state` in a column of `width` and the gap after it; nothing without a column.
std::string state_cell(std::optional<State> state, std::size_t width, Colour colour) {
  if (width == 0) return {};
  const std::string_view word = word_of(state);
  const std::string shown = state ? inked(ink_of(*state), word, colour) : std::string();
  return fmt::format("{}{:{}}  ", shown, "", width - word.size());
}

std::string places_of(const EditOutcome& edit) {
  std::string text = printable(edit.file);
  for (auto place = edit.places.begin(); place != edit.places.end(); ++place) {
    const auto next = std::next(place);
    text += fmt::format("{}{}", place == edit.places.begin() ? ":" : ", ", place->line);
    const bool named_later = next != edit.places.end() && next->in == place->in;
    if (!place->in.empty() && !named_later) text += fmt::format(" in {}", printable(place->in));
  }
  if (edit.alternative) text += fmt::format(" (alternative {})", *edit.alternative);
  if (!edit.left_out.empty()) text += fmt::format(" (left out: {})", printable(edit.left_out));
  return text;
}

bool is_calm(std::optional<State> state) {
  return !state || state == State::pristine || state == State::applied;
}

/// Columns for the states of a patch's edits: none where all go without saying.
std::size_t state_width(const PatchOutcome& patch) {
  const auto agrees = [&](const EditOutcome& edit) { return edit.state == patch.state; };
  if (is_calm(patch.state) && std::ranges::all_of(patch.edits, agrees)) return 0;
  std::size_t width = 0;
  for (const EditOutcome& edit : patch.edits) width = std::max(width, word_of(edit.state).size());
  return width;
}

std::string edit_lines(const PatchOutcome& patch, Colour colour) {
  const std::size_t width = state_width(patch);
  std::string text;
  for (const EditOutcome& edit : patch.edits) {
    text += fmt::format("    {}  {}{}\n", edit.index, state_cell(edit.state, width, colour),
                        places_of(edit));
  }
  return text;
}

std::string file_lines(const PatchOutcome& patch, Colour colour) {
  const auto agrees = [&](const FileOutcome& file) { return file.state == patch.state; };
  std::size_t width = 0;
  for (const FileOutcome& file : patch.files) {
    width = std::max(width, name_of(file.state).size());
  }
  if (std::ranges::all_of(patch.files, agrees)) width = 0;
  std::string text;
  for (const FileOutcome& file : patch.files) {
    text += fmt::format("    {}{}\n", state_cell(file.state, width, colour), printable(file.file));
  }
  return text;
}

/// What else is to be said of a patch, in parentheses behind its title.
std::string remark_on(const PatchOutcome& patch) {
  std::vector<std::string> remarks;
  if (!patch.manifest.empty()) {
    remarks.push_back(fmt::format("manifest {}", printable(patch.manifest)));
  }
  if (patch.adopted) remarks.emplace_back("adopted");
  const auto remark = [&](std::string_view what, const std::string& reason) {
    if (!reason.empty()) remarks.push_back(fmt::format("{}: {}", what, printable(reason)));
  };
  remark("left out", patch.left_out);
  remark("optional", patch.optional);
  remark("when", patch.when);
  return remarks.empty() ? std::string() : fmt::format("  ({})", fmt::join(remarks, ", "));
}

struct PatchColumns {
  std::size_t state = 0;
  std::size_t id = 0;
};

PatchColumns columns_of(const std::vector<PatchOutcome>& patches) {
  PatchColumns columns;
  for (const PatchOutcome& patch : patches) {
    columns.state = std::max(columns.state, word_of(patch.state).size());
    columns.id = std::max(columns.id, printable(patch.id).size());
  }
  columns.id = std::min(columns.id, kWidestId);
  return columns;
}

std::string patch_lines(const PatchOutcome& patch, PatchColumns columns, Colour colour) {
  std::string name = printable(patch.id);
  if (!patch.title.empty()) {
    name = fmt::format("{}  {}", padded(std::move(name), columns.id), printable(patch.title));
  }
  return fmt::format("  {}{}{}\n{}{}", state_cell(patch.state, columns.state, colour), name,
                     remark_on(patch), edit_lines(patch, colour), file_lines(patch, colour));
}

std::string header_of(const TreeOutcome& tree) {
  std::string text = fmt::format("tree {}", printable(tree.tree));
  if (!tree.where.empty()) text += fmt::format("  {}", printable(tree.where));
  if (!tree.pin.empty()) text += fmt::format("  pin {:.{}}", printable(tree.pin), kShortCommit);
  if (!tree.at.empty()) text += fmt::format("  at {:.{}}", printable(tree.at), kShortCommit);
  text += "\n";
  for (const PartOutcome& part : tree.map) {
    text += fmt::format("  {} at {}\n", printable(part.path), printable(part.where));
  }
  return text;
}

/// The trees of `outcome`, and those that only a patch names, as a run that found no root has.
std::vector<TreeOutcome> all_trees(const Outcome& outcome) {
  std::vector<TreeOutcome> trees = outcome.trees;
  for (const PatchOutcome& patch : outcome.patches) {
    const auto same = [&](const TreeOutcome& tree) { return tree.tree == patch.tree; };
    if (std::ranges::none_of(trees, same))
      trees.push_back({.tree = patch.tree, .where = {}, .pin = {}, .at = {}, .map = {}});
  }
  return trees;
}

/// A heading and a line for each of `rows`, or nothing when there are none.
std::string section(std::string_view heading, const std::vector<std::string>& rows) {
  if (rows.empty()) return {};
  return fmt::format("{}\n  {}\n", heading, fmt::join(rows, "\n  "));
}

std::string ledger_row(const LedgerLine& line) {
  std::string text =
      fmt::format("{}  {}: {}", printable(line.tree), printable(line.id), printable(line.why));
  for (const std::string& link : line.links) text += fmt::format("\n    {}", printable(link));
  return text;
}

template <class Item, class RowOf>
std::vector<std::string> rows_of(const std::vector<Item>& items, RowOf row_of) {
  std::vector<std::string> rows;
  rows.reserve(items.size());
  for (const Item& item : items) rows.push_back(row_of(item));
  return rows;
}

/// `passed   t  p: make test`, with the verdicts in a column and why behind what did not pass.
std::string check_row(const CheckOutcome& check) {
  constexpr std::size_t kWidth = 7;  // of the longest verdict
  const std::string whose = check.patch.empty() ? "the set" : check.patch;
  std::string text = fmt::format(
      "{}  {}  {}: {}", padded(std::string(name_of(check.verdict)), kWidth), printable(check.tree),
      printable(whose), printable(check.id.empty() ? check.command : check.id));
  if (!check.why.empty()) text += fmt::format(" ({})", printable(check.why));
  return text;
}

std::string pending_check_row(const PendingCheck& check) {
  return fmt::format("{}  {}: {} (manifest {})", printable(check.tree),
                     printable(check.patch.empty() ? "the set" : check.patch),
                     printable(check.id.empty() ? check.command : check.id),
                     printable(check.manifest));
}

std::string sections_of(const Outcome& outcome) {
  const auto changed = rows_of(outcome.changed, [](const ChangedFile& file) {
    // What is no file of a tree, such as a lock, stands by itself.
    if (file.tree.empty()) return printable(file.path);
    return fmt::format("{}  {}", printable(file.tree), printable(file.path));
  });
  const auto pending = rows_of(outcome.pending, [](const PendingRebuild& rebuild) {
    return fmt::format("{}  {} (manifest {})", printable(rebuild.tree), printable(rebuild.id),
                       printable(rebuild.manifest));
  });
  const auto named = [](const NamedPatch& patch) {
    return fmt::format("{}  {}", printable(patch.tree), printable(patch.id));
  };
  return section("adopted", rows_of(outcome.settled.adopted, named)) +
         section("upgraded", rows_of(outcome.settled.upgraded, named)) +
         section("removed", rows_of(outcome.settled.removed, named)) +
         section("changed files", changed) +
         section("rebuilt", rows_of(outcome.rebuilt, printable)) +
         section("checks", rows_of(outcome.checks, check_row)) +
         section("pending rebuilds", pending) +
         section("pending checks", rows_of(outcome.pending_checks, pending_check_row)) +
         section("known, not carried", rows_of(outcome.ledger, ledger_row));
}

}  // namespace

std::string render_states(const Outcome& outcome, Colour colour) {
  const PatchColumns columns = columns_of(outcome.patches);
  std::string text;
  for (const TreeOutcome& tree : all_trees(outcome)) {
    text += header_of(tree);
    for (const PatchOutcome& patch : outcome.patches) {
      if (patch.tree == tree.tree) text += patch_lines(patch, columns, colour);
    }
  }
  return text + sections_of(outcome);
}

}  // namespace patcher
