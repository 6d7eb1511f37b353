// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

const std::string kHunk = "@@ -7,3 +7,3 @@\n a\n-b\n+B\n c\n";
const std::string kTwo = "--- a/d/f.py\n+++ b/d/f.py\n" + kHunk + "--- a/g\n+++ b/g\n" + kHunk;

MemoryFiles::Files with_diff(const std::string& diff, const std::string& more) {
  return {{"d/p.yaml", patch_with("  - diff: x.diff\n" + more)}, {"d/x.diff", diff}};
}

std::vector<Edit> edits_of(const std::string& diff, const std::string& more = "") {
  auto loaded = load_manifest("d/p.yaml", MemoryFiles(with_diff(diff, more)));
  if (loaded) return loaded->manifest.patches.front().edits;
  ADD_FAILURE() << loaded.error().diagnostics().front().message;
  return {};
}

/// The files that the edits are about, in order.
std::string files_of(const std::string& diff, const std::string& more = "") {
  std::string files;
  for (const Edit& edit : edits_of(diff, more)) files += file_of(edit).str() + " ";
  return files;
}

std::string refusal(const std::string& diff, const std::string& more = "") {
  const Diagnostics found = findings_in("d/p.yaml", with_diff(diff, more));
  if (found.empty()) return "not refused";
  const Diagnostic& first = found.front();
  return first.where.file + ":" + std::to_string(first.where.line) + ": " +
         std::string(name_of(first.code)) + ": " + first.message;
}

TEST(DiffEdit, IsATextEditForEachHunk) {
  const std::vector<Edit> edits = edits_of(kTwo);

  ASSERT_EQ(edits.size(), 2U);
  const auto& text = std::get<TextEdit>(edits[0].what);
  EXPECT_EQ(text.file.str(), "d/f.py");
  EXPECT_EQ(std::get<HunkAnchor>(text.anchor).text, "a\nb\nc\n");
  EXPECT_EQ(text.text, "a\nB\nc\n");
  EXPECT_EQ(edits[1].number, 0U);
  EXPECT_EQ(edits[1].where, (Place{"d/p.yaml", 8, 5}));
  EXPECT_EQ(edits[1].anchor_where, (Place{"d/x.diff", 10, 1}));
}

TEST(DiffEdit, IsAWholeFileEditForAFileThatComesGoesOrMoves) {
  const std::vector<Edit> edits = edits_of(
      "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+a\n"
      "--- a/o\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
      "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n"
      "diff --git a/m b/m\nold mode 100644\nnew mode 100755\n");

  ASSERT_EQ(edits.size(), 5U);
  EXPECT_EQ(std::get<AddFile>(edits[0].what).content, "a\n");
  EXPECT_EQ(std::get<RemoveFile>(edits[1].what).content, "a\n");
  EXPECT_EQ(std::get<MoveAway>(edits[2].what).file.str(), "x");
  EXPECT_EQ(std::get<MoveHere>(edits[3].what).file.str(), "y");
  EXPECT_EQ(std::get<ModeOf>(edits[4].what).was, 0644U);
}

TEST(DiffEdit, TakesTheDiffIntoTheRevision) {
  const auto patch = [](const std::string& diff) {
    return load_manifest("d/p.yaml", MemoryFiles(with_diff(diff, "")))->manifest.patches.front();
  };

  EXPECT_EQ(patch(kTwo).payloads.at(0).file, "x.diff");
  EXPECT_NE(patch(kTwo).revision, patch(kTwo + "prose\n").revision);
}

TEST(DiffEdit, StripsWhatIsTheDiffsOwn) {
  const auto diff = [](const std::string& before, const std::string& after) {
    return "--- " + before + "\n+++ " + after + "\n" + kHunk;
  };

  EXPECT_EQ(files_of(diff("a/d/f", "b/d/f")), "d/f ");
  EXPECT_EQ(files_of(diff("x-old/d/f", "x-new/d/f")), "d/f ");
  EXPECT_EQ(files_of(diff("a/d/f", "b/d/f"), "    strip: 2\n"), "f ");
  EXPECT_EQ(files_of(diff("d/f", "d/f"), "    strip: 0\n"), "d/f ");
  EXPECT_EQ(files_of(diff("a/f.orig", "b/f")), "f ");
  EXPECT_EQ(files_of("diff --git a/s/x b/s/y\nrename from s/x\nrename to s/y\n", "    strip: 2\n"),
            "x y ");
}

TEST(DiffEdit, RefusesPathsThatCannotBeTold) {
  const auto diff = [](const std::string& before, const std::string& after) {
    return "--- " + before + "\n+++ " + after + "\n" + kHunk;
  };

  EXPECT_EQ(refusal(diff("d/f", "d/f")),
            "d/x.diff:1: diff-invalid: it cannot be told whether the first component of 'd/f' is "
            "the tree's");
  EXPECT_EQ(refusal(diff("f", "f"), "    strip: 1\n"),
            "d/x.diff:1: diff-invalid: 'f' has no more than 1 component to strip");
  EXPECT_EQ(refusal(diff("a/f", "b/g")),
            "d/x.diff:1: diff-invalid: the two sides name different files: 'f' and 'g'");
}

