// SPDX-License-Identifier: MIT
#include "patcher/locate/grammars.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

class GrammarOf : public testing::TestWithParam<Language> {};

TEST_P(GrammarOf, IsReadableByTheLinkedCore) { EXPECT_NE(grammar_of(GetParam()), nullptr); }

INSTANTIATE_TEST_SUITE_P(EveryLanguage, GrammarOf,
                         testing::Values(Language::python, Language::c, Language::cpp,
                                         Language::cuda, Language::bash, Language::json,
                                         Language::yaml, Language::toml));

TEST(GrammarOfNone, IsNull) { EXPECT_EQ(grammar_of(Language::none), nullptr); }

}  // namespace
}  // namespace patcher
