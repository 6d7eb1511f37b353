// SPDX-License-Identifier: MIT
#include "patcher/locate/near_miss.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "patcher/locate/scope.hpp"
#include "tests/unit/locate/pattern_of.hpp"
#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

using Strings = std::vector<std::string>;
using Marks = std::vector<ByteRange>;

std::vector<Note> misses_of(std::string_view block, const SourceText& text) {
  return near_misses(pattern_of(block), text, text.all(), "a.py");
}

Strings messages_of(const std::vector<Note>& notes) {
  Strings messages;
  for (const Note& note : notes) messages.push_back(note.message);
  return messages;
}

Strings texts_of(const Note& note) {
  Strings texts;
  for (const ExcerptLine& line : note.lines) texts.push_back(line.text);
  return texts;
}

/// The message of the nearest text when `block` is looked for in `bytes`.
std::string kind_of(std::string_view block, const std::string& bytes) {
  const std::vector<Note> notes = misses_of(block, source_of(bytes));
  return notes.empty() ? "" : notes.front().message;
}

TEST(NearMisses, ShowTheNearestTextAndWhatWasExpected) {
  const SourceText text = python_of("class A:\n    def f(self):\n        self.queues.put(x)\n");

  const std::vector<Note> notes = misses_of("self.queue.put(x)", text);

  ASSERT_EQ(messages_of(notes), (Strings{"nearest text: line 3 differs in one word", "expected"}));
  EXPECT_EQ(notes[0].where, (Place{"a.py", 3, 14}));
  EXPECT_EQ(notes[0].in, "A.f");
  EXPECT_EQ(texts_of(notes[0]), (Strings{"        self.queues.put(x)"}));
  EXPECT_EQ(notes[0].lines[0].marks, (Marks{{13, 19}}));
  EXPECT_EQ(texts_of(notes[1]), (Strings{"        self.queue.put(x)"}));
  EXPECT_EQ(notes[1].lines[0].marks, (Marks{{13, 18}}));
  EXPECT_EQ(notes[1].lines[0].number, 0U);
}

TEST(NearMisses, MarkTheOneByteThatDiffers) {
  const std::vector<Note> notes = misses_of("B=1", source_of("B=9\n"));

  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].lines[0].marks, (Marks{{2, 3}}));
}

struct KindCase {
  const char* name;
  const char* block;
  const char* bytes;
  const char* message;
};

class NearMissKind : public testing::TestWithParam<KindCase> {};

TEST_P(NearMissKind, IsSaid) {
  EXPECT_EQ(kind_of(GetParam().block, GetParam().bytes), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, NearMissKind,
    testing::Values(
        KindCase{"TabsForSpaces", "if a:\n    b()", "if a:\n\tb()\n",
                 "nearest text: only blanks differ: line 2 is indented with tabs, the anchor with "
                 "spaces"},
        KindCase{"TrailingBlanks", "a = 1\nb = 2", "a = 1 \nb = 2\n",
                 "nearest text: only blanks differ: line 1 ends in blanks"},
        KindCase{"RelativeIndentation", "if a:\n    b()", "  if a:\n    b()\n",
                 "nearest text: only blanks differ: line 2 is indented by 4 bytes, not 6"},
        KindCase{"BlankLineHoldsBlanks", "a = 1\n\nb = 2", "a = 1\n  \nb = 2\n",
                 "nearest text: only blanks differ: line 2 holds blanks instead of nothing"},
        KindCase{"LinesBetween", "alpha()\nbeta()", "alpha()\nx = 1\nbeta()\n",
                 "nearest text: the same lines with 1 other line between"},
        KindCase{"LinesMissing", "alpha()\nx = 1\nbeta()", "alpha()\nbeta()\n",
                 "nearest text: 1 of 3 lines not there"},
        KindCase{"SeveralLines", "alpha(1)\nbeta(2)\ngamma()", "alpha(9)\nbeta(8)\ngamma()\n",
                 "nearest text: 2 of 3 lines differ"},
        KindCase{"PartOfALongerLine", "r = f(x)", "if c:\n    a.r = f(x)\n",
                 "line 2 only contains it"},
        KindCase{"CommentAdded", "r = f(x)", "r = f(x)  # why\n", "line 1 only contains it"},
        KindCase{"LoneCarriageReturn", "a_name\rb", "a_name\nb\n", "nearest text: line 1 differs"},
        KindCase{"NothingAlike", "abc", "xyz\n", ""}, KindCase{"EmptyText", "abc", "", ""},
        KindCase{"BlankPattern", "\n", "a\n", ""}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(NearMisses, NameAPinnedIndentation) {
  const SourceText text = source_of("            r = f(x)\n");
  LinePattern pattern = pattern_of("r = f(x)");
  pattern.base = 8;

  EXPECT_EQ(messages_of(near_misses(pattern, text, text.all(), "a.py")),
            (Strings{"nearest text: only blanks differ: line 1 is indented by 12 bytes, not 8",
                     "expected"}));
}

TEST(NearMisses, MarkWhatIsMoreThanContained) {
  const std::vector<Note> notes = misses_of("r = f(x)", source_of("    a.r = f(x)\n"));

  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].lines[0].marks, (Marks{{4, 6}}));
  EXPECT_EQ(texts_of(notes[1]), (Strings{"    r = f(x)"}));
}

TEST(NearMisses, PointAtTheEndThatLacksBlanks) {
  const std::vector<Note> notes = misses_of("x = 1 ", source_of("x = 1\n"));

  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].where.column, 6U);
}

