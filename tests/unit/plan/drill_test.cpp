// SPDX-License-Identifier: MIT
#include "patcher/plan/drill.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/plan/diff_trial.hpp"
#include "tests/unit/plan/plan_fixture.hpp"
#include "tests/unit/plan/table_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Fate = MutantOutcome::Verdict;

Drill drilled(const Manifest& manifest, const MemoryTree& tree) {
  SourceCache cache;
  const Record record;
  const Assessment base({manifest, "t", tree, record, cache});
  return drill(base, {});
}

/// `mutation: verdict state` of all mutants that could be made of edit `edit`.
std::string told(const Drill& drill, std::size_t edit = 0) {
  std::string text;
  if (drill.patches.empty() || drill.patches.front().edits.size() <= edit) return "nothing";
  for (const MutantOutcome& mutant : drill.patches.front().edits[edit].mutants) {
    if (mutant.verdict == Fate::not_applicable) continue;
    text += std::string(name_of(mutant.mutation)) + ": " + std::string(name_of(mutant.verdict)) +
            " " + std::string(name_of(*mutant.state)) + "\n";
  }
  return text;
}

/// Says why each mutant that was not made was not made.
bool is_complete(const Drill& drill) {
  for (const EditDrill& edit : drill.patches.front().edits) {
    if (edit.mutants.size() != all_mutations().size()) return false;
    for (const MutantOutcome& mutant : edit.mutants) {
      const bool needs_reason =
          mutant.verdict == Fate::not_applicable || mutant.verdict == Fate::harmless;
      if (needs_reason && mutant.why.empty()) return false;
    }
  }
  return true;
}

const std::string kSource =
    "class A:\n    def f(self, x):\n        a = 1\n        if x:\n            b = 2\n        "
    "return a\n"
    "\n\ndef g():\n    return 0\n";

TEST(Drill, RefusesEveryMutantOfAnEditInAScope) {
  const Manifest manifest =
      manifest_of({"- file: m.py\n  scope: {path: A.f, signature: 'def f(self, x):'}\n"
                   "  find: \"if x:\\n    b = 2\"\n  replace: \"if x:\\n    b = 3\"\n"});

  const Drill drill = drilled(manifest, MemoryTree{{"m.py", kSource}});

  EXPECT_THAT(drill.said, IsEmpty());
  EXPECT_EQ(told(drill),
            "anchor-deleted: refused drifted\nanchor-duplicated: refused ambiguous\n"
            "byte-changed: refused drifted\nreindented: harmless pristine\n"
            "reindented-in-part: refused drifted\nline-endings-changed: harmless pristine\n"
            "moved-out-of-scope: refused drifted\nresult-elsewhere: refused ambiguous\n"
            "file-renamed: refused missing\nscope-renamed: refused missing\n"
            "signature-changed: refused drifted\n");
  EXPECT_TRUE(is_complete(drill));
}

TEST(Drill, DrillsAPatchOnWhatTheOneBelowItLeft) {
  const Manifest manifest = manifest_of(
      {"- {file: a, find: V=1, replace: V=2}\n", "- {file: a, find: V=2, insert_after: W=1}\n"});

  const Drill drill = drilled(manifest, MemoryTree{{"a", "V=1\n"}});

  ASSERT_EQ(drill.patches.size(), 2U);
  EXPECT_THAT(drill.said, IsEmpty());
  EXPECT_EQ(drill.patches[1].drop_signals, std::vector<std::string>{"result"});
  EXPECT_EQ(count_of(drill.patches, Fate::refused), 10U);
}

TEST(Drill, TellsOfAMutantThatIsTaken) {
  // It is tied to the beginning of the file, whatever copies of it stand below.
  const Manifest manifest =
      manifest_of({"- {file: a, find_regex: '\\Aone', insert_after: ' new'}\n"});

  const Drill drill = drilled(manifest, MemoryTree{{"a", "one\ntwo\n"}});

  ASSERT_EQ(drill.said.size(), 2U);
  EXPECT_EQ(drill.said.front().code, Code::mutant_accepted);
  EXPECT_EQ(drill.said.front().message, "on a base with 'anchor-duplicated' the edit still fits");
  EXPECT_THAT(told(drill), HasSubstr("anchor-duplicated: accepted pristine"));
}

