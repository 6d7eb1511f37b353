// SPDX-License-Identifier: MIT
#include "patcher/locate/syntax_tree.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace patcher {
namespace {

struct Utf8Case {
  const char* name;
  std::string bytes;
  std::string expected;
};

class WithUtf8Only : public testing::TestWithParam<Utf8Case> {};

TEST_P(WithUtf8Only, ReplacesWhatIsNotUtf8AtEqualLength) {
  EXPECT_EQ(with_utf8_only(GetParam().bytes), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Boundaries, WithUtf8Only,
                         testing::Values(Utf8Case{"Ascii", "a\tb\n", "a\tb\n"},
                                         Utf8Case{"TwoBytes", "\xc3\xa9", "\xc3\xa9"},
                                         Utf8Case{"FourBytes", "\xf0\x9f\x99\x82",
                                                  "\xf0\x9f\x99\x82"},
                                         Utf8Case{"Latin1", "caf\xe9 x", "caf_ x"},
                                         Utf8Case{"CutShort", "a\xe2\x82", "a__"},
                                         Utf8Case{"LoneContinuation", "\x80z", "_z"},
                                         Utf8Case{"Overlong", "\xc0\xaf\xe0\x80\xaf", "_____"},
                                         Utf8Case{"Surrogate", "\xed\xa0\x80", "___"},
                                         Utf8Case{"AboveUnicode", "\xf4\x90\x80\x80", "____"}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(SyntaxTree, IsAbsentWithoutAGrammar) {
  EXPECT_FALSE(SyntaxTree("x", Language::none).has_tree());
}

TEST(SyntaxTree, KeepsTheOffsetsOfTheGivenBytes) {
  const SyntaxTree tree("# \xe9\nx = 1\n", Language::python);

  ASSERT_TRUE(tree.has_tree());
  EXPECT_EQ(range_of(tree.root()), (ByteRange{0, 10}));
  EXPECT_FALSE(ts_node_has_error(tree.root()));
}

TEST(Walk, VisitsParentsFirstWithTheirDepth) {
  const SyntaxTree tree("f(1)", Language::python);

  std::vector<std::string> seen;
  walk(tree.root(), [&](TSNode node, std::size_t depth) {
    if (ts_node_is_named(node)) seen.push_back(std::to_string(depth) + ts_node_type(node));
    return Descend::into;
  });

  EXPECT_EQ(seen, (std::vector<std::string>{"0module", "1expression_statement", "2call",
                                            "3identifier", "3argument_list", "4integer"}));
}

TEST(Walk, GoesPastTheChildrenOfANode) {
  const SyntaxTree tree("f(1)\ng(2)\n", Language::python);

  std::size_t visited = 0;
  walk(tree.root(), [&](TSNode, std::size_t depth) {
    ++visited;
    return depth == 0 ? Descend::into : Descend::past;
  });

  EXPECT_EQ(visited, 3U);
}

}  // namespace
}  // namespace patcher
