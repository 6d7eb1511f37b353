// SPDX-License-Identifier: MIT
#include "patcher/locate/group_references.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

Regex regex_of(std::string_view pattern) {
  auto compiled = Regex::compile(pattern);
  return std::get<Regex>(compiled);
}

/// `text` with its references expanded for the first match of `pattern` in `bytes`.
std::string expanded(std::string_view text, std::string_view pattern, const std::string& bytes,
                     std::string_view ending = "\n") {
  const Regex regex = regex_of(pattern);
  const SourceText source = source_of(bytes);
  const auto parsed = ReferringText::parse(text, regex);
  const auto match = std::get<0>(regex.find_first(source, source.all()));
  return std::get<ReferringText>(parsed).text_at(*match, source.bytes(), ending);
}

SpellingFault fault_of(std::string_view text, std::string_view pattern) {
  const auto parsed = ReferringText::parse(text, regex_of(pattern));
  const auto* fault = std::get_if<SpellingFault>(&parsed);
  return fault == nullptr ? SpellingFault{0, "none", ""} : *fault;
}

TEST(GroupReferences, StandForWhatGroupsTook) {
  EXPECT_EQ(expanded("max($1, 60)", R"(t=(\d+))", "t=30"), "max(30, 60)");
  EXPECT_EQ(expanded("${1}0${b}", "(a)(?<b>c)", "ac"), "a0c");
  EXPECT_EQ(expanded("[$2]", "(a)|(b)", "a"), "[]");
}

TEST(GroupReferences, AloneAreSpecial) {
  EXPECT_EQ(expanded(R"($$1 \1 & \$$)", "(a)", "a"), R"($1 \1 & \$)");
}

TEST(GroupReferences, TakeTheLongestNumber) {
  EXPECT_EQ(fault_of("$10", "(a)").message, "the pattern has no group '10'");
}

TEST(GroupReferences, ToNoGroupAreFaults) {
  EXPECT_EQ(fault_of("a $2", "(a)").offset, 2U);
  EXPECT_EQ(fault_of("${x}", "(a)").message, "the pattern has no group 'x'");
  EXPECT_EQ(fault_of("$0", "(a)").message, "the pattern has no group '0'");
  EXPECT_EQ(fault_of("a$", "(a)").offset, 1U);
  EXPECT_EQ(fault_of("${", "(a)").message, "'$' begins no reference to a group");
  EXPECT_EQ(fault_of("${}", "(a)").message, "'$' begins no reference to a group");
  EXPECT_EQ(fault_of("$99999999999999999999", "(a)").message.substr(0, 24),
            "the pattern has no group");
}

TEST(GroupReferences, LeaveLineEndsOfGroupsAlone) {
  EXPECT_EQ(expanded("$1\nx", R"((a\R))", "a\n", "\r\n"), "a\n\r\nx");
}

/// Whether `bytes` are what `text` can become for some match of `pattern`.
bool is_result(std::string_view text, std::string_view pattern, const std::string& bytes) {
  const Regex regex = regex_of(pattern);
  const auto parsed = ReferringText::parse(text, regex);
  const auto result = std::get<ReferringText>(parsed).result_of(regex);
  const SourceText source = source_of(bytes);
  const auto match = result ? result->find_first(source, source.all()) : std::nullopt;
  const auto& place = std::get<std::optional<AnchorPlace>>(match);
  return place && place->range == source.all();
}

TEST(GroupReferences, MakeAPatternOfTheResult) {
  EXPECT_TRUE(is_result("bar(foo($1))", R"(foo\((\w+)\))", "bar(foo(abc))"));
  EXPECT_FALSE(is_result("bar(foo($1))", R"(foo\((\w+)\))", "bar(foo(a b))"));
  EXPECT_TRUE(is_result("$1 = $1 + 1", R"((\w+)\+\+)", "ab = ab + 1"));
  EXPECT_FALSE(is_result("$1 = $1 + 1", R"((\w+)\+\+)", "ab = ac + 1"));
  EXPECT_TRUE(is_result("a\n$1;", "(b)?c", "a\r\nb;"));
  EXPECT_FALSE(is_result("a\n$1;", "(b)?c", "a\r\n;"));
}

TEST(GroupReferences, QuoteWhatIsLiteralInThePattern) {
  EXPECT_TRUE(is_result(R"(a.b*[c] \E $1)", "(d)", R"(a.b*[c] \E d)"));
  EXPECT_TRUE(is_result("x # $1", "(?x) (d) # a comment", "x # d"));
}

TEST(GroupReferences, OfAPatternThatCallsItselfMakeNone) {
  const Regex regex = regex_of(R"((\((?:[^()]|(?R))*\)))");
  const auto parsed = ReferringText::parse("f$1", regex);

  EXPECT_FALSE(std::get<ReferringText>(parsed).result_of(regex));
}

}  // namespace
}  // namespace patcher
