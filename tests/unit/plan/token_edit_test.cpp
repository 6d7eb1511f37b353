// SPDX-License-Identifier: MIT
// Edits that are anchored on tokens: their states, what they write, how they are taken back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/plan/edit_trial.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kCall = "- {file: f.py, find_tokens: 'f(a, b)', replace: 'gather(a, b)'}\n";
const std::string kAfter = "- {file: f.py, find_tokens: 'x = f(a, b)', insert_after: 'g(x)'}\n";
const std::string kBefore = "- {file: f.py, find_tokens: 'x = f(a, b)', insert_before: 'g()'}\n";
const std::string kDeleted = "- {file: f.py, find_tokens: 'log(a, b)', replace: ''}\n";
const std::string kWrapped = "if c:\n    x = f(\n        a,  # why\n        b,\n    )\ny = 1\n";

struct StateCase {
  std::string name;
  std::string edits;
  std::string bytes;
  State state;
};

class TokenEdit : public ::testing::TestWithParam<StateCase> {};

TEST_P(TokenEdit, HasOneState) {
  const StateCase& about = GetParam();

  EXPECT_EQ(find(about.edits, about.bytes).state, about.state);
}

INSTANTIATE_TEST_SUITE_P(
    All, TokenEdit,
    ::testing::Values(
        StateCase{"Pristine", kCall, kWrapped, State::pristine},
        StateCase{"Applied", kCall, "x = gather(a, b)\n", State::applied},
        StateCase{"AppliedAndLaidOutAnew", kCall, "x = gather(\n    a,\n    b,\n)\n",
                  State::drifted},
        StateCase{"AnchorAndResult", kCall, "f(a, b)\ngather(a, b)\n", State::ambiguous},
        StateCase{"Twice", kCall, "f(a, b)\nf(a,\n  b)\n", State::ambiguous},
        StateCase{"OneTokenOff", kCall, "f(a, c)\n", State::drifted},
        StateCase{"Insertion", kAfter, kWrapped, State::pristine},
        StateCase{"InsertionDone", kAfter, "x = f(a,\n      b)\ng(x)\n", State::applied},
        StateCase{"Deletion", kDeleted, "log(a, b)\nx = 1\n", State::pristine},
        StateCase{"DeletionDone", kDeleted, "x = 1\n", State::drifted}),
    [](const auto& about) { return about.param.name; });

TEST(TokenEdit, ReplacesFromTheFirstTokenToTheLast) {
  EXPECT_EQ(edited(kCall, kWrapped), "if c:\n    x = gather(a, b)\ny = 1\n");
}

TEST(TokenEdit, PutsLaterLinesOnTheIndentationOfThePlace) {
  EXPECT_EQ(
      edited("- file: f.py\n  find_tokens: f(a, b)\n  replace: |\n    g(\n        a,\n    )\n",
             "if c:\r\n\tx = f(a, b)\r\n"),
      "the new text would mix tabs and spaces in one indentation");
  EXPECT_EQ(
      edited("- file: f.py\n  find_tokens: f(a, b)\n  replace: |\n    g(\n        a,\n    )\n",
             "if c:\r\n  x = f(a, b)\r\n"),
      "if c:\r\n  x = g(\r\n      a,\r\n  )\r\n");
}

TEST(TokenEdit, InsertsWholeLinesBesideAWrappedStatement) {
  EXPECT_EQ(edited(kAfter, kWrapped),
            "if c:\n    x = f(\n        a,  # why\n        b,\n    )\n    g(x)\ny = 1\n");
  EXPECT_EQ(edited(kBefore, kWrapped),
            "if c:\n    g()\n    x = f(\n        a,  # why\n        b,\n    )\ny = 1\n");
  EXPECT_EQ(edited(kAfter, "x = f(a, b)  # why"), "x = f(a, b)  # why\ng(x)");
}

TEST(TokenEdit, NeverPutsALineInsideAnotherOne) {
  EXPECT_EQ(first_code(find(kAfter, "x = f(a, b); y = 1\n")), Code::place_unfit);
  EXPECT_EQ(first_code(find(kAfter, "x = f(a, b) \\\n  + 1\n")), Code::place_unfit);
  EXPECT_EQ(first_code(find(kBefore, "y = 1; x = f(a, b)\n")), Code::place_unfit);
  EXPECT_EQ(first_code(find("- {file: f.cu, find_tokens: 'f();', insert_after: 'g();'}\n",
                            "f(); /* a\n b */\n")),
            Code::place_unfit);
}

TEST(TokenEdit, TakesTheLinesOfADeletionAlongWhereTheyAreItsOwn) {
  EXPECT_EQ(edited(kDeleted, "y = 1\nlog(a,\n    b)\nx = 1\n"), "y = 1\nx = 1\n");
  EXPECT_EQ(edited(kDeleted, "y = 1; log(a, b)\n"), "y = 1; \n");
}

TEST(TokenEdit, DoesNotMoveTheLinesOfAString) {
  const std::string text =
      "- file: f.py\n  find_tokens: f(a, b)\n  replace: |\n    g('''\n    one\n    ''')\n";

  EXPECT_EQ(first_code(find(text, "if c:\n    x = f(a, b)\n")), Code::indentation_unfit);
  EXPECT_EQ(edited(text, "x = f(a, b)\n"), "x = g('''\none\n''')\n");
}

