// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

TEST(Keys, SuggestTheOneThatWasMeant) {
  const Diagnostic found =
      only(findings_of(patch_with("  - file: a.py\n    find: x\n    replce: y\n")));

  EXPECT_EQ(seen(found), (Seen{Code::unknown_key, 10, 5}));
  EXPECT_EQ(found.hint, "did you mean 'replace'?");
}

TEST(Keys, NamePatchAndEditInFindings) {
  const Diagnostic found = only(findings_of(
      patch_with("  - {file: a.py, find: x, replace: y}\n  - {file: a.py, find: x, colour: y,"
                 " replace: z}\n")));

  EXPECT_EQ(found.patch, "p");
  EXPECT_EQ(found.edit, 1U);
}

TEST(Keys, ShowTheLineWithAMark) {
  const Diagnostic found = only(findings_of(patch_and("colour: red\n")));

  ASSERT_EQ(found.lines.size(), 1U);
  EXPECT_EQ(found.lines[0].number, 9U);
  EXPECT_EQ(found.lines[0].text, "colour: red");
  EXPECT_EQ(found.lines[0].marks, (std::vector<ByteRange>{{0, 6}}));
}

TEST(Keys, OfAnotherKindOfEditDoNotGo) {
  EXPECT_EQ(seen(only(findings_of(
                patch_with("  - {file: a.py, find_text: x, replace: y, indent: 4}\n")))),
            (Seen{Code::unknown_key, 8, 44}));
}

TEST(Keys, OfTwoAnchorsDoNotGoTogether) {
  EXPECT_EQ(
      seen(only(findings_of(patch_with("  - {file: a.py, find: x, find_text: y, replace: z}\n")))),
      (Seen{Code::invalid_manifest, 8, 27}));
}

TEST(Keys, DemandAnAnchor) {
  EXPECT_EQ(seen(only(findings_of(patch_with("  - {file: a.py, replace: z}\n")))),
            (Seen{Code::invalid_manifest, 8, 6}));
}

TEST(Keys, SuggestAnAnchor) {
  const Diagnostic found = only(findings_of(patch_with("  - {file: a.py, fnd: x, replace: z}\n")));

  EXPECT_EQ(seen(found), (Seen{Code::unknown_key, 8, 18}));
  EXPECT_EQ(found.hint, "did you mean 'find'?");
}

TEST(Keys, DemandExactlyOneAction) {
  EXPECT_EQ(seen(only(findings_of(patch_with("  - file: a.py\n    find: x\n")))),
            (Seen{Code::invalid_manifest, 8, 5}));
  EXPECT_EQ(seen(only(findings_of(
                patch_with("  - {file: a.py, find: x, replace: y, insert_after: z}\n")))),
            (Seen{Code::invalid_manifest, 8, 6}));
}

TEST(Keys, RefuseMergeKeys) {
  EXPECT_EQ(seen(only(findings_of(patch_and("<<: {checks: []}\n")))),
            (Seen{Code::unknown_key, 9, 1}));
}

TEST(Keys, DemandWhatIsRequired) {
  const auto found = findings_of("id: p\nedits: [{file: a, find: x, replace: y}]\n");

  ASSERT_EQ(found.size(), 5U);  // version, tree, title, why, upstream
  EXPECT_EQ(seen(found[0]), (Seen{Code::invalid_manifest, 1, 1}));
}

TEST(Keys, DemandTheRightKindOfValue) {
  EXPECT_EQ(seen(only(findings_of(patch_and("checks: x\n")))),
            (Seen{Code::invalid_manifest, 9, 9}));
  EXPECT_EQ(seen(only(findings_of(patch_and("checks: [x]\n")))),
            (Seen{Code::invalid_manifest, 9, 10}));
  EXPECT_EQ(seen(only(findings_of(patch_and("checks: [{run: x}]\n")))),
            (Seen{Code::invalid_manifest, 9, 16}));
  EXPECT_EQ(seen(only(findings_of(patch_and("checks: [{run: [[x]]}]\n")))),
            (Seen{Code::invalid_manifest, 9, 17}));
  EXPECT_EQ(seen(only(findings_of(patch_and("checks:\n")))), (Seen{Code::invalid_manifest, 9, 1}));
}

TEST(Keys, AreAllReportedInOneRun) {
  const auto found = findings_of(patch_and("colour: red\nshape: round\nchecks: x\n"));

  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].where.line, 9U);
  EXPECT_EQ(found[1].where.line, 10U);
  EXPECT_EQ(found[2].where.line, 11U);
}

TEST(Keys, AreCountedAfterAHundredFindings) {
  std::string more;
  for (int i = 0; i < 300; ++i) more += "unheard_of_" + std::to_string(i) + ": 1\n";

  const auto found = findings_of(patch_and(more));

  EXPECT_EQ(found.size(), 101U);
  EXPECT_EQ(found.back().message, "200 more findings are not shown");
}

TEST(Keys, OfAnEditorsSchemaLineAreAComment) {
  EXPECT_TRUE(findings_of("# yaml-language-server: $schema=../x.json\n" + patch_and("")).empty());
}

}  // namespace
}  // namespace patcher
