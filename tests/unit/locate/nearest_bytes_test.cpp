// SPDX-License-Identifier: MIT
#include "patcher/locate/nearest_bytes.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

/// The part of `bytes` nearest to `part`, as "line:bytes"; empty for none.
std::string nearest(std::string_view part, const std::string& bytes) {
  const SourceText text = source_of(bytes);
  const auto found = nearest_bytes(part, text, text.all());
  if (!found) return "";
  const std::string_view line = text.lines().text(found->line);
  return std::to_string(found->line + 1) + ":" +
         std::string(line.substr(found->range.begin, found->range.size()));
}

TEST(NearestBytes, FindsTheLeastDistantPart) {
  EXPECT_EQ(nearest("queue.put(x)", "a\nself.queue.putt(x) # c\nqueue.get(x)\n"),
            "2:queue.putt(x)");
  EXPECT_EQ(nearest("B=1", "A=1\n"), "1:A=1");
}

TEST(NearestBytes, PutsBlanksUpAsAnyByte) {
  EXPECT_EQ(nearest("f(a, b)", "y = f(a,b) + 1\n"), "1:f(a,b)");
}

TEST(NearestBytes, TakesTheFirstOfEquallyNearParts) {
  EXPECT_EQ(nearest("abc1", "abc2\nabc3\n"), "1:abc2");
}

TEST(NearestBytes, FindsNothingThatIsFarAway) {
  EXPECT_EQ(nearest("abcdef", "abxxyy\nuvw\n"), "");
  EXPECT_EQ(nearest("x", "y\n"), "");
  EXPECT_EQ(nearest("", "y\n"), "");
  EXPECT_EQ(nearest("abc", ""), "");
}

TEST(NearestBytes, LooksIntoVeryLongLines) {
  EXPECT_EQ(nearest("needle_x", std::string(50000, ' ') + "neadle_x" + std::string(50000, ' ')),
            "1:neadle_x");
}

TEST(NearestBytes, StaysWithin) {
  const SourceText text = source_of("abc1\nabc2\n");

  const auto found = nearest_bytes("abc3", text, {5, 10});

  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 1U);
  EXPECT_EQ(found->distance, 1U);
}

}  // namespace
}  // namespace patcher
