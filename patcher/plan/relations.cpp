// SPDX-License-Identifier: MIT
#include "patcher/plan/relations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/core/glob.hpp"
#include "patcher/plan/adoption.hpp"
#include "patcher/plan/edit_places.hpp"
#include "patcher/plan/finding.hpp"

namespace patcher {
namespace {

std::string anchor_text(const Edit& edit) {
  const auto* text = std::get_if<TextEdit>(&edit.what);
  if (text == nullptr) return {};
  std::string anchors = spelled(text->anchor);
  for (const Anchor& other : text->others) anchors += "\n" + spelled(other);
  return anchors;
}

std::string_view without_blanks(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t") - first + 1);
}

/// Says whether some non-blank line of `anchor` stands in `text`.
bool brings_a_line_of(std::string_view text, std::string_view anchor) {
  while (!anchor.empty()) {
    const std::size_t newline = anchor.find('\n');
    const std::string_view line = without_blanks(anchor.substr(0, newline));
    if (!line.empty() && text.find(line) != std::string_view::npos) return true;
    anchor = newline == std::string_view::npos ? std::string_view{} : anchor.substr(newline + 1);
  }
  return false;
}

bool may_share_a_file(const Edit& a, const Edit& b) {
  const std::string& one = file_of(a).str();
  const std::string& other = file_of(b).str();
  if (has_glob(a) && has_glob(b)) return true;
  return one == other || (has_glob(a) && catches(one, other)) ||
         (has_glob(b) && catches(other, one));
}

/// Says whether `earlier` would have made something that `edit` looks for.
bool makes_what_it_needs(const Edit& earlier, const Edit& edit) {
  if (!may_share_a_file(earlier, edit)) return false;
  if (const auto* add = std::get_if<AddFile>(&earlier.what)) {
    return brings_a_line_of(add->content, anchor_text(edit)) || anchor_text(edit).empty();
  }
  if (std::holds_alternative<MoveHere>(earlier.what)) return true;
  const auto* text = std::get_if<TextEdit>(&earlier.what);
  return text != nullptr && brings_a_line_of(text->text, anchor_text(edit));
}

/// Says whether some edit of `earlier` would have made something that `patch` looks for.
bool makes_what_it_needs(const Patch& earlier, const Patch& patch) {
  for (const Edit& made : earlier.edits) {
    const bool needed = std::any_of(patch.edits.begin(), patch.edits.end(), [&](const Edit& edit) {
      return makes_what_it_needs(made, edit);
    });
    if (needed) return true;
  }
  return false;
}

/// The last earlier patch that does not fit itself and should have made what `patch` looks for.
const Patch* blocker(const UnfitItem& unfit, const Patch& patch) {
  for (std::size_t i = unfit.index; i > 0; --i) {
    const Placed& earlier = unfit.planned.items[i - 1];
    if (earlier.step || earlier.item.patch == nullptr) continue;
    if (makes_what_it_needs(*earlier.item.patch, patch)) return earlier.item.patch;
  }
  return nullptr;
}

std::string name_of_item(const StackItem& item) {
  return item.patch != nullptr ? item.patch->id : item.layer->recorded.patch;
}

Diagnostic conflict_error(const Patch& patch, const Placed& earlier) {
  const std::string other = name_of_item(earlier.item);
  Diagnostic diagnostic =
      about(patch, Code::patch_conflict,
            fmt::format("patch '{}' fits only without patch '{}', which comes before it", patch.id,
                        other),
            fmt::format("write '{}' for the text that '{}' leaves, or drop one of them", patch.id,
                        other));
  if (earlier.item.patch != nullptr) {
    diagnostic.notes.push_back(
        {fmt::format("patch '{}'", other), earlier.item.patch->where, {}, {}});
  }
  return diagnostic;
}

/// Whether two findings show people the same text, wherever it stands.
bool shows_same(const Diagnostics& a, const Diagnostics& b) {
  const auto same_note = [](const Note& left, const Note& right) {
    return std::equal(left.lines.begin(), left.lines.end(), right.lines.begin(), right.lines.end(),
                      [](const ExcerptLine& l, const ExcerptLine& r) { return l.text == r.text; });
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const Diagnostic& left, const Diagnostic& right) {
                      return std::equal(left.notes.begin(), left.notes.end(), right.notes.begin(),
                                        right.notes.end(), same_note);
                    });
}

/// Says that the lines of `diagnostic` are those of a file as earlier patches leave it, where they
/// are, and leads its place to the bytes as found.
void say_planned(const UnfitItem& unfit, Diagnostic& diagnostic) {
  const auto path = TreePath::parse(diagnostic.target.file);
  const View& planned = unfit.planned.items[unfit.index].before;
  if (!path || planned.steps(*path) == unfit.found.steps(*path)) return;
  const Result<Entry> entry = planned.look(*path);
  if (!entry || !entry->is_file()) return;
  const auto text = unfit.cache.of(entry->bytes, language_of(*path));
  if (diagnostic.target.line == 0 || diagnostic.target.line > text->lines().size()) return;
  const ByteRange line = text->lines().whole(diagnostic.target.line - 1);
  const auto places = places_before({unfit.found, unfit.cache}, *path, {line}, planned);
  diagnostic.target.line = places.empty() ? 0 : places.front().line;
  diagnostic.target.column = 0;
  diagnostic.notes.insert(
      diagnostic.notes.begin(),
      {"the lines below are those of the file as the patches before this one leave it",
       {path->str(), diagnostic.target.line, 0},
       {},
       {}});
}

/// The first later patch of the set that makes `patch` fit, which then stands in a wrong order.
const Patch* enabler(const UnfitItem& unfit, const Patch& patch) {
  const std::vector<Placed>& items = unfit.planned.items;
  for (std::size_t i = unfit.index + 1; i < items.size(); ++i) {
    const Patch* later = items[i].item.patch;
    if (later == nullptr || !items[i].step || !makes_what_it_needs(*later, patch)) continue;
    const View& after = i + 1 < items.size() ? items[i + 1].before : unfit.planned.end;
    if (find_patch(patch, after, unfit.cache).state == State::pristine) return later;
  }
  return nullptr;
}

void add_order_hint(const Patch& patch, const Patch& later, Verdict& verdict) {
  for (Diagnostic& diagnostic : verdict.why) {
    diagnostic.hint = fmt::format("it fits after patch '{}': put '{}' below '{}' in the manifest",
                                  later.id, patch.id, later.id);
  }
}

bool is_fit_state(State state) { return state == State::pristine || state == State::applied; }

}  // namespace