TEST(TokenEdit, IsTakenBackByTheRecordWithItsOldLayout) {
  const Manifest manifest = manifest_of({kCall});
  const MemoryTree base{{"f.py", kWrapped}};

  const Carried done = carry(Way::apply, manifest, base, {});
  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  const Carried undone = carry(Way::revert, manifest, done.tree, done.record);

  EXPECT_EQ(again.states, (std::vector<State>{State::applied}));
  EXPECT_EQ(undone.tree.files().at("f.py"), kWrapped);
}

TEST(TokenEdit, StaysInItsScope) {
  const std::string two = "def one():\n    f(a, b)\n\n\ndef two():\n    f(\n        a, b\n    )\n";

  EXPECT_EQ(
      edited("- {file: f.py, scope: two, find_tokens: 'f(a, b)', replace: 'gather(a, b)'}\n", two),
      "def one():\n    f(a, b)\n\n\ndef two():\n    gather(a, b)\n");
}

TEST(TokenEdit, OfAnUnknownLanguageIsNotSupported) {
  EXPECT_EQ(first_code(find("- {file: f.txt, find_tokens: a, replace: bcde}\n", "a\n")),
            Code::not_supported);
}

TEST(TokenEdit, NamesTheTokenThatDiffers) {
  const PatchFinding finding = find(kCall, "x = f(\n    a,\n    c,\n)\n");

  ASSERT_EQ(finding.diagnostics.size(), 1U);
  EXPECT_EQ(finding.diagnostics[0].target.line, 3U);
  EXPECT_THAT(finding.diagnostics[0].notes.at(0).message, HasSubstr("only 'c' stands for 'b'"));
}

struct Unfitting {
  std::string name;
  std::string edit;
  std::string bytes;
};

class UnfitLines : public ::testing::TestWithParam<Unfitting> {};

TEST_P(UnfitLines, AreRefused) {
  const Unfitting& about = GetParam();

  const PatchFinding finding = find(about.edit, about.bytes);

  EXPECT_EQ(first_code(finding), Code::place_unfit);
  EXPECT_FALSE(finding.step);
}

std::string shell_edit(const std::string& rest) { return "- {file: f.sh, " + rest + "}\n"; }

INSTANTIATE_TEST_SUITE_P(
    All, UnfitLines,
    ::testing::Values(
        Unfitting{"DeletedFromAContinuedCommand", shell_edit("find_tokens: --flag, replace: ''"),
                  "run a \\\n  --flag\nnext\n"},
        Unfitting{"DeletedFromAContinuedExpression",
                  "- {file: f.py, find_tokens: b, replace: ''}\n", "x = a + \\\n        b\nc()\n"},
        Unfitting{"DeletedFromAMacrosEnd", "- {file: f.cu, find_tokens: 'bar(x)', replace: ''}\n",
                  "#define M(x) \\\n  foo(x); \\\n  bar(x)\nint g = 1;\n"},
        Unfitting{"PutIntoAContinuedCommand",
                  shell_edit("find_tokens: --flag, insert_before: echo hi"),
                  "run a \\\n  --flag\nnext\n"},
        Unfitting{"PutIntoAMacrosEnd",
                  "- {file: f.cu, find_tokens: 'bar(x);', insert_before: 'int baz(x);'}\n",
                  "#define M(x) \\\n  foo(x); \\\n  bar(x);\nint g = 1;\n"},
        Unfitting{"PutIntoAHeredoc", shell_edit("find_tokens: cat <<EOF, insert_after: echo hi"),
                  "cat <<EOF\nbody\nEOF\n"},
        Unfitting{"PutIntoAStringBehind",
                  "- {file: f.py, find_node: (interpolation) @target, insert_after: y = 1}\n",
                  "x = f\'\'\'a {b}\n  c\'\'\'\n"},
        Unfitting{"PutIntoAStringBefore",
                  "- {file: f.py, find_node: (interpolation) @target, insert_before: y = 1}\n",
                  "x = f\'\'\'a\n  {b}\'\'\'\n"}),
    [](const auto& about) { return about.param.name; });

TEST(TokenEdit, IsGivenUpWhereALoneReturnEndsALineToPython) {
  const PatchFinding finding =
      find("- {file: f.py, find_tokens: 'f(a)', replace: g(abc)}\n", "x = f\r(a)\n");

  EXPECT_EQ(first_code(finding), Code::syntax_error);
  EXPECT_FALSE(finding.step);
}

TEST(TokenEdit, IsGivenUpInAShellFileThatIsNotRead) {
  const std::string bytes = std::string(std::size_t{5} << 20U, '\n') + "go a\n";

  const PatchFinding finding = find(shell_edit("find_tokens: go a, replace: went a"), bytes);

  EXPECT_EQ(first_code(finding), Code::syntax_error);
  EXPECT_FALSE(finding.step);
}

}  // namespace
}  // namespace patcher::testing
