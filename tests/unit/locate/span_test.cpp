// SPDX-License-Identifier: MIT
#include "patcher/locate/span.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

using Strings = std::vector<std::string>;

Span span_of(const SpanAnchor& anchor) {
  return std::get<Span>(Span::compile(anchor, Language::python));
}

FoundPlaces found(const SpanAnchor& anchor, const SourceText& text) {
  return span_of(anchor).find_all(text, text.all());
}

Strings spans(const SpanAnchor& anchor, const std::string& bytes) {
  const SourceText text = python_of(bytes);
  const FoundPlaces places = found(anchor, text);
  Strings parts;
  for (const AnchorPlace& place : std::get<std::vector<AnchorPlace>>(places)) {
    parts.emplace_back(part_of(text, place.range));
  }
  return parts;
}

SearchFault fault(const SpanAnchor& anchor, const std::string& bytes) {
  const SourceText text = python_of(bytes);
  return std::get<SearchFault>(found(anchor, text));
}

const SpanAnchor kLines{LinesAnchor{"begin"}, LinesAnchor{"end"}};
const SpanAnchor kWithEnd{LinesAnchor{"begin"}, LinesAnchor{"end"}, SpanLimit::inclusive};

TEST(Span, GoesFromOneAnchorUpToTheOther) {
  EXPECT_EQ(spans(kLines, "a\nbegin\n  x\nend\nb\n"), (Strings{"begin\n  x\n"}));
  EXPECT_EQ(spans(kWithEnd, "a\nbegin\n  x\nend\nb\n"), (Strings{"begin\n  x\nend\n"}));
}

TEST(Span, BeginsAndEndsWithinLines) {
  const SpanAnchor calls{TextAnchor{"f("}, RegexAnchor{"\\)"}, SpanLimit::inclusive};

  EXPECT_EQ(spans(calls, "x = f(1,\n  2)\n"), (Strings{"f(1,\n  2)"}));
}

TEST(Span, EndsAtTokensAndNodes) {
  const SpanAnchor mixed{TokensAnchor{"go ( )"}, NodeAnchor{"(return_statement) @target"}};

  EXPECT_EQ(spans(mixed, "def f():\n  go()\n  x = 1\n  return x\n"),
            (Strings{"go()\n  x = 1\n  "}));
}

TEST(Span, StandsAsOftenAsItsEndsPair) {
  EXPECT_EQ(spans(kLines, "begin\n1\nend\nbegin\n2\nend\n"), (Strings{"begin\n1\n", "begin\n2\n"}));
}

TEST(Span, IsNoneWithoutItsEnd) {
  EXPECT_EQ(spans(kLines, "begin\n1\n"), Strings{});
  EXPECT_EQ(spans(kLines, "end\nbegin\n"), Strings{});
}

TEST(Span, IsRefusedWhereTheEndStandsTwice) {
  const SearchFault twice = fault(kLines, "begin\n1\nend\n2\nend\n");

  EXPECT_EQ(twice.code, Code::anchor_ambiguous);
  EXPECT_EQ(twice.offset, 14U);
  EXPECT_EQ(twice.message, "the end of the span stands here again, so that it may be meant too");
}

TEST(Span, IsRefusedWhereItsBeginningStandsTwice) {
  const SearchFault twice = fault(kLines, "begin\n1\nbegin\n2\nend\n");

  EXPECT_EQ(twice.code, Code::anchor_ambiguous);
  EXPECT_EQ(twice.offset, 0U);
  EXPECT_EQ(twice.message,
            "a span begins here as well, but does not end before another one begins");
}

TEST(Span, IsRefusedWhereBeginningsOverlap) {
  const SpanAnchor doubled{LinesAnchor{"a\na"}, LinesAnchor{"end"}};

  EXPECT_EQ(fault(doubled, "a\na\na\nend\n").code, Code::anchor_ambiguous);
}

TEST(Span, PointsIntoTheEndThatIsSpelledWrongly) {
  const auto compiled = Span::compile({RegexAnchor{"ab"}, RegexAnchor{"("}}, Language::python);

  EXPECT_EQ(std::get<SpellingFault>(compiled).offset, 4U);
}

TEST(Span, SaysWhichEndIsMissing) {
  const SourceText text = python_of("a\nbegin\n  x\nende\n");
  const std::vector<Note> no_end = nearest(span_of(kLines), text, text.all(), "f.py");
  const std::vector<Note> no_beginning =
      nearest(span_of({LinesAnchor{"begins"}, LinesAnchor{"ende"}}), text, text.all(), "f.py");

  ASSERT_FALSE(no_end.empty());
  EXPECT_EQ(no_end.front().message, "the span would begin here");
  EXPECT_EQ(no_end.front().where.line, 2U);
  ASSERT_FALSE(no_beginning.empty());
  EXPECT_EQ(no_beginning.front().message.find("of the span's beginning: "), 0U);
}

TEST(Span, SaysThatItsEndStandsAboveItsBeginning) {
  const SourceText text = python_of("end\nbegin\n");

  const auto notes = nearest(span_of(kLines), text, text.all(), "a.py");

  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].message, "the span would begin here");
  EXPECT_EQ(notes[1].message, "its end stands here, and not behind its beginning");
  EXPECT_EQ(notes[1].where.line, 1U);
}

TEST(Span, SaysThatNothingIsLikeAnEnd) {
  const SourceText text = python_of("begin\nxyz = 1\n");
  const SourceText other = python_of("xyz = 1\nend\n");

  const auto without_end = nearest(span_of(kLines), text, text.all(), "a.py");
  const auto without_beginning = nearest(span_of(kLines), other, other.all(), "a.py");

  EXPECT_EQ(without_end.at(1).message, "nothing like the span's end stands there");
  EXPECT_EQ(without_beginning.at(0).message, "nothing like the span's beginning stands there");
  EXPECT_EQ(without_beginning.at(1).message, "the span would end here");
}

TEST(Span, ShowsWhatMayBeMeant) {
  const SearchFault twice = fault(kLines, "begin\nend\nend\n");

  ASSERT_EQ(twice.places.size(), 3U);
  EXPECT_EQ(twice.places[1].message, "it may end here");
  EXPECT_EQ(twice.places[2].offset, twice.offset);
}

}  // namespace
}  // namespace patcher
