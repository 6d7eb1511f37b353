// SPDX-License-Identifier: MIT
#include "patcher/history/course.hpp"

#include <algorithm>
#include <iterator>

namespace patcher {

bool fits(State state) { return state == State::pristine || state == State::excluded; }

std::optional<std::size_t> break_of(const std::vector<State>& states) {
  const auto last_fit = std::find_if(states.rbegin(), states.rend(), fits);
  const bool is_broken = last_fit != states.rbegin() && last_fit != states.rend();
  if (!is_broken) return std::nullopt;
  return static_cast<std::size_t>(last_fit.base() - states.begin());
}

Course course_of(const std::vector<State>& states, const std::vector<HistoryPoint>& points) {
  Course course{states.back(), {}};
  for (std::size_t i = 0; i < states.size(); ++i) {
    const bool is_new = i == 0 || states[i] != states[i - 1];
    if (is_new) course.changes.push_back({states[i], points[i].commit});
  }
  std::ranges::reverse(course.changes);
  // Where it does not fit anywhere, upstream may still have brought it on the way.
  const auto broken = break_of(states);
  if (broken) course.broken_by = points[*broken].commit;
  if (fits(states.back())) return course;
  const auto from = std::next(states.begin(), static_cast<std::ptrdiff_t>(broken.value_or(1)));
  const auto had = std::find(from, states.end(), State::obsolete);
  const bool had_before = !broken && states.front() == State::obsolete;
  if (had == states.end() || had_before) return course;
  course.upstreamed_by = points[static_cast<std::size_t>(had - states.begin())].commit;
  return course;
}

}  // namespace patcher
