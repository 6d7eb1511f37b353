// SPDX-License-Identifier: MIT
#include "patcher/manifest/json_edit.hpp"

#include <algorithm>

namespace patcher {

bool is_undone_by_bytes(const JsonChange& change) {
  if (!change.remove.empty()) return false;
  if (change.before == JsonBefore::absent) return true;
  return std::ranges::all_of(change.set, [&](const JsonSet& set) {
    const auto was = change.must_equal.find(set.pointer);
    const bool is_told = was != change.must_equal.end();
    return is_told && was->second.front() != '{' && was->second.front() != '[';
  });
}

}  // namespace patcher