TEST(NearMisses, NameTheDefinitionThatTheLinesMovedTo) {
  const SourceText text = python_of("def f():\n    a = 1\ndef g():\n    self.queue.put(x)\n");
  const ByteRange scope = definitions_named("f", text).front()->range;

  const std::vector<Note> notes = near_misses(pattern_of("self.queue.put(x)"), text, scope, "a.py");

  ASSERT_EQ(messages_of(notes), (Strings{"the same lines stand outside the scope, in g"}));
  EXPECT_EQ(notes[0].where.line, 4U);
  EXPECT_EQ(notes[0].in, "g");
}

TEST(NearMisses, PutTheNearestTextBeforeThoseOutside) {
  const SourceText text = python_of("def f():\n    queue.put(xs)\ndef g():\n    queue.put(x)\n");
  const ByteRange scope = definitions_named("f", text).front()->range;

  EXPECT_EQ(messages_of(near_misses(pattern_of("queue.put(x)"), text, scope, "a.py")),
            (Strings{"nearest text: line 2 differs in one word", "expected",
                     "the same lines stand outside the scope, in g"}));
}

TEST(NearMisses, LookWithinTheScopeOnly) {
  const SourceText text = python_of("def f():\n    pass\ndef g():\n    queue.put(xs)\n");
  const ByteRange scope = definitions_named("f", text).front()->range;

  EXPECT_TRUE(near_misses(pattern_of("queue.put(x)"), text, scope, "a.py").empty());
}

TEST(NearMisses, NameTheSameTokensInAnotherLayout) {
  const std::string message =
      "nearest text: the same tokens, but laid out or commented otherwise; 'find_tokens' finds "
      "them";
  const SourceText wrapped = python_of("if a:\n    x = f(\n        a,  # why\n        b,\n    )\n");

  const std::vector<Note> notes = misses_of("x = f(a, b)", wrapped);

  EXPECT_EQ(messages_of(notes), Strings{message});
  EXPECT_EQ(notes[0].where, (Place{"a.py", 2, 5}));
  EXPECT_EQ(notes[0].lines.size(), 4U);
  EXPECT_EQ(messages_of(near_misses("f(a, b)", wrapped, wrapped.all(), "a.py")), Strings{message});
}

TEST(NearMisses, NameNoTokensWhereALineSaysMore) {
  EXPECT_EQ(messages_of(misses_of("x = f(a, b)", python_of("x = f(a, b)  # why\n"))),
            (Strings{"line 1 only contains it", "expected"}));
  EXPECT_EQ(messages_of(misses_of("x = f(a)\ny = g(x)", python_of("x = f(a)\n# why\ny = g(x)\n"))),
            (Strings{"nearest text: the same lines with 1 other line between", "expected"}));
  EXPECT_EQ(messages_of(misses_of("f(a)", source_of("f(\na\n)\n", Language::none))),
            (Strings{"nearest text: line 1 differs", "expected"}));
}

TEST(NearMisses, SayWhatALineDiffersInAlone) {
  EXPECT_EQ(kind_of("x = Foo(1)", "x = foo(1)\n"),
            "nearest text: line 1 differs in the case of letters alone");
  EXPECT_EQ(kind_of("reply = fetch('alpha')", "reply = fetch(\"alpha\")\n"),
            "nearest text: line 1 differs in quotes alone");
}

TEST(NearMisses, ShowTheLinesAroundTheDifferenceOnly) {
  std::string bytes;
  for (int i = 10; i < 50; ++i) bytes += "line_number_" + std::to_string(i) + "()\n";
  std::string block = bytes.substr(0, bytes.size() - 1);
  block.replace(block.find("30()"), 4, "xx()");

  const std::vector<Note> notes = misses_of(block, source_of(bytes));

  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].lines.size(), 12U);
  EXPECT_EQ(notes[0].lines.front().number, 19U);
  EXPECT_EQ(notes[1].lines[2].text, "line_number_xx()");
}

TEST(NearMisses, KeepOddBytes) {
  const std::vector<Note> notes = misses_of("# caf\xe9 one", source_of("# caf\xe9 two\r\n"));

  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(texts_of(notes[0]), (Strings{"# caf\xe9 two"}));
}

TEST(NearMissesOfText, ShowTheNearestPartOfALine) {
  const SourceText text = python_of("def f():\n    x = queue.putt(y) + 1\n");

  const std::vector<Note> notes = near_misses("queue.put(y)", text, text.all(), "a.py");

  ASSERT_EQ(messages_of(notes), (Strings{"nearest text: line 2 differs in one word", "expected"}));
  EXPECT_EQ(notes[0].where, (Place{"a.py", 2, 15}));
  EXPECT_EQ(notes[0].in, "f");
  EXPECT_EQ(notes[0].lines[0].marks, (Marks{{14, 18}}));
  EXPECT_EQ(texts_of(notes[1]), (Strings{"queue.put(y)"}));
  EXPECT_EQ(notes[1].lines[0].marks, (Marks{{6, 9}}));
}

TEST(NearMissesOfText, SayThatOnlyBlanksDiffer) {
  const SourceText text = source_of("y = f(a,b)\n");

  EXPECT_EQ(messages_of(near_misses("f(a, b)", text, text.all(), "a.py")).front(),
            "nearest text: only blanks differ: those within line 1");
}

TEST(NearMissesOfText, NameThePlacesOutside) {
  const SourceText text = python_of("def f():\n    pass\nabcdef\n");
  const ByteRange scope = definitions_named("f", text).front()->range;

  EXPECT_EQ(messages_of(near_misses("bcde", text, scope, "a.py")),
            (Strings{"the same text stands outside the scope, at module level"}));
}

TEST(NearMissesOfText, AreEmptyWhenNothingIsAlike) {
  const SourceText text = source_of("xyz\n");

  EXPECT_TRUE(near_misses("abcdef", text, text.all(), "a.py").empty());
  EXPECT_TRUE(near_misses("", text, text.all(), "a.py").empty());
}

}  // namespace
}  // namespace patcher
