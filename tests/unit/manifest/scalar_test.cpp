// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

class TrapAsTitle : public testing::TestWithParam<const char*> {};

TEST_P(TrapAsTitle, IsRefusedUnquoted) {
  const std::string value = GetParam();
  const std::string rest =
      "why: w\nupstream: {state: merged, drop_when: d}\n"
      "edits: [{file: a.py, find: x, replace: y}]\n";
  const std::string head = "version: 1\nid: p\ntree: t\ntitle: ";

  EXPECT_EQ(seen(only(findings_of(head + value + "\n" + rest))),
            (Seen{Code::invalid_manifest, 4, 8}));
  EXPECT_TRUE(findings_of(head + '"' + value + "\"\n" + rest).empty());
}

INSTANTIATE_TEST_SUITE_P(All, TrapAsTitle,
                         testing::Values("yes", "No", "ON", "off", "true", "False", "null", "~",
                                         "3.10", "1e3", "012", "0x1f", "1_000", "12:30:00", ".inf",
                                         ".nan", "2026-08-22"));

TEST(Scalars, TakeCanonicalNumbersAndSingleLettersAsText) {
  const TextEdit edit = text_edit_from("  - {file: a.py, find_text: N, replace: 3.5}\n");

  EXPECT_EQ(std::get<TextAnchor>(edit.anchor).text, "N");
  EXPECT_EQ(edit.text, "3.5");
}

TEST(Scalars, RefuseAnEmptyValueAtItsKey) {
  EXPECT_EQ(seen(only(findings_of(patch_and("min_patcher:\n")))),
            (Seen{Code::invalid_manifest, 9, 1}));
}

TEST(Scalars, RefuseATrapInsideAList) {
  EXPECT_EQ(seen(only(findings_of(patch_and("checks: [{run: [make, -j, 010]}]\n")))),
            (Seen{Code::invalid_manifest, 9, 27}));
}

class BadNumber : public testing::TestWithParam<const char*> {};

TEST_P(BadNumber, IsRefused) {
  const std::string value = GetParam();

  EXPECT_EQ(seen(only(findings_of(
                patch_with("  - {file: a.py, find: x, replace: y, count: " + value + "}\n")))),
            (Seen{Code::invalid_manifest, 8, 46}));
}

INSTANTIATE_TEST_SUITE_P(All, BadNumber,
                         testing::Values("0", "-1", "1.0", "01", "0x1", "1_0", "x", "\"2\"", "'2'",
                                         "99999999999999999999", "+2", "true"));

TEST(Scalars, TakeASignedShift) {
  EXPECT_EQ(text_edit_from("  - {file: a.py, find: x, replace: y, reindent: +4}\n").reindent, 4);
  EXPECT_EQ(text_edit_from("  - {file: a.py, find: x, replace: y, reindent: -4}\n").reindent, -4);
}

TEST(Scalars, RefuseFoldedCode) {
  EXPECT_EQ(
      seen(only(findings_of(patch_with("  - file: a.py\n    find: >\n      x\n    replace: y\n")))),
      (Seen{Code::invalid_manifest, 9, 11}));
}

TEST(Scalars, RefuseCodeFoldedWithoutASign) {
  EXPECT_EQ(
      seen(only(findings_of(patch_with("  - file: a.py\n    find: x\n      y\n    replace: z\n")))),
      (Seen{Code::invalid_manifest, 9, 11}));
  EXPECT_EQ(seen(only(findings_of(
                patch_with("  - file: a.py\n    find: \"x\n      y\"\n    replace: z\n")))),
            (Seen{Code::invalid_manifest, 9, 11}));
}

TEST(Scalars, TakeFoldedProse) {
  EXPECT_TRUE(findings_of(patch_and("obsolete_if: []\n")).empty());
  EXPECT_EQ(patch_from("version: 1\nid: p\ntree: t\ntitle: a\nwhy: >-\n  b\n  c\n"
                       "upstream: {state: merged, drop_when: d}\n"
                       "edits: [{file: a.py, find: x, replace: y}]\n")
                .why,
            "b c");
}

TEST(Scalars, WarnOfBlankLinesThatAreDropped) {
  const Diagnostic found = only(findings_of(patch_with(
      "  - file: a.py\n    find: x\n    replace: |\n      y\n\n\n  - {file: a.py, find: z,"
      " replace: w}\n")));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 10, 14}));
  EXPECT_EQ(found.severity, Severity::warning);
}

TEST(Scalars, DoNotRefuseAFileForManyWarnings) {
  std::string edits;
  for (int i = 0; i < 120; ++i) {
    edits += "  - file: a.py\n    replace: y\n    find: |\n      x" + std::to_string(i) + "\n\n\n";
  }

  EXPECT_EQ(patch_from(patch_with(edits)).edits.size(), 120U);
}

TEST(Scalars, LetOneBlankLineSetEditsApart) {
  EXPECT_TRUE(findings_of(patch_with("  - file: a.py\n    find: x\n    replace: |\n      y\n\n"
                                     "  - {file: a.py, find: z, replace: w}\n"))
                  .empty());
}

TEST(Scalars, KeepTheBlankLinesOfAKeptBlock) {
  const TextEdit edit =
      text_edit_from("  - file: a.py\n    find: x\n    replace: |+\n      y\n\n\n");

  EXPECT_EQ(edit.text, "y\n\n");
}

TEST(Scalars, SuggestAValueOfAClosedSet) {
  const Diagnostic found = only(findings_of(
      "version: 1\nid: p\ntree: t\ntitle: a\nwhy: b\n"
      "upstream: {state: submited, drop_when: d}\nedits: [{file: a.py, find: x, replace: y}]\n"));

  EXPECT_EQ(seen(found), (Seen{Code::invalid_manifest, 6, 19}));
  EXPECT_EQ(found.hint, "did you mean 'submitted'?");
}

TEST(Scalar, OfCodeWithACommentBehindItIsWarnedOf) {
  const Diagnostics found = findings_of(
      patch_with("  - file: a.py\n    find: x = 1  # noqa\n    replace: 'x = 2'  # ok\n"));

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(seen(found[0]), (Seen{Code::invalid_manifest, 9, 11}));
}

}  // namespace
}  // namespace patcher
