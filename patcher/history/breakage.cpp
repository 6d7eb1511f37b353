// SPDX-License-Identifier: MIT
#include "patcher/history/breakage.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "patcher/core/line_diff.hpp"
#include "patcher/core/line_index.hpp"
#include "patcher/history/upstream_share.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/plan/patch_finding.hpp"

namespace patcher {
namespace {

/// Lines of a text, 0-based and half-open.
struct LineRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

LineRange lines_at(const LineIndex& lines, ByteRange range) {
  if (lines.size() == 0) return {};
  const std::size_t last = range.end > range.begin ? range.end - 1 : range.begin;
  return {lines.line_at(range.begin), lines.line_at(last) + 1};
}

/// The lines into which `changes` turned `old`. A change that reaches into it is taken in whole.
LineRange turned(LineRange old, const std::vector<LineChange>& changes) {
  std::ptrdiff_t begin_shift = 0;
  std::ptrdiff_t end_shift = 0;
  LineRange now;
  std::optional<std::size_t> first;
  std::optional<std::size_t> last;
  for (const LineChange& change : changes) {
    const auto shift =
        static_cast<std::ptrdiff_t>(change.added) - static_cast<std::ptrdiff_t>(change.removed);
    const std::size_t end = change.before + change.removed;
    if (end <= old.begin && change.before < old.begin) begin_shift += shift;
    if (change.before < old.end) end_shift += shift;
    const bool meets = change.before < old.end && end > old.begin;
    if (!meets) continue;
    if (!first && change.before <= old.begin) first = change.after;
    if (end >= old.end) last = change.after + change.added;
  }
  now.begin = first.value_or(old.begin + static_cast<std::size_t>(begin_shift));
  now.end = last.value_or(old.end + static_cast<std::size_t>(end_shift));
  return now;
}

DriftLines shown(const std::string& file, std::string_view text, LineRange range) {
  constexpr std::size_t kMost = 8;
  const LineIndex lines(text);
  DriftLines result{file, {}, 0};
  const std::size_t end = std::min(range.end, lines.size());
  for (std::size_t i = range.begin; i < std::min(end, range.begin + kMost); ++i) {
    result.lines.push_back(
        {static_cast<std::uint32_t>(i + 1), std::string(lines.text(i)), std::vector<ByteRange>()});
  }
  const std::size_t count = end > range.begin ? end - range.begin : 0;
  result.left_out = count - std::min(count, kMost);
  return result;
}

/// One breakage, looked at from both sides.
class Explanation {
 public:
  Explanation(const BreakingCommit& breaking, PatchDrift& drift)
      : breaking_(breaking),
        drift_(drift),
        cache_(KnownMacros{breaking.spec.definitions, breaking.spec.undefined}) {}

  [[nodiscard]] Status run(const Patch& patch) {
    auto before = breaking_.repository.tree_at(breaking_.before.id);
    if (!before) return std::move(before).error();
    auto after = breaking_.repository.tree_at(breaking_.commit.id);
    if (!after) return std::move(after).error();
    before_ = *std::move(before);
    after_ = *std::move(after);
    const View view(*before_);
    const PatchFinding finding = find_patch(patch, view, cache_);
    if (finding.step) drift_.share = share_of(*finding.step, *after_);
    for (std::size_t i = 0; i < finding.edits.size(); ++i) {
      const Edit& edit = finding.patch->edits[i];
      Status told = explain(edit, finding.edits[i]);
      if (!told) return told;
    }
    return {};
  }

 private:
  Status explain(const Edit& edit, const Finding& finding) {
    const auto drift = std::ranges::find(drift_.edits, edit.number, &EditDrift::index);
    const bool broke_here =
        drift != drift_.edits.end() && drift->course.broken_by == breaking_.commit;
    if (!broke_here) return {};
    const TreePath& file = file_of(edit);
    const Result<Entry> old = before_->look(file);
    const Result<Entry> now = after_->look(file);
    if (!old || !old->is_file()) return {};
    std::string at = file.str();
    if (now && !now->is_file()) {
      const Status told = follow(file, at);
      if (!told) return told;
    }
    if (finding.places.empty() || !drift->before.lines.empty()) return {};
    show_place(*old, at, finding.places.front(), *drift);
    return {};
  }

  /// Finds where the commit moved `file`; `at` gets that path.
  Status follow(const TreePath& file, std::string& at) {
    const auto renamed = breaking_.repository.renamed(breaking_.commit.id, file.str());
    if (!renamed) return renamed.error();
    if (!*renamed) return {};
    at = (*renamed)->to;
    const auto known = std::ranges::find(drift_.moved, file.str(), &MovedFile::from);
    if (known == drift_.moved.end()) {
      drift_.moved.push_back({file.str(), at, (*renamed)->likeness, breaking_.commit});
    }
    return {};
  }

  void show_place(const Entry& old, const std::string& at, ByteRange place, EditDrift& drift) {
    const LineIndex lines(*old.bytes);
    const LineRange range = lines_at(lines, place);
    drift.before = shown(drift.file, *old.bytes, range);
    const auto path = TreePath::parse(at);
    const Result<Entry> now = path ? after_->look(*path) : Entry{};
    if (!now || !now->is_file()) return;
    const auto changes = changes_between(lines_of(*old.bytes), lines_of(*now->bytes));
    drift.after = shown(at, *now->bytes, turned(range, changes));
  }

  const BreakingCommit& breaking_;
  PatchDrift& drift_;
  SourceCache cache_;
  std::unique_ptr<StoredTree> before_;
  std::unique_ptr<StoredTree> after_;
};

}  // namespace

Status explain_breakage(const BreakingCommit& breaking, const Patch& patch, PatchDrift& drift) {
  return Explanation(breaking, drift).run(patch);
}

}  // namespace patcher
