// SPDX-License-Identifier: MIT
// Inputs that make patch tools go wrong, each with its one right answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A sandbox with manifest `m.yaml` of one patch `p` and the tree's files.
Files one_patch(const std::string& edits, const Files& tree, const std::string& rest = "") {
  Files files{{"m.yaml", manifest_text({"p.yaml"})}, {"p.yaml", patch_text("p", edits, rest)}};
  for (const auto& [path, bytes] : tree) files["tree/" + path] = bytes;
  return files;
}

/// Runs `apply` and demands that it refuses with `exit` and leaves everything below the tree alone.
RunResult refused(const Sandbox& box, int exit) {
  const Snapshot before = box.snapshot();
  RunResult result = box.run("apply m.yaml");
  EXPECT_EQ(result.exit, exit) << result.text();
  EXPECT_EQ(box.snapshot(), before);
  return result;
}

void expect_done(const RunResult& result) { EXPECT_EQ(result.exit, 0) << result.text(); }

const Files kTail{
    {"m.py", "if c:\n            r = f(x)\nelse:\n    pass\ndef g(x):\n        r = f(x)\n"}};

TEST(TailOfALongerLine, IndentPicksTheOneLine) {
  const Sandbox box(
      one_patch("- {file: m.py, find: 'r = f(x)', indent: 8, replace: 'r = h(x)'}\n", kTail));

  expect_done(box.run("apply m.yaml"));

  EXPECT_EQ(box.read("tree/m.py"),
            "if c:\n            r = f(x)\nelse:\n    pass\ndef g(x):\n        r = h(x)\n");
}

TEST(TailOfALongerLine, WithoutIndentBothLinesAreNamed) {
  const Sandbox box(one_patch("- {file: m.py, find: 'r = f(x)', replace: 'r = h(x)'}\n", kTail));

  const RunResult result = refused(box, 1);

  EXPECT_THAT(result.err, AllOf(HasSubstr("anchor matches 2 places, expected 1"),
                                HasSubstr("m.py:2:1"), HasSubstr("m.py:6:1 in g")));
}

TEST(TailOfALongerLine, FindTextSaysThatALineOnlyContainsIt) {
  const Sandbox box(one_patch(
      "- {file: m.py, find_text: '        r = f(x)', replace: '        r = h(x)'}\n", kTail));

  const RunResult result = refused(box, 1);

  EXPECT_THAT(result.err, AllOf(HasSubstr("2 places"), HasSubstr("m.py:2"), HasSubstr("m.py:6"),
                                HasSubstr("only a part of this longer line")));
}

const Files kTwice{
    {"a.py", "class A:\n    k = 1\n    guard = True\n    go()\n\nclass B:\n    k = 1\n    go()\n"}};

TEST(ResultElsewhere, WithoutScopeIsAmbiguous) {
  const Sandbox box(
      one_patch("- {file: a.py, find: 'k = 1', insert_after: 'guard = True'}\n", kTwice));

  const RunResult result = refused(box, 1);

  EXPECT_THAT(result.err,
              AllOf(HasSubstr("result-elsewhere"), HasSubstr("a.py:2"), HasSubstr("scope")));
}

TEST(ResultElsewhere, BetweenWithoutScopeIsAmbiguousToo) {
  const Sandbox box(
      one_patch("- {file: a.py, between: ['k = 1', 'go()'], insert: 'guard = True'}\n", kTwice));

  const RunResult result = refused(box, 1);

  EXPECT_THAT(result.err, HasSubstr("result-elsewhere"));
}

TEST(ResultElsewhere, WithScopeItIsPristineAppliedAndRevertedInItsOwnPlace) {
  const Sandbox box(one_patch(
      "- {file: a.py, scope: B, between: ['k = 1', 'go()'], insert: 'guard = True'}\n", kTwice));
  expect_done(box.run("status m.yaml --require pristine"));

  expect_done(box.run("apply m.yaml"));
  EXPECT_EQ(box.read("tree/a.py"),
            "class A:\n    k = 1\n    guard = True\n    go()\n\nclass B:\n    k = 1\n"
            "    guard = True\n    go()\n");
  expect_done(box.run("status m.yaml --require applied"));
  expect_done(box.run("revert m.yaml"));

  EXPECT_EQ(box.read("tree/a.py"), kTwice.at("a.py"));
}

