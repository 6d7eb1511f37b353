// SPDX-License-Identifier: MIT
#include "patcher/core/json_text.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

JsonValue value_of(std::string_view text) {
  auto read = read_json(text);
  const auto* fault = std::get_if<JsonTextFault>(&read);
  if (fault != nullptr) {
    ADD_FAILURE() << fault->why << " at " << fault->offset;
    return {};
  }
  return std::get<JsonValue>(std::move(read));
}

bool is_json(std::string_view text) { return std::holds_alternative<JsonValue>(read_json(text)); }

std::string_view at(std::string_view text, ByteRange range) {
  return text.substr(range.begin, range.size());
}

TEST(JsonText, KnowsWhereEachValueStands) {
  const std::string_view text = " {\"a\" : [1, -2.5e+3], \"b\":{}}\n";
  const JsonValue root = value_of(text);

  ASSERT_EQ(root.children.size(), 2U);
  EXPECT_EQ(at(text, root.range), "{\"a\" : [1, -2.5e+3], \"b\":{}}");
  EXPECT_EQ(at(text, root.child("a")->key), "\"a\"");
  EXPECT_EQ(at(text, root.child("a")->child("1")->range), "-2.5e+3");
  EXPECT_EQ(root.child("a")->child("01"), nullptr);
  EXPECT_EQ(root.child("a")->child("2"), nullptr);
  EXPECT_EQ(root.child("c"), nullptr);
}

TEST(JsonText, ReadsKeysByWhatTheySay) {
  const JsonValue root =
      value_of("\xef\xbb\xbf{\"\\u00e9\\ud83d\\ude00\\/\\n\": 1, \"\xc3\xa9\": 2}");

  EXPECT_EQ(root.children[0].name, "\xc3\xa9\xf0\x9f\x98\x80/\n");
  EXPECT_EQ(root.children[1].name, "\xc3\xa9");
}

TEST(JsonText, TellsAKeyThatStandsTwice) {
  EXPECT_EQ(value_of("{\"a\": 1, \"\\u0061\": 2}").repeated()->key.begin, 9U);
  EXPECT_EQ(value_of("{\"a\": {\"a\": 1}}").repeated(), nullptr);
}

TEST(JsonText, RefusesWhatIsNoJson) {
  for (const std::string_view text :
       {"",          " ",     "{",   "[1,]",   "{\"a\":1,}", "{a: 1}",
        "{\"a\" 1}", "01",    "1.",  "1e",     "-",          "+1",
        ".5",        "nul",   "\"a", "\"\t\"", "\"\\x\"",    "\"\\u12g4\"",
        "1 2",       "[1 2]", "'a'", "NaN",    "// c\n1",    "\"\xff\""}) {
    EXPECT_FALSE(is_json(text)) << text;
  }
  EXPECT_FALSE(is_json(std::string(200, '[') + std::string(200, ']')));
  for (const std::string_view text : {"0", "-0.0E-1", "null", "[]", "\"\\\\\"", "[true,false]"}) {
    EXPECT_TRUE(is_json(text)) << text;
  }
}

TEST(JsonText, ComparesTokens) {
  EXPECT_EQ(json_tokens("{ \"a b\" :\n[1 , \"\\\" \"]}"), "{\"a b\":[1,\"\\\" \"]}");
}

TEST(JsonText, ReadsPointers) {
  EXPECT_EQ(json_pointer("/a~1b/~0/"), (std::vector<std::string>{"a/b", "~", ""}));
  EXPECT_EQ(json_pointer(""), std::vector<std::string>());
  EXPECT_EQ(json_pointer("a"), std::nullopt);
  EXPECT_EQ(json_pointer("/~2"), std::nullopt);
  EXPECT_EQ(json_pointer("/~"), std::nullopt);
}

TEST(JsonText, WritesKeys) {
  EXPECT_EQ(json_key("a\"\\\n\xc3\xa9"), "\"a\\\"\\\\\\u000a\xc3\xa9\"");
}

}  // namespace
}  // namespace patcher
