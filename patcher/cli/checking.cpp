// SPDX-License-Identifier: MIT
#include "patcher/cli/checking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "patcher/cli/check_command_lines.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/disturbance.hpp"
#include "patcher/cli/private_folder.hpp"
#include "patcher/cli/record_file.hpp"
#include "patcher/cli/signals_held.hpp"
#include "patcher/report/running_report.hpp"
#include "patcher/write/rebuild.hpp"

namespace patcher {
namespace {

using CheckVerdict = CheckOutcome::Verdict;

constexpr std::size_t kShownLines = 20;

Diagnostic about(const ReadyCheck& ready, Severity severity, Code code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = ready.check->where;
  diagnostic.patch = ready.name.patch;
  diagnostic.tree = ready.name.tree;
  return diagnostic;
}

CheckOutcome outcome_of(const ReadyCheck& ready, CheckVerdict verdict, std::string why) {
  return {ready.name.tree,    ready.name.patch, ready.name.id,
          ready.name.command, verdict,          std::move(why)};
}

CheckScene scene_of(const Session& session, const SessionTree& tree, const Record& record) {
  return {session.manifest(), tree.root.spec->name, record.stack, left_out_in(*tree.assessment)};
}

/// The checks of one tree.
class Judging {
 public:
  Judging(const Session& session, const SessionTree& tree, const CheckWish& wish,
          const Means& means)
      : session_(session), tree_(tree), wish_(wish), means_(means) {}

  /// Runs what is wanted; what became of it goes to `outcome`.
  Status judge(Outcome& outcome) {
    auto record = read_record(tree_);
    if (!record) return std::move(record).error();
    const std::vector<ReadyCheck> chosen = choose(*record, outcome);
    if (chosen.empty()) return {};
    auto own = PrivateFolder::make();
    if (!own) return std::move(own).error();
    const std::string before = text_of(*record);
    for (const ReadyCheck& ready : chosen) note_verdict(ready, JudgedCheck::Verdict::open, *record);
    const std::string begun = text_of(*record);
    Status noted = begun == before ? Status() : write_record(tree_, *record, means_.files);
    if (!noted) return noted;
    const CheckSite site{session_.manifest(), *tree_.root.worktree, record->stack, own->path()};
    for (const ReadyCheck& ready : chosen) {
      if (holds(ready, site, outcome)) {
        note_verdict(ready, JudgedCheck::Verdict::passed, *record);
      }
    }
    return text_of(*record) == begun ? Status() : write_record(tree_, *record, means_.files);
  }

 private:
  /// The checks to run; those that are wanted and cannot be run are told.
  std::vector<ReadyCheck> choose(const Record& record, Outcome& outcome) const {
    std::vector<ReadyCheck> chosen;
    for (ReadyCheck& ready : ready_checks(scene_of(session_, tree_, record))) {
      if (!is_wanted(ready, record)) continue;
      std::string why = why_withheld(ready, outcome);
      if (why.empty()) {
        chosen.push_back(std::move(ready));
        continue;
      }
      outcome.diagnostics.push_back(
          about(ready, Severity::warning, Code::check_not_run,
                fmt::format("{} not run: {}", words_for(ready.name), why)));
      outcome.checks.push_back(outcome_of(ready, CheckVerdict::not_run, std::move(why)));
    }
    return chosen;
  }

  [[nodiscard]] bool is_wanted(const ReadyCheck& ready, const Record& record) const {
    if (!wish_.ids.empty()) return is_named(wish_.ids, *ready.check, ready.patch);
    // One that was never begun for want of something is told again and again, lest it be forgotten.
    return wish_.which == ChecksWanted::all || is_due(ready, record) || is_unjudged(ready, record);
  }

  [[nodiscard]] static bool is_unjudged(const ReadyCheck& ready, const Record& record) {
    return std::ranges::none_of(record.checks, [&](const JudgedCheck& judged) {
      return judged.name == ready.name && judged.digest == ready.digest;
    });
  }