TEST(LineEndings, NewLinesTakeTheNeighboursCrlf) {
  const Sandbox box(
      one_patch("- {file: f, find: b, insert_after: \"x\\ny\\n\"}\n", {{"f", "a\r\nb\r\nc\r\n"}}));

  expect_done(box.run("apply m.yaml"));

  EXPECT_EQ(box.read("tree/f"), "a\r\nb\r\nx\r\ny\r\nc\r\n");
}

TEST(LineEndings, MixedFilesFollowEachAnchorLine) {
  const Sandbox box(
      one_patch("- {file: f, find: b, insert_after: x}\n- {file: f, find: a, insert_after: 'y1'}\n",
                {{"f", "a\r\nb\nc\r\n"}}));

  expect_done(box.run("apply m.yaml"));

  EXPECT_EQ(box.read("tree/f"), "a\r\ny1\r\nb\nx\nc\r\n");
}

TEST(OddBytes, OnlyTheEditedByteChanges) {
  const Sandbox box(one_patch("- {file: f.py, find: 'x = 1', replace: 'x = 2'}\n",
                              {{"f.py", "# caf\xe9\nx = 1\n\x0cy = 2\n"}}));

  expect_done(box.run("apply m.yaml"));

  EXPECT_EQ(box.read("tree/f.py"), "# caf\xe9\nx = 2\n\x0cy = 2\n");
}

TEST(OddBytes, LinesAreCountedAtNewlinesOnly) {
  const Sandbox box(one_patch("- {file: f, find: z, count: 2, replace: w}\n",
                              {{"f", "\x0c\xc2\x85\xe2\x80\xa8\nz\n"}}));

  const RunResult result = refused(box, 1);

  EXPECT_THAT(result.err, AllOf(HasSubstr("1 of 2"), HasSubstr("f:2")));
}

TEST(OddBytes, AByteOrderMarkStaysFirst) {
  const Sandbox box(one_patch("- {file: f.py, find: import os, insert_before: import sys}\n",
                              {{"f.py", "\xef\xbb\xbfimport os\n"}}));

  expect_done(box.run("apply m.yaml"));

  EXPECT_EQ(box.read("tree/f.py"), "\xef\xbb\xbfimport sys\nimport os\n");
}

TEST(NoFinalNewline, InsertedLineTakesOverTheMissingOne) {
  const Sandbox box(one_patch("- {file: f, find: b, insert_after: c}\n", {{"f", "a\nb"}}));

  expect_done(box.run("apply m.yaml"));
  EXPECT_EQ(box.read("tree/f"), "a\nb\nc");
  expect_done(box.run("revert m.yaml"));

  EXPECT_EQ(box.read("tree/f"), "a\nb");
}

TEST(SecondFileDrifts, NothingOfTheRunIsWritten) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml", "q.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: p/a.py, find: A=1, replace: A=2}\n"
                                           "- {file: p/b.py, find: B=1, replace: B=2}\n")},
                     {"q.yaml", patch_text("q", "- {file: p/c.py, find: C=1, replace: C=2}\n")},
                     {"tree/p/a.py", "A=1\n"},
                     {"tree/p/b.py", "B=9\n"},
                     {"tree/p/c.py", "C=1\n"}});

  const RunResult result = refused(box, 1);

  EXPECT_THAT(result.err, AllOf(HasSubstr("p/b.py:1"), HasSubstr("B=9"), HasSubstr("^")));
  EXPECT_THAT(result.out, AllOf(HasSubstr("drifted"), HasSubstr("pristine")));
}

TEST(PostCondition, AFailingEnsureRefusesEachTimeAnew) {
  const Sandbox box(one_patch("- {file: d.py, find_text: '[0, 1]', replace: '[0, 1, 2]'}\n",
                              {{"d.py", "w = [0, 1]\n"}},
                              "ensure:\n- {file: d.py, present: 'len 3'}\n"));

  const RunResult first = refused(box, 1);
  const RunResult second = refused(box, 1);

  EXPECT_THAT(first.err, HasSubstr("ensure-failed"));
  EXPECT_EQ(first.text(), second.text());
}

