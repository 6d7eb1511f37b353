// SPDX-License-Identifier: MIT
#include "patcher/locate/directives.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace patcher {
namespace {

using Parts = std::vector<std::string>;

Directives read(std::string_view text, const KnownMacros& known = kNoMacros) {
  return directives_of(text, tokens_of(text), MacroKnowledge(known));
}

/// The parts of `text` that are left out.
Parts skipped(std::string_view text, const KnownMacros& known = kNoMacros) {
  Parts parts;
  for (const SkippedBranch& branch : read(text, known).skipped) {
    parts.emplace_back(text.substr(branch.range.begin, branch.range.size()));
  }
  return parts;
}

TEST(Directives, ReadTheFirstBranchOfAnUnknownCondition) {
  EXPECT_EQ(skipped("#ifdef X\na\n#else\nb\n#endif\n"), (Parts{"\nb\n"}));
  EXPECT_EQ(skipped("#if X\na\n#elif Y\nb\n#else\nc\n#endif\n"), (Parts{"\nb\n", "\nc\n"}));
}

TEST(Directives, ReadTheBranchThatTheTreeSettles) {
  EXPECT_EQ(skipped("#ifndef X\na\n#else\nb\n#endif\n", {{"X"}, {}}), (Parts{"\na\n"}));
  EXPECT_EQ(skipped("#ifdef X\na\n#else\nb\n#endif\n", {{}, {"X"}}), (Parts{"\na\n"}));
  EXPECT_EQ(skipped("#if X\na\n#elif Y\nb\n#else\nc\n#endif\n", {{"Y"}, {"X"}}),
            (Parts{"\na\n", "\nc\n"}));
}

TEST(Directives, TakeOneNameForOneThingThroughoutAFile) {
  EXPECT_EQ(skipped("#ifdef X\nf {\n#endif\na\n#ifndef X\nb\n#else\n}\n#endif\n"),
            (Parts{"\nb\n"}));
}

TEST(Directives, FollowTheDefinesOfTheFile) {
  EXPECT_EQ(skipped("#define X 3\n#if X > 2\na\n#else\nb\n#endif\n#undef X\n#ifdef X\nc\n#endif\n"),
            (Parts{"\nb\n", "\nc\n"}));
  EXPECT_EQ(skipped("#if 0\n#define X\n#endif\n#ifndef X\na\n#else\nb\n#endif\n"),
            (Parts{"\n#define X\n", "\nb\n"}));
}

TEST(Directives, SkipNestedGroupsAsAWhole) {
  EXPECT_EQ(skipped("#if 0\na\n#if 1\nb\n#else\nc\n#endif\nd\n#else\ne\n#endif\n"),
            (Parts{"\na\n#if 1\nb\n#else\nc\n#endif\nd\n"}));
}

TEST(Directives, SayWhatABranchNeeds) {
  const auto branches = read("#ifdef X\na\n#else\nb\n#endif\n#if 0\nc\n#endif\n").skipped;

  ASSERT_EQ(branches.size(), 2U);
  ASSERT_TRUE(branches[0].need);
  EXPECT_EQ(branches[0].need->name, "X");
  EXPECT_FALSE(branches[0].need->defined);
  EXPECT_FALSE(branches[1].need);
}

/// For each part of `text` that is left out: whether that is known.
std::vector<bool> settled(std::string_view text, const KnownMacros& known = kNoMacros) {
  std::vector<bool> all;
  for (const SkippedBranch& branch : read(text, known).skipped) all.push_back(branch.is_settled);
  return all;
}

using Settled = std::vector<bool>;

TEST(Directives, SayWhetherABranchIsLeftOutForCertain) {
  const std::string two = "#ifdef X\na\n#else\nb\n#endif\n";
  EXPECT_EQ(settled(two), (Settled{false}));
  EXPECT_EQ(settled(two, {{"X"}, {}}), (Settled{true}));
  EXPECT_EQ(settled(two, {{}, {"X"}}), (Settled{true}));
  EXPECT_EQ(settled("#if 0\na\n#endif\n#define X\n" + two), (Settled{true, true}));
  EXPECT_EQ(settled("#if X\na\n#elif 1\nb\n#else\nc\n#endif\n"), (Settled{false, true}));
}

TEST(Directives, DoNotTakeAnAssumptionForCertain) {
  const std::string two = "#ifdef X\na\n#else\nb\n#endif\n";
  // What an unknown condition brings is certain inside its branch only.
  EXPECT_EQ(settled("#ifndef H\n#define X\n" + two + "#endif\n"), (Settled{true}));
  EXPECT_EQ(settled("#ifdef H\n#if 1\n#define X\n#endif\n#endif\n" + two), (Settled{false}));
  EXPECT_EQ(settled("#define X\n#ifdef H\na\n#else\n#undef X\n#endif\n" + two),
            (Settled{false, false}));
  EXPECT_EQ(settled("#ifdef H\n#else\n#undef X\n#endif\n" + two, {{"X"}, {}}),
            (Settled{false, true}));
  EXPECT_EQ(settled("#ifdef X\n#endif\n" + two), (Settled{false}));
}

TEST(Directives, ListTheMacrosThatAreRead) {
  const std::string text =
      "#define A 1\n#define F(x) \\\n  g(x)\n#if 0\n#define B\n#endif\n#define C\n";

  const auto macros = read(text).macros;

  ASSERT_EQ(macros.size(), 3U);
  EXPECT_EQ(macros[0].name, "A");
  EXPECT_EQ(macros[1].name, "F");
  EXPECT_TRUE(macros[1].has_parameters);
  EXPECT_EQ(text.substr(macros[1].range.begin, macros[1].range.size()), "#define F(x) \\\n  g(x)");
  EXPECT_EQ(macros[2].name, "C");
  EXPECT_TRUE(macros[2].body.empty());
}

struct Misplaced {
  std::string name;
  std::string text;
  std::size_t faults;
};

class MisplacedDirective : public testing::TestWithParam<Misplaced> {};

TEST_P(MisplacedDirective, IsAFault) {
  EXPECT_EQ(read(GetParam().text).faults.size(), GetParam().faults);
}

INSTANTIATE_TEST_SUITE_P(All, MisplacedDirective,
                         testing::Values(Misplaced{"NeverEnded", "#if X\na\n", 1},
                                         Misplaced{"EndOnly", "#endif\n", 1},
                                         Misplaced{"ElseOnly", "#else\n", 1},
                                         Misplaced{"TwoElses", "#if X\n#else\n#else\n#endif\n", 1},
                                         Misplaced{"Unknown", "#incldue <x>\n", 1},
                                         Misplaced{"UnknownButSkipped", "#if 0\n#foo\n#endif\n", 0},
                                         Misplaced{"NoName", "#define 3\n", 1},
                                         Misplaced{"Sound",
                                                   "#include <x>\n#pragma once\n#\n# 3 \"f\"\n"
                                                   "#if X\n#elif Y\n#else\n#endif\n",
                                                   0}),
                         [](const auto& about) { return about.param.name; });

}  // namespace
}  // namespace patcher