  [[nodiscard]] std::string why_withheld(const ReadyCheck& ready, const Outcome& outcome) const {
    std::vector<std::string> lacking;
    std::ranges::set_difference(
        std::set<std::string>(ready.check->needs.begin(), ready.check->needs.end()), wish_.provided,
        std::back_inserter(lacking));
    if (!lacking.empty()) {
      return fmt::format("it needs {}; '--with {}' says that it is here",
                         fmt::join(lacking, " and "), fmt::join(lacking, " --with "));
    }
    const auto rebuild = std::ranges::find_if(outcome.pending, [&](const PendingRebuild& pending) {
      return ready.patch == nullptr || pending.tree == ready.name.tree;
    });
    if (rebuild == outcome.pending.end()) return {};
    return fmt::format("rebuild '{}' of tree '{}' is pending", rebuild->id, rebuild->tree);
  }

  /// Whether it passed, and on the bytes that the record has: what another command changed is not
  /// judged, and one that changes what patches wrote has failed, whatever it said.
  bool holds(const ReadyCheck& ready, const CheckSite& site, Outcome& outcome) {
    const std::string other = judged_and_changed(ready, site);
    if (!other.empty()) {
      fail(ready, fmt::format("not begun, {} is not as the patches left it", other), {}, outcome);
      return false;
    }
    const bool all = passes(ready, site, outcome);
    const std::string changed = disturbance_.look_again();
    if (changed.empty()) return all;
    fail(ready, fmt::format("while it ran, {} changed, which patches wrote", changed), {}, outcome);
    return false;
  }

  /// A file that `ready` judges and that is not as it was left; empty for none.
  [[nodiscard]] std::string judged_and_changed(const ReadyCheck& ready,
                                               const CheckSite& site) const {
    for (const RecordedPatch& recorded : site.stack) {
      const bool is_judged = recorded.manifest == ready.name.manifest &&
                             (ready.patch == nullptr || ready.patch->id == recorded.patch);
      if (!is_judged) continue;
      const auto moved = std::ranges::find_if(recorded.files, [&](const RecordedFile& file) {
        return disturbance_.files().contains({ready.name.tree, file.path});
      });
      if (moved != recorded.files.end()) return fmt::format("'{}'", moved->path.str());
    }
    return {};
  }

  bool passes(const ReadyCheck& ready, const CheckSite& site, Outcome& outcome) const {
    if (asked_to_stop()) {
      fail(ready, "this run was asked to end", {}, outcome);
      return false;
    }
    if (!ready.check->bytecode_has.empty()) {
      const auto file = site.tree.look(ready.check->file);
      if (!file || !file->is_file()) {
        fail(ready, fmt::format("'{}' is no regular file", ready.check->file.str()), {}, outcome);
        return false;
      }
    }
    const std::vector<CheckLine> lines = lines_of(ready, site);
    if (lines.empty()) {
      outcome.checks.push_back(outcome_of(ready, CheckVerdict::passed, "the patch left no file"));
    }
    bool all = true;
    for (const CheckLine& line : lines) all = passes(ready, line, outcome) && all;
    return all;
  }

  bool passes(const ReadyCheck& ready, const CheckLine& line, Outcome& outcome) const {
    const auto process = process_of(line.command);
    if (!process) {
      const std::string& program = line.command.words.front();
      fail(ready, fmt::format("there is no program '{}'", program), {}, outcome);
      return false;
    }
    const ProcessEnd end = run(ready, line, *process);
    if (!end.is_success()) {
      fail(ready, how_it_ended(*process, end), end.tail, outcome);
    } else {
      outcome.checks.push_back(outcome_of(ready, CheckVerdict::passed, {}));
    }
    outcome.checks.back().command = command_text(line.shown);
    return end.is_success();
  }

