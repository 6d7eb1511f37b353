// SPDX-License-Identifier: MIT
// Edits that are anchored on a node: their states, what they write, how they are taken back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "patcher/plan/anchor_faults.hpp"
#include "tests/unit/plan/edit_trial.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

std::string edit_of(const std::string& action) {
  return "- file: f.py\n"
         "  find_node: |\n"
         "    (expression_statement (call function: (_) @f (#eq? @f \"go\"))) @target\n  " +
         action + "\n";
}

const std::string kReplaced = edit_of("replace: gather(a, b)");
const std::string kAfter = edit_of("insert_after: log(x)");
const std::string kDeleted = edit_of("replace: ''");
const std::string kWrapped = "if c:\n    go(\n        a,  # why\n        b,\n    )\ny = 1\n";

struct StateCase {
  std::string name;
  std::string edits;
  std::string bytes;
  State state;
};

class NodeEdit : public ::testing::TestWithParam<StateCase> {};

TEST_P(NodeEdit, HasOneState) {
  const StateCase& about = GetParam();

  EXPECT_EQ(find(about.edits, about.bytes).state, about.state);
}

INSTANTIATE_TEST_SUITE_P(
    All, NodeEdit,
    ::testing::Values(StateCase{"Pristine", kReplaced, kWrapped, State::pristine},
                      StateCase{"Applied", kReplaced, "gather(a, b)\n", State::applied},
                      StateCase{"AnchorAndResult", kReplaced, "go()\ngather(a, b)\n",
                                State::ambiguous},
                      StateCase{"Twice", kReplaced, "go(1)\ngo(2)\n", State::ambiguous},
                      StateCase{"OtherName", kReplaced, "start(1)\n", State::drifted},
                      StateCase{"Insertion", kAfter, kWrapped, State::pristine},
                      StateCase{"InsertionDone", kAfter, "go(1,\n   2)\nlog(x)\n", State::applied},
                      StateCase{"Deletion", kDeleted, "go(1)\nx = 1\n", State::pristine},
                      StateCase{"DeletionDone", kDeleted, "x = 1\n", State::drifted}),
    [](const auto& about) { return about.param.name; });

TEST(NodeEdit, TakesTheWholeNode) {
  EXPECT_EQ(edited(kReplaced, kWrapped), "if c:\n    gather(a, b)\ny = 1\n");
  EXPECT_EQ(edited(kDeleted, "x = 1\r\ngo(\r\n  1)\r\ny = 2\r\n"), "x = 1\r\ny = 2\r\n");
}

TEST(NodeEdit, InsertsAfterTheEndOfAStatement) {
  EXPECT_EQ(edited(kAfter, kWrapped),
            "if c:\n    go(\n        a,  # why\n        b,\n    )\n    log(x)\ny = 1\n");
}

TEST(NodeEdit, InsertsAfterTheEndOfADefinition) {
  const std::string edit =
      "- file: f.py\n"
      "  find_node: '(function_definition name: (_) @n (#eq? @n \"f\")) @target'\n"
      "  insert_after: |\n"
      "\n"
      "    def h():\n"
      "        pass\n";

  EXPECT_EQ(edited(edit,
                   "class A:\n    def f(self):\n        pass\n\n    def g(self):\n        "
                   "pass\n"),
            "class A:\n    def f(self):\n        pass\n\n    def h():\n        pass\n\n    def "
            "g(self):\n        pass\n");
}

TEST(NodeEdit, NeverPutsALineInsideAnotherOne) {
  EXPECT_EQ(first_code(find(kAfter, "go(1); x = 2\n")), Code::place_unfit);
}

TEST(NodeEdit, IsRefusedInsideASyntaxError) {
  const PatchFinding finding = find(kReplaced, "x = (\ngo(1)\n");

  EXPECT_EQ(first_code(finding), Code::syntax_error);
  EXPECT_EQ(finding.state, State::drifted);
  EXPECT_FALSE(finding.step);
}

TEST(NodeEdit, IsTakenBackByTheRecordWithItsOldLayout) {
  const Manifest manifest = manifest_of({kReplaced});
  const MemoryTree base{{"f.py", kWrapped}};

  const Carried done = carry(Way::apply, manifest, base, {});
  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  const Carried undone = carry(Way::revert, manifest, done.tree, done.record);

  EXPECT_EQ(again.states, (std::vector<State>{State::applied}));
  EXPECT_EQ(undone.tree.files().at("f.py"), kWrapped);
}

TEST(NodeEdit, OverlappingPlacesAreRefused) {
  const PatchFinding finding = find(
      "- {file: f.py, find_node: '(call) @target', count: 2, replace: longer(1)}\n", "f(g(x))\n");

  EXPECT_TRUE(has_error(finding.diagnostics));
}

TEST(NodeEdit, WithAWrongQueryIsAFaultOfTheManifest) {
  const Diagnostics found =
      anchor_faults(manifest_of({"- {file: f.py, find_node: '(cal) @target', replace: x}\n"
                                 "- {file: f.txt, find_node: '(call) @target', replace: x}\n"}));

  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].message,
            "the anchor is wrong at its byte 1: the grammar of python has no node 'cal'");
  EXPECT_EQ(found[0].code, Code::invalid_manifest);
  EXPECT_EQ(found[1].code, Code::not_supported);
}

TEST(NodeEdit, NamesTheConditionThatFails) {
  const PatchFinding finding = find(kReplaced, "x = 1\nstart(1)\n");

  ASSERT_EQ(finding.diagnostics.size(), 1U);
  EXPECT_EQ(finding.diagnostics[0].target.line, 2U);
  EXPECT_THAT(finding.diagnostics[0].notes.at(0).message, HasSubstr("#eq? @f \"go\""));
}

}  // namespace
}  // namespace patcher::testing
