// SPDX-License-Identifier: MIT
// `optional` and `when` of an entry of `patches`, `optional` of an edit, globs as `file`.
#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

constexpr auto kCommit = "0123456789abcdef0123456789abcdef01234567";

/// What loading says of a manifest with `entry` as its one patch, whose one edit is `edit`.
Result<LoadedManifest> loaded(const std::string& entry,
                              const std::string& edit = "  - {file: a.py, find: x, replace: y}\n") {
  const std::string manifest =
      "version: 1\nname: m\n"
      "trees: {t: {upstream: u, commit: ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21}}\n"
      "patches:\n  - " +
      entry + "\n";
  return load_manifest("m.yaml", MemoryFiles({{"m.yaml", manifest}, {"p.yaml", patch_with(edit)}}));
}

const Patch& patch_in(const Result<LoadedManifest>& result) {
  return result->manifest.patches.front();
}

std::string fault_of(const Result<LoadedManifest>& result) {
  if (result) return "no fault";
  const Diagnostic& fault = result.error().diagnostics().front();
  return std::string(name_of(fault.code)) + ": " + fault.message;
}

TEST(Condition, OfHistoryNamesCommits) {
  const auto result =
      loaded("{patch: p.yaml, when: {tree: t, since: \"" + std::string(kCommit) + "\"}}");
  ASSERT_TRUE(result) << fault_of(result);
  ASSERT_TRUE(patch_in(result).when);
  EXPECT_EQ(patch_in(result).when->since, kCommit);
  EXPECT_EQ(patch_in(result).when->before, "");
}

TEST(Condition, OfBytesIsAClaim) {
  const auto result = loaded("{patch: p.yaml, when: {file: a.py, absent: new_queue}}");
  ASSERT_TRUE(result) << fault_of(result);
  ASSERT_TRUE(patch_in(result).when->claim);
  EXPECT_EQ(patch_in(result).when->claim->file.str(), "a.py");
}

TEST(Condition, WithoutACommitIsRefused) {
  EXPECT_EQ(fault_of(loaded("{patch: p.yaml, when: {tree: t}}")),
            "invalid-manifest: the condition names no commit, expected 'since', 'before' or both");
}

TEST(Condition, OfAnotherTreeIsRefused) {
  EXPECT_EQ(
      fault_of(loaded("{patch: p.yaml, when: {tree: u, since: \"" + std::string(kCommit) + "\"}}")),
      "invalid-manifest: 'when' asks tree 'u', but the patch is for tree 't'");
}

TEST(Condition, OfANameInsteadOfACommitIsRefused) {
  EXPECT_EQ(fault_of(loaded("{patch: p.yaml, when: {tree: t, since: v1.0}}")),
            "invalid-manifest: 'since' must be 40 lower-case hex digits, found 'v1.0'");
}

TEST(Condition, OfBothKindsIsRefused) {
  EXPECT_EQ(
      fault_of(loaded("{patch: p.yaml, when: {tree: t, file: a.py, present: x}}")).substr(0, 16),
      "invalid-manifest");
}

TEST(OptionalPatch, HasItsReason) {
  const auto result = loaded("{patch: p.yaml, optional: only where the base has X}");
  ASSERT_TRUE(result) << fault_of(result);
  EXPECT_EQ(patch_in(result).optional, "only where the base has X");
}

TEST(OptionalPatch, WithoutAReasonIsRefused) {
  EXPECT_EQ(fault_of(loaded("{patch: p.yaml, optional: \"\"}")),
            "invalid-manifest: 'optional' must be a text, found a blank text");
  EXPECT_EQ(fault_of(loaded("{patch: p.yaml, optional: true}")).substr(0, 16), "invalid-manifest");
}

TEST(GlobAsFile, CountsOverItsFilesOrNamesOne) {
  const auto one = loaded("p.yaml", "  - {file: '**/a.py', find: x, replace: y}\n");
  const auto all = loaded("p.yaml", "  - {file: '**/a.py', find: x, replace: y, count: 1}\n");
  ASSERT_TRUE(one) << fault_of(one);
  ASSERT_TRUE(all) << fault_of(all);
  EXPECT_EQ(std::get<TextEdit>(patch_in(one).edits[0].what).files, Files::only_caught);
  EXPECT_EQ(std::get<TextEdit>(patch_in(all).edits[0].what).files, Files::all_caught);
  EXPECT_TRUE(files_named_by(patch_in(all)).empty());
  EXPECT_EQ(globs_of(patch_in(all)), std::set<std::string>{"**/a.py"});
}

TEST(GlobAsFile, IsRefusedWhereItCannotBeMeant) {
  EXPECT_EQ(fault_of(loaded("p.yaml", "  - {add_file: '*.py', content: x}\n")),
            "not-supported: 'add_file' is the glob '*.py', and only the 'file' of an edit may be "
            "one");
  EXPECT_EQ(
      fault_of(loaded("p.yaml", "  - {file: '../*.py', find: x, replace: y}\n")).substr(0, 11),
      "unsafe-path");
}

TEST(GlobAsFile, NeedsAnExtensionForAScope) {
  EXPECT_EQ(fault_of(loaded("p.yaml", "  - {file: 'ops/*', scope: f, find: x, replace: y}\n")),
            "invalid-manifest: 'ops/*' has no definitions that 'scope' could name");
}

}  // namespace
}  // namespace patcher
