// SPDX-License-Identifier: MIT
#include "patcher/locate/token_near.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

std::vector<Note> notes_of(std::string_view anchor, const SourceText& text) {
  const auto pattern = TokenPattern::compile(anchor, text.language());
  return nearest(std::get<TokenPattern>(pattern), text, text.all(), "a.py");
}

std::string kind_of(std::string_view anchor, const std::string& bytes) {
  const std::vector<Note> notes = notes_of(anchor, python_of(bytes));
  return notes.empty() ? "" : notes.front().message;
}

TEST(NearestTokens, NameTheOneThatDiffers) {
  const SourceText text = python_of("x = 1\ny = foo(a,\n        bb)\n");

  const std::vector<Note> notes = notes_of("y = foo(a, b)", text);

  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].message, "nearest text: only 'bb' stands for 'b'");
  EXPECT_EQ(notes[0].where, (Place{"a.py", 3, 9}));
  EXPECT_EQ(notes[0].lines[0].marks, (std::vector<ByteRange>{{8, 10}}));
}

TEST(NearestTokens, NameWhatIsMissingOrTooMany) {
  EXPECT_EQ(kind_of("f(a, b=1, c)", "f(a, 1, c)\n"), "nearest text: 2 of 10 tokens differ");
  EXPECT_EQ(kind_of("f(-a, c)", "f(a, c)\n"), "nearest text: only '-' is missing");
  EXPECT_EQ(kind_of("f(a, c)", "f(-a, c)\n"), "nearest text: only '-' is too many");
}

TEST(NearestTokens, DoNotCountACommaThatIsLayout) {
  EXPECT_EQ(kind_of("f(a, b)", "f(a, c,)\n"), "nearest text: only 'c' stands for 'b'");
  EXPECT_EQ(kind_of("f(a, b,)", "f(a, c)\n"), "nearest text: only 'c' stands for 'b'");
}

TEST(NearestTokens, SayThatLayoutAloneDiffers) {
  EXPECT_EQ(kind_of("a = 1\nb = 2", "if x:\n    a = 1\nb = 2\n"),
            "nearest text: the same tokens, but lines end or are indented otherwise");
}

TEST(NearestTokens, SayWhatTheyDifferInAlone) {
  EXPECT_EQ(kind_of("x = f('a', 1)", "x = f(\"a\", 1)\n"),
            "nearest text: only the quotes of \"a\" differ");
  EXPECT_EQ(kind_of("x = f('a', 'b')", "x = f(\"a\", \"b\")\n"),
            "nearest text: 2 of 8 tokens differ, in quotes alone");
  EXPECT_EQ(kind_of("x = Foo(1)", "x = foo(1)\n"),
            "nearest text: only 'foo' stands for 'Foo', which differs in the case of letters");
}

TEST(NearestTokens, AreNoneWhereMostDiffer) { EXPECT_EQ(kind_of("f(a, b, c)", "x = y + z\n"), ""); }

}  // namespace
}  // namespace patcher
