// SPDX-License-Identifier: MIT
#include "patcher/locate/node_near.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "patcher/locate/finder.hpp"
#include "patcher/locate/scope.hpp"
#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

std::vector<Note> notes_of(std::string_view query, const SourceText& text, ByteRange within) {
  const auto compiled = NodeQuery::compile(query, text.language());
  return near_misses(Finder(std::get<NodeQuery>(compiled)), text, within, "a.py");
}

const std::string kCallOfGo = R"((call function: (identifier) @f (#eq? @f "go")) @target)";

TEST(NearestNodes, NameTheConditionThatFails) {
  const SourceText text = python_of("x = 1\ny = run(x)\n");

  const auto notes = notes_of(kCallOfGo, text, text.all());

  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].message, "nearest text: the nodes fit, but not '#eq? @f \"go\"'");
  EXPECT_EQ(notes[0].where, (Place{"a.py", 2, 5}));
  EXPECT_EQ(notes[0].lines[0].marks, (std::vector<ByteRange>{{4, 7}}));
}

TEST(NearestNodes, NameTheKindThatStandsNowhere) {
  const SourceText text = python_of("x = go\n");

  const auto notes = notes_of(kCallOfGo, text, text.all());

  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].message, "there is no node 'call' from here on");
}

TEST(NearestNodes, NamePlacesOutsideOfTheScope) {
  const SourceText text = python_of("def f():\n    pass\n\ndef g():\n    go()\n");

  const auto notes = notes_of(kCallOfGo, text, definitions_named("f", text).front()->range);

  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].where.line, 5U);
  EXPECT_EQ(notes[0].in, "g");
}

TEST(NearestNodes, NameEveryConditionThatFails) {
  const SourceText text = python_of("x = run(1)\n");

  const auto notes = notes_of(
      R"((assignment left: (identifier) @l right: (call function: (identifier) @f)
          (#eq? @l "y") (#eq? @f "go")) @target)",
      text, text.all());

  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].message,
            "nearest text: the nodes fit, but not '#eq? @l \"y\"' nor '#eq? @f \"go\"'");
}

TEST(NearestNodes, AreThoseWithTheLikestTexts) {
  const SourceText text = python_of("a()\nb()\nc()\nd()\ngone()\n");

  const auto notes = notes_of(kCallOfGo, text, text.all());

  ASSERT_EQ(notes.size(), 3U);
  EXPECT_EQ(notes[0].where.line, 5U);
  EXPECT_EQ(notes[1].where.line, 1U);
}

TEST(NearestNodes, NameTheLargestPartThatStands) {
  const SourceText text = python_of("if x:\n    go(1)\nwhile y:\n    pass\n");

  const auto notes = notes_of(
      "(while_statement body: (block (expression_statement (call arguments: (argument_list) @a))))"
      " @target",
      text, text.all());

  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].message,
            "nearest text: a part of the query fits, but not what it has around it");
  EXPECT_EQ(notes[0].where, (Place{"a.py", 2, 5}));
  EXPECT_EQ(notes[1].lines[0].text,
            "(block (expression_statement (call arguments: (argument_list) )))");
}

TEST(NearestNodes, DoNotMissAKindThatStandsForSeveral) {
  const SourceText text = python_of("x = 1\n");

  const auto notes = notes_of("(return_statement (expression)) @target", text, text.all());

  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].message, "there is no node 'return_statement' from here on");
}

TEST(NearestNodes, AreTheFirstFew) {
  const SourceText text = python_of("a()\nb()\nc()\nd()\n");

  EXPECT_EQ(notes_of(kCallOfGo, text, text.all()).size(), 3U);
}

}  // namespace
}  // namespace patcher
