// SPDX-License-Identifier: MIT
#include "patcher/locate/regex.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

using Strings = std::vector<std::string>;

Regex regex_of(std::string_view pattern) {
  auto compiled = Regex::compile(pattern);
  return std::get<Regex>(compiled);
}

SpellingFault fault_of(std::string_view pattern) {
  const auto compiled = Regex::compile(pattern);
  const auto* fault = std::get_if<SpellingFault>(&compiled);
  return fault == nullptr ? SpellingFault{0, "none", ""} : *fault;
}

/// What `pattern` matches in `bytes`; the code of the fault alone when the search was given up.
Strings matches(std::string_view pattern, const std::string& bytes) {
  const SourceText text = source_of(bytes);
  const FoundPlaces found = regex_of(pattern).find_all(text, text.all());
  if (const auto* fault = std::get_if<SearchFault>(&found))
    return {std::string(name_of(fault->code))};
  Strings parts;
  for (const AnchorPlace& place : std::get<std::vector<AnchorPlace>>(found)) {
    parts.emplace_back(part_of(text, place.range));
  }
  return parts;
}

TEST(Regex, FindsMatchesFromLeftToRightWithoutOverlap) {
  EXPECT_EQ(matches("a.", "abacad"), (Strings{"ab", "ac", "ad"}));
  EXPECT_EQ(matches("aa", "aaaaa"), (Strings{"aa", "aa"}));
  EXPECT_EQ(matches("x", "abc"), Strings{});
  EXPECT_EQ(matches("x", ""), Strings{});
}

TEST(Regex, LineAnchorsMatchAtEveryLineEnding) {
  EXPECT_EQ(matches("^a$", "a\nba\na\r\na\ra"), (Strings{"a", "a", "a", "a"}));
  EXPECT_EQ(matches("a.b", "a\nb a\rb a\r\nb"), Strings{});
  EXPECT_EQ(matches(R"(a\Rb)",
                    "a\nb a\r\nb a\x0c"
                    "b"),
            (Strings{"a\nb", "a\r\nb"}));
}

TEST(Regex, TakesBytesForBytes) {
  EXPECT_EQ(matches(R"(caf.\n)", "caf\xe9\n"), (Strings{"caf\xe9\n"}));
  EXPECT_EQ(matches("^..$", "\xc3\xa9\n"), (Strings{"\xc3\xa9"}));
}

TEST(Regex, SeesNothingOutsideItsRange) {
  const SourceText text = source_of("ab\nab\nab\n");
  const FoundPlaces found = regex_of(R"(\Aab$)").find_all(text, {3, 6});

  const auto& places = std::get<std::vector<AnchorPlace>>(found);
  ASSERT_EQ(places.size(), 1U);
  EXPECT_EQ(places[0].range, (ByteRange{3, 5}));
}

TEST(Regex, TellsWhatGroupsTook) {
  const SourceText text = source_of("x f(1) x");
  const FoundPlaces found = regex_of(R"(f\((\d)\)(y)?)").find_all(text, text.all());

  const auto& places = std::get<std::vector<AnchorPlace>>(found);
  ASSERT_EQ(places.size(), 1U);
  ASSERT_EQ(places[0].groups.size(), 3U);
  EXPECT_EQ(part_of(text, *places[0].groups[1]), "1");
  EXPECT_FALSE(places[0].groups[2]);
}

TEST(Regex, KnowsItsGroups) {
  const Regex regex = regex_of("(a)(?<name>b)");

  EXPECT_EQ(regex.groups(), 2U);
  EXPECT_EQ(regex.group_named("name"), 2U);
  EXPECT_FALSE(regex.group_named("other"));
}

TEST(Regex, IsRefusedWithTheOffset) {
  EXPECT_EQ(fault_of("f(a").offset, 3U);
  EXPECT_EQ(fault_of("f(a").message, "missing closing parenthesis");
  EXPECT_EQ(fault_of("ab[[:no:]]").offset, 5U);
}

TEST(Regex, ThatCanBeEmptyIsRefused) {
  for (const char* pattern : {"x*", "(?=x)", R"(\b)", "^", "a|"}) {
    EXPECT_NE(fault_of(pattern).message, "none") << pattern;
  }
  EXPECT_EQ(fault_of(R"(\((?:[^()]|(?R))*\))").message, "none");
}

TEST(Regex, MayNotSetWhatTheProgramSets) {
  EXPECT_NE(fault_of("(*UTF)a").message, "none");
  EXPECT_NE(fault_of("(*LIMIT_MATCH=99999999)a").message, "none");
  EXPECT_NE(fault_of("(*LF)a").message, "none");
}

TEST(Regex, AMatchOfNoBytesIsAFault) {
  EXPECT_EQ(matches(R"(a\K)", "ba"), (Strings{"empty-match"}));
}

TEST(Regex, NestedRepetitionsAreGivenUp) {
  std::string words;
  for (int i = 0; i < 4000; ++i) words += "word ";
  const auto begin = std::chrono::steady_clock::now();

  EXPECT_EQ(matches(R"((?:\s*\w+\s*,?)+\)$)", words + "!"), Strings{});
  EXPECT_EQ(matches(R"((?:\s*\w+\s*,?)+[);]$)", words + "!;x"), (Strings{"pattern-too-costly"}));

  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(taken.count(), 5.0) << "a loaded machine may be slow, but not this slow";
}

TEST(Regex, EveryStartAnewIsGivenUpToo) {
  EXPECT_EQ(matches(R"([\s\S]*zzzz)", std::string(200'000, 'a') + "zzz"),
            (Strings{"pattern-too-costly"}));
}

TEST(Regex, ALargeTextIsSearchedWhole) {
  std::string text;
  while (text.size() < 10'000'000) text += "        self.value = foo(a, b, key=1)  # text\n";
  text += "last = 1\n";

  EXPECT_EQ(matches(R"(\w+ = 1$)", text), (Strings{"last = 1"}));
}

TEST(Regex, FindsItsFirstMatchAlone) {
  const SourceText text = source_of("xay");

  using First = std::optional<AnchorPlace>;
  EXPECT_EQ(std::get<First>(regex_of("a").find_first(text, text.all()))->range, (ByteRange{1, 2}));
  EXPECT_FALSE(std::get<First>(regex_of("b").find_first(text, text.all())));
}

}  // namespace
}  // namespace patcher