Diagnostic unrecorded_error(const Patch& patch) {
  const std::string hint = "another tool, or upstream, made the change: ";
  const auto unknown = unknown_before(patch);
  return about(
      patch, Code::unrecorded,
      "the result of this patch is there already, but no record knows of it",
      unknown ? hint + fmt::format("it cannot be adopted, because nobody knows {}; restore the "
                                   "files from the base, or drop the patch",
                                   *unknown)
              : hint +
                    "'apply --adopt' records it as it stands; or restore the files from the "
                    "base, or drop the patch");
}

Diagnostic applied_by_another_error(const Patch& patch, const RecordedPatch& recorded) {
  return about(
      patch, Code::unrecorded,
      fmt::format("this patch was applied by manifest '{}', not by this one", recorded.manifest),
      fmt::format("revert it with manifest '{}', then apply", recorded.manifest));
}

Diagnostic renamed_tree_error(const Patch& patch, const RecordedPatch& recorded,
                              const Manifest& manifest) {
  return about(
      patch, Code::unrecorded,
      fmt::format("this manifest applied the patch when the tree was called '{}'", recorded.tree),
      fmt::format(
          "'patcher revert --recorded {} --root {}=DIR' takes all of it out, then apply; or "
          "give the tree its name back",
          manifest.name, recorded.tree));
}

