// SPDX-License-Identifier: MIT
#pragma once

namespace patcher {

/// How a commit stands to the history of a checkout, or of a commit.
enum class InHistory {
  yes,         ///< It is that commit, or an ancestor of it.
  no,          ///< It is neither; the repository may not even have such a commit.
  cannot_tell  ///< There is no repository, or not its whole history (a shallow clone).
};

}  // namespace patcher
