// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace patcher {

/// A commit as people know it.
struct CommitLine {
  std::string id;       ///< 40 hex digits.
  std::string date;     ///< When it was committed, in UTC: `2026-11-03T12:00:00Z`.
  std::string subject;  ///< The first paragraph of its message in one line.
  bool is_merge = false;

  friend bool operator==(const CommitLine&, const CommitLine&) = default;
};

}  // namespace patcher
