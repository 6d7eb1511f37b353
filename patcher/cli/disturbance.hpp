// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <utility>

#include "patcher/cli/session.hpp"

namespace patcher {

/// Files, each with its tree's name first.
using TreeFiles = std::set<std::pair<std::string, TreePath>>;

/// What is not as the records of the session's trees have it: files that a patch wrote and that
/// were changed since. A command that a run starts must add none: whatever it built or judged would
/// be of other bytes than the record says.
class Disturbance {
 public:
  /// Looks at the trees now, before the command is started.
  explicit Disturbance(const Session& session);

  /// What is not as it was left, at the last look.
  [[nodiscard]] const TreeFiles& files() const { return files_; }

  /// Looks again, and gives in words what came to be so since the last look: `'f' of tree 't'`,
  /// comma between them; empty for nothing. A tree whose record cannot be read is named as a whole.
  [[nodiscard]] std::string look_again();

 private:
  [[nodiscard]] TreeFiles look() const;

  const Session& session_;
  TreeFiles files_;
};

}  // namespace patcher
