// SPDX-License-Identifier: MIT
#include "patcher/locate/regex_pieces.hpp"

#include <gtest/gtest.h>

#include <string>

namespace patcher {
namespace {

/// The pieces of `pattern`, each behind the first letter of its kind.
std::string taken_apart(std::string_view pattern) {
  std::string all;
  for (const RegexPiece& piece : regex_pieces(pattern)) {
    all += "wbocs-"[static_cast<std::size_t>(piece.kind)];
    all += std::string(pattern.substr(piece.range.begin, piece.range.size())) + "|";
  }
  return all;
}

TEST(RegexPieces, AreWordsBlanksAndSigns) {
  EXPECT_EQ(taken_apart(R"(x1  = a\.b)"), R"(wx1|b  |s=|b |wa|s\.|wb|)");
  EXPECT_EQ(taken_apart(R"(f\(a\)\[\])"), R"(wf|o\(|wa|c\)|o\[|c\]|)");
}

TEST(RegexPieces, KeepApartWhatStandsForSomethingElse) {
  EXPECT_EQ(taken_apart(R"((?<name>a)|(?:b)+)"), R"(-(?<name>|wa|-)|-||-(?:|wb|-)|-+|)");
  EXPECT_EQ(taken_apart(R"([^]a\]]x{2,3}y{z)"), R"(-[^]a\]]|wx|-{2,3}|wy|s{|wz|)");
  EXPECT_EQ(taken_apart(R"(\d\p{Lu}\x41\Qa.b\Ec)"), R"(-\d|-\p{Lu}|-\x41|-\Qa.b\E|wc|)");
  EXPECT_EQ(taken_apart(R"((?<=a)(?#b)(?P<n>c)(?i))"),
            R"(-(?<=|wa|-)|-(?#b)|-(?P<n>|wc|-)|-(?i)|)");
}

TEST(RegexPieces, EndWithThePatternWhateverIsOpen) {
  for (const std::string pattern : {"[a", "\\", "(?<n", "\\Qa", "a{2", "(?"}) {
    const auto pieces = regex_pieces(pattern);

    EXPECT_EQ(pieces.back().range.end, pattern.size());
  }
}

}  // namespace
}  // namespace patcher
