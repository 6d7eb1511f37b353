// SPDX-License-Identifier: MIT
#include "patcher/plan/text_finding.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "patcher/locate/scope.hpp"
#include "patcher/plan/alternatives.hpp"
#include "patcher/plan/anchor_faults.hpp"
#include "patcher/plan/scope_diagnosis.hpp"
#include "patcher/plan/text_diagnosis.hpp"
#include "patcher/plan/text_search.hpp"

namespace patcher {
namespace {

/// How far the ranges reach that begin up to an offset; they are passed in ascending order.
class Reach {
 public:
  void pass(ByteRange range) {
    if (range.begin != here_) {
      before_ = std::max(before_, at_here_);
      at_here_ = 0;
      here_ = range.begin;
    }
    at_here_ = std::max(at_here_, range.end);
  }
  /// Says whether `range` lies in one that was passed and is not the same.
  [[nodiscard]] bool covers(ByteRange range) const {
    const bool is_same = here_ == range.begin && range.end == at_here_;
    // An empty range at the beginning lies in nothing that was not passed.
    return (before_ > 0 && range.end <= before_) ||
           (at_here_ > 0 && range.end <= at_here_ && !is_same);
  }

 private:
  std::size_t before_ = 0;   // The furthest end of those that begin before `here_`,
  std::size_t at_here_ = 0;  // and of those that begin there.
  std::size_t here_ = 0;
};

/// `spots` without those that lie in one of `others` and are not the same; both are ascending.
std::vector<Spot> outside_of(const std::vector<Spot>& spots, const std::vector<Spot>& others) {
  std::vector<Spot> kept;
  auto next = others.begin();
  Reach reach;
  for (const Spot& spot : spots) {
    for (; next != others.end() && next->range.begin <= spot.range.begin; ++next) {
      reach.pass(next->range);
    }
    if (!reach.covers(spot.range)) kept.push_back(spot);
  }
  return kept;
}

/// Says whether new lines hold a string or heredoc over several of them, which is data: putting an
/// indentation on it changes a program.
bool has_literal(const Search& search) {
  const auto* lines = std::get_if<LineShape>(&search.shape);
  if (lines == nullptr || lines->old_base) return false;
  return !multi_line_literals(search.edit.text, search.text.language()).empty();
}

/// Says whether that text, which has such a literal, would stand on another indentation at `spot`.
bool would_be_reindented(const Search& search, const Spot& spot) {
  const auto* lines = std::get_if<LineShape>(&search.shape);
  const Block block = dedented(search.edit.text);
  const auto fresh = lines->result_lines.begin() + static_cast<std::ptrdiff_t>(lines->kept_before);
  if (fresh == lines->result_lines.end() || fresh->base == Base::none) return false;
  const std::optional<std::string> base = shifted(spot.base, search.edit.reindent);
  return !base || *base != block.dropped;
}

/// Of two patches at one insertion point, the later one's text comes after. Says whether it moved.
/// An anchor that holds the earlier text is no such case: its place is meant as it is.
bool move_behind(Splice& splice, ByteRange anchor, const std::vector<ByteRange>& inserted) {
  const std::size_t asked = splice.range.begin;
  bool again = splice.is_insertion();
  while (again) {
    again = false;
    for (const ByteRange& range : inserted) {
      if (range.begin != splice.range.begin || range.overlaps(anchor)) continue;
      if (range.empty()) continue;
      splice.range = {range.end, range.end};
      again = true;
    }
  }
  return splice.range.begin != asked;
}

Finding pristine(const Search& search, const std::vector<Spot>& old_places) {
  Finding finding;
  finding.state = State::pristine;
  finding.places = ranges_of(old_places);
  finding.anchors = finding.places;
  const std::vector<ByteRange> inserted = search.context.view.inserted(search.edit.file);
  const bool holds_literal = has_literal(search);
  for (const Spot& spot : old_places) {
    if (holds_literal && would_be_reindented(search, spot)) return literal_unfit(search, spot);
    Change change = forward(search.shape, spot, search.text);
    if (const auto* why = std::get_if<Unfit>(&change)) return unfit_text(search, spot, *why);
    if (move_behind(std::get<Splice>(change), spot.range, inserted)) finding.behind_earlier = true;
    finding.forward.push_back(std::get<Splice>(std::move(change)));
  }
  sort(finding.forward);
  return finding;
}

Finding applied(const Search& search, const std::vector<Spot>& results) {
  Finding finding;
  finding.state = State::applied;
  finding.places = ranges_of(results);
  for (const Spot& spot : results) {
    Change change = backward(search.shape, spot, search.text);
    if (const auto* why = std::get_if<Unfit>(&change)) return unfit_text(search, spot, *why);
    if (auto* splice = std::get_if<Splice>(&change)) finding.backward.push_back(std::move(*splice));
  }
  sort(finding.backward);
  return finding;
}

Finding judged(const Search& search, const Places& places) {
  if (places.size() > search.edit.count) return ambiguous(search, places);
  if (places.size() < search.edit.count) return drifted(search, places);
  if (places.results.empty()) return pristine(search, places.anchors);
  if (places.anchors.empty()) return applied(search, places.results);
  return partial(search, places);
}

/// The first line of what git-lfs leaves in place of a file that it has not fetched.
bool is_lfs_pointer(std::string_view bytes) {
  return bytes.starts_with("version https://git-lfs.github.com/spec/");
}

/// Says whether an anchor that stands nowhere means that nothing of the edit is there: one end of a
/// span may be, or the lines at another indentation, or a result that no bytes can show.
bool is_certain_of_absence(const Search& search, const Finding& finding) {
  const Anchor& anchor = search.edit.anchor;
  const bool is_part_of_more = std::holds_alternative<SpanAnchor>(anchor) ||
                               std::holds_alternative<DefinitionAnchor>(anchor);
  return !is_part_of_more && !search.edit.indent && !finding.may_be_done &&
         !is_lfs_pointer(search.text.bytes());
}

Finding judge(const Search& search) {
  const auto sides = sides_of(search.shape, search.text, search.within);
  if (const auto* fault = std::get_if<SearchFault>(&sides)) return given_up(search, *fault);
  const Places places = standing_apart(std::get<Places>(sides));
  Finding finding = judged(search, places);
  finding.seen = places.size();
  finding.absent = finding.seen == 0 && is_certain_of_absence(search, finding);
  return finding;
}

/// Says whether a scope that is missing is nowhere: not in a branch that is not read, nor in text
/// that does not parse.
bool is_certain_of_absence(const ScopeFault& fault, const Scope& scope, const SourceText& text) {
  if (is_lfs_pointer(text.bytes())) return false;
  if (fault.kind == ScopeFault::Kind::line_missing) {
    // A region that begins and does not end may be there.
    return fault.line == scope.region->from && fault.line != scope.region->to;
  }
  return fault.kind == ScopeFault::Kind::missing && text.outline().syntax_errors.empty() &&
         !skipped_definition(scope.path, text, Branches::all);
}

Finding find_one_anchor(const EditContext& context, const TextEdit& edit, const SourceText& text) {
  auto shape = shape_of(edit, text.language());
  if (const auto* fault = std::get_if<EditFault>(&shape)) {
    Finding finding;
    finding.diagnostics.push_back(spelling_error(context.patch, context.index, edit, *fault));
    return finding;
  }
  Search search{context, edit, text, std::get<Shape>(std::move(shape)), text.all()};
  if (edit.scope) {
    const auto place = place_of(*edit.scope, text);
    if (const auto* fault = std::get_if<ScopeFault>(&place)) {
      Finding finding = scope_unfit(search, *fault);
      finding.absent = is_certain_of_absence(*fault, *edit.scope, text);
      return finding;
    }
    search.within = std::get<ByteRange>(place);
  }
  return judge(search);
}

/// How the scope of `edit` has changed against its pins, if it is there and has.
std::optional<Finding> off_its_pins(const EditContext& context, const TextEdit& edit,
                                    const SourceText& text) {
  if (!edit.scope || !edit.scope->is_pinned()) return std::nullopt;
  const bool is_there = std::holds_alternative<ByteRange>(place_of(*edit.scope, text));
  const auto changed = is_there ? broken_pin(*edit.scope, text) : std::nullopt;
  auto shape = shape_of(edit, text.language());
  auto* fitting = std::get_if<Shape>(&shape);
  if (!changed || fitting == nullptr) return std::nullopt;
  return scope_unfit({context, edit, text, std::move(*fitting), text.all()}, *changed);
}

}  // namespace

std::vector<ByteRange> ranges_of(const std::vector<Spot>& spots) {
  std::vector<ByteRange> ranges;
  for (const Spot& spot : spots) ranges.push_back(spot.range);
  return ranges;
}

Places standing_apart(const Places& all) {
  return {outside_of(all.anchors, all.results), outside_of(all.results, all.anchors)};
}

Finding find_text_edit(const EditContext& context, const TextEdit& edit, const SourceText& text) {
  Finding finding =
      edit.others.empty() ? find_one_anchor(context, edit, text) : find_one_of(context, edit, text);
  // What is pinned is what the edit finds, not what it leaves.
  if (finding.state == State::applied || finding.may_be_done) return finding;
  auto off = off_its_pins(context, edit, text);
  return off ? *std::move(off) : std::move(finding);
}

}  // namespace patcher
