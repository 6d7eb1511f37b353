// SPDX-License-Identifier: MIT
#include "patcher/locate/near_note.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

TEST(Counted, PutsTheNounInTheRightNumber) {
  EXPECT_EQ(counted(1, "line"), "1 line");
  EXPECT_EQ(counted(0, "line"), "0 lines");
  EXPECT_EQ(counted(12, "byte"), "12 bytes");
}

TEST(ExcerptOf, KeepsTheBytesWithoutTheEnding) {
  const SourceText text = source_of("a\r\ncaf\xe9\t\r\n");

  const ExcerptLine line = excerpt_of(text, 1, {{0, 4}});

  EXPECT_EQ(line.number, 2U);
  EXPECT_EQ(line.text, "caf\xe9\t");
  EXPECT_EQ(line.marks, (std::vector<ByteRange>{{0, 4}}));
}

TEST(NoteAt, NamesThePlaceAndTheDefinition) {
  const SourceText text = python_of("x = 1\ndef f():\n    pass\n");

  const Note note = note_at(text, text.bytes().find("pass"), "a.py");

  EXPECT_EQ(note.where, (Place{"a.py", 3, 5}));
  EXPECT_EQ(note.in, "f");
}

TEST(AppendOutside, NamesTheFirstFewPlaces) {
  const SourceText text = python_of("y()\ndef f():\n    y()\ny()\ny()\n");

  std::vector<Note> notes;
  append_outside(notes, {"the same text stands", {0, 17, 21, 25}}, text, "a.py");

  ASSERT_EQ(notes.size(), 3U);
  EXPECT_EQ(notes[0].message, "the same text stands outside the scope, at module level");
  EXPECT_EQ(notes[1].message, "the same text stands outside the scope, in f");
  EXPECT_EQ(notes[1].where.line, 3U);
}

struct KindCase {
  const char* name;
  const char* expected;
  const char* found;
  const char* kind;
};

class DifferenceKind : public testing::TestWithParam<KindCase> {};

TEST_P(DifferenceKind, IsNamed) {
  EXPECT_EQ(difference_kind(GetParam().expected, GetParam().found, 7), GetParam().kind);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, DifferenceKind,
    testing::Values(
        KindCase{"Tabs", "    x", "\tx",
                 "only blanks differ: line 7 is indented with tabs, the anchor with spaces"},
        KindCase{"Spaces", "\tx", "    x",
                 "only blanks differ: line 7 is indented with spaces, the anchor with tabs"},
        KindCase{"Indentation", "    x", "  x",
                 "only blanks differ: line 7 is indented by 2 bytes, not 4"},
        KindCase{"TrailingBlanks", "x", "x ", "only blanks differ: line 7 ends in blanks"},
        KindCase{"NoTrailingBlanks", "x ", "x",
                 "only blanks differ: line 7 lacks blanks at its end"},
        KindCase{"BlanksWithin", "f(a, b)", "f(a,b)", "only blanks differ: those within line 7"},
        KindCase{"BlankLine", "", "  ",
                 "only blanks differ: line 7 holds blanks instead of nothing"},
        KindCase{"OneWord", "B=1", "B=9", "line 7 differs in one word"},
        KindCase{"MoreThanAWord", "f(x)", "f(x, y)", "line 7 differs"}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace patcher
