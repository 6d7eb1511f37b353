// SPDX-License-Identifier: MIT
#include "patcher/core/diagnostic.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace patcher {
namespace {

TEST(NameOf, SpellsCodesAsTheirEnumerators) {
  EXPECT_EQ(name_of(Code::invalid_yaml), "invalid-yaml");
  EXPECT_EQ(name_of(Code::anchor_not_found), "anchor-not-found");
  EXPECT_EQ(name_of(Code::tree_locked), "tree-locked");
  EXPECT_EQ(name_of(Code::internal), "internal");
}

TEST(NameOf, GivesEveryCodeItsOwnName) {
  std::set<std::string_view> names;
  const auto last = static_cast<int>(Code::internal);
  for (int code = 0; code <= last; ++code) names.insert(name_of(static_cast<Code>(code)));

  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
  EXPECT_FALSE(names.contains(""));
}

}  // namespace
}  // namespace patcher
