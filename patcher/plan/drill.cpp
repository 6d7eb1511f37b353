// SPDX-License-Identifier: MIT
#include "patcher/plan/drill.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "patcher/locate/source_text.hpp"
#include "patcher/plan/finding.hpp"
#include "patcher/plan/harmless.hpp"
#include "patcher/plan/mutant.hpp"
#include "patcher/plan/sequence.hpp"
#include "patcher/plan/target.hpp"

namespace patcher {
namespace {

using Fate = MutantOutcome::Verdict;

View with_files(View view, const std::map<TreePath, Entry>& files) {
  for (const auto& [path, entry] : files) view.put(path, entry);
  return view;
}

std::string words_of(const std::vector<State>& states) {
  std::string words;
  for (const State state : states) {
    if (!words.empty()) words += " or ";
    words += name_of(state);
  }
  return words;
}

/// Drills one patch that fits on the bytes that it finds.
class PatchDriller {
 public:
  PatchDriller(const Placed& placed, SourceCache& cache)
      : whole_(*placed.item.patch),
        here_(*placed.finding->patch),
        finding_(*placed.finding),
        view_(placed.before),
        cache_(cache) {}

  PatchDrill run(Diagnostics& said) {
    PatchDrill all{whole_.id, whole_.tree};
    for (std::size_t i = 0; i < here_.edits.size(); ++i) {
      const bool is_made = !finding_.edits[i].left_out;
      all.edits.push_back({here_.edits[i].number, file_of(here_.edits[i]).str(),
                           is_made ? drilled(i, said) : of_nothing()});
    }
    return all;
  }

 private:
  static std::vector<MutantOutcome> of_nothing() {
    std::vector<MutantOutcome> outcomes;
    for (const Mutation mutation : all_mutations()) {
      outcomes.push_back({mutation, Fate::not_applicable, {}, "the edit is left out"});
    }
    return outcomes;
  }

  std::vector<MutantOutcome> drilled(std::size_t index, Diagnostics& said) {
    const DrilledEdit edit{{here_, index, view_, cache_}, finding_.edits[index]};
    std::vector<MutantOutcome> outcomes;
    for (const Mutant& mutant : mutants_of(edit)) {
      outcomes.push_back(judged(edit, mutant));
      complain(index, mutant, outcomes.back(), said);
    }
    return outcomes;
  }

  MutantOutcome judged(const DrilledEdit& edit, const Mutant& mutant) {
    if (mutant.files.empty()) {
      return {mutant.mutation, Fate::not_applicable, {}, mutant.why_not};
    }
    const View view = with_files(view_, mutant.files);
    const Finding alone = find_edit({here_, edit.context.index, view, cache_});
    const bool may_be_left_out = !edit.edit().optional.empty() && alone.absent;
    const bool is_told_alone = alone.state != State::pristine && !may_be_left_out &&
                               std::ranges::none_of(whole_.edits, has_glob);
    // One edit that does not fit refuses the patch, whatever the others say.
    if (is_told_alone) return refused(mutant, alone.state);
    const PatchFinding on_mutant = find_patch(whole_, view, cache_);
    if (!is_sound(on_mutant)) return refused(mutant, on_mutant);
    const PatchFinding on_base = find_patch(whole_, with_base(mutant), cache_);
    std::string why = on_base.step ? why_harmless(edit, mutant, {on_mutant, on_base}) : "";
    const Fate verdict = why.empty() ? Fate::accepted : Fate::harmless;
    return {mutant.mutation, verdict, State::pristine, std::move(why)};
  }

  /// The base with its own files laid over as the mutant's are.
  [[nodiscard]] View with_base(const Mutant& mutant) const {
    View view = view_;
    for (const auto& [path, entry] : mutant.files) {
      const Result<Entry> own = view_.look(path);
      if (own) view.put(path, *own);
    }
    return view;
  }

  [[nodiscard]] MutantOutcome refused(const Mutant& mutant, State state) const {
    if (std::ranges::find(mutant.expected, state) != mutant.expected.end()) {
      return {mutant.mutation, Fate::refused, state, {}};
    }
    const bool is_unread = state == State::drifted || state == State::missing;
    if (is_unread && breaks_syntax(mutant)) {
      return {mutant.mutation, Fate::refused, state, "the mutant does not parse"};
    }
    return {mutant.mutation, Fate::unexpected, state, {}};
  }

  /// Says whether the mutant has syntax errors that the base has not: they may hide its scope.
  [[nodiscard]] bool breaks_syntax(const Mutant& mutant) const {
    return std::ranges::any_of(mutant.files, [&](const auto& file) {
      const Language language = language_of(file.first);
      const Result<Entry> base = view_.look(file.first);
      if (!judges_syntax(language) || !file.second.is_file() || !base || !base->is_file()) {
        return false;
      }
      return cache_.of(file.second.bytes, language)->outline().error_count >
             cache_.of(base->bytes, language)->outline().error_count;
    });
  }

