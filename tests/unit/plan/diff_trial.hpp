// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {

/// The manifest of one patch that edits by `diff`, or the errors in it.
inline Result<LoadedManifest> load_diff(const std::string& diff, const std::string& more = "") {
  return load_manifest("m.yaml",
                       MemorySource({{"m.yaml", manifest_text({"p.yaml"})},
                                     {"p.yaml", patch_text("p", "- diff: x.diff\n" + more)},
                                     {"x.diff", diff}}));
}

/// The same for a diff that must be a good one.
inline Manifest diff_patch(const std::string& diff, const std::string& more = "") {
  auto loaded = load_diff(diff, more);
  if (loaded) return std::move(loaded->manifest);
  ADD_FAILURE() << loaded.error().diagnostics().front().message << '\n' << diff;
  return {};
}

}  // namespace patcher::testing
