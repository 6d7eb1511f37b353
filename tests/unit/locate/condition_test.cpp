// SPDX-License-Identifier: MIT
#include "patcher/locate/condition.hpp"

#include <gtest/gtest.h>

#include <string>

#include "patcher/locate/condition_expression.hpp"

namespace patcher {
namespace {

/// With `A` defined as 1, `N` as 12, `F` without a value, and `U` not defined.
MacroKnowledge some_knowledge() {
  MacroKnowledge knowledge({{"A"}, {"U"}});
  knowledge.define("N", 12);
  knowledge.define("F", std::nullopt);
  return knowledge;
}

struct Known {
  std::string expression;
  bool holds;
};

class KnownCondition : public testing::TestWithParam<Known> {};

TEST_P(KnownCondition, IsDecided) {
  MacroKnowledge knowledge = some_knowledge();

  EXPECT_EQ(decide(GetParam().expression, knowledge), GetParam().holds) << GetParam().expression;
}

INSTANTIATE_TEST_SUITE_P(
    All, KnownCondition,
    testing::Values(Known{"0", false}, Known{"1", true}, Known{"defined(A)", true},
                    Known{"defined A && !defined(U)", true}, Known{"defined U", false},
                    Known{"U", false}, Known{"A == 1", true}, Known{"N >= 0x0c", true},
                    Known{"N > 3 * (2 + 2)", false}, Known{"N % 5 == 2u", true},
                    Known{"1'000 == 1000L", true}, Known{"U || N", true}, Known{"U && N", false},
                    Known{"not defined A or U", false}, Known{"-1 < 0", true},
                    Known{"N << 1 == 24", true}, Known{"(N & 4) && !(N & 2)", true},
                    Known{"defined(F) && 0", false}, Known{"1 / 0 || 1", true},
                    // What is unknown does not matter where the rest decides.
                    Known{"0 && X", false}, Known{"1 || X", true}, Known{"X && U", false}));

TEST(UnknownCondition, HoldsAndIsRemembered) {
  MacroKnowledge knowledge = some_knowledge();

  EXPECT_TRUE(decide("defined(X) && !Y && V >= 3", knowledge));

  EXPECT_FALSE(decide("!defined(X)", knowledge));
  EXPECT_FALSE(decide("Y", knowledge));
  EXPECT_FALSE(decide("V < 3", knowledge));
}

TEST(UnknownCondition, SettlesNoMoreThanItNeeds) {
  MacroKnowledge knowledge = some_knowledge();

  EXPECT_TRUE(decide("defined(X) || defined(Y)", knowledge));

  EXPECT_EQ(knowledge.is_defined("X"), true);
  EXPECT_EQ(knowledge.is_defined("Y"), std::nullopt);
}

TEST(UnknownCondition, CanBeOneThatNobodyCanRead) {
  MacroKnowledge knowledge = some_knowledge();

  EXPECT_TRUE(decide("__has_include(<x.h>)", knowledge));
  EXPECT_TRUE(decide("X ? 1 : 0", knowledge));
  EXPECT_TRUE(decide("(((", knowledge));
  EXPECT_TRUE(decide("", knowledge));
  EXPECT_TRUE(decide(std::string(100000, '('), knowledge));
  EXPECT_TRUE(decide(std::string(100000, '!') + "X", knowledge));
}

TEST(NeedOf, IsTheOneNameOfAPlainCondition) {
  const auto need = need_of("!(defined X)", true);

  ASSERT_TRUE(need);
  EXPECT_EQ(need->name, "X");
  EXPECT_FALSE(need->defined);
  EXPECT_TRUE(need_of("X", true)->defined);
  EXPECT_FALSE(need_of("defined X && defined Y", true));
}

TEST(WholeNumber, KnowsBasesAndSuffixes) {
  EXPECT_EQ(whole_number("0b101ull"), 5);
  EXPECT_EQ(whole_number("017"), 15);
  EXPECT_EQ(whole_number("1.5"), std::nullopt);
  EXPECT_EQ(whole_number("99999999999999999999"), std::nullopt);
}

}  // namespace
}  // namespace patcher
