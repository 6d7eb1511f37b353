// SPDX-License-Identifier: MIT
// Edits whose anchor is no fixed text: their states, what they write, how they are taken back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/plan/edit_trial.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kTimeout = "- {file: f, find_regex: 'timeout=\\d+', replace: timeout=60}\n";
const std::string kWrapped =
    "- {file: f, find_regex: 'foo\\((\\w+)\\)', replace: 'bar(foo($1))', expand: true}\n";
const std::string kTwo = "- {file: f, find_regex: 'old_(\\w+)', replace: new_name, count: 2}\n";
const std::string kDeleted = "- {file: f, find_regex: ', dim=\\d', replace: ''}\n";
const std::string kAfter = "- {file: f, find_regex: 'a\\d', insert_after: '; b'}\n";

struct StateCase {
  std::string name;
  std::string edits;
  std::string bytes;
  State state;
};

class RegexEdit : public ::testing::TestWithParam<StateCase> {};

TEST_P(RegexEdit, HasOneState) {
  const StateCase& about = GetParam();

  EXPECT_EQ(find(about.edits, about.bytes).state, about.state);
}

INSTANTIATE_TEST_SUITE_P(
    All, RegexEdit,
    ::testing::Values(StateCase{"Pristine", kTimeout, "f(timeout=30)\n", State::pristine},
                      StateCase{"AppliedThoughThePatternStillMatches", kTimeout, "f(timeout=60)\n",
                                State::applied},
                      StateCase{"AnchorAndResult", kTimeout, "f(timeout=30)\nf(timeout=60)\n",
                                State::ambiguous},
                      StateCase{"Nowhere", kTimeout, "f()\n", State::drifted},
                      StateCase{"WrappedBefore", kWrapped, "foo(x)\n", State::pristine},
                      StateCase{"WrappedAfter", kWrapped, "bar(foo(x))\n", State::applied},
                      StateCase{"BothOfTwo", kTwo, "old_a old_b\n", State::pristine},
                      StateCase{"OneOfTwo", kTwo, "old_a\n", State::drifted},
                      StateCase{"HalfOfTwo", kTwo, "old_a new_name\n", State::partial},
                      StateCase{"Deletion", kDeleted, "f(x, dim=0)\n", State::pristine},
                      StateCase{"DeletionDone", kDeleted, "f(x)\n", State::drifted},
                      StateCase{"Insertion", kAfter, "a1\n", State::pristine},
                      StateCase{"InsertionDone", kAfter, "a1; b\n", State::applied}),
    [](const auto& about) { return about.param.name; });

TEST(RegexEdit, PutsLiteralTextAsItIs) {
  EXPECT_EQ(edited("- {file: f, find_regex: 'x(.)', replace: 'cost is $1 \\1 &'}\n", "axbc\n"),
            "acost is $1 \\1 &c\n");
}

TEST(RegexEdit, ExpandsReferencesWhenAsked) {
  EXPECT_EQ(edited(kWrapped, "y = foo(abc)\n"), "y = bar(foo(abc))\n");
}

TEST(RegexEdit, NewLinesEndAsTheirNeighboursDo) {
  EXPECT_EQ(edited("- {file: f, find_regex: '^a(.)$', replace: \"b\\n${1}c\\n\", expand: true}\n",
                   "a1\r\nz\r\n"),
            "b\r\n1c\r\nz\r\n");
}

TEST(RegexEdit, ADeletionIsPlannedAndToldByTheRecordAlone) {
  const Manifest manifest = manifest_of({kDeleted});
  const MemoryTree base{{"f", "f(x, dim=0)\n"}};

  const Carried done = carry(Way::apply, manifest, base, {});
  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  const Carried undone = carry(Way::revert, manifest, done.tree, done.record);

  EXPECT_EQ(done.tree.files().at("f"), "f(x)\n");
  EXPECT_EQ(again.states, (std::vector<State>{State::applied}));
  EXPECT_EQ(undone.tree.files().at("f"), "f(x, dim=0)\n");
}

