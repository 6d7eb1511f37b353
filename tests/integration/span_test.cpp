// SPDX-License-Identifier: MIT
// Edits of spans, and of one of several anchors, through the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/one_patch.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kMethod =
    "- file: a.py\n"
    "  scope: A\n"
    "  span: {from: 'def old(self):', to: 'def next(self):'}\n"
    "  replace: |+\n"
    "    def old(self):\n"
    "        return compute(self)\n"
    "\n";
const std::string kClass =
    "class A:\n    def old(self):\n        return 1\n\n    def next(self):\n        pass\n";
const std::string kEither =
    "- file: a.py\n"
    "  any_of: [{find: 'run(a)'}, {find_tokens: 'run(a, b)'}]\n"
    "  replace: launch(a)\n";

TEST(Spans, AreReplacedAndPutBack) {
  const Sandbox box(one_patch(kMethod, "a.py", kClass));

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a.py"),
            "class A:\n    def old(self):\n        return compute(self)\n\n    def next(self):\n"
            "        pass\n");
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a.py"), kClass);
}

TEST(Spans, AreRefusedWhereAnEndStandsTwice) {
  const Sandbox box(one_patch(kMethod, "a.py", kClass + "    def next(self):\n        pass\n"));

  EXPECT_THAT(refusal(box, 1),
              AllOf(HasSubstr("[anchor-ambiguous]"), HasSubstr("a.py:7:1"),
                    HasSubstr("the end of the span stands here again, so that it may be meant "
                              "too")));
}

TEST(Spans, SayWhichEndIsMissing) {
  const Sandbox box(one_patch(kMethod, "a.py", "class A:\n    def old(self):\n        pass\n"));

  EXPECT_THAT(refusal(box, 1),
              AllOf(HasSubstr("anchor not found in 'A'"), HasSubstr("the span would begin here")));
}

TEST(Spans, OfAnUnknownEndAreRefusedByLint) {
  const Sandbox box(one_patch(
      "- {file: a.py, span: {from: a, to: {fnd_text: b}}, replace: longer}\n", "a.py", "a\nb\n"));

  const RunResult result = box.run("lint m.yaml");

  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, HasSubstr("p.yaml:8:"));
  refusal(box, 2);
}

TEST(Spans, TakeNoTextBehindAnExclusiveEnd) {
  const Sandbox box(
      one_patch("- {file: a.py, span: {from: a, to: b}, insert_after: c}\n", "a.py", "a\nb\n"));

  EXPECT_THAT(refusal(box, 2),
              AllOf(HasSubstr("p.yaml:8:54: error"),
                    HasSubstr("text behind an exclusive span would become a part of it"),
                    HasSubstr("[invalid-manifest]")));
}

TEST(AnyOf, IsReportedWithTheOneThatFits) {
  const Sandbox box(one_patch(kEither, "a.py", "run(\n    a, b)\n"));

  EXPECT_THAT(box.run("status m.yaml").out, HasSubstr("a.py:1 (alternative 1)"));
  EXPECT_THAT(box.run("status m.yaml --format json").out, HasSubstr("\"alternative\": 1"));
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a.py"), "launch(a)\n");
  EXPECT_THAT(box.run("status m.yaml").out, HasSubstr("(alternative 1)"));
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a.py"), "run(\n    a, b)\n");
}

TEST(AnyOf, IsRefusedWhenTwoStand) {
  const Sandbox box(one_patch(kEither, "a.py", "run(a)\nrun(a, b)\n"));

  EXPECT_THAT(refusal(box, 1), AllOf(HasSubstr("2 of the alternatives are there, expected 1"),
                                     HasSubstr("alternative 0 stands here"),
                                     HasSubstr("alternative 1 stands here")));
}

TEST(AnyOf, IsRefusedWhenNoneStands) {
  const Sandbox box(one_patch(kEither, "a.py", "run(c)\n"));

  EXPECT_THAT(refusal(box, 1), HasSubstr("none of 2 alternatives: anchor not found in 'a.py'"));
}

TEST(AnyOf, IsShownAsItIsSpelled) {
  const Sandbox box(one_patch(kEither, "a.py", "run(a)\n"));

  EXPECT_THAT(box.run("show m.yaml p").out,
              AllOf(HasSubstr("any of:"), HasSubstr("find:"), HasSubstr("find_tokens:")));
  EXPECT_THAT(box.run("show m.yaml p --format json").out, HasSubstr("\"any_of\""));
}

}  // namespace
}  // namespace patcher::testing
