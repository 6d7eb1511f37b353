// SPDX-License-Identifier: MIT
#include "patcher/plan/patch_finding.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

PatchFinding find(const std::string& edits, const MemoryTree& tree) {
  SourceCache cache;
  return find_patch(patch_of(edits), View(tree), cache);
}

Code first_code(const PatchFinding& finding) {
  return finding.diagnostics.empty() ? Code::internal : finding.diagnostics.front().code;
}

struct StateCase {
  std::string name;
  std::string edits;
  std::string bytes;
  State state;
};

class OneEdit : public ::testing::TestWithParam<StateCase> {};

TEST_P(OneEdit, HasOneState) {
  const StateCase& about = GetParam();

  EXPECT_EQ(find(about.edits, {{"f", about.bytes}}).state, about.state);
}

const std::string kReplace = "- {file: f, find: a, replace: b}\n";
const std::string kTwice = "- {file: f, find: a, count: 2, replace: b}\n";
const std::string kAfter = "- {file: f, find: a, insert_after: n}\n";
const std::string kBefore = "- {file: f, find: a, insert_before: n}\n";
const std::string kKeep = "- {file: f, find: \"a\\nb\", replace: a}\n";
const std::string kWrap = "- {file: f, find: a, replace: \"if c:\\n    a\"}\n";

INSTANTIATE_TEST_SUITE_P(
    All, OneEdit,
    ::testing::Values(StateCase{"Pristine", kReplace, "a\nx\n", State::pristine},
                      StateCase{"Applied", kReplace, "b\nx\n", State::applied},
                      StateCase{"Drifted", kReplace, "c\n", State::drifted},
                      StateCase{"TwoAnchors", kReplace, "a\na\n", State::ambiguous},
                      StateCase{"TwoResults", kReplace, "b\nb\n", State::ambiguous},
                      StateCase{"AnchorAndResult", kReplace, "a\nb\n", State::ambiguous},
                      StateCase{"OneOfTwo", kTwice, "a\nx\n", State::drifted},
                      StateCase{"HalfOfTwo", kTwice, "a\nb\n", State::partial},
                      StateCase{"BothOfTwo", kTwice, "a\na\n", State::pristine},
                      StateCase{"InsertedAfter", kAfter, "a\nn\n", State::applied},
                      StateCase{"InsertedBefore", kBefore, "n\na\n", State::applied},
                      StateCase{"InsertedBeforeIsNotAfter", kAfter, "n\na\n", State::pristine},
                      StateCase{"DeletionPristine", kKeep, "a\nb\n", State::pristine},
                      StateCase{"DeletionApplied", kKeep, "a\nx\n", State::applied},
                      StateCase{"DeletionWithAnotherKeptLine", kKeep, "a\nb\na\n",
                                State::ambiguous},
                      StateCase{"ResultHoldsTheAnchor", kWrap, "if c:\n    a\n", State::applied},
                      StateCase{"ResultHoldsTheAnchorBefore", kWrap, "a\n", State::pristine},
                      StateCase{"EmptyFile", kReplace, "", State::drifted}),
    [](const auto& about) { return about.param.name; });

TEST(Indentation, OfThePlaceIsPutOnNewText) {
  const auto finding = find("- {file: f, find: a, replace: \"if c:\\n    a\\n\\nelse:\\n    b\"}\n",
                            {{"f", "    a\n"}});

  ASSERT_TRUE(finding.step);
  EXPECT_EQ(*finding.step->files.begin()->second.after.bytes,
            "    if c:\n        a\n\n    else:\n        b\n");
}

TEST(Indentation, ReindentShiftsNewText) {
  const auto finding = find("- {file: f, find: 'if c:', insert_after: n, reindent: 4}\n",
                            {{"f", "  if c:\n      x\n"}});

  ASSERT_TRUE(finding.step);
  EXPECT_EQ(*finding.step->files.begin()->second.after.bytes, "  if c:\n      n\n      x\n");
}

TEST(Indentation, SpacesNeverStandOnTabs) {
  const auto finding = find("- {file: f, find: a, replace: \"if c:\\n    a\"}\n", {{"f", "\ta\n"}});

  EXPECT_EQ(finding.state, State::drifted);
  EXPECT_EQ(first_code(finding), Code::indentation_unfit);
}

TEST(Indentation, ALongStringIsNotMovedUnlessPinned) {
  const std::string text = "replace: \"s = '''\\n  keep\\n'''\"";
  const MemoryTree tree{{"f.py", "    a\n"}};

  EXPECT_EQ(first_code(find("- {file: f.py, find: a, " + text + "}\n", tree)),
            Code::indentation_unfit);
  EXPECT_EQ(find("- {file: f.py, find: a, indent: 4, " + text + "}\n", tree).state,
            State::pristine);
}

