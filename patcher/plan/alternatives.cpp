// SPDX-License-Identifier: MIT
#include "patcher/plan/alternatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "patcher/locate/near_note.hpp"
#include "patcher/plan/text_finding.hpp"

namespace patcher {
namespace {

/// One anchor and how it stands.
struct Judged {
  std::size_t alternative;
  Finding finding;
};

/// Says whether it is unknown whether the anchor is there: a scope or a search was in vain.
bool cannot_be_told(const Finding& finding) {
  if (finding.state == State::missing) return true;
  return finding.state == State::drifted && !finding.diagnostics.empty() &&
         finding.diagnostics.front().code != Code::anchor_not_found;
}

/// Whole lines and a part of them are the same place.
bool same_places(const std::vector<ByteRange>& a, const std::vector<ByteRange>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ByteRange& x, const ByteRange& y) { return x.overlaps(y); });
}

/// Says whether every anchor reads as done at the same places, as those with one result do.
bool share_a_result(const std::vector<Judged>& present) {
  return std::all_of(present.begin(), present.end(), [&](const Judged& judged) {
    return judged.finding.state == State::applied &&
           same_places(judged.finding.places, present.front().finding.places);
  });
}

/// Adds the first few notes of each finding, its anchor named.
void add_notes(const std::vector<Judged>& all, Diagnostic& diagnostic) {
  constexpr std::size_t kMostOfEach = 3;
  for (const Judged& judged : all) {
    const std::vector<Note>& notes = judged.finding.diagnostics.front().notes;
    for (std::size_t i = 0; i < notes.size() && i < kMostOfEach; ++i) {
      Note note = notes[i];
      note.message = fmt::format("alternative {}: {}", judged.alternative, note.message);
      diagnostic.notes.push_back(std::move(note));
    }
  }
}

Finding none_of(const std::vector<Judged>& all) {
  Finding finding = all.front().finding;
  Diagnostic& diagnostic = finding.diagnostics.front();
  diagnostic.message = fmt::format("none of {} alternatives: {}", all.size(), diagnostic.message);
  diagnostic.notes.clear();
  add_notes(all, diagnostic);
  for (const Judged& judged : all) {
    finding.may_be_done |= judged.finding.may_be_done;
    finding.absent &= judged.finding.absent;
  }
  return finding;
}

Finding several_of(const EditContext& context, const std::vector<Judged>& present,
                   const SourceText& text) {
  Diagnostic diagnostic =
      about(context.patch, context.index, Code::anchor_ambiguous,
            fmt::format("{} of the alternatives are there, expected 1", present.size()));
  Finding finding;
  finding.state = State::ambiguous;
  const std::string& file = std::get<TextEdit>(context.patch.edits[context.index].what).file.str();
  for (const Judged& judged : present) {
    for (const ByteRange& place : judged.finding.places) {
      Note note = note_at(text, place.begin, file);
      note.message = fmt::format("alternative {} {} here", judged.alternative,
                                 judged.finding.state == State::applied ? "is done" : "stands");
      note.lines.push_back(excerpt_of(text, text.lines().line_at(place.begin)));
      diagnostic.notes.push_back(std::move(note));
      finding.places.push_back(place);
    }
    finding.seen += judged.finding.seen;
  }
  diagnostic.hint = "narrow the alternatives or the scope, so that one of them is left";
  finding.diagnostics.push_back(std::move(diagnostic));
  return finding;
}

}  // namespace

std::vector<TextEdit> alternatives_of(const TextEdit& edit) {
  TextEdit alone = edit;
  alone.others.clear();
  std::vector<TextEdit> alternatives{alone};
  for (const Anchor& other : edit.others) {
    alternatives.push_back(alone);
    alternatives.back().anchor = other;
  }
  return alternatives;
}

Finding find_one_of(const EditContext& context, const TextEdit& edit, const SourceText& text) {
  std::vector<Judged> all;
  for (TextEdit alternative : alternatives_of(edit)) {
    // The whole edit is held to its pins, not each anchor: one that is not there has none to keep.
    if (alternative.scope) alternative.scope->pins = {};
    all.push_back({all.size(), find_text_edit(context, alternative, text)});
    if (cannot_be_told(all.back().finding)) return all.back().finding;
  }
  std::vector<Judged> present;
  std::copy_if(all.begin(), all.end(), std::back_inserter(present),
               [](const Judged& judged) { return !has_no_place(judged.finding); });
  if (present.empty()) return none_of(all);
  if (present.size() > 1 && !share_a_result(present)) return several_of(context, present, text);
  Finding finding = std::move(present.front().finding);
  if (present.size() == 1) finding.alternative = present.front().alternative;
  return finding;
}

}  // namespace patcher
