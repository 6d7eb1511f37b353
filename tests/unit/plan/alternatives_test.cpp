// SPDX-License-Identifier: MIT
// Edits with several anchors of which one may fit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "patcher/plan/anchor_faults.hpp"
#include "tests/unit/plan/edit_trial.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kReplaced =
    "- file: f.py\n"
    "  any_of: [{find: 'run(a)'}, {find: 'run(a, b)'}]\n"
    "  replace: 'launch(a)'\n";
const std::string kAfter =
    "- file: f.py\n"
    "  any_of: [{find: 'run(a)'}, {find_regex: 'run\\(a, \\w\\)\\n'}]\n"
    "  insert_after: 'log()'\n";

std::optional<std::size_t> alternative(const std::string& edits, const std::string& bytes) {
  return find(edits, bytes).edits.at(0).alternative;
}

TEST(Alternatives, OneIsTaken) {
  EXPECT_EQ(edited(kReplaced, "run(a)\n"), "launch(a)\n");
  EXPECT_EQ(edited(kReplaced, "  run(a, b)\n"), "  launch(a)\n");
  EXPECT_EQ(alternative(kReplaced, "run(a)\n"), 0U);
  EXPECT_EQ(alternative(kReplaced, "run(a, b)\n"), 1U);
}

TEST(Alternatives, ShareOneResult) {
  const PatchFinding finding = find(kReplaced, "launch(a)\n");

  EXPECT_EQ(finding.state, State::applied);
  EXPECT_FALSE(finding.edits.at(0).alternative);
}

TEST(Alternatives, AreToldApartByWhatAnInsertionLeaves) {
  const std::string done = edited(kAfter, "run(a)\n");

  EXPECT_EQ(done, "run(a)\nlog()\n");
  EXPECT_EQ(find(kAfter, done).state, State::applied);
  EXPECT_EQ(alternative(kAfter, done), 0U);
}

TEST(Alternatives, AreAmbiguousWhenTwoStand) {
  const PatchFinding finding = find(kReplaced, "run(a)\nrun(a, b)\n");

  EXPECT_EQ(finding.state, State::ambiguous);
  ASSERT_EQ(finding.diagnostics.size(), 1U);
  const Diagnostic& fault = finding.diagnostics.front();
  EXPECT_EQ(fault.code, Code::anchor_ambiguous);
  EXPECT_EQ(fault.message, "2 of the alternatives are there, expected 1");
  ASSERT_EQ(fault.notes.size(), 2U);
  EXPECT_EQ(fault.notes[0].message, "alternative 0 stands here");
  EXPECT_EQ(fault.notes[0].where.line, 1U);
  EXPECT_EQ(fault.notes[1].message, "alternative 1 stands here");
  EXPECT_EQ(fault.notes[1].where.line, 2U);
}

TEST(Alternatives, AreAmbiguousBesideTheResult) {
  EXPECT_EQ(find(kReplaced, "run(a, b)\nlaunch(a)\n").state, State::ambiguous);
}

TEST(Alternatives, AreAmbiguousWhenOneStandsTooOften) {
  EXPECT_EQ(find(kReplaced, "run(a)\nrun(a)\n").state, State::ambiguous);
}

TEST(Alternatives, AreDriftWhenNoneStands) {
  const PatchFinding finding = find(kReplaced, "x = 1\nrun(a, b, c)\n");

  EXPECT_EQ(finding.state, State::drifted);
  ASSERT_EQ(finding.diagnostics.size(), 1U);
  const Diagnostic& fault = finding.diagnostics.front();
  EXPECT_EQ(fault.code, Code::anchor_not_found);
  EXPECT_EQ(fault.message, "none of 2 alternatives: anchor not found in 'f.py'");
  ASSERT_EQ(fault.notes.size(), 4U);
  EXPECT_THAT(fault.notes.front().message, HasSubstr("alternative 0: "));
  EXPECT_THAT(fault.notes.back().message, HasSubstr("alternative 1: "));
}

TEST(Alternatives, AreNotPassedOverWhenASearchIsGivenUp) {
  const std::string edits =
      "- file: f.py\n"
      "  any_of: [{find: 'run(a)'}, {find_regex: '(x+)+[yz]'}]\n"
      "  replace: 'launch(a)'\n";
  const PatchFinding finding = find(edits, "run(a)\n# " + std::string(60, 'x') + "\n");

  ASSERT_FALSE(finding.diagnostics.empty());
  EXPECT_EQ(finding.diagnostics.front().code, Code::pattern_too_costly);
  EXPECT_FALSE(finding.step);
}

TEST(Alternatives, HaveOneScope) {
  const PatchFinding finding = find(
      "- {file: f.py, scope: g, any_of: [{find: 'run(a)'}, {find: 'b'}], replace: 'launch(a)'}\n",
      "run(a)\n");

  EXPECT_EQ(finding.state, State::missing);
  EXPECT_EQ(finding.diagnostics.size(), 1U);
}

TEST(Alternatives, AreTakenBackByTheRecord) {
  const Manifest manifest = manifest_of({kReplaced});
  const MemoryTree base{{"f.py", "run(a, b)\n"}};

  const Carried done = carry(Way::apply, manifest, base, {});
  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  const Carried undone = carry(Way::revert, manifest, done.tree, done.record);

  EXPECT_EQ(done.tree.files().at("f.py"), "launch(a)\n");
  EXPECT_EQ(again.states, (std::vector<State>{State::applied}));
  EXPECT_EQ(undone.tree.files().at("f.py"), "run(a, b)\n");
}

TEST(Alternatives, OneSpelledWronglyIsAFaultOfTheManifest) {
  const Diagnostics found = anchor_faults(manifest_of(
      {"- {file: f.py, any_of: [{find: 'ab'}, {find_regex: 'a('}], replace: 'launch(a)'}\n"}));

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].code, Code::invalid_manifest);
}

}  // namespace
}  // namespace patcher::testing