TEST(Indentation, ADirectiveAtColumnZeroPinsNewTextThere) {
  const auto finding =
      find("- {file: f.cu, find: a();, insert_after: \"#ifdef X\\n    b();\\n#endif\"}\n",
           {{"f.cu", "  a();\n"}});

  ASSERT_TRUE(finding.step);
  EXPECT_EQ(*finding.step->files.begin()->second.after.bytes,
            "  a();\n#ifdef X\n    b();\n#endif\n");
}

struct OverlapCase {
  std::string name;
  std::string edits;
};

class Overlap : public ::testing::TestWithParam<OverlapCase> {};

TEST_P(Overlap, IsAManifestError) {
  const auto finding = find(GetParam().edits, {{"f", "a b\nc\nd\n"}});

  EXPECT_EQ(first_code(finding), Code::edits_overlap);
  EXPECT_FALSE(finding.step);
}

INSTANTIATE_TEST_SUITE_P(
    All, Overlap,
    ::testing::Values(OverlapCase{"SameBytes",
                                  "- {file: f, find: a b, replace: x}\n"
                                  "- {file: f, find_text: b, replace: y}\n"},
                      OverlapCase{"SamePoint",
                                  "- {file: f, find: a b, insert_after: x}\n"
                                  "- {file: f, find: c, insert_before: y}\n"},
                      OverlapCase{"InsideAnAnchor",
                                  "- {file: f, find: \"a b\\nc\", insert_after: x}\n"
                                  "- {file: f, find: a b, insert_after: y}\n"},
                      OverlapCase{"ReplacedAnchor",
                                  "- {file: f, find: c, replace: x}\n"
                                  "- {file: f, find: \"c\\nd\", insert_after: y}\n"},
                      OverlapCase{"RemovedFile",
                                  "- {remove_file: f, content: \"a b\\nc\\nd\\n\"}\n"
                                  "- {file: f, find: c, replace: y}\n"}),
    [](const auto& about) { return about.param.name; });

TEST(Simultaneous, TouchingEditsAreFine) {
  const auto finding = find(
      "- {file: f, find: a, replace: x}\n"
      "- {file: f, find: b, replace: y}\n",
      {{"f", "a\nb\n"}});

  ASSERT_TRUE(finding.step);
  EXPECT_EQ(*finding.step->files.begin()->second.after.bytes, "x\ny\n");
}

TEST(Syntax, AResultThatNoLongerParsesIsRefused) {
  const auto finding =
      find("- {file: f.py, find: a(), replace: 'a('}\n", {{"f.py", "def f():\n    a()\n"}});

  EXPECT_EQ(first_code(finding), Code::syntax_error);
}

TEST(Syntax, AnAnchorInsideBrokenTextIsRefused) {
  const auto finding = find("- {file: f.py, find: b = 1, replace: b = 2}\n",
                            {{"f.py", "def f(:\n    b = 1\n    ) = (\n"}});

  EXPECT_NE(first_code(finding), Code::internal);
  EXPECT_NE(finding.state == State::pristine && finding.diagnostics.empty(), true);
}

TEST(Combined, FollowsTheOrderOfHarm) {
  EXPECT_EQ(combined({State::pristine, State::applied}), State::partial);
  EXPECT_EQ(combined({State::pristine, State::unrecorded, State::drifted}), State::partial);
  EXPECT_EQ(combined({State::pristine, State::drifted, State::missing}), State::drifted);
  EXPECT_EQ(combined({State::applied, State::missing}), State::missing);
  EXPECT_EQ(combined({State::ambiguous, State::drifted}), State::ambiguous);
  EXPECT_EQ(combined({State::pristine, State::pristine}), State::pristine);
}

TEST(UndoFound, GivesTheBytesBefore) {
  const Patch patch = patch_of(kWrap + "- {file: g, find: x, insert_before: n}\n");
  SourceCache cache;

  const MemoryTree tree{{"f", "if c:\n    a\n"}, {"g", "n\nx\n"}};
  const auto step = undo_found(patch, View(tree), cache);

  ASSERT_TRUE(step);
  EXPECT_EQ(*step->files.at(*TreePath::parse("f")).after.bytes, "a\n");
  EXPECT_EQ(*step->files.at(*TreePath::parse("g")).after.bytes, "x\n");
}

}  // namespace
}  // namespace patcher::testing
