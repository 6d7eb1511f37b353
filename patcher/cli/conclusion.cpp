// SPDX-License-Identifier: MIT
#include "patcher/cli/conclusion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace patcher {

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string pending_words(const Outcome& outcome) {
  std::string words;
  const auto add = [&](std::size_t count, std::string_view one, std::string_view many) {
    if (count > 0) words += fmt::format("; {} pending", counted(count, one, many));
  };
  add(outcome.pending.size(), "rebuild", "rebuilds");
  add(outcome.pending_checks.size(), "check", "checks");
  return words;
}

std::string counted(const std::vector<PatchOutcome>& patches) {
  std::vector<std::pair<std::string_view, std::size_t>> counts;
  for (const PatchOutcome& patch : patches) {
    const bool is_named = patch.left_out.empty() || patch.state == State::excluded;
    const std::string_view word = is_named ? name_of(*patch.state) : "left out";
    const auto known =
        std::find_if(counts.begin(), counts.end(), [&](const auto& c) { return c.first == word; });
    if (known == counts.end()) {
      counts.emplace_back(word, 1);
    } else {
      ++known->second;
    }
  }
  if (counts.empty()) return "no patches";
  std::string text;
  for (const auto& [word, count] : counts) {
    if (text.empty()) {
      text = fmt::format("{} {}", counted(count, "patch", "patches"), word);
    } else {
      text += fmt::format(", {} {}", count, word);
    }
  }
  return text;
}

std::string counted_faults(const Diagnostics& diagnostics) {
  const auto count = [&](Severity severity) {
    return static_cast<std::size_t>(
        std::count_if(diagnostics.begin(), diagnostics.end(),
                      [&](const Diagnostic& d) { return d.severity == severity; }));
  };
  std::string text;
  if (count(Severity::error) > 0) text = counted(count(Severity::error), "error", "errors");
  if (count(Severity::warning) > 0) {
    if (!text.empty()) text += ", ";
    text += counted(count(Severity::warning), "warning", "warnings");
  }
  return text;
}

std::string refusal_summary(const Outcome& outcome) {
  const std::string faults = counted_faults(outcome.diagnostics);
  if (!outcome.interrupted.empty()) {
    return fmt::format("{}: stopped in the middle of writing in tree '{}': {}", outcome.manifest,
                       fmt::join(outcome.interrupted, "', '"), faults);
  }
  if (outcome.changed.empty()) {
    const bool all_behind = std::ranges::all_of(outcome.diagnostics, [](const Diagnostic& d) {
      return d.severity != Severity::error || exit_code_of(d.code) == ExitCode::pending;
    });
    const Settled& settled = outcome.settled;
    if (!settled.records_renewed.empty() || !settled.records_removed.empty()) {
      return fmt::format("{}: {}, then: {}", outcome.manifest, idle_deeds(outcome, RunMode::real),
                         faults);
    }
    return fmt::format("{}: {}: {}", outcome.manifest,
                       all_behind ? "no file to change, then" : "nothing written", faults);
  }
  return fmt::format("{}: {} written, then: {}", outcome.manifest,
                     counted(outcome.changed.size(), "file", "files"), faults);
}

std::string idle_deeds(const Outcome& outcome, RunMode mode) {
  const bool dry = mode == RunMode::dry;
  std::vector<std::string> deeds;
  const auto add = [&](const std::vector<std::string>& trees, std::string_view would,
                       std::string_view did) {
    if (trees.empty()) return;
    const std::string what = fmt::format(
        "the record of {} '{}'", trees.size() == 1 ? "tree" : "trees", fmt::join(trees, "', '"));
    deeds.push_back(dry ? fmt::format("would {} {}", would, what)
                        : fmt::format("{} {}", what, did));
  };
  add(outcome.settled.records_removed, "remove", "removed");
  add(outcome.settled.records_renewed, "bring up to date", "brought up to date");
  if (deeds.empty()) return "nothing to do";
  return fmt::format("no file to change, {}", fmt::join(deeds, ", "));
}

std::string check_words(const Outcome& outcome, RunMode mode) {
  std::string words;
  const auto add = [&](CheckOutcome::Verdict verdict, std::string_view what) {
    const auto count = static_cast<std::size_t>(std::ranges::count(
        outcome.checks, verdict, [](const CheckOutcome& check) { return check.verdict; }));
    if (count > 0) words += fmt::format("; {} {}", counted(count, "check", "checks"), what);
  };
  add(CheckOutcome::Verdict::passed, "passed");
  add(CheckOutcome::Verdict::failed, "failed");
  add(CheckOutcome::Verdict::not_run, "not run");
  const std::size_t pending = outcome.pending_checks.size();
  if (pending == 0) return words;
  const std::string what = counted(pending, "check", "checks");
  return words + (mode == RunMode::dry ? fmt::format("; would run {}", what)
                                       : fmt::format("; {} pending", what));
}

Outcome failed(Outcome outcome, Failure failure) {
  append(outcome.diagnostics, std::move(failure).diagnostics());
  const ExitCode exit = strict_exit(outcome.diagnostics);
  outcome.summary =
      fmt::format("{} not run: {}", outcome.command, counted_faults(outcome.diagnostics));
  return concluded(std::move(outcome), exit);
}

Outcome concluded(Outcome outcome, ExitCode exit) {
  outcome.exit = static_cast<int>(exit);
  return outcome;
}

}  // namespace patcher
