// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

class LaterKeyOfAnEdit : public testing::TestWithParam<const char*> {};

TEST_P(LaterKeyOfAnEdit, IsNotSupported) {
  const std::string key = GetParam();

  EXPECT_EQ(seen(only(findings_of(patch_with("  - {file: a.py, " + key + ": x}\n")))),
            (Seen{Code::not_supported, 8, 18}));
}

INSTANTIATE_TEST_SUITE_P(All, LaterKeyOfAnEdit, testing::Values("table", "json", "diff"));

class LaterCompanion : public testing::TestWithParam<const char*> {};

TEST_P(LaterCompanion, IsNotSupported) {
  const std::string key = GetParam();

  EXPECT_EQ(seen(only(findings_of(
                patch_with("  - {file: a.py, find: x, replace: y, " + key + ": true}\n")))),
            (Seen{Code::not_supported, 8, 39}));
}

INSTANTIATE_TEST_SUITE_P(All, LaterCompanion,
                         testing::Values("optional", "rows", "key", "family", "strip", "only",
                                         "update_where", "delete_where", "set", "remove",
                                         "position", "must_equal", "must_be_new"));

TEST(LaterKey, IsReportedOncePerEdit) {
  EXPECT_EQ(seen(only(findings_of(patch_with("  - {table: a.csv, rows: r.csv, key: {}}\n")))),
            (Seen{Code::not_supported, 8, 6}));
}

TEST(LaterKey, GlobAsFile) {
  EXPECT_EQ(seen(only(findings_of(patch_with("  - {file: \"**/mla.py\", find: x, replace: y}\n")))),
            (Seen{Code::not_supported, 8, 12}));
}

TEST(LaterKey, OptionalPatchOfAManifest) {
  const std::string text =
      "version: 1\nname: m\n"
      "trees: {t: {upstream: u, commit: ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21}}\n"
      "patches:\n  - {patch: p.yaml, optional: \"only there\"}\n  - {patch: q.yaml, when: {}}\n";

  const auto found = findings_of_manifest(text);

  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(seen(found[0]), (Seen{Code::not_supported, 5, 21}));
  EXPECT_EQ(seen(found[1]), (Seen{Code::not_supported, 6, 21}));
}

}  // namespace
}  // namespace patcher