TEST(NothingSelected, AnEmptySetIsAUsageError) {
  Files files{{"m.yaml", manifest_text({})}};
  files["m.yaml"].replace(files["m.yaml"].find("patches:\n"), 9, "patches: []\n");
  files["tree/a"] = "a\n";
  const Sandbox box(files);

  const RunResult result = refused(box, 2);

  EXPECT_THAT(result.err, HasSubstr("m.yaml:8"));
}

TEST(RegexEdits, ACostlyPatternEndsSoonWithAClearError) {
  std::string words;
  for (int i = 0; i < 4000; ++i) words += "word ";
  const Sandbox box(one_patch("- {file: f, find_regex: '(?:\\s*\\w+\\s*,?)+\\)$', replace: x}\n",
                              {{"f", words + "!"}}));
  const Sandbox closed(one_patch(
      "- {file: f, find_regex: '(?:\\s*\\w+\\s*,?)+[);]$', replace: x}\n", {{"f", words + "!;x"}}));

  const RunResult result = refused(box, 1);
  const RunResult costly = refused(closed, 1);

  EXPECT_THAT(result.err, HasSubstr("anchor not found in 'f'"));
  EXPECT_THAT(costly.err, AllOf(HasSubstr("the pattern is too costly"),
                                HasSubstr("pattern-too-costly"), HasSubstr("f:1")));
}

TEST(RegexEdits, APatternThatCanBeEmptyIsRefusedByLint) {
  const Sandbox box(one_patch("- {file: f, find_regex: 'x*', replace: y}\n", {{"f", "x\n"}}));

  const RunResult result = box.run("lint m.yaml");

  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("p.yaml:8:25: error"), HasSubstr("match an empty text")));
  refused(box, 2);
}

TEST(RegexEdits, AnInvalidPatternIsRefusedByLintWithItsByte) {
  const Sandbox box(one_patch("- {file: f, find_regex: 'f(x', replace: y}\n", {{"f", "x\n"}}));

  const RunResult result = box.run("lint m.yaml");

  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("p.yaml:8:25: error"), HasSubstr("at its byte 3"),
                                HasSubstr("missing closing parenthesis")));
}

TEST(RegexEdits, NewTextIsLiteralUnlessExpanded) {
  const Sandbox box(
      one_patch("- {file: f, find_regex: 'a(.)c', replace: 'cost is $1 \\1 &'}\n"
                "- {file: g, find_regex: 'a(.)c', replace: 'cost is $1 \\1 &', expand: true}\n",
                {{"f", "abc\n"}, {"g", "abc\n"}}));

  expect_done(box.run("apply m.yaml"));

  EXPECT_EQ(box.read("tree/f"), "cost is $1 \\1 &\n");
  EXPECT_EQ(box.read("tree/g"), "cost is b \\1 &\n");
}

TEST(RegexEdits, LineAnchorsFitEveryLineEnding) {
  const Sandbox box(
      one_patch("- {file: f, find_regex: '^a$', replace: long}\n", {{"f", "a\r\nba\r\n"}}));

  expect_done(box.run("apply m.yaml"));
  EXPECT_EQ(box.read("tree/f"), "long\r\nba\r\n");
  expect_done(box.run("status m.yaml --require applied"));
  expect_done(box.run("revert m.yaml"));

  EXPECT_EQ(box.read("tree/f"), "a\r\nba\r\n");
}

TEST(RegexEdits, CountsAreExact) {
  const std::string edit = "- {file: f, find_regex: 'old_\\w', replace: new_name, count: 2}\n";
  const Sandbox both(one_patch(edit, {{"f", "old_a\nold_b\n"}}));
  const Sandbox one(one_patch(edit, {{"f", "old_a\n"}}));
  const Sandbox half(one_patch(edit, {{"f", "old_a\nnew_name\n"}}));

  expect_done(both.run("apply m.yaml"));
  const RunResult missing = refused(one, 1);
  const RunResult partly = refused(half, 1);

  EXPECT_EQ(both.read("tree/f"), "new_name\nnew_name\n");
  EXPECT_THAT(missing.err, AllOf(HasSubstr("1 of 2"), HasSubstr("the result stands nowhere")));
  EXPECT_THAT(partly.err, AllOf(HasSubstr("1 of 2 places is done already"), HasSubstr("f:2")));
}

}  // namespace
}  // namespace patcher::testing
