// SPDX-License-Identifier: MIT
#include "patcher/import/file_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "patcher/core/diff_text.hpp"
#include "patcher/import/anchored_edit.hpp"

namespace patcher {
namespace {

/// A run of lines that changes, and how it is said.
struct Run {
  LineChange change;
  std::optional<AnchoredEdit> said = {};

  [[nodiscard]] std::size_t end() const { return change.before + change.removed; }
  [[nodiscard]] bool is_hunk() const {
    return said && std::holds_alternative<HunkAnchor>(said->edit.anchor);
  }
  /// Whether the edit leaves the lines of its anchor alone, so that another may lean on them.
  [[nodiscard]] bool spares_its_anchor() const {
    return is_hunk() || said->edit.action == Action::insert_between;
  }
};

/// Both changes and what stands between them, as one.
LineChange merged(const LineChange& one, const LineChange& next) {
  return {one.before, next.before + next.removed - one.before, one.after,
          next.after + next.added - one.after};
}

class Saying {
 public:
  Saying(const TwoSides& sides, Sayings sayings) : sides_(sides), sayings_(sayings) {
    for (const LineChange& change : changes_between(sides.old_lines(), sides.new_lines())) {
      runs_.push_back({change});
    }
  }

  Result<SaidText> say() {
    for (std::size_t i = 0; i < runs_.size();) {
      if (say_one(i)) {
        ++i;
      } else if (runs_.size() == 1) {
        return unsayable();
      } else {
        i = merge(i);
      }
    }
    return result();
  }

 private:
  [[nodiscard]] Room room_of(std::size_t index) const {
    Room room{0, 0, sides_.old_lines().size()};
    if (index > 0) {
      const Run& above = runs_[index - 1];
      room.first = above.said->region.end;
      room.shared_first = above.spares_its_anchor() ? above.end() : room.first;
    }
    if (index + 1 < runs_.size()) room.end = runs_[index + 1].change.before;
    return room;
  }

  bool say_one(std::size_t index) {
    Run& run = runs_[index];
    const Room room = room_of(index);
    run.said.reset();
    if (sayings_ == Sayings::anchored_or_hunks) run.said = anchored_edit(sides_, run.change, room);
    if (!run.said) run.said = hunk_edit(sides_, run.change, room);
    return run.said.has_value();
  }

  /// Makes one of the run at `index` and the neighbour that is nearer; gives the new one's index.
  std::size_t merge(std::size_t index) {
    const auto gap = [&](std::size_t upper) {
      return runs_[upper + 1].change.before - runs_[upper].end();
    };
    const bool is_last = index + 1 == runs_.size();
    const bool upwards = is_last || (index > 0 && gap(index - 1) <= gap(index));
    const std::size_t upper = upwards ? index - 1 : index;
    runs_[upper] = {merged(runs_[upper].change, runs_[upper + 1].change)};
    runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(upper) + 1);
    return upper;
  }

  [[nodiscard]] Diagnostic unsayable() const {
    const LineChange& change = runs_.front().change;
    Diagnostic diagnostic;
    diagnostic.code = Code::place_unfit;
    diagnostic.message = fmt::format(
        "no edit says what becomes of lines {} to {} of '{}': whatever it is anchored on "
        "stands in more places than one",
        change.before + 1, change.before + change.removed, sides_.file().str());
    diagnostic.target = {sides_.file().str(), static_cast<std::uint32_t>(change.before + 1), 1};
    diagnostic.hint = "write that edit by hand, and import the rest";
    return diagnostic;
  }

  [[nodiscard]] SaidText result() const {
    SaidText text;
    for (const Run& run : runs_) {
      if (!run.is_hunk()) {
        text.edits.push_back(run.said->edit);
        continue;
      }
      const LineRegion& region = run.said->region;
      text.hunks += hunk_text(sides_.old_lines(), sides_.new_lines(), {&run.change, 1},
                              {run.change.before - region.first, region.end - run.end()});
    }
    return text;
  }

  const TwoSides& sides_;
  Sayings sayings_;
  std::vector<Run> runs_;
};

}  // namespace

Result<SaidText> said_text(const TwoSides& sides, Sayings sayings) {
  return Saying(sides, sayings).say();
}

}  // namespace patcher
