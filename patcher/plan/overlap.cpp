// SPDX-License-Identifier: MIT
#include "patcher/plan/overlap.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace patcher {
namespace {

bool changes(const Splice& splice, const ByteRange& anchor) {
  if (splice.is_insertion()) {
    return anchor.begin < splice.range.begin && splice.range.begin < anchor.end;
  }
  return splice.range.overlaps(anchor);
}

bool collide(const Splice& a, const Splice& b) {
  if (a.is_insertion() && b.is_insertion()) return a.range.begin == b.range.begin;
  return changes(a, b.range) || changes(b, a.range) || a.range.overlaps(b.range);
}

template <class Left, class Right, class Relation>
bool any_pair(const std::vector<Left>& left, const std::vector<Right>& right, Relation related) {
  for (const Left& a : left) {
    if (std::any_of(right.begin(), right.end(), [&](const Right& b) { return related(a, b); })) {
      return true;
    }
  }
  return false;
}

/// Says whether an edit changes a part of a file.
bool is_text(const Edit& edit, const Finding& finding) {
  const bool is_table = std::holds_alternative<TableEdit>(edit.what);
  return std::holds_alternative<TextEdit>(edit.what) ||
         std::holds_alternative<JsonEdit>(edit.what) || (is_table && !finding.makes);
}
bool is_mode(const Edit& edit) { return std::holds_alternative<ModeOf>(edit.what); }

bool overlap(const Edit& first, const Finding& a, const Edit& second, const Finding& b) {
  if (is_text(first, a) && is_text(second, b)) {
    return any_pair(a.forward, b.forward, collide) || any_pair(a.forward, b.anchors, changes) ||
           any_pair(b.forward, a.anchors, changes);
  }
  // A file's mode may change beside its text; a file that comes or goes has no other edit.
  return is_mode(first) == is_mode(second) || (!is_text(first, a) && !is_text(second, b)) ||
         (!is_mode(first) && !is_mode(second));
}

bool overlaps_itself(const Finding& finding) {
  for (std::size_t i = 1; i < finding.forward.size(); ++i) {
    if (collide(finding.forward[i - 1], finding.forward[i])) return true;
  }
  return false;
}

Diagnostic overlap_of(const Patch& patch, std::size_t first, std::size_t second) {
  const Edit& one = patch.edits[first];
  const Edit& other = patch.edits[second];
  const std::string& file = file_of(other).str();
  Diagnostic diagnostic = about(
      patch, second, Code::edits_overlap,
      first == second
          ? fmt::format("places of edit {} overlap each other in '{}'", one.number, file)
          : fmt::format("edits {} and {} change the same bytes of '{}', or one changes what the "
                        "other is anchored on",
                        one.number, other.number, file));
  if (first != second) {
    diagnostic.notes.push_back({"the other edit", one.anchor_where, {}, one.lines});
  }
  diagnostic.hint = "the edits of one patch are simultaneous: make them one edit, or two patches";
  return diagnostic;
}

/// Errors for each edit before `index` that overlaps the edit there.
Diagnostics overlaps_before(const Patch& patch, const std::vector<Finding>& findings,
                            std::size_t index) {
  Diagnostics all;
  const Edit& edit = patch.edits[index];
  for (std::size_t i = 0; i < index; ++i) {
    const Edit& earlier = patch.edits[i];
    if (file_of(earlier) != file_of(edit)) continue;
    if (!overlap(earlier, findings[i], edit, findings[index])) continue;
    all.push_back(overlap_of(patch, i, index));
  }
  return all;
}

}  // namespace

Diagnostics overlaps(const Patch& patch, const std::vector<Finding>& findings) {
  Diagnostics all;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (overlaps_itself(findings[i])) all.push_back(overlap_of(patch, i, i));
    append(all, overlaps_before(patch, findings, i));
  }
  return all;
}

}  // namespace patcher
