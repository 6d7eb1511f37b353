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

INSTANTIATE_TEST_SUITE_P(All, LaterKeyOfAnEdit, testing::Values("json"));

class LaterCompanion : public testing::TestWithParam<const char*> {};

TEST_P(LaterCompanion, IsNotSupported) {
  const std::string key = GetParam();

  EXPECT_EQ(seen(only(findings_of(
                patch_with("  - {file: a.py, find: x, replace: y, " + key + ": true}\n")))),
            (Seen{Code::not_supported, 8, 39}));
}

INSTANTIATE_TEST_SUITE_P(All, LaterCompanion,
                         testing::Values("remove", "must_equal", "must_be_new"));

TEST(LaterKey, IsReportedOncePerEdit) {
  EXPECT_EQ(seen(only(findings_of(patch_with("  - {json: a.json, set: {}, must_equal: {}}\n")))),
            (Seen{Code::not_supported, 8, 6}));
}

}  // namespace
}  // namespace patcher
