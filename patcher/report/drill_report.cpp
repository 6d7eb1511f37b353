// SPDX-License-Identifier: MIT
#include "patcher/report/drill_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

constexpr std::size_t kWidth = 9;  // of the longest state that a mutant reads as, "ambiguous"

std::string_view heading_of(Mutation mutation) {
  switch (mutation) {
    case Mutation::anchor_deleted:
      return "deleted";
    case Mutation::anchor_duplicated:
      return "twice";
    case Mutation::byte_changed:
      return "byte";
    case Mutation::reindented:
      return "indent";
    case Mutation::reindented_in_part:
      return "part";
    case Mutation::line_endings_changed:
      return "endings";
    case Mutation::moved_out_of_scope:
      return "moved";
    case Mutation::result_elsewhere:
      return "result";
    case Mutation::file_renamed:
      return "file";
    case Mutation::scope_renamed:
      return "scope";
    case Mutation::signature_changed:
      return "head";
    case Mutation::path_taken:
      return "taken";
    case Mutation::mode_changed:
      return "mode";
  }
  return "";
}

/// A patch that fits but for what it would make is refused by a code.
std::string refusal(const MutantOutcome& mutant) {
  return mutant.state == State::pristine ? "refused" : std::string(name_of(*mutant.state));
}

std::string cell_of(const MutantOutcome& mutant) {
  switch (mutant.verdict) {
    case MutantOutcome::Verdict::refused:
      return refusal(mutant);
    case MutantOutcome::Verdict::unexpected:
      return refusal(mutant) + "!";
    case MutantOutcome::Verdict::harmless:
      return "fits";
    case MutantOutcome::Verdict::accepted:
      return "TAKEN";
    case MutantOutcome::Verdict::not_applicable:
      return "-";
  }
  return "";
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string heading() {
  std::string line = "    edit";
  for (const Mutation mutation : all_mutations()) {
    line += fmt::format("  {:<{}}", heading_of(mutation), kWidth);
  }
  return trimmed(std::move(line));
}

std::string line_of(const EditDrill& edit) {
  std::string line = fmt::format("    {:>4}", edit.index);
  for (const MutantOutcome& mutant : edit.mutants) {
    line += fmt::format("  {:<{}}", cell_of(mutant), kWidth);
  }
  return trimmed(std::move(line));
}

/// Why cells say `fits`, `-` or `refused`: each reason once, with the edits that have it.
std::string reasons_of(const PatchDrill& drill) {
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> reasons;
  for (const EditDrill& edit : drill.edits) {
    for (const MutantOutcome& mutant : edit.mutants) {
      if (mutant.why.empty()) continue;
      const std::string what =
          fmt::format("{}: {}", name_of(mutant.mutation), name_of(mutant.verdict));
      reasons[{what, mutant.why}].push_back(edit.index);
    }
  }
  std::string text;
  for (const auto& [what, edits] : reasons) {
    text += fmt::format("    {} ({} {}): {}\n", what.first, edits.size() == 1 ? "edit" : "edits",
                        fmt::join(edits, ", "), printable(what.second));
  }
  return text;
}

std::string signals_of(const PatchDrill& drill) {
  if (!drill.why_not.empty()) return "not drilled: " + printable(drill.why_not);
  if (drill.drop_signals.empty()) return "drop signal: none";
  return fmt::format("drop signal: {}", fmt::join(drill.drop_signals, ", "));
}

}  // namespace

std::string render_drill(const std::vector<PatchDrill>& drills) {
  std::string text = drills.empty() ? "" : "drill\n";
  for (const PatchDrill& drill : drills) {
    text += fmt::format("  {}  {}\n", printable(drill.id), signals_of(drill));
    if (drill.edits.empty()) continue;
    text += heading();
    for (const EditDrill& edit : drill.edits) text += line_of(edit);
    text += reasons_of(drill);
  }
  return text;
}

}  // namespace patcher
