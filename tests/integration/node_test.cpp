// SPDX-License-Identifier: MIT
// Edits anchored on a node of the syntax tree, through the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/one_patch.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kAfterLaunch =
    "- file: a.py\n"
    "  find_node: |\n"
    "    (expression_statement (call function: (_) @f (#eq? @f \"launch\"))) @target\n"
    "  insert_after: started = True\n";

TEST(NodeEdits, GoAfterTheEndOfAStatementAndBack) {
  const std::string wrapped = "if x:\r\n\tlaunch(\r\n\t\ta,  # why\r\n\t)\r\n\tgo()\r\n";
  const Sandbox box(one_patch(kAfterLaunch, "a.py", wrapped));

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a.py"),
            "if x:\r\n\tlaunch(\r\n\t\ta,  # why\r\n\t)\r\n\tstarted = True\r\n\tgo()\r\n");
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);

  EXPECT_EQ(box.read("tree/a.py"), wrapped);
}

TEST(NodeEdits, FindFunctionsOfOtherLanguages) {
  const Sandbox box(
      one_patch("- file: a.cu\n"
                "  find_node: '(return_statement (call_expression function: (_) @f (#eq? @f "
                "\"f\"))) @target'\n"
                "  replace: return g(1, 2);\n",
                "a.cu", "__global__ void k() {}\nint h() {\n  return f(1,\n           2);\n}\n"));

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a.cu"), "__global__ void k() {}\nint h() {\n  return g(1, 2);\n}\n");
}

TEST(NodeEdits, NameEveryPlaceOfTwo) {
  const Sandbox box(one_patch(kAfterLaunch, "a.py", "launch()\nlaunch(\n    1)\n"));

  EXPECT_THAT(refusal(box, 1), AllOf(HasSubstr("anchor matches 2 places, expected 1"),
                                     HasSubstr("a.py:1:1"), HasSubstr("a.py:2:1")));
}

TEST(NodeEdits, NameTheConditionThatFails) {
  const Sandbox box(one_patch(kAfterLaunch, "a.py", "x = 1\nlunch(x)\n"));

  EXPECT_THAT(refusal(box, 1), AllOf(HasSubstr("anchor-not-found"), HasSubstr("a.py:2:1"),
                                     HasSubstr("the nodes fit, but not '#eq? @f \"launch\"'")));
}

TEST(NodeEdits, AreRefusedBesideASyntaxError) {
  const Sandbox box(one_patch(kAfterLaunch, "a.py", "launch()\nx = (\n"));

  EXPECT_THAT(refusal(box, 1), AllOf(HasSubstr("[syntax-error]"), HasSubstr("nodes are a guess")));
}

TEST(NodeEdits, AreRefusedWhereALineCannotGo) {
  const Sandbox box(one_patch(kAfterLaunch, "a.py", "launch(); go()\n"));

  EXPECT_THAT(refusal(box, 1), AllOf(HasSubstr("[place-unfit]"), HasSubstr("a.py:1:8")));
}

TEST(NodeEdits, WithTooCostlyAQueryAreGivenUp) {
  std::string list = "x = [";
  for (int i = 0; i < 5000; ++i) list += "a, ";
  const Sandbox box(one_patch(
      "- {file: a.py, find_node: '(list (_)* (_)* (_) @target (_)* (integer))', replace: b}\n",
      "a.py", list + "]\n"));

  EXPECT_THAT(refusal(box, 1), HasSubstr("[pattern-too-costly]"));
}

TEST(NodeEdits, WithAnUnknownNodeAreRefusedByLint) {
  const Sandbox box(
      one_patch("- {file: a.py, find_node: '(cal) @target', replace: long}\n", "a.py", "f()\n"));

  const RunResult result = box.run("lint m.yaml");

  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("p.yaml:8:27: error"), HasSubstr("has no node 'cal'"),
                    HasSubstr("did you mean 'call'?"), HasSubstr("[invalid-manifest]")));
  refusal(box, 2);
}

TEST(NodeEdits, OfAnUnknownLanguageAreRefusedByLint) {
  const Sandbox box(
      one_patch("- {file: a.txt, find_node: '(x) @target', replace: long}\n", "a.txt", "a\n"));

  const RunResult result = box.run("lint m.yaml");

  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("[not-supported]"), HasSubstr("whose syntax")));
  refusal(box, 2);
}

TEST(NodeEdits, AreShownAsTheyAreSpelled) {
  const Sandbox box(one_patch(kAfterLaunch, "a.py", "launch()\n"));

  const RunResult shown = box.run("show m.yaml p");
  const RunResult json = box.run("show m.yaml p --format json");

  EXPECT_THAT(shown.out, AllOf(HasSubstr("find_node:"), HasSubstr("(#eq? @f \"launch\")")));
  EXPECT_THAT(json.out, HasSubstr("\"find_node\""));
}

}  // namespace
}  // namespace patcher::testing