  [[nodiscard]] ProcessEnd run(const ReadyCheck& ready, const CheckLine& line,
                               const Process& process) const {
    Console& console = means_.console;
    ProcessWatch watch;
    watch.wrote = [&](std::string_view bytes) { console.wrote(bytes); };
    watch.waited = [&](std::chrono::milliseconds since) { console.waited(since); };
    watch.stop_asked = asked_to_stop;
    console.started(ready.name.id.empty() ? "check" : words_for(ready.name), line.shown);
    ProcessEnd end = means_.processes.run(process, watch);
    console.ended(end.is_success() ? RunEnd::done : RunEnd::failed);
    return end;
  }

  static void fail(const ReadyCheck& ready, const std::string& why, const std::string& output,
                   Outcome& outcome) {
    Diagnostic error = about(ready, Severity::error, Code::check_failed,
                             fmt::format("{} failed: {}", words_for(ready.name), why));
    if (!output.empty()) {
      error.notes.push_back(
          {.message = "the end of its output", .lines = last_lines(output, kShownLines)});
    }
    error.notes.push_back({.message = "what is written stays as it is, and the check is pending"});
    error.hint = "mend what is named and run again: what is pending runs then";
    outcome.diagnostics.push_back(std::move(error));
    outcome.checks.push_back(outcome_of(ready, CheckVerdict::failed, why));
  }

  const Session& session_;
  const SessionTree& tree_;
  const CheckWish& wish_;
  const Means& means_;
  Disturbance disturbance_{session_};
};

/// Notes on the set's checks in `tree` that wait for patches.
Diagnostics waiting_in(const Session& session, const SessionTree& tree) {
  const auto record = read_record(tree);
  if (!record) return {};
  std::set<const Check*> ready;
  for (const ReadyCheck& one : ready_checks(scene_of(session, tree, *record))) {
    ready.insert(one.check);
  }
  Diagnostics notes;
  for (const Check& check : session.manifest().checks) {
    if (ready.contains(&check) || check.tree != tree.root.spec->name) continue;
    const ReadyCheck waiting{&check, nullptr, {check.tree, {}, {}, check.id, spelled(check)}, {}};
    notes.push_back(about(waiting, Severity::note, Code::check_not_run,
                          fmt::format("{} not run: not all patches of tree '{}' are applied",
                                      words_for(waiting.name), check.tree)));
  }
  return notes;
}

/// Whether nothing but what runs after the write went wrong.
bool is_written_well(const Outcome& outcome) {
  return std::ranges::all_of(outcome.diagnostics, [](const Diagnostic& diagnostic) {
    return diagnostic.severity != Severity::error ||
           exit_code_of(diagnostic.code) == ExitCode::pending;
  });
}

}  // namespace

bool is_named(const std::set<std::string>& ids, const Check& check, const Patch* patch) {
  return ids.contains(check.id) || (patch != nullptr && ids.contains(patch->id));
}

void run_checks(const Session& session, const CheckWish& wish, const Means& means,
                Outcome& outcome) {
  hold_signals();
  outcome.pending_checks.clear();
  for (const SessionTree& tree : session.trees()) {
    Status judged = Judging(session, tree, wish, means).judge(outcome);
    if (!judged) append(outcome.diagnostics, std::move(judged).error().diagnostics());
    const auto record = read_record(tree);
    if (!record) continue;
    std::ranges::move(pending_checks(scene_of(session, tree, *record), *record),
                      std::back_inserter(outcome.pending_checks));
  }
}

void follow_with_checks(const Session& session, const Options& options, const Means& means,
                        Outcome& outcome) {
  if (options.mode == RunMode::dry || !is_written_well(outcome)) return;
  run_checks(session, {.provided = options.provided}, means, outcome);
}

Diagnostics waiting_checks(const Session& session) {
  Diagnostics notes;
  for (const SessionTree& tree : session.trees()) append(notes, waiting_in(session, tree));
  return notes;
}

std::string words_for(const PendingCheck& check) {
  const std::string name = fmt::format("check '{}'", check.id.empty() ? check.command : check.id);
  return check.patch.empty() ? name : fmt::format("{} of patch '{}'", name, check.patch);
}

}  // namespace patcher
