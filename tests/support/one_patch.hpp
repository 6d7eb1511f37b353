// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {

/// A sandbox's files: manifest `m.yaml` of one patch `p`, and one file of the tree.
inline Files one_patch(const std::string& edits, const std::string& file,
                       const std::string& bytes) {
  return {{"m.yaml", manifest_text({"p.yaml"})},
          {"p.yaml", patch_text("p", edits)},
          {"tree/" + file, bytes}};
}

/// Runs `apply`, demands that it refuses with `exit` and leaves the tree alone; what it said.
inline std::string refusal(const Sandbox& box, int exit) {
  const Snapshot before = box.snapshot();
  const RunResult result = box.run("apply m.yaml");
  EXPECT_EQ(result.exit, exit) << result.text().substr(0, 2000);
  EXPECT_TRUE(box.snapshot() == before);
  return result.err;
}

/// Applies the patch twice and takes it back, all of the tree compared each time; what it made.
inline std::string there_and_back(const Sandbox& box, const std::string& file) {
  const std::string base = box.read("tree/" + file);
  const RunResult applied = box.run("apply m.yaml");
  EXPECT_EQ(applied.exit, 0) << applied.text().substr(0, 2000);
  std::string made = box.read("tree/" + file);
  const Snapshot done = box.snapshot();
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_TRUE(box.snapshot() == done);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_TRUE(box.read("tree/" + file) == base);
  return made;
}

}  // namespace patcher::testing
