// SPDX-License-Identifier: MIT
#include "patcher/plan/near_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/memory_tree.hpp"

namespace patcher {
namespace {

const MemoryTree kTree{{"atom/core/engine.py", ""}, {"atom/core/worker.py", ""},
                       {"atom/old/queue.py", ""},   {"a/x/init.py", ""},
                       {"a/y/init.py", ""},         {"a/z/init.py", ""},
                       {"a/v/init.py", ""},         {"setup.py", ""}};

/// The hint for a file that is not in `kTree`; "none" where it stays as it was.
std::string hint_for(const std::string& path, Code code = Code::file_missing) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.target.file = path;
  diagnostic.hint = "none";
  Diagnostics all{diagnostic};
  hint_at_near_files(kTree, all);
  return all.front().hint;
}

TEST(NearFile, OfNearlyThatSpellingIsNamed) {
  EXPECT_EQ(hint_for("atom/core/engin.py"), "did you mean 'atom/core/engine.py'?");
  EXPECT_EQ(hint_for("atom/cor/worker.py"), "did you mean 'atom/core/worker.py'?");
}

TEST(NearFile, OfThatNameInAnotherFolderIsNamed) {
  EXPECT_EQ(hint_for("atom/model/queue.py"),
            "a file of that name stands at 'atom/old/queue.py': see whether upstream moved it");
}

TEST(NearFile, IsNotGuessedAmongMany) { EXPECT_EQ(hint_for("a/another/init.py"), "none"); }

TEST(NearFile, IsNotSoughtInTheRootNorForOtherFaults) {
  EXPECT_EQ(hint_for("setpu.py"), "none");
  EXPECT_EQ(hint_for("atom/core/engin.py", Code::anchor_not_found), "none");
  EXPECT_EQ(hint_for("atom/[x]/[y]/engine.py"), "none");
}

}  // namespace
}  // namespace patcher
