// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {

/// One patch with `edits` on a tree in which `bytes` stand under a name of each kind.
inline PatchFinding find(const std::string& edits, const std::string& bytes) {
  SourceCache cache;
  const MemoryTree tree{
      {"f", bytes}, {"f.py", bytes}, {"f.cu", bytes}, {"f.sh", bytes}, {"f.txt", bytes}};
  return find_patch(patch_of(edits), View(tree), cache);
}

/// What the patch makes of the bytes, or why it makes nothing of them.
inline std::string edited(const std::string& edits, const std::string& bytes) {
  const PatchFinding finding = find(edits, bytes);
  if (!finding.step || has_error(finding.diagnostics)) {
    return finding.diagnostics.empty() ? "no step" : finding.diagnostics.front().message;
  }
  return *finding.step->files.begin()->second.after.bytes;
}

inline Code first_code(const PatchFinding& finding) {
  return finding.diagnostics.empty() ? Code::internal : finding.diagnostics.front().code;
}

}  // namespace patcher::testing
