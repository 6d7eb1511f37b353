// SPDX-License-Identifier: MIT
#include "patcher/locate/c_path.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

using Parts = std::vector<std::string>;

TEST(Folded, KeepsOnlyTheBlanksThatSeparateWords) {
  EXPECT_EQ(folded("std :: pair< int ,\n unsigned  T > const & /* c */"),
            "std::pair<int,unsigned T>const&");
  EXPECT_EQ(folded("macro  NAME"), "macro NAME");
  EXPECT_EQ(folded(""), "");
}

TEST(CPath, ComesApartOutsideBrackets) {
  EXPECT_EQ(c_path_of("a::B<c::D, e::F<1>>::g").parts, (Parts{"a", "B<c::D,e::F<1>>", "g"}));
  EXPECT_EQ(c_path_of("f").parts, (Parts{"f"}));
  EXPECT_FALSE(c_path_of("f").is_global);
  EXPECT_TRUE(c_path_of("::f").is_global);
}

TEST(CPath, HasASignatureBehindTheName) {
  const CPath path = c_path_of("A::f(int, void (*)(ns::T)) const");

  EXPECT_EQ(path.parts, (Parts{"A", "f"}));
  EXPECT_EQ(path.signature, "(int,void(*)(ns::T))const");
  EXPECT_FALSE(c_path_of("A::f").signature);
}

TEST(CPath, KnowsTheNamesOfOperators) {
  EXPECT_EQ(c_path_of("A::operator()").parts, (Parts{"A", "operator()"}));
  EXPECT_FALSE(c_path_of("A::operator()").signature);
  EXPECT_EQ(c_path_of("A::operator ()(int)").signature, "(int)");
  EXPECT_EQ(c_path_of("operator<<(S&, int)").parts, (Parts{"operator<<"}));
  EXPECT_EQ(c_path_of("A::operator std::string() const").parts,
            (Parts{"A", "operator std::string"}));
  EXPECT_EQ(c_path_of("A::~A").parts, (Parts{"A", "~A"}));
}

TEST(CPath, TakesWhateverIsWritten) {
  EXPECT_EQ(c_path_of("").parts, (Parts{""}));
  EXPECT_EQ(c_path_of("A<").parts, (Parts{"A<"}));
  EXPECT_EQ(c_path_of("A::").parts, (Parts{"A", ""}));
  EXPECT_EQ(c_path_of("operator").parts, (Parts{"operator"}));
}

}  // namespace
}  // namespace patcher