TEST(Drill, CoversFilesThatComeAndGo) {
  MemoryTree tree{{"gone", "bytes\n"}, {"tool", "x\n"}};
  const Manifest manifest = manifest_of(
      {"- {add_file: new, content: \"x\\n\"}\n- {remove_file: gone, content: \"bytes\\n\"}\n"
       "- {mode_of: tool, mode: '0755', was: '0644'}\n"});

  const Drill drill = drilled(manifest, tree);

  EXPECT_THAT(drill.said, IsEmpty());
  EXPECT_EQ(told(drill, 0), "path-taken: refused drifted\n");
  EXPECT_EQ(told(drill, 1),
            "byte-changed: refused drifted\nline-endings-changed: refused drifted\n"
            "file-renamed: refused applied\n");
  EXPECT_EQ(told(drill, 2), "file-renamed: refused missing\nmode-changed: refused drifted\n");
  EXPECT_TRUE(is_complete(drill));
}

TEST(Drill, CoversRowsOfTables) {
  const Manifest manifest = tables_manifest(
      {rows_edit("c/a_tuned.csv")}, {{"rows.csv", kHeader + "gfx950,256,9,2048,3072,4.1\n"}});

  const Drill drill = drilled(manifest, family_tree());

  EXPECT_THAT(drill.said, IsEmpty());
  EXPECT_THAT(told(drill), HasSubstr("byte-changed: refused drifted"));
  EXPECT_THAT(told(drill), HasSubstr("path-taken: refused drifted"));
  EXPECT_THAT(told(drill), HasSubstr("line-endings-changed: harmless pristine"));
  EXPECT_TRUE(is_complete(drill));
}

TEST(Drill, CoversTheHunksOfADiffAndItsMoves) {
  const Manifest manifest = diff_patch(
      "--- a/m.txt\n+++ b/m.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n"
      "diff --git a/old b/new\nsimilarity index 60%\nrename from old\nrename to new\n"
      "--- a/old\n+++ b/new\n@@ -1,2 +1,2 @@\n-first\n+First\n second\n");

  const Drill drill = drilled(
      manifest, MemoryTree{{"m.txt", "zero\none\ntwo\nthree\nfour\n"}, {"old", "first\nsecond\n"}});

  EXPECT_THAT(drill.said, IsEmpty());
  EXPECT_THAT(told(drill, 0), HasSubstr("line-endings-changed: refused drifted"));
  EXPECT_THAT(told(drill, 0), HasSubstr("anchor-duplicated: refused ambiguous"));
  EXPECT_THAT(told(drill, 1), HasSubstr("byte-changed: refused drifted"));
  EXPECT_THAT(told(drill, 1), HasSubstr("file-renamed: refused missing"));
  EXPECT_THAT(told(drill, 2), HasSubstr("path-taken: refused"));
}

TEST(Drill, CoversTokens) {
  const Manifest manifest =
      manifest_of({"- {file: m.py, scope: g, find_tokens: 'return 0', replace: 'return 1'}\n"});

  const Drill drill = drilled(manifest, MemoryTree{{"m.py", kSource}});

  EXPECT_THAT(drill.said, IsEmpty());
  EXPECT_THAT(told(drill), HasSubstr("byte-changed: refused drifted"));
  EXPECT_THAT(told(drill), HasSubstr("anchor-duplicated: refused ambiguous"));
}

TEST(Drill, NamesWhatItDoesNotDrill) {
  const Manifest manifest = manifest_of({"- {file: a, find: V=9, replace: V=2}\n"});

  const Drill drill = drilled(manifest, MemoryTree{{"a", "V=1\n"}});

  ASSERT_EQ(drill.patches.size(), 1U);
  EXPECT_EQ(drill.patches.front().why_not, "it is drifted");
}

TEST(Drill, NotesWhatNoBaseWouldTell) {
  Manifest manifest = manifest_of({"- {file: a, find_regex: 'limit=\\d+', replace: 'limit=9'}\n"});
  manifest.patches.front().upstream.state = Upstream::State::submitted;

  const Drill drill = drilled(manifest, MemoryTree{{"a", "limit=1\n"}});

  ASSERT_EQ(drill.said.size(), 1U);
  EXPECT_EQ(drill.said.front().code, Code::claim_untrue);
  EXPECT_EQ(drill.said.front().severity, Severity::note);
  EXPECT_THAT(drill.patches.front().drop_signals, IsEmpty());
}

}  // namespace
}  // namespace patcher::testing
