// SPDX-License-Identifier: MIT
#include "patcher/plan/anchor_faults.hpp"

#include <gtest/gtest.h>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

TEST(AnchorFaults, OfAPatternNameTheByte) {
  const Diagnostics found =
      anchor_faults(manifest_of({"- {file: f, find: a, replace: b}\n"
                                 "- {file: f, find_regex: 'a(b', replace: x}\n"}));

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].code, Code::invalid_manifest);
  EXPECT_EQ(found[0].message, "the anchor is wrong at its byte 3: missing closing parenthesis");
  EXPECT_EQ(found[0].where, (Place{"p1.yaml", 9, 25}));
  EXPECT_EQ(found[0].edit, 1U);
  ASSERT_EQ(found[0].notes.size(), 1U);
  EXPECT_EQ(found[0].notes[0].lines[0].text, "a(b");
  EXPECT_EQ(found[0].notes[0].lines[0].marks, (std::vector<ByteRange>{{3, 4}}));
}

TEST(AnchorFaults, OfAReferencePointAtTheNewText) {
  const Diagnostics found = anchor_faults(
      manifest_of({"- {file: f, find_regex: '(a)', replace: 'x$2', expand: true}\n"}));

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "the new text is wrong at its byte 1: the pattern has no group '2'");
  EXPECT_EQ(found[0].where, (Place{"p1.yaml", 8, 41}));
}

TEST(AnchorFaults, LiteralTextHasNoReferences) {
  EXPECT_TRUE(
      anchor_faults(manifest_of({"- {file: f, find_regex: '(a)', replace: 'x$2'}\n"})).empty());
}

TEST(AnchorFaults, MarkTheRightLineOfALongPattern) {
  const Diagnostics found = anchor_faults(
      manifest_of({"- file: f\n  find_regex: |\n    (?x) abc\n    def )\n  replace: x\n"}));

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].notes[0].lines[0].text, "def )");
}

}  // namespace
}  // namespace patcher::testing