  /// A patch all of whose edits fit is refused for what it would make.
  [[nodiscard]] MutantOutcome refused(const Mutant& mutant, const PatchFinding& finding) const {
    if (finding.state != State::pristine) return refused(mutant, finding.state);
    const auto why = std::ranges::find(finding.diagnostics, Severity::error, &Diagnostic::severity);
    return {mutant.mutation, Fate::refused, State::pristine,
            why == finding.diagnostics.end() ? "" : std::string(name_of(why->code))};
  }

  void complain(std::size_t index, const Mutant& mutant, const MutantOutcome& outcome,
                Diagnostics& said) const {
    const std::string word(name_of(mutant.mutation));
    if (outcome.verdict == Fate::accepted) {
      said.push_back(about(here_, index, Code::mutant_accepted,
                           fmt::format("on a base with '{}' the edit still fits", word)));
      said.back().hint =
          "see 'patcher diff' on such a base: choose an anchor, a scope or a pin that tells it";
    } else if (outcome.verdict == Fate::unexpected) {
      said.push_back(about(here_, index, Code::mutant_accepted,
                           fmt::format("a base with '{}' reads as {}, expected {}", word,
                                       name_of(*outcome.state), words_of(mutant.expected))));
      said.back().hint = "choose an anchor, a scope or a pin that tells what happened";
    }
  }

  const Patch& whole_;  ///< As it is written,
  const Patch& here_;   ///< and as it stands to the view.
  const PatchFinding& finding_;
  const View& view_;
  SourceCache& cache_;
};

/// By what a base tells that `placed` is to be dropped.
std::vector<std::string> drop_signals(const Placed& placed, SourceCache& cache) {
  View result = placed.before;
  result.advance(*placed.step);
  std::vector<std::string> signals;
  if (undo_found(*placed.item.patch, result, cache)) signals.emplace_back("result");
  if (!placed.item.patch->obsolete_if.empty()) signals.emplace_back("evidence");
  return signals;
}

bool has(const std::vector<std::string>& signals, std::string_view signal) {
  return std::ranges::find(signals, signal) != signals.end();
}

/// A note where nothing in a base could show what `drop_when` waits for.
Diagnostics unseen_claim(const Patch& patch, const std::vector<std::string>& signals) {
  const bool is_refused_upstream = patch.upstream.state == Upstream::State::rejected;
  const bool is_seen = has(signals, "evidence") || (has(signals, "result") && !is_refused_upstream);
  if (is_seen || patch.upstream.state == Upstream::State::not_applicable) return {};
  Diagnostic note = about(patch, Code::claim_untrue,
                          fmt::format("nothing in a base would show that '{}' is to be dropped, as "
                                      "'drop_when' says it is to be",
                                      patch.id),
                          "say by 'obsolete_if' what upstream's own cure brings");
  note.severity = Severity::note;
  note.notes.push_back({fmt::format("'drop_when' says: {}", patch.upstream.drop_when)});
  if (is_refused_upstream)
    note.notes.push_back({"upstream rejected it, so its result never comes"});
  return {std::move(note)};
}

std::string why_not_drilled(const PatchOutcome& patch) {
  if (is_left_out(patch)) return fmt::format("it is left out: {}", patch.left_out);
  return fmt::format("it is {}", name_of(*patch.state));
}

}  // namespace

Drill drill(const Assessment& base, const Selection& selection) {
  Drill all;
  SourceCache& cache = base.job().cache;
  const Sequence set = lay(base.items(fitting(base, selection)), base.stack().base, cache);
  for (const Placed& placed : set.items) {
    const bool is_new = placed.item.patch != nullptr && placed.finding && placed.step;
    if (!is_new) continue;
    all.patches.push_back(PatchDriller(placed, cache).run(all.said));
    all.patches.back().drop_signals = drop_signals(placed, cache);
    append(all.said, unseen_claim(*placed.item.patch, all.patches.back().drop_signals));
  }
  for (const Verdict& verdict : base.verdicts()) {
    const PatchOutcome& patch = verdict.outcome;
    const bool is_drilled =
        std::ranges::find(all.patches, patch.id, &PatchDrill::id) != all.patches.end();
    if (is_drilled || !is_selected(selection, patch.id)) continue;
    all.patches.push_back({patch.id, patch.tree, {}, why_not_drilled(patch)});
  }
  return all;
}

}  // namespace patcher
