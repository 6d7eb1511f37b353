// SPDX-License-Identifier: MIT
#include "patcher/manifest/yaml_source.hpp"

#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher::yaml {
namespace {

Seen refusal_of(const std::string& bytes) {
  const auto source = Source::from("f.yaml", bytes);
  return source ? Seen{} : seen(source.error().diagnostics().front());
}

TEST(YamlSource, ReadsCrlfAsLf) {
  const auto source = Source::from("f.yaml", "a: 1\r\nb: 2\r\n");

  ASSERT_TRUE(source);
  EXPECT_EQ(source->text(), "a: 1\nb: 2\n");
  EXPECT_EQ(source->first_crlf(), 4U);
}

TEST(YamlSource, DropsAByteOrderMark) {
  const auto source = Source::from("f.yaml",
                                   "\xef\xbb\xbf"
                                   "a: 1\n");

  ASSERT_TRUE(source);
  EXPECT_EQ(source->text(), "a: 1\n");
  EXPECT_EQ(source->place(0), (Place{"f.yaml", 1, 1}));
}

TEST(YamlSource, CountsColumnsInBytes) {
  const auto source = Source::from("f.yaml", "\xc3\xa9: 1\n");

  ASSERT_TRUE(source);
  EXPECT_EQ(source->place(4), (Place{"f.yaml", 1, 5}));
}

TEST(YamlSource, RefusesUtf16) {
  EXPECT_EQ(refusal_of(std::string("\xff\xfe"
                                   "a\0",
                                   4)),
            (Seen{Code::invalid_yaml, 1, 1}));
  EXPECT_EQ(refusal_of(std::string("a\0:\0", 4)), (Seen{Code::invalid_yaml, 1, 1}));
}

TEST(YamlSource, RefusesANulByte) {
  EXPECT_EQ(refusal_of(std::string("a: 1\nb: \0\n", 10)), (Seen{Code::invalid_yaml, 2, 4}));
}

TEST(YamlSource, RefusesInvalidUtf8) {
  EXPECT_EQ(refusal_of("a: caf\xe9\n"), (Seen{Code::invalid_yaml, 1, 7}));
  EXPECT_EQ(refusal_of("a: \xc0\xaf\n"), (Seen{Code::invalid_yaml, 1, 4}));
  EXPECT_EQ(refusal_of("a: \xed\xa0\x80\n"), (Seen{Code::invalid_yaml, 1, 4}));
  EXPECT_EQ(refusal_of("a: \xf4\x90\x80\x80\n"), (Seen{Code::invalid_yaml, 1, 4}));
  EXPECT_EQ(refusal_of("a: \xe2\x82"), (Seen{Code::invalid_yaml, 1, 4}));
}

TEST(YamlSource, TakesCharactersOfEverySize) {
  EXPECT_TRUE(Source::from("f.yaml", "a: \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\n"));
}

// yaml-cpp takes U+0004 for the end of the file.
TEST(YamlSource, RefusesControlCharacters) {
  EXPECT_EQ(refusal_of("a: 1\x04\n"), (Seen{Code::invalid_yaml, 1, 5}));
  EXPECT_EQ(refusal_of("a: |\n  x\x0cy\n"), (Seen{Code::invalid_yaml, 2, 4}));
  EXPECT_EQ(refusal_of("a: \xc2\x80\n"), (Seen{Code::invalid_yaml, 1, 4}));
}

TEST(YamlSource, RefusesACarriageReturnThatEndsNoLine) {
  EXPECT_EQ(refusal_of("a: 1\rb: 2\n"), (Seen{Code::invalid_yaml, 1, 5}));
}

TEST(YamlSource, MarksTheRangeInItsLine) {
  const auto source = Source::from("f.yaml", "a: 1\nbcd: 2\n");

  ASSERT_TRUE(source);
  const auto lines = source->excerpt({5, 8});
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].number, 2U);
  EXPECT_EQ(lines[0].text, "bcd: 2");
  EXPECT_EQ(lines[0].marks, (std::vector<ByteRange>{{0, 3}}));
}

TEST(YamlSource, CutsLongLinesInExcerpts) {
  const auto source = Source::from("f.yaml", "a: " + std::string(5000, 'x') + "\n");

  ASSERT_TRUE(source);
  EXPECT_EQ(source->excerpt({3, 5003}).at(0).text.size(), 2000U);
  EXPECT_TRUE(source->excerpt({4000, 4001}).at(0).marks.empty());
}

}  // namespace
}  // namespace patcher::yaml
