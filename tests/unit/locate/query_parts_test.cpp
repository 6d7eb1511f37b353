// SPDX-License-Identifier: MIT
#include "patcher/locate/query_parts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace patcher {
namespace {

using Strings = std::vector<std::string>;

TEST(QueryParts, NameTheKindsOfAQuery) {
  EXPECT_EQ(kinds_in("; (comment)\n(call f: (identifier) @f (_) (#eq? @f \"(go)\")) @target"),
            (Strings{"call", "identifier"}));
}

TEST(QueryParts, AreTheInnerNodesTheLargestFirst) {
  EXPECT_EQ(inner_nodes_in("(a (b (c) @c (#eq? @c \")\")) (d)) @target"),
            (Strings{"(b (c)  )", "(c)", "(d)"}));
  EXPECT_EQ(inner_nodes_in("(a) @target"), Strings{});
}

TEST(QueryParts, AreNoneOfWhatIsNoQuery) {
  EXPECT_EQ(inner_nodes_in("(a (b)"), Strings{});
  EXPECT_EQ(inner_nodes_in("a (b))"), Strings{});
}

}  // namespace
}  // namespace patcher
