// SPDX-License-Identifier: MIT
#include "patcher/locate/regex_near.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "patcher/locate/finder.hpp"
#include "patcher/locate/scope.hpp"
#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

std::vector<Note> notes_of(std::string_view pattern, const SourceText& text, ByteRange within) {
  auto compiled = Regex::compile(pattern);
  return near_misses(Finder(std::get<Regex>(compiled)), text, within, "a.py");
}

TEST(NearestOfARegex, NamesAPlaceThatDiffersInWhiteSpace) {
  const SourceText text = source_of("a\nqueue.put( seqs )\n");

  const auto notes = notes_of(R"(queue\.put\( seqs\))", source_of("x"), {0, 1});
  const auto found = notes_of(R"(queue\.put\(  seqs \))", text, text.all());

  EXPECT_TRUE(notes.empty());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "nearest text: only white space differs from the pattern");
  EXPECT_EQ(found[0].where, (Place{"a.py", 2, 1}));
}

std::string message_of(std::string_view pattern, const std::string& bytes) {
  const SourceText text = source_of(bytes);
  const auto notes = notes_of(pattern, text, text.all());
  return notes.empty() ? "" : notes.front().message;
}

TEST(NearestOfARegex, NamesTheOneThingThatDiffers) {
  EXPECT_EQ(message_of(R"(queue\.put\(seqs\))", "queue.put(\n    seqs,\n)\n"),
            "nearest text: only its layout differs from the pattern");
  EXPECT_EQ(message_of(R"(queue\.put\(seqs\))", "Queue.put(seqs)\n"),
            "nearest text: only the case of letters differs from the pattern");
  EXPECT_EQ(message_of(R"(queue\.put\((\w+), t=\d+\))", "queue.push(seqs, t=3)\n"),
            "nearest text: it fits but for 'put'");
}

TEST(NearestOfARegex, DoesNotTakeAFewBytesForAPlace) {
  EXPECT_EQ(message_of(R"(x = self\.queue\.put\(seqs, timeout=\d+\))", "x = 1\n"), "");
  EXPECT_EQ(message_of(R"(x = \d+)", "y = z\n"), "");
}

TEST(NearestOfARegex, NamesTextThatIsLikeIt) {
  EXPECT_EQ(
      message_of(R"(result = self\.send\(request, t=\d+\))", "reply = self.submit(request, u=3)\n"),
      "nearest text: it is like the pattern, from which several parts differ");
}

TEST(NearestOfARegex, ShowsHowFarThePatternFits) {
  const SourceText text = source_of("a\nself.queue.put(batch + 1)\n");

  const auto notes = notes_of(R"(queue\.put\(seqs\))", text, text.all());

  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].message, "nearest text: it fits the pattern's first 12 bytes");
  EXPECT_EQ(notes[0].where, (Place{"a.py", 2, 6}));
  EXPECT_EQ(notes[0].lines[0].marks, (std::vector<ByteRange>{{5, 15}}));
  EXPECT_EQ(notes[1].lines[0].text, R"(seqs\))");
}

TEST(NearestOfARegex, NamesPlacesOutsideTheScope) {
  const SourceText text = python_of("def f():\n    pass\n\ndef g():\n    x = 12\n");

  const auto notes = notes_of(R"(x = \d+)", text, definitions_named("f", text).front()->range);

  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].message, "it fits outside the scope, in g");
  EXPECT_EQ(notes[0].where.line, 5U);
}

}  // namespace
}  // namespace patcher
