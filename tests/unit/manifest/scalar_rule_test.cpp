// SPDX-License-Identifier: MIT
#include "patcher/manifest/scalar_rule.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "patcher/core/tree_path.hpp"

namespace patcher::language {
namespace {

const std::vector<std::string> kSamples = {"",
                                           " ",
                                           "\n",
                                           "\n\n",
                                           "x\n",
                                           "x\n\n",
                                           "\nx",
                                           "x",
                                           "X",
                                           "a.b",
                                           ".a",
                                           "a b",
                                           "a-b_c.d",
                                           "-a",
                                           "_a",
                                           "9",
                                           "0755",
                                           "755",
                                           "7555",
                                           "0999",
                                           "75",
                                           "http://x",
                                           "://x",
                                           "http://",
                                           "a ://b",
                                           "0.1.0",
                                           "1.2",
                                           "1.2.3.4",
                                           "12345.0.0",
                                           "a.b.c",
                                           "a..b",
                                           "a.",
                                           "FOO",
                                           "FOO=1",
                                           "\t",
                                           "\xc3\xa9",
                                           std::string(40, 'a'),
                                           std::string(40, 'A'),
                                           std::string(41, 'a'),
                                           std::string(64, '0'),
                                           "sha256:" + std::string(64, '0'),
                                           "sha256:" + std::string(63, '0')};

std::vector<int> kinds_with_a_predicate() {
  std::vector<int> kinds;
  for (int kind = 0; kind <= static_cast<int>(Scalar::code_bytes); ++kind) {
    if (rule_of(static_cast<Scalar>(kind)).fits != nullptr) kinds.push_back(kind);
  }
  return kinds;
}

class Rule : public testing::TestWithParam<int> {};

// The schema's pattern and the reader's predicate are two spellings of one rule.
TEST_P(Rule, PatternAndPredicateAgree) {
  const ScalarRule& rule = rule_of(static_cast<Scalar>(GetParam()));
  const std::regex pattern{std::string(rule.pattern)};

  for (const std::string& sample : kSamples) {
    EXPECT_EQ(rule.fits(sample), std::regex_search(sample, pattern)) << '"' << sample << '"';
  }
}

INSTANTIATE_TEST_SUITE_P(All, Rule, testing::ValuesIn(kinds_with_a_predicate()));

TEST(Rule, PatternOfPathsAgreesWithTreePath) {
  const std::regex pattern{std::string(rule_of(Scalar::tree_path).pattern)};

  for (const std::string sample :
       {"a",         "a/b",       "/a",         "a//b",   "a/",         "",         ".",
        "./a",       "a/./b",     "..",         "../a",   "a/..",       "a/../b",   ".git",
        "a/.GiT/b",  ".github/x", ".gitignore", "a/.git", ".patcher/x", ".patcher", "a/.patcher",
        ".patcherx", "...",       "a/...b",     "..a"}) {
    EXPECT_EQ(TreePath::parse(sample).has_value(), std::regex_search(sample, pattern)) << sample;
  }
}

TEST(Rule, PatternOfPathsRefusesGlobs) {
  const std::regex path{std::string(rule_of(Scalar::tree_path).pattern)};
  const std::regex glob{std::string(rule_of(Scalar::tree_glob).pattern)};

  for (const std::string sample : {"a/*.cu", "a?", "[ab]", "**/x"}) {
    EXPECT_FALSE(std::regex_search(sample, path)) << sample;
    EXPECT_TRUE(std::regex_search(sample, glob)) << sample;
  }
}

}  // namespace
}  // namespace patcher::language