Diagnostic partial_error(const Patch& patch, const PatchOutcome& outcome) {
  Diagnostic diagnostic = about(patch, Code::partly_applied,
                                "some edits of this patch are done already, others are not",
                                "restore its files from the base, then apply");
  for (const EditOutcome& edit : outcome.edits) {
    diagnostic.notes.push_back(
        {fmt::format("edit {} of '{}' is {}", edit.index, edit.file, name_of(*edit.state)),
         {edit.file, edit.places.empty() ? 0 : edit.places.front().line, 0},
         edit.places.empty() ? std::string() : edit.places.front().in,
         {}});
  }
  return diagnostic;
}

Diagnostic unprovable_error(const Patch& patch) {
  return about(patch, Code::round_trip_failed,
               "the result seems to be there, but undoing it and applying the patch again "
               "does not give the same bytes",
               "restore the files from the base, then apply");
}

Diagnostic upstream_has_it_error(const Patch& patch) {
  return about(patch, Code::obsolete,
               "the result of this patch stands in the base: upstream has made the change",
               fmt::format("drop the patch ({})", patch.upstream.drop_when));
}

Diagnostic obsolete_error(const Patch& patch, const Claim& evidence) {
  Diagnostic diagnostic = about(
      patch, Code::obsolete,
      fmt::format("the base has its own cure: 'obsolete_if' holds in '{}'", evidence.file.str()),
      fmt::format("drop the patch ({})", patch.upstream.drop_when));
  diagnostic.where = evidence.where;
  diagnostic.target.file = evidence.file.str();
  return diagnostic;
}

Diagnostic orphan_error(const RecordedPatch& recorded, const std::string& excluded) {
  Diagnostic diagnostic;
  diagnostic.code = Code::orphan;
  diagnostic.message =
      excluded.empty()
          ? fmt::format("patch '{}' is recorded for this manifest, which no longer has it",
                        recorded.patch)
          : fmt::format("patch '{}' is recorded, but not for this base: {}", recorded.patch,
                        excluded);
  diagnostic.patch = recorded.patch;
  diagnostic.tree = recorded.tree;
  diagnostic.hint = "'apply --upgrade' removes it";
  return diagnostic;
}

Diagnostic bytes_decide_note(const RecordedPatch& gone, const Patch* patch) {
  Diagnostic note;
  note.severity = Severity::note;
  note.code = Code::bytes_decide;
  note.message =
      "the record says that this patch is applied, but its files are back at their base; the "
      "bytes decide";
  if (patch != nullptr) note.where = patch->where;
  note.patch = gone.patch;
  note.tree = gone.tree;
  return note;
}

void explain_unfit(const UnfitItem& unfit, Verdict& verdict) {
  const Patch& patch = *verdict.patch;
  if (is_fit_state(*verdict.outcome.state)) return;
  if (const Placed* earlier = culprit(unfit.planned, unfit.index, patch, unfit.cache)) {
    verdict.outcome.state = State::drifted;
    verdict.why.insert(verdict.why.begin(), conflict_error(patch, *earlier));
    return;
  }
  if (verdict.outcome.state != State::drifted && verdict.outcome.state != State::missing) return;
  if (const Patch* earlier = blocker(unfit, patch)) {
    verdict.outcome.state = State::blocked;
    verdict.why.insert(
        verdict.why.begin(),
        about(patch, Code::patch_blocked,
              fmt::format("stands on patch '{}', which does not fit itself", earlier->id),
              fmt::format("mend '{}' first", earlier->id)));
    return;
  }
  const PatchFinding as_found = find_patch(patch, unfit.found, unfit.cache);
  if (as_found.state == verdict.outcome.state && shows_same(as_found.diagnostics, verdict.why)) {
    verdict.why = as_found.diagnostics;
  } else {
    for (Diagnostic& diagnostic : verdict.why) say_planned(unfit, diagnostic);
  }
  const Patch* later = enabler(unfit, patch);
  if (later != nullptr) add_order_hint(patch, *later, verdict);
}

}  // namespace patcher
