// SPDX-License-Identifier: MIT
// The next step that a refusal names, and that it leads out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

/// Runs `command` and demands that it refuses with `exit` and changes nothing.
std::string refusal_of(const Sandbox& box, const std::string& command, int exit = 1) {
  const Snapshot before = box.snapshot("");
  const RunResult result = box.run(command);
  EXPECT_EQ(result.exit, exit) << command << "\n" << result.text();
  EXPECT_EQ(box.snapshot(""), before) << command;
  return result.err;
}

TEST(Hint, NamesThePatchThatAnotherOneMustComeAfter) {
  const Sandbox box({{"m.yaml", manifest_text({"late.yaml", "early.yaml"})},
                     {"early.yaml", patch_text("early", "- {file: f, find: V=1, replace: V=2}\n")},
                     {"late.yaml", patch_text("late", "- {file: f, find: V=2, replace: V=3}\n")},
                     {"tree/f", "V=1\n"}});

  EXPECT_EQ(refusal_of(box, "apply m.yaml"),
            "late.yaml:8:19: error: anchor not found in 'f' [anchor-not-found]\n"
            "    8 | - {file: f, find: V=2, replace: V=3}\n"
            "      |                   ^~~\n"
            "  --> f:1:3 (tree t, patch late, edit 0)\n"
            "  f:1:3: note: nearest text: line 1 differs in one word\n"
            "    1 | V=1\n"
            "      |   ^\n"
            "  note: expected\n"
            "      | V=2\n"
            "      |   ^\n"
            "  hint: it fits after patch 'early': put 'late' below 'early' in the manifest\n");
  box.write("m.yaml", manifest_text({"early.yaml", "late.yaml"}));
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
}

TEST(Hint, TellsAFolderFromAFileInTheWay) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {add_file: a/b/new, content: x}\n"
                                           "- {add_file: c, content: x}\n"
                                           "- {mode_of: d, mode: '0755'}\n"
                                           "- {mode_of: e, mode: '0755', was: '0640'}\n"
                                           "- {add_file: g, content: x}\n")},
                     {"tree/a/b", "a file\n"},
                     {"tree/c/in", "x"},
                     {"tree/d/in", "x"},
                     {"tree/e", "x"},
                     {"tree/g", "y"}});

  const std::string err = refusal_of(box, "apply m.yaml");

  EXPECT_THAT(err, HasSubstr("error: 'a/b/new' needs a folder 'a/b', and a file stands there "
                             "[path-in-the-way]\n"));
  EXPECT_THAT(err, HasSubstr("  hint: see whether upstream made a file of that folder, or choose "
                             "another path\n"));
  EXPECT_THAT(err, HasSubstr("error: 'c' is to be a new file: a folder stands there "
                             "[not-a-regular-file]\n"));
  EXPECT_THAT(err, HasSubstr("  hint: choose another path for the new file, or see what upstream "
                             "put there\n"));
  EXPECT_THAT(err, HasSubstr("error: 'd' is not a regular file: a folder stands there "
                             "[not-a-regular-file]\n"));
  EXPECT_THAT(err, HasSubstr("  hint: see what upstream made of the file, or whether the root is "
                             "right\n"));
  EXPECT_THAT(err, HasSubstr("error: 'e' has mode 0644, expected 0640 [mode-differs]\n"));
  EXPECT_THAT(err, HasSubstr("  hint: see whether upstream changed the mode, or whoever copied the "
                             "tree\n"));
  EXPECT_THAT(err, HasSubstr("  hint: compare the two: take what upstream has now into the patch, "
                             "or drop the edit\n"));
}

TEST(Hint, OfARequirementNamesTheCommand) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: f, find: V=1, replace: V=2}\n")},
                     {"tree/f", "V=1\n"}});

  EXPECT_THAT(refusal_of(box, "status m.yaml --require applied"),
              HasSubstr("required is applied [state-required]\n"
                        "  --> tree t, patch p\n"
                        "  hint: 'patcher apply' applies it\n"));
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_THAT(refusal_of(box, "status m.yaml --require pristine"),
              HasSubstr("  hint: 'patcher revert' undoes it\n"));
}

TEST(Hint, OfABrokenLockIsToMakeItAnew) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: f, find: V=1, replace: V=2}\n")},
                     {"tree/f", "V=1\n"}});
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  std::string lock = box.read("m.lock.yaml");
  box.write("m.lock.yaml", lock.replace(lock.find("\ntrees:"), 7, "\ntres:"));

  EXPECT_EQ(refusal_of(box, "apply m.yaml --locked", 2),
            "m.lock.yaml:11:1: error: unknown key 'tres' in a lock [unknown-key]\n"
            "   11 | tres:\n"
            "      | ^~~~\n"
            "  hint: did you mean 'trees'? Or make it anew with 'patcher lock m.yaml', or restore "
            "it\n");
  EXPECT_EQ(box.run("lock m.yaml").exit, 0);
  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 0);
}

}  // namespace
}  // namespace patcher::testing
