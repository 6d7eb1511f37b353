// SPDX-License-Identifier: MIT
// New lines that stand deeper or less deep than the place that they are put at.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/plan/edit_trial.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kTokens = "- {file: f.py, find_tokens: 'if x:', ";
const std::string kNode =
    "- file: f.py\n  find_node: '(if_statement (identifier) @n (#eq? @n \"x\")) @target'\n  ";
const std::string kSpan = "- {file: f.py, span: {from: 'if x:', to: 'end()'}, ";
const std::string kUnder = "insert_after: \"go()\\nif y:\\n    stop()\\n\", reindent: 4}\n";

TEST(Reindent, PutsLinesUnderTokens) {
  EXPECT_EQ(edited(kTokens + kUnder, "def f():\n  if x:\n      pass\n"),
            "def f():\n  if x:\n      go()\n      if y:\n          stop()\n      pass\n");
}

TEST(Reindent, PutsLinesBesideANode) {
  EXPECT_EQ(
      edited(kNode + "insert_after: 'go()'\n  reindent: -4\n", "if y:\n    if x:\n        pass\n"),
      "if y:\n    if x:\n        pass\ngo()\n");
}

TEST(Reindent, PutsLinesInPlaceOfASpan) {
  EXPECT_EQ(edited(kSpan + "replace: 'await go()', reindent: 4}\n",
                   "def f():\n    if y:\n        a()\n    if x:\n        b()\n    end()\n"),
            "def f():\n    if y:\n        a()\n        await go()\n    end()\n");
}

TEST(Reindent, PutsLinesBeforeASpan) {
  EXPECT_EQ(edited(kSpan + "insert_before: 'go()', reindent: 4}\n",
                   "if y:\n    a()\nif x:\n    b()\nend()\n"),
            "if y:\n    a()\n    go()\nif x:\n    b()\nend()\n");
}

TEST(Reindent, ShiftsEachAlternative) {
  const std::string edit =
      "- {file: f.py, any_of: [{find: 'if x:'}, {find_tokens: 'if (x):'}], insert_after: 'go()', "
      "reindent: 4}\n";

  EXPECT_EQ(edited(edit, "if x:\n    pass\n"), "if x:\n    go()\n    pass\n");
  EXPECT_EQ(edited(edit, "if ( x ):\n    pass\n"), "if ( x ):\n    go()\n    pass\n");
}

TEST(Reindent, ReadsAsDoneAndIsTakenBack) {
  const std::string base = "def f():\n  if x:\n      pass\n";
  const std::string done = edited(kTokens + kUnder, base);
  SourceCache cache;
  const MemoryTree tree{{"f.py", done}};

  EXPECT_EQ(find(kTokens + kUnder, done).state, State::applied);
  const auto undone = undo_found(patch_of(kTokens + kUnder), View(tree), cache);
  ASSERT_TRUE(undone);
  EXPECT_EQ(*undone->files.begin()->second.after.bytes, base);
}

TEST(Reindent, IsRefusedWhereTheIndentationIsTooSmall) {
  const PatchFinding finding =
      find(kTokens + "insert_before: 'go()', reindent: -4}\n", "def f():\n  if x:\n    pass\n");

  EXPECT_EQ(first_code(finding), Code::indentation_unfit);
  EXPECT_EQ(finding.diagnostics.front().message,
            "'reindent: -4' takes more spaces than an indentation of 2 bytes has at its end");
  EXPECT_EQ(finding.diagnostics.front().target.line, 2U);
}

TEST(Reindent, IsRefusedBehindTabs) {
  for (const std::string& edit : {kTokens + kUnder, kSpan + "replace: 'go()', reindent: 4}\n"}) {
    const PatchFinding finding = find(edit, "def f():\n\tif x:\n\t\tpass\n\tend()\n");

    EXPECT_EQ(first_code(finding), Code::indentation_unfit);
    EXPECT_EQ(finding.diagnostics.front().message,
              "'reindent: 4' would put spaces behind the tabs of this indentation");
  }
}

TEST(Reindent, DoesNotMoveAString) {
  const std::string edit = "- file: f.py\n  find_tokens: 'if x:'\n  reindent: 4\n";
  const std::string text = "  insert_after: |1\n     s = \"\"\"\n     a\"\"\"\n";

  EXPECT_EQ(first_code(find(edit + text, "if y:\n  if x:\n    pass\n")), Code::indentation_unfit);
  EXPECT_EQ(edited(edit + "  insert_after: |2\n        s = \"\"\"\n        a\"\"\"\n",
                   "if x:\n    pass\n"),
            "if x:\n    s = \"\"\"\n    a\"\"\"\n    pass\n");
}

TEST(Reindent, LeavesDirectivesAtTheirColumn) {
  EXPECT_EQ(
      edited("- {file: f.cu, find_tokens: 'f();', insert_after: \"#if A\\n    g();\\n#endif\", "
             "reindent: 4}\n",
             "void h() {\n  f();\n}\n"),
      "void h() {\n  f();\n#if A\n    g();\n#endif\n}\n");
}

TEST(Placing, TellsALaterLineThatHasNoRoom) {
  const PatchFinding finding =
      find("- {file: f.py, find_tokens: 'f(a)', replace: \"    g(\\n  a)\"}\n", "x = f(a)\n");

  EXPECT_EQ(first_code(finding), Code::indentation_unfit);
  EXPECT_THAT(finding.diagnostics.front().message, HasSubstr("further left than its first"));
}

TEST(Placing, TakesAStringThatStandsAtColumn0) {
  EXPECT_EQ(
      edited("- {file: f.cu, find_tokens: 'f();', insert_after: \"#if A\\n  g(R\\\"(\\n)\\\");"
             "\\n#endif\"}\n",
             "void h() {\n  f();\n}\n"),
      "void h() {\n  f();\n#if A\n  g(R\"(\n)\");\n#endif\n}\n");
}

}  // namespace
}  // namespace patcher::testing
