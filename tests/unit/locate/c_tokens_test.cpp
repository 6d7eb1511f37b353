// SPDX-License-Identifier: MIT
#include "patcher/locate/c_tokens.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace patcher {
namespace {

using Words = std::vector<std::string>;

/// The tokens of `text` as they are spelled.
Words words_of(std::string_view text) {
  Words words;
  for (const Token& token : tokens_of(text)) {
    words.emplace_back(text.substr(token.begin, token.end - token.begin));
  }
  return words;
}

TEST(CTokens, LeaveCommentsAndBlanksOut) {
  EXPECT_EQ(words_of("a /* b\n# c */ d // e\n f"), (Words{"a", "d", "f"}));
  EXPECT_EQ(words_of("a // b \\\n c\nd"), (Words{"a", "d"}));
  EXPECT_EQ(words_of("a /* never closed"), (Words{"a"}));
}

TEST(CTokens, TakeLiteralsAsWholes) {
  EXPECT_EQ(words_of(R"(f("a\"/*", '"', u8"x", L'y'))"),
            (Words{"f", "(", R"("a\"/*")", ",", R"('"')", ",", "u8\"x\"", ",", "L'y'", ")"}));
}

TEST(CTokens, EndAnUnterminatedLiteralWithItsLine) {
  EXPECT_EQ(words_of("don't\nx"), (Words{"don", "'t", "x"}));
  EXPECT_EQ(words_of("\"a\\\nb\"\nx"), (Words{"\"a\\\nb\"", "x"}));
}

TEST(CTokens, KnowRawStrings) {
  EXPECT_EQ(words_of("R\"(a\"b)\" x"), (Words{"R\"(a\"b)\"", "x"}));
  EXPECT_EQ(words_of("uR\"=(a)\"\n)=\" x"), (Words{"uR\"=(a)\"\n)=\"", "x"}));
  EXPECT_EQ(words_of("xR\"(a\" b"), (Words{"xR", "\"(a\"", "b"}));
  EXPECT_EQ(words_of("R\"(never closed\nx"), (Words{"R\"(never closed\nx"}));
}

TEST(CTokens, KnowDigitSeparatorsAndExponents) {
  EXPECT_EQ(words_of("1'000'000 0x1p-3f .5e+1 a'b'"),
            (Words{"1'000'000", "0x1p-3f", ".5e+1", "a", "'b'"}));
}

TEST(CTokens, TakeADirectiveWithItsContinuationLines) {
  EXPECT_EQ(words_of("a\n #define X \\\r\n  1 \\ \n  2\r\nb"),
            (Words{"a", "#define X \\\r\n  1 \\ \n  2", "b"}));
  EXPECT_EQ(words_of("#if X /* a\n b */ && Y\nc"), (Words{"#if X /* a\n b */ && Y", "c"}));
  EXPECT_EQ(words_of("a # b\n/* c */ # d"), (Words{"a", "#", "b", "# d"}));
}

TEST(CTokens, StartBehindAByteOrderMark) {
  EXPECT_EQ(words_of("\xEF\xBB\xBF#if X\n"), (Words{"#if X"}));
}

}  // namespace
}  // namespace patcher
