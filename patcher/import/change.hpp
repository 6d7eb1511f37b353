// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "patcher/core/tree_path.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// One file of a change, with what stands at its path before and after.
struct ChangedPath {
  TreePath path;                 ///< Where it is after the change; where it was, if it goes.
  std::optional<TreePath> from;  ///< Where it was, if it moves; nothing is there afterwards.
  Entry before;                  ///< Absent where the file comes.
  Entry after;                   ///< Absent where it goes.
};

/// What a change says of itself.
struct ChangeMessage {
  std::string title;                ///< One line.
  std::string why;                  ///< Lines without a final newline; may be empty.
  std::vector<std::string> links;   ///< URLs that the message names.
  std::string drop_when;            ///< When a patch of this change is not needed any more.
  std::vector<std::string> origin;  ///< Where the change is from, in lines; no path of a host.
};

/// Existing work, as the two sides of each file.
struct Change {
  std::vector<ChangedPath> files;  ///< Ascending by path; each differs in bytes, mode or path.
  ChangeMessage message;
};

}  // namespace patcher
