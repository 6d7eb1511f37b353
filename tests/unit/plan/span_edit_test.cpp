// SPDX-License-Identifier: MIT
// Edits that go from one anchor up to another.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/plan/edit_trial.hpp"

namespace patcher::testing {
namespace {

std::string edit_of(const std::string& action) {
  return "- file: f.py\n"
         "  span: {from: 'def old(self):', to: 'def next(self):'}\n  " +
         action + "\n";
}

const std::string kReplaced = edit_of("replace: \"def old(self):\\n    return compute(self)\\n\"");
const std::string kDeleted = edit_of("replace: ''");
const std::string kBefore = edit_of("insert_before: 'first = True'");
const std::string kAfter =
    "- {file: f.py, span: {from: 'def old(self):', to: '    return', end: inclusive}, "
    "insert_after: "
    "'last = True'}\n";
const std::string kClass =
    "class A:\n    def old(self):\n        x = 1\n        return x\n\n    def next(self):\n"
    "        pass\n";

TEST(SpanEdit, IsPutOnTheIndentationOfItsFirstLine) {
  EXPECT_EQ(edited(kReplaced, kClass),
            "class A:\n    def old(self):\n        return compute(self)\n    def next(self):\n"
            "        pass\n");
}

TEST(SpanEdit, ReadsAsDoneWhereItsResultStands) {
  const std::string done = edited(kReplaced, kClass);

  EXPECT_EQ(find(kReplaced, kClass).state, State::pristine);
  EXPECT_EQ(find(kReplaced, done).state, State::applied);
}

TEST(SpanEdit, TakesItsLinesAway) {
  EXPECT_EQ(edited(kDeleted, kClass), "class A:\n    def next(self):\n        pass\n");
}

TEST(SpanEdit, TakesInsertionsOfLines) {
  EXPECT_EQ(edited(kBefore, "def old(self):\n    pass\ndef next(self):\n    pass\n"),
            "first = True\ndef old(self):\n    pass\ndef next(self):\n    pass\n");
  EXPECT_EQ(edited(kAfter, "def old(self):\n    return\ndef next(self):\n    pass\n"),
            "def old(self):\n    return\nlast = True\ndef next(self):\n    pass\n");
}

TEST(SpanEdit, KeepsALastLineWithoutAnEnding) {
  const std::string edit =
      "- {file: f.py, span: {from: 'a = 1', to: 'b = 1', end: inclusive}, replace: 'cc = 12'}\n";

  EXPECT_EQ(edited(edit, "a = 1\r\nb = 1"), "cc = 12");
  EXPECT_EQ(edited(edit, "a = 1\r\nb = 1\r\n"), "cc = 12\r\n");
}

TEST(SpanEdit, WithinLinesIsPutByteForByte) {
  const std::string edit =
      "- {file: f.py, span: {from: {find_text: 'f('}, to: {find_text: ')'}}, replace: 'g(1'}\n";

  EXPECT_EQ(edited(edit, "x = f(1, 2)\n"), "x = g(1)\n");
}

TEST(SpanEdit, IsRefusedWhereItsEndStandsTwice) {
  const PatchFinding finding = find(kReplaced, kClass + "    def next(self):\n        pass\n");

  EXPECT_EQ(finding.state, State::ambiguous);
  ASSERT_FALSE(finding.diagnostics.empty());
  EXPECT_EQ(finding.diagnostics.front().code, Code::anchor_ambiguous);
  EXPECT_EQ(finding.diagnostics.front().target.line, 8U);
}

TEST(SpanEdit, IsDriftWithoutItsEnd) {
  const PatchFinding finding = find(kReplaced, "def old(self):\n    pass\n");

  EXPECT_EQ(finding.state, State::drifted);
  ASSERT_FALSE(finding.diagnostics.empty());
  EXPECT_EQ(finding.diagnostics.front().code, Code::anchor_not_found);
  EXPECT_EQ(finding.diagnostics.front().notes.at(0).message, "the span would begin here");
}

TEST(SpanEdit, IsTakenBackByTheRecord) {
  const Manifest manifest = manifest_of({kReplaced});
  const MemoryTree base{{"f.py", kClass}};

  const Carried done = carry(Way::apply, manifest, base, {});
  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  const Carried undone = carry(Way::revert, manifest, done.tree, done.record);

  EXPECT_EQ(again.states, (std::vector<State>{State::applied}));
  EXPECT_EQ(undone.tree.files().at("f.py"), kClass);
}

}  // namespace
}  // namespace patcher::testing
