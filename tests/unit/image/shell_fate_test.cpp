// SPDX-License-Identifier: MIT
#include "patcher/image/shell_fate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace patcher {
namespace {

using Texts = std::vector<std::string>;

std::string first_word(const ShellNode& command) {
  return command.words.empty() ? "" : command.words.front().literal().value_or("?");
}

bool is_work(const ShellNode& node) { return first_word(node).starts_with("work"); }

Fate fate_in(const std::string& text, const std::string& subject, ShellMode mode = {}) {
  const ShellScript script = read_shell(text);
  EXPECT_TRUE(script.unread.empty()) << text;
  for (const ShellNode* command : commands_in(script.all)) {
    if (first_word(*command) == subject) return fate_of(script.all, *command, mode, is_work);
  }
  ADD_FAILURE() << "no command '" << subject << "' in " << text;
  return {};
}

bool is_of_interest(const ShellNode& node) {
  const std::string name = first_word(node);
  constexpr std::array kOthers{"true", "echo", "set", "exit", "break", "sleep"};
  return std::ranges::find(kOthers, name) == kOthers.end();
}

/// The commands of `text` whose failure is lost, each with the bytes that lose it where these are
/// few.
Texts lost_in(const std::string& text, ShellMode mode = {}) {
  const ShellScript script = read_shell(text);
  EXPECT_TRUE(script.unread.empty()) << text;
  Texts lost;
  for (const ShellNode* command : commands_in(script.all)) {
    const Fate fate = fate_of(script.all, *command, mode, is_work);
    if (!fate.lost || !is_of_interest(*command)) continue;
    const std::string by = text.substr(fate.lost->at.begin, fate.lost->at.size());
    lost.push_back(first_word(*command) + (by.size() < 3 ? " " + by : ""));
  }
  return lost;
}

constexpr ShellMode kErrexit{true, false};
constexpr ShellMode kPipefail{false, true};

TEST(ShellFate, OrHidesAllThatStandsBeforeIt) {
  EXPECT_EQ(lost_in("uninstall || true && clone && install && show || true"),
            (Texts{"uninstall ||", "clone ||", "install ||", "show ||"}));
  EXPECT_EQ(lost_in("clone && install && { show || true; }"), (Texts{"show ||"}));
  EXPECT_EQ(lost_in("clone && install && (show || true)"), (Texts{"show ||"}));
  EXPECT_EQ(lost_in("clone || exit 1"), (Texts{}));
  EXPECT_EQ(lost_in("clone || { echo no; false; }"), (Texts{}));
  EXPECT_EQ(lost_in("clone || { echo no; }"), (Texts{"clone ||"}));
}

TEST(ShellFate, WhatFollowsHidesUnlessTheShellStops) {
  EXPECT_EQ(lost_in("clone; install"), (Texts{"clone ;"}));
  EXPECT_EQ(lost_in("clone\ninstall"), (Texts{"clone \n"}));
  EXPECT_EQ(lost_in("set -e; clone; install"), (Texts{}));
  EXPECT_EQ(lost_in("clone; install", kErrexit), (Texts{}));
  EXPECT_EQ(lost_in("set -eux; clone; set +e; install; echo"), (Texts{"install ;"}));
  // `set -e` does not look at the left side of `&&`.
  EXPECT_EQ(lost_in("clone && install; echo", kErrexit), (Texts{"clone ;"}));
  EXPECT_EQ(lost_in("f() { clone; install; }; f"), (Texts{"clone ;"}));
  EXPECT_EQ(lost_in("clone & install"), (Texts{"clone &"}));
}

TEST(ShellFate, APipeCountsItsLastCommandOnly) {
  EXPECT_EQ(lost_in("curl | sh"), (Texts{"curl |"}));
  EXPECT_EQ(lost_in("curl | sh", kPipefail), (Texts{}));
  EXPECT_EQ(lost_in("set -o pipefail; curl | sh"), (Texts{}));
  EXPECT_EQ(lost_in("a && curl | sh && b"), (Texts{"curl |"}));
  EXPECT_EQ(lost_in("! a | b && c"), (Texts{"a |", "b"}));
}

TEST(ShellFate, AConditionAsksAndABranchAnswers) {
  EXPECT_EQ(lost_in("if work; then echo yes; else echo no; fi"), (Texts{"work"}));
  EXPECT_EQ(lost_in("if ! work; then echo no; exit 1; fi"), (Texts{}));
  EXPECT_EQ(lost_in("if work; then :; else exit 1; fi"), (Texts{}));
  EXPECT_EQ(lost_in("case x in a) work;; esac"), (Texts{}));
  EXPECT_EQ(lost_in("if [ a = b ]; then work; fi && c"), (Texts{"["}));
}

TEST(ShellFate, ALoopCountsItsLastRound) {
  EXPECT_EQ(lost_in("for f in *.py; do python \"$f\" || echo no; done"), (Texts{"python ||"}));
  EXPECT_EQ(lost_in("for f in *.py; do python \"$f\"; done"), (Texts{"python"}));
  EXPECT_EQ(lost_in("for f in *.py; do python \"$f\"; done", kErrexit), (Texts{}));
  EXPECT_EQ(lost_in("for f in *.py; do python \"$f\" || exit 1; done"), (Texts{}));
  EXPECT_EQ(lost_in("while read f; do python $f; done"), (Texts{"read", "python"}));
}

TEST(ShellFate, AnotherAttemptIsNoHiding) {
  EXPECT_EQ(lost_in("work1 || work2"), (Texts{}));
  EXPECT_EQ(lost_in("until work; do sleep 1; done"), (Texts{}));
  EXPECT_EQ(lost_in("for i in 1 2 3; do work && break; sleep 1; done"), (Texts{"work ;"}));
  EXPECT_EQ(lost_in("work1; work2"), (Texts{"work1 ;"}));
}

TEST(ShellFate, ASubstitutionKeepsItsStatusOnlyInAnAssignment) {
  EXPECT_EQ(lost_in("x=$(work)"), (Texts{}));
  EXPECT_EQ(lost_in("export x=$(work)"), (Texts{"work"}));
  EXPECT_EQ(lost_in("echo $(work)"), (Texts{"work"}));
  EXPECT_EQ(lost_in("x=$(work | tail)"), (Texts{"work |"}));
}

TEST(ShellFate, AStatusThatIsKeptCanStillFail) {
  EXPECT_EQ(lost_in("rc=0; diff a b || rc=$?; [ $rc -eq 0 ]"), (Texts{}));
  EXPECT_EQ(lost_in("rc=0; diff a b || rc=$?; exit $rc"), (Texts{}));
  EXPECT_EQ(lost_in("diff a b; rc=$?; echo x; exit $rc"), (Texts{}));
}

TEST(ShellFate, AStatusThatIsReadTooLateIsAlwaysZero) {
  const std::string text = "diff a b || true; rc=$?; [ $rc -eq 0 ]";
  const Fate fate = fate_in(text, "diff");
  ASSERT_EQ(fate.read_late.size(), 1U);
  EXPECT_EQ(text.substr(fate.read_late[0].begin, fate.read_late[0].size()), "$?");
  EXPECT_EQ(fate_in("diff a b || true\n[ $? -eq 0 ]", "diff").read_late.size(), 1U);
  EXPECT_TRUE(fate_in("rc=0; diff a b || rc=$?; [ $rc -eq 0 ]", "diff").read_late.empty());
  EXPECT_TRUE(fate_in("diff a b; rc=$?; [ $rc -eq 0 ]", "diff").read_late.empty());
  EXPECT_TRUE(fate_in("diff a b || true; c; rc=$?", "diff").read_late.empty());
}

TEST(ShellFate, KnowsWhatCanBePassedOver) {
  EXPECT_TRUE(fate_in("if [ \"$A\" = 1 ]; then apply; fi", "apply").can_be_passed_over);
  EXPECT_TRUE(fate_in("[ -z \"$A\" ] || apply", "apply").can_be_passed_over);
  EXPECT_FALSE(fate_in("[ -n \"$A\" ] && apply", "apply").can_be_passed_over);
  EXPECT_FALSE(fate_in("if [ \"$A\" != 1 ]; then exit 1; fi; apply", "apply").can_be_passed_over);
  EXPECT_FALSE(fate_in("cd /x && apply", "apply").can_be_passed_over);
}

}  // namespace
}  // namespace patcher
