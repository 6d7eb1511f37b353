// SPDX-License-Identifier: MIT
#include "patcher/plan/move_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "patcher/locate/source_text.hpp"
#include "patcher/plan/overlap.hpp"
#include "patcher/plan/patch_finding.hpp"
#include "patcher/plan/syntax_check.hpp"
#include "patcher/plan/text_finding.hpp"

namespace patcher {
namespace {

/// Judges a move in one view.
class MoveSearch {
 public:
  MoveSearch(const EditContext& context, const Move& move, const Entry& from, const Entry& to)
      : context_(context), move_(move), from_(from), to_(to) {
    // The hunks as a patch of their own, so that each is judged like any text edit of its file.
    hunks_.id = context.patch.id;
    hunks_.tree = context.patch.tree;
    hunks_.edits = move.hunks;
    for (Edit& hunk : hunks_.edits) hunk.number = context.patch.edits[context.index].number;
  }

  Finding find() {
    if (from_.is_file() && to_.kind == EntryKind::absent) return judged(from_, State::pristine);
    if (from_.kind == EntryKind::absent && to_.is_file()) return judged(to_, State::applied);
    Finding finding;
    finding.state = from_.kind == EntryKind::absent ? State::missing : State::drifted;
    if (is_away() && from_.kind == EntryKind::absent) {
      add(finding, Code::file_missing,
          fmt::format("'{}' is not in tree '{}'", move_.from.str(), context_.patch.tree),
          "see whether upstream moved or removed the file, or whether the root is right");
    } else if (is_away() && !from_.is_file()) {
      add(finding, Code::not_a_regular_file,
          fmt::format("'{}' is not a regular file", move_.from.str()),
          "see what upstream made of the file");
    } else if (!is_away() && to_.kind != EntryKind::absent) {
      add(finding, Code::path_in_the_way,
          fmt::format("'{}' is to be moved to '{}', and something stands there or on the way",
                      move_.from.str(), move_.to.str()),
          "see whether upstream has moved the file already, or added another one");
    }
    return finding;
  }

 private:
  [[nodiscard]] bool is_away() const {
    return std::holds_alternative<MoveAway>(context_.patch.edits[context_.index].what);
  }

  void add(Finding& finding, Code code, std::string message, std::string hint) const {
    Diagnostic diagnostic = about(context_.patch, context_.index, code, std::move(message));
    diagnostic.hint = std::move(hint);
    finding.diagnostics.push_back(std::move(diagnostic));
  }

  /// Judges the hunks and the mode in `there`, the file that is there; `expected` is how they read
  /// if the file is all that the move wants.
  Finding judged(const Entry& there, State expected) {
    Finding whole;
    const auto text = context_.cache.of(there.bytes, language_of(move_.from));
    std::vector<Finding> findings = find_hunks(*text);
    std::vector<State> states;
    for (const Finding& finding : findings) {
      states.push_back(finding.state);
      if (is_away()) append(whole.diagnostics, finding.diagnostics);
    }
    whole.state = states.empty() ? expected : combined(states);
    if (whole.state != expected) return disagreeing(std::move(whole));
    judge_mode(there, expected, whole);
    Splices splices;
    for (const Finding& finding : findings) {
      const Splices& own = expected == State::pristine ? finding.forward : finding.backward;
      splices.insert(splices.end(), own.begin(), own.end());
    }
    sort(splices);
    Entry result = moved_file(there, splices, expected);
    if (expected == State::pristine) judge_result({there, result, splices}, findings, whole);
    const bool goes = is_away() == (expected == State::pristine);
    whole.becomes = goes ? Entry{} : std::move(result);
    return whole;
  }

  [[nodiscard]] std::vector<Finding> find_hunks(const SourceText& text) const {
    std::vector<Finding> findings;
    for (std::size_t i = 0; i < hunks_.edits.size(); ++i) {
      const EditContext own{hunks_, i, context_.view, context_.cache};
      findings.push_back(find_text_edit(own, std::get<TextEdit>(hunks_.edits[i].what), text));
    }
    return findings;
  }

  /// A file that is where it should be, with lines that are not as they should be.
  [[nodiscard]] Finding disagreeing(Finding whole) const {
    if (whole.state == State::pristine || whole.state == State::applied) {
      whole.state = State::partial;
      if (is_away()) {
        add(whole, Code::partly_applied,
            fmt::format("of moving '{}' to '{}' and changing it, only one is done",
                        move_.from.str(), move_.to.str()),
            "restore both files from their base, then apply");
      }
    }
    return whole;
  }

  void judge_mode(const Entry& there, State expected, Finding& whole) const {
    const auto wanted = expected == State::pristine ? move_.was : move_.mode;
    if (!wanted || there.mode == *wanted) return;
    whole.state = State::drifted;
    if (!is_away()) return;
    add(whole, Code::mode_differs,
        fmt::format("'{}' has mode {:04o}, expected {:04o}",
                    expected == State::pristine ? move_.from.str() : move_.to.str(), there.mode,
                    *wanted),
        "see whether upstream changed the mode, or whoever copied the tree");
  }

  [[nodiscard]] Entry moved_file(const Entry& there, const Splices& splices, State expected) const {
    const auto mode = expected == State::pristine ? move_.mode : move_.was;
    return regular_file(spliced(*there.bytes, splices), mode.value_or(there.mode));
  }

  /// Holds the changed file to what text edits of one file are held to.
  void judge_result(const FileStep& file, const std::vector<Finding>& findings,
                    Finding& whole) const {
    Diagnostics faults = overlaps(hunks_, findings);
    if (faults.empty() && !file.splices.empty()) {
      PatchStep step;
      step.files[move_.from] = file;
      faults = syntax_faults(hunks_, findings, step, context_.cache);
    }
    if (faults.empty()) return;
    whole.state = State::drifted;
    if (is_away()) append(whole.diagnostics, std::move(faults));
  }

  const EditContext& context_;
  const Move& move_;
  const Entry& from_;
  const Entry& to_;
  Patch hunks_;
};

/// Says that the other half's file cannot be looked at.
Finding unseen(const Result<Entry>& other) {
  Finding finding;
  finding.state = State::missing;
  finding.diagnostics = other.error().diagnostics();
  return finding;
}

}  // namespace

Finding find_move(const EditContext& context, const Move& move) {
  const Result<Entry> from = context.view.look(move.from);
  if (!from) return unseen(from);
  const Result<Entry> to = context.view.look(move.to);
  if (!to) return unseen(to);
  return MoveSearch(context, move, *from, *to).find();
}

}  // namespace patcher
