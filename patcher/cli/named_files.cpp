// SPDX-License-Identifier: MIT
#include "patcher/cli/named_files.hpp"

#include <string>
#include <vector>

namespace patcher {

std::set<TreePath> files_of(const Patch& patch, const Tree& tree) {
  std::set<TreePath> files = files_named_by(patch);
  for (const std::string& glob : globs_of(patch)) {
    const Result<std::vector<Match>> caught = tree.match(glob);
    if (!caught) continue;
    for (const Match& match : *caught) files.insert(match.path);
  }
  return files;
}

}  // namespace patcher
