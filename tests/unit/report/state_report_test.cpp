// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "patcher/report/text_report.hpp"
#include "tests/unit/report/sample_outcome.hpp"

namespace patcher {
namespace {

Outcome with_patches(std::vector<PatchOutcome> patches) {
  Outcome outcome;
  outcome.patches = std::move(patches);
  return outcome;
}

TEST(StateReport, ListsTreesPatchesEditsAndWhatElseThereIs) {
  EXPECT_EQ(render_states(full_outcome(), Colour::off),
            "tree atom  /app/ATOM  pin ffdf3bb5ddf8  at ffdf3bb5ddf8\n"
            "  applied   atom-stalls  do not queue\n"
            "    0  atom/core.py:440 in Core.run\n"
            "    1  atom/core.py:7, 30 in A, 88 in B\n"
            "  drifted   atom-x       a title\n"
            "    0  drifted  atom/x.py\n"
            "tree aiter  /app/aiter  pin e4048607a535\n"
            "  csrc at /app/aiter_meta/csrc\n"
            "  pristine  aiter-rows\n"
            "    0  t.csv:2\n"
            "changed files\n"
            "  atom  atom/core.py\n"
            "rebuilt\n"
            "  module_gemm\n"
            "pending rebuilds\n"
            "  aiter  all-reduce (manifest atom-nightly)\n"
            "known, not carried\n"
            "  atom  atom-gauges: no series at this pin\n"
            "    https://example.org/1\n");
}

TEST(StateReport, SaysTheStateOfEachEditWhenOneDiffers) {
  const Outcome outcome = with_patches(
      {{"p",
        "atom",
        "",
        State::applied,
        {{0, "a.py", State::applied, {{1, ""}}}, {1, "b.py", State::pristine, {{2, ""}}}}}});

  EXPECT_EQ(render_states(outcome, Colour::off),
            "tree atom\n"
            "  applied  p\n"
            "    0  applied   a.py:1\n"
            "    1  pristine  b.py:2\n");
}

TEST(StateReport, PutsPatchesOfATreeWithoutARootUnderItsName) {
  const Outcome outcome = with_patches({{"p", "atom", "", State::missing, {}},
                                        {"q", "aiter", "", State::orphan, {}},
                                        {"r", "atom", "", State::blocked, {}}});

  EXPECT_EQ(render_states(outcome, Colour::off),
            "tree atom\n"
            "  missing  p\n"
            "  blocked  r\n"
            "tree aiter\n"
            "  orphan   q\n");
}

TEST(StateReport, LeavesTheStatesOutWhereNoTreeWasLookedAt) {
  const Outcome outcome = with_patches({{"p", "atom", "a title", {}, {{0, "a.py", {}, {}}}}});

  EXPECT_EQ(render_states(outcome, Colour::on),
            "tree atom\n"
            "  p  a title\n"
            "    0  a.py\n");
}

TEST(StateReport, LeavesAGapWhereOnlySomeStatesAreKnown) {
  const Outcome outcome =
      with_patches({{"p", "atom", "", State::applied, {}}, {"q", "aiter", "", {}, {}}});

  EXPECT_EQ(render_states(outcome, Colour::off),
            "tree atom\n"
            "  applied  p\n"
            "tree aiter\n"
            "           q\n");
}

TEST(StateReport, ColoursStatesByWhatTheyAskFor) {
  const Outcome outcome = with_patches({{"p", "t", "", State::applied, {}},
                                        {"q", "t", "", State::pristine, {}},
                                        {"r", "t", "", State::outdated, {}},
                                        {"s", "t", "", State::drifted, {}}});

  EXPECT_EQ(render_states(outcome, Colour::on),
            "tree t\n"
            "  \x1b[32mapplied\x1b[0m   p\n"
            "  \x1b[36mpristine\x1b[0m  q\n"
            "  \x1b[33moutdated\x1b[0m  r\n"
            "  \x1b[1;31mdrifted\x1b[0m   s\n");
}

TEST(StateReport, EscapesEveryTextOfTheUser) {
  Outcome outcome = with_patches({{"p\x1b", "t\x1b", "i\x1b", State::applied, {}}});
  outcome.patches[0].edits = {{0, "f\x1b", State::applied, {{1, "d\x1b"}}}};
  outcome.trees = {{"t\x1b", "w\x1b", "c\x1b", "a\x1b"}};
  outcome.pending = {{"t\x1b", "r\x1b", "m\x1b"}};
  outcome.changed = {{"t\x1b", "f\x1b"}};
  outcome.rebuilt = {"b\x1b"};
  outcome.ledger = {{"l\x1b", "t\x1b", "y\x1b", {"u\x1b"}}};

  EXPECT_EQ(render_states(outcome, Colour::off).find('\x1b'), std::string::npos);
}

TEST(StateReport, NamesEachStateAsItsEnumerator) {
  EXPECT_EQ(name_of(State::unrecorded), "unrecorded");
  EXPECT_EQ(name_of(State::partial), "partial");
  EXPECT_EQ(name_of(State::ambiguous), "ambiguous");
  EXPECT_EQ(name_of(State::obsolete), "obsolete");
  EXPECT_EQ(name_of(State::modified), "modified");
}

TEST(StateReport, SaysNothingWhereThereIsNothing) {
  EXPECT_EQ(render_states(Outcome{}, Colour::on), "");
}

TEST(StateReport, TellsWhatWasSettledAndWhatARecordSays) {
  Outcome outcome;
  outcome.trees = {{"t", "/t", "", ""}};
  PatchOutcome patch{"p", "t", "a title", State::modified, {}, true};
  patch.manifest = "m";
  patch.files = {{"f", State::modified}, {"g", State::applied}};
  outcome.patches = {patch};
  outcome.settled = {{{"t", "p"}}, {{"t", "q"}}, {{"t", "r"}}};

  EXPECT_EQ(render_states(outcome, Colour::off),
            "tree t  /t\n"
            "  modified  p  a title  (manifest m, adopted)\n"
            "    modified  f\n"
            "    applied   g\n"
            "adopted\n  t  p\n"
            "upgraded\n  t  q\n"
            "removed\n  t  r\n");
}

}  // namespace
}  // namespace patcher