TEST(DiffEdit, RefusesUnsafePathsWhateverIsStripped) {
  const auto code = [](const std::string& path, const std::string& more = "") {
    const std::string diff = "--- " + path + "\n+++ " + path + "\n" + kHunk;
    return only(findings_in("d/p.yaml", with_diff(diff, more))).code;
  };

  EXPECT_EQ(code("a/../secret"), Code::unsafe_path);
  EXPECT_EQ(code("../x/f", "    strip: 2\n"), Code::unsafe_path);
  EXPECT_EQ(code("/etc/f", "    strip: 2\n"), Code::unsafe_path);
  EXPECT_EQ(code("a/.git/hooks/f", "    strip: 1\n"), Code::unsafe_path);
  EXPECT_EQ(code("a/.patcher/f", "    strip: 1\n"), Code::unsafe_path);
  EXPECT_EQ(code("a/../secret", "    only: [f]\n"), Code::unsafe_path);
}

TEST(DiffEdit, TakesOnlyWhatIsAskedFor) {
  EXPECT_EQ(files_of(kTwo, "    only: [g]\n"), "g ");
  EXPECT_EQ(files_of(kTwo, "    only: ['d/*.py', g]\n"), "d/f.py g ");
  EXPECT_EQ(refusal(kTwo, "    only: [g, '*.cu']\n"),
            "d/p.yaml:9: invalid-manifest: '*.cu' catches no file of the diff");
}

TEST(DiffEdit, LimitsItsHunksToAScope) {
  const auto edits = edits_of(kTwo, "    only: [d/f.py]\n    scope: A.f\n");

  EXPECT_EQ(std::get<TextEdit>(edits.at(0).what).scope->path, "A.f");
  EXPECT_EQ(refusal(kTwo, "    scope: A.f\n"),
            "d/p.yaml:9: invalid-manifest: a scope is for the hunks of one file, and the diff has "
            "more or others");
  EXPECT_EQ(refusal(kTwo, "    only: [g]\n    scope: A.f\n"),
            "d/p.yaml:10: invalid-manifest: 'g' has no definitions that 'scope' could name");
}

TEST(DiffEdit, HoldsHunksWithoutContextToTheEdgesOfTheFile) {
  const auto anchor = [](const std::string& hunk) {
    const auto edits = edits_of("--- a/f\n+++ b/f\n" + hunk);
    return std::get<HunkAnchor>(std::get<TextEdit>(edits.at(0).what).anchor);
  };

  EXPECT_TRUE(anchor("@@ -1,2 +1,3 @@\n+x\n a\n b\n").at_start);
  EXPECT_FALSE(anchor("@@ -1,2 +1,3 @@\n+x\n a\n b\n").at_end);
  EXPECT_TRUE(anchor("@@ -8,2 +8,3 @@\n a\n b\n+x\n").at_end);
  EXPECT_TRUE(anchor("@@ -1 +1 @@\n-a\n+b\n").at_start);
  EXPECT_TRUE(anchor("@@ -0,0 +1 @@\n+b\n").at_end);
}

TEST(DiffEdit, WantsAScopeForAHunkWithoutContext) {
  const std::string head = "--- a/f.py\n+++ b/f.py\n";
  EXPECT_EQ(refusal(head + "@@ -5 +5 @@\n-a\n+b\n"),
            "d/x.diff:3: diff-invalid: the hunk has no context, so that it needs a scope");
  EXPECT_EQ(refusal(head + "@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n"),
            "d/x.diff:3: diff-invalid: the hunk has no context, so that it needs a scope");
  EXPECT_EQ(
      refusal(head + "@@ -5,0 +6 @@\n+b\n", "    scope: f\n"),
      "d/x.diff:3: diff-invalid: the hunk has neither context nor removed lines: nothing says "
      "where its lines belong");
  EXPECT_EQ(refusal(head + "@@ -5 +4,0 @@\n-b\n", "    scope: f\n"),
            "d/x.diff:3: diff-invalid: the hunk leaves no line by which its result could be "
            "recognised");
  EXPECT_EQ(edits_of(head + "@@ -5 +5 @@\n-a\n+b\n", "    scope: f\n").size(), 1U);
}

TEST(DiffEdit, RefusesTwoSectionsOfOneFile) {
  EXPECT_EQ(refusal(kTwo + "--- a/g\n+++ b/g\n" + kHunk),
            "d/x.diff:15: diff-invalid: the diff has two sections of 'g', expected one");
}

TEST(DiffEdit, RefusesWhatItCannotReadAtItsPlace) {
  EXPECT_EQ(refusal("prose\n"),
            "d/x.diff:1: diff-invalid: the file has no change in it, only prose");
  EXPECT_EQ(seen(only(findings_of(patch_with("  - diff: none.diff\n")))),
            (Seen{Code::usage, 8, 11}));
  EXPECT_EQ(seen(only(findings_of(patch_with("  - {diff: none.diff, optional: why}\n")))),
            (Seen{Code::unknown_key, 8, 23}));
}

}  // namespace
}  // namespace patcher
