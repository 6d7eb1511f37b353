// SPDX-License-Identifier: MIT
// Edits of a whole definition, and scopes that are pinned.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/plan/edit_trial.hpp"

namespace patcher::testing {
namespace {

const std::string kBase =
    "class A:\n    @cache\n    def f(self):\n        return 1\n\n    def g(self):\n        pass\n";
const std::string kWrongDigest(64, '0');

/// The digest that a refusal prints for `A.f` of `bytes`.
std::string digest_in(const std::string& bytes) {
  const PatchFinding finding = find("- {file: f.py, definition: true, scope: {path: A.f, body: '" +
                                        kWrongDigest + "'}, delete: true}\n",
                                    bytes);
  const std::string& note = finding.diagnostics.at(0).notes.at(2).message;
  return note.substr(note.find(':') + 3);
}

std::string pinned(const std::string& digest, const std::string& action) {
  return "- file: f.py\n  definition: true\n  scope: {path: A.f, body: '" + digest + "'}\n  " +
         action + "\n";
}

const std::string kReplaced = "replace: \"def f(self):\\n    return 2\\n\"";
const std::string kRenamed = "replace: \"def h(self):\\n    return 2\\n\"";

TEST(DefinitionEdit, ReplacesItWithItsDecorators) {
  EXPECT_EQ(edited(pinned(digest_in(kBase), kReplaced), kBase),
            "class A:\n    def f(self):\n        return 2\n\n    def g(self):\n        pass\n");
}

TEST(DefinitionEdit, DeletesIt) {
  EXPECT_EQ(edited(pinned(digest_in(kBase), "delete: true"), kBase),
            "class A:\n\n    def g(self):\n        pass\n");
}

TEST(DefinitionEdit, TakesAShift) {
  const std::string shifted = pinned(digest_in(kBase), kReplaced) + "  reindent: -4\n";

  EXPECT_EQ(edited(shifted, "class A:\n    @cache\n    def f(self):\n        return 1\n"),
            "the result does not parse: 'f.py' would have 1 syntax errors more");
  EXPECT_EQ(
      edited(shifted, "class A:\n    x = 1\n    @cache\n    def f(self):\n        return 1\n"),
      "class A:\n    x = 1\ndef f(self):\n    return 2\n");
}

TEST(DefinitionEdit, GivesItAnotherName) {
  EXPECT_EQ(edited(pinned(digest_in(kBase), kRenamed), kBase),
            "class A:\n    def h(self):\n        return 2\n\n    def g(self):\n        pass\n");
}

TEST(DefinitionEdit, FitsWhateverTheLayout) {
  const std::string laid_out = "class A:\n  @cache\n  def f(self):  # why\n      return 1\n";

  EXPECT_EQ(find(pinned(digest_in(kBase), kReplaced), laid_out).state, State::pristine);
}

TEST(DefinitionEdit, IsRefusedWhereAnythingInItChanged) {
  const PatchFinding finding = find(pinned(digest_in(kBase), kReplaced),
                                    "class A:\n    @cache\n    def f(self):\n        return 3\n");

  EXPECT_EQ(finding.state, State::drifted);
  EXPECT_FALSE(finding.step);
  ASSERT_EQ(finding.diagnostics.size(), 1U);
  const Diagnostic& fault = finding.diagnostics.front();
  EXPECT_EQ(fault.code, Code::scope_changed);
  EXPECT_EQ(fault.message, "the tokens of 'A.f' are not the pinned ones");
  EXPECT_EQ(fault.target.line, 2U);
  ASSERT_EQ(fault.notes.size(), 3U);
  EXPECT_EQ(fault.notes[1].message, "pinned: " + digest_in(kBase));
}

TEST(DefinitionEdit, IsMissingWithoutTheDefinition) {
  EXPECT_EQ(find(pinned(digest_in(kBase), kReplaced), "class A:\n    pass\n").state,
            State::missing);
}

TEST(DefinitionEdit, IsTakenBackByTheRecord) {
  const std::string digest = digest_in(kBase);
  for (const std::string& action : {kReplaced, kRenamed, std::string("delete: true")}) {
    const Manifest manifest = manifest_of({pinned(digest, action)});
    const MemoryTree base{{"f.py", kBase}};

    const Carried done = carry(Way::apply, manifest, base, {});
    const Carried again = carry(Way::apply, manifest, done.tree, done.record);
    const Carried undone = carry(Way::revert, manifest, done.tree, done.record);

    EXPECT_NE(done.tree.files().at("f.py"), kBase) << action;
    EXPECT_EQ(again.states, (std::vector<State>{State::applied})) << action;
    EXPECT_EQ(undone.tree.files().at("f.py"), kBase) << action;
  }
}

std::string with_signature(const std::string& signature) {
  return "- {file: f.py, scope: {path: A.f, signature: '" + signature +
         "'}, find: 'return 1', replace: 'return 2'}\n";
}

TEST(PinnedScope, TakesASignatureWhateverItsBlanks) {
  EXPECT_EQ(find(with_signature("@cache  def f(self):"), kBase).state, State::pristine);
}

TEST(PinnedScope, IsDriftUnderAnotherSignature) {
  const PatchFinding finding = find(with_signature("@cache def f(self, x):"), kBase);

  EXPECT_EQ(finding.state, State::drifted);
  ASSERT_EQ(finding.diagnostics.size(), 1U);
  EXPECT_EQ(finding.diagnostics[0].code, Code::scope_changed);
  EXPECT_EQ(finding.diagnostics[0].message, "the signature of 'A.f' is not the pinned one");
  EXPECT_EQ(finding.diagnostics[0].notes.at(2).message, "found:  @cache def f(self):");
}

TEST(PinnedScope, IsOfWhatTheEditFinds) {
  const std::string edit = "- {file: f.py, scope: {path: A.f, body: '" + digest_in(kBase) +
                           "'}, find: 'return 1', replace: 'return 22'}\n";
  const Manifest manifest = manifest_of({edit});
  const MemoryTree base{{"f.py", kBase}};

  const Carried done = carry(Way::apply, manifest, base, {});
  const Carried again = carry(Way::apply, manifest, done.tree, done.record);

  EXPECT_EQ(again.states, (std::vector<State>{State::applied}));
  EXPECT_EQ(carry(Way::revert, manifest, done.tree, done.record).tree.files().at("f.py"), kBase);
}

std::string body_pin() { return "scope: {path: A.f, body: '" + digest_in(kBase) + "'}"; }

void expect_there_and_back(const std::string& edit) {
  const Manifest manifest = manifest_of({edit});
  const MemoryTree base{{"f.py", kBase}};

  const Carried done = carry(Way::apply, manifest, base, {});
  const Carried again = carry(Way::apply, manifest, done.tree, done.record);

  EXPECT_FALSE(done.refused()) << done.refusals.at(0).message;
  EXPECT_NE(done.tree.files().at("f.py"), kBase);
  EXPECT_EQ(again.states, (std::vector<State>{State::applied}));
  EXPECT_EQ(carry(Way::revert, manifest, done.tree, done.record).tree.files().at("f.py"), kBase);
}

TEST(PinnedScope, IsOfWhatOneOfSeveralAnchorsFinds) {
  const std::string anchors =
      "  any_of: [{find: 'return 1'}, {find: 'return one'}]\n  insert_before: log()\n";
  expect_there_and_back("- file: f.py\n  " + body_pin() + "\n" + anchors);

  const PatchFinding changed =
      find("- file: f.py\n  scope: {path: A.f, body: '" + kWrongDigest + "'}\n" + anchors, kBase);
  EXPECT_EQ(first_code(changed), Code::scope_changed);
  EXPECT_FALSE(changed.step);
}

TEST(PinnedScope, IsOfWhatADeletionFinds) {
  expect_there_and_back("- file: f.py\n  " + body_pin() +
                        "\n  find_regex: 'return 1'\n  replace: pass\n");
  expect_there_and_back("- file: f.py\n  " + body_pin() +
                        "\n  find_regex: '@cache\\n    '\n  replace: ''\n");
}

}  // namespace
}  // namespace patcher::testing
