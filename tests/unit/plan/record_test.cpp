// SPDX-License-Identifier: MIT
#include "patcher/plan/record.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

RecordedPatch sample_patch() {
  RecordedPatch patch{"m", "p", "t", "title", "sha256:0", {}, {*TreePath::parse("d")}};
  patch.files.push_back({*TreePath::parse("d/f"),
                         blob_id_of("a\xff"),
                         blob_id_of("b"),
                         0644,
                         0755,
                         {{0, 1, std::string("a\xff")}}});
  return patch;
}

TEST(Record, ReadsBackWhatItWrote) {
  const Record record{{sample_patch()}, {{"t", "r", "m"}}};

  const auto read = parse_record(text_of(record), "record.json");

  ASSERT_TRUE(read);
  EXPECT_EQ(text_of(*read), text_of(record));
  EXPECT_EQ(read->stack[0].files[0].inverse[0].restore, "a\xff");
}

TEST(Record, HasTheMappedFoldersInWhichItHasFiles) {
  Record record{{sample_patch()}, {}};
  record.mapped = {{*TreePath::parse("c"), "../c"}, {*TreePath::parse("d"), "../x/d"}};

  const auto read = parse_record(text_of(record), "record.json");

  ASSERT_TRUE(read);
  EXPECT_EQ(read->mapped, (std::vector<MappedFolder>{{*TreePath::parse("d"), "../x/d"}}));
}

TEST(Record, OfNothingIsNoText) { EXPECT_EQ(text_of(Record{}), ""); }

class Unreadable : public ::testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(Unreadable, IsAnErrorWithItsCode) {
  std::string text = text_of({{sample_patch()}, {}});
  const auto& [from, to] = GetParam();
  text.replace(text.find(from), from.size(), to);

  const auto read = parse_record(text, "record.json");

  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().diagnostics().front().code,
            to.find("..") == std::string::npos ? Code::record_unreadable : Code::unsafe_path);
}

INSTANTIATE_TEST_SUITE_P(All, Unreadable,
                         ::testing::Values(std::pair{"patcher.record/1", "patcher.record/9"},
                                           std::pair{"d/f", "../f"}, std::pair{"0644", "999"},
                                           std::pair{"\"stack\"", "\"stock\""},
                                           std::pair{"\"before\": \"", "\"before\": \"zz"},
                                           std::pair{"restore_hex\": \"61ff", "restore_hex\": \"6"},
                                           std::pair{"{", "["}));

struct BadText {
  std::string text;
  std::uint32_t line;
  std::uint32_t column;
  std::string says;
};

class DamagedRecord : public ::testing::TestWithParam<BadText> {};

TEST_P(DamagedRecord, IsToldWithItsPlaceAndInOurWords) {
  const BadText& bad = GetParam();

  const auto read = parse_record(bad.text, "record.json");

  ASSERT_FALSE(read);
  const Diagnostic& error = read.error().diagnostics().front();
  EXPECT_EQ(error.code, Code::record_unreadable);
  EXPECT_EQ(error.where, (Place{"record.json", bad.line, bad.column}));
  EXPECT_EQ(error.message, "the record cannot be read: " + bad.says);
}

INSTANTIATE_TEST_SUITE_P(
    All, DamagedRecord,
    ::testing::Values(
        BadText{"", 0, 0, "it is empty"},
        BadText{"{\n  \"schema\": oops\n}\n", 2, 13, "it is no JSON from here on"},
        BadText{"{\n  \"stack\": [", 2, 13, "it is no JSON from here on"},
        BadText{"{\"a\": {\"b\": 1},\n \"c\": 2, \"a\": 3}", 2, 10,
                "the key 'a' is given twice in one object"},
        BadText{"{\"schema\": \"patcher.record/1\"}", 0, 0, "'stack' is missing in it"},
        BadText{"[]", 0, 0, "'schema' is missing in it"},
        BadText{"{\"schema\": 1}", 0, 0, "a value is of another kind than it must be"}),
    [](const auto& about) { return "N" + std::to_string(about.index); });

TEST(Restored, RefusesAHunkOutsideTheBytes) {
  RecordedFile file;
  file.inverse = {{5, 1, "x"}};
  EXPECT_FALSE(restored(file, "abc"));
  file.inverse = {{1, 9, "x"}};
  EXPECT_FALSE(restored(file, "abc"));
  file.inverse = {{1, 1, "x"}};
  EXPECT_EQ(restored(file, "abc"), "axc");
}

}  // namespace
}  // namespace patcher::testing