TEST(RegexEdit, WithoutItsRecordADeletionSaysSo) {
  const PatchFinding finding = find(kDeleted, "f(x)\n");

  ASSERT_EQ(finding.diagnostics.size(), 1U);
  EXPECT_THAT(finding.diagnostics[0].notes.back().message, HasSubstr("only the record can tell"));
}

TEST(RegexEdit, AReplacementThatStandsWithoutARecordIsUnrecorded) {
  const Carried result = carry(Way::apply, manifest_of({kTimeout}), {{"f", "f(timeout=60)\n"}}, {});

  EXPECT_EQ(result.states, (std::vector<State>{State::unrecorded}));
  EXPECT_TRUE(has_error(result.refusals));
}

TEST(RegexEdit, AnInsertionIsTakenBackByItsBytes) {
  SourceCache cache;
  const MemoryTree tree{{"f", "a1; b\n"}};

  const auto step = undo_found(patch_of(kAfter), View(tree), cache);

  ASSERT_TRUE(step);
  EXPECT_EQ(*step->files.begin()->second.after.bytes, "a1\n");
}

TEST(RegexEdit, AResultThatMatchesAgainIsRefused) {
  EXPECT_EQ(first_code(find("- {file: f, find_regex: 'a+', replace: aab}\n", "xa\n")),
            Code::round_trip_failed);
  EXPECT_EQ(first_code(find("- {file: f, find_regex: 'a.*', insert_after: b}\n", "ac\n")),
            Code::round_trip_failed);
}

TEST(RegexEdit, ATooCostlyPatternIsGivenUpWithItsPlace) {
  std::string words = "x\n";
  for (int i = 0; i < 2000; ++i) words += "word ";

  const PatchFinding finding =
      find("- {file: f, find_regex: '(?:\\w+\\s*)+[!?]', replace: y}\n", words + "; ?");

  EXPECT_EQ(finding.state, State::drifted);
  EXPECT_EQ(first_code(finding), Code::pattern_too_costly);
  EXPECT_NE(finding.diagnostics[0].target.line, 0U);
}

TEST(RegexEdit, AnEmptyMatchIsRefused) {
  EXPECT_EQ(first_code(find("- {file: f, find_regex: 'a\\K', replace: y}\n", "ba\n")),
            Code::empty_match);
}

TEST(RegexEdit, LaterPatchesStackOnIt) {
  const Manifest manifest =
      manifest_of({kWrapped, "- {file: f, find_regex: 'bar\\(', replace: 'baz_long('}\n"});

  const Carried done = carry(Way::apply, manifest, {{"f", "foo(x)\n"}}, {});

  EXPECT_EQ(done.tree.files().at("f"), "baz_long(foo(x))\n");
  EXPECT_EQ(carry(Way::apply, manifest, done.tree, done.record).states,
            (std::vector<State>{State::applied, State::applied}));
}

TEST(RegexEdit, IsNotDoneWhereItsLiteralTextStandsWithoutItsGroups) {
  const PatchFinding finding =
      find("- {file: f, find_regex: 'timeout=(\\d+)', replace: '$1 seconds', expand: true}\n",
           "y = ' seconds'\n");

  EXPECT_NE(finding.state, State::applied);
}

TEST(RegexEdit, IsDoneByTheRecordWhereAGroupTookNoPart) {
  const Manifest manifest =
      manifest_of({"- {file: f, find_regex: 'go(ne)?[(]', replace: 'went$1[', expand: true}\n"});
  const MemoryTree base{{"f", "go(1)\n"}};

  const Carried done = carry(Way::apply, manifest, base, {});
  const Carried again = carry(Way::apply, manifest, done.tree, done.record);

  EXPECT_EQ(done.tree.files().at("f"), "went[1)\n");
  EXPECT_EQ(again.states, (std::vector<State>{State::applied}));
  EXPECT_EQ(carry(Way::revert, manifest, done.tree, done.record).tree.files().at("f"), "go(1)\n");
}

}  // namespace
}  // namespace patcher::testing
