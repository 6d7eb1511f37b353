// SPDX-License-Identifier: MIT
// Patches and edits that are not for every base: `optional`, `when`, and globs as `file`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

/// A manifest whose patches are `entries`, one a line.
std::string manifest_of_entries(const std::vector<std::string>& entries) {
  std::string text = manifest_text({"p.yaml"});
  text.erase(text.find("patches:"));
  text += "patches:\n";
  for (const std::string& entry : entries) text += "  - " + entry + "\n";
  return text;
}

/// Two patches, `p` on a file that is there and `q` as `entry` says on one that may be.
Files two_patches(const std::string& entry) {
  return {{"m.yaml", manifest_of_entries({"p.yaml", entry})},
          {"p.yaml", patch_text("p", "- {file: a, find: V=1, replace: V=2}\n")},
          {"q.yaml", patch_text("q", "- {file: b, find: W=1, replace: W=2}\n")},
          {"tree/a", "V=1\n"}};
}

const char* const kOptional = "{patch: q.yaml, optional: only where the base has b}";

TEST(OptionalPatch, IsLeftOutWithAWordWhereNothingOfItIsThere) {
  const Sandbox box(two_patches(kOptional));

  const RunResult applied = box.run("apply m.yaml");
  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_EQ(box.read("tree/a"), "V=2\n");
  EXPECT_THAT(applied.err,
              HasSubstr("m.yaml:10:13: warning: patch 'q' is left out: nothing of what it edits is "
                        "there [left-out]\n"
                        "  --> tree t, patch q\n"
                        "  note: it is optional: only where the base has b\n"
                        "  b: note: edit 0: 'b' is not in tree 't'\n"));
  EXPECT_THAT(applied.out, HasSubstr("q  a test  (left out: only where the base has b)"));
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a"), "V=1\n");
}

TEST(OptionalPatch, IsAppliedWhereItFits) {
  const Sandbox box(two_patches(kOptional));
  box.write("tree/b", "W=1\n");

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/b"), "W=2\n");
}

TEST(OptionalPatch, RefusesTheRunWhereItIsHalfThere) {
  const Sandbox box(two_patches(kOptional));
  box.write("tree/b", "W=1\nW=1\n");
  const Snapshot before = box.snapshot();

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("[anchor-ambiguous]"));
  EXPECT_EQ(box.snapshot(), before);
}

TEST(OptionalPatch, WhoseTextAnEarlierPatchTookIsAConflict) {
  Files files = two_patches(kOptional);
  files["q.yaml"] = patch_text("q", "- {file: a, find: V=1, replace: V=3}\n");
  const Sandbox box(files);

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("[patch-conflict]"));
}

TEST(OptionalPatch, IsInTheJsonAndInTheLock) {
  const Sandbox box(two_patches(kOptional));
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  EXPECT_EQ(box.run("lock m.yaml --check").exit, 0);

  const auto json = nlohmann::json::parse(box.run("status m.yaml --format json").out);
  EXPECT_EQ(json.at("patches").at(1).at("left_out"), "only where the base has b");
  EXPECT_EQ(json.at("patches").at(0).at("left_out"), "");
  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 0);
  box.write("tree/b", "W=1\n");
  const RunResult refused = box.run("apply m.yaml --locked");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("[lock-drift]"));
}

const char* const kWhenAbsent = "{patch: q.yaml, when: {file: a, absent: new_queue}}";

TEST(When, ExcludesAPatchByTheBytesOfTheBase) {
  const Sandbox box(two_patches(kWhenAbsent));
  box.write("tree/a", "V=1\nnew_queue\n");

  const RunResult applied = box.run("apply m.yaml");
  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_THAT(applied.err, HasSubstr("note: patch 'q' is not for this base: 'new_queue' stands in "
                                     "'a', expected nowhere [left-out]\n"));
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
}

TEST(When, LeavesAPatchThatIsForTheBaseAsStrictAsAny) {
  const Sandbox box(two_patches(kWhenAbsent));

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("[file-missing]"));
  EXPECT_EQ(box.read("tree/a"), "V=1\n");
}

TEST(When, MakesAnOrphanOfAnAppliedPatchThatIsNoLongerForTheBase) {
  const Sandbox box(two_patches(kWhenAbsent));
  box.write("tree/b", "W=1\n");
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("m.yaml",
            two_patches("{patch: q.yaml, when: {file: a, present: new_queue}}")["m.yaml"]);

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("patch 'q' is recorded, but not for this base: "));
  EXPECT_EQ(box.run("apply m.yaml --upgrade").exit, 0);
  EXPECT_EQ(box.read("tree/b"), "W=1\n");
  EXPECT_EQ(box.read("tree/a"), "V=2\n");
}

TEST(When, NamedByOnlyIsNotTakenOutInSilence) {
  const Sandbox box(two_patches(kWhenAbsent));
  box.write("tree/b", "W=1\n");
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("m.yaml",
            two_patches("{patch: q.yaml, when: {file: a, present: new_queue}}")["m.yaml"]);
  const Snapshot before = box.snapshot();

  const RunResult refused = box.run("apply m.yaml --upgrade --only q");

  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("with '--only' it stays [orphan]"));
  EXPECT_EQ(box.snapshot(), before);
}

TEST(When, OfAnAppliedPatchDoesNotKeepItFromBeingReverted) {
  const Sandbox box(two_patches(kWhenAbsent));
  box.write("tree/b", "W=1\n");
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("m.yaml",
            two_patches("{patch: q.yaml, when: {file: a, present: new_queue}}")["m.yaml"]);

  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/b"), "W=1\n");
  EXPECT_EQ(box.read("tree/a"), "V=1\n");
}

void git(const Sandbox& box, const std::string& arguments) {
  const std::string command = "cd '" + (box.root() / "tree").string() +
                              "' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null git "
                              "-c user.name=t -c user.email=t@example.org " +
                              arguments;
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

/// The commit that the tree is at.
std::string head_of(const Sandbox& box) {
  git(box, "rev-parse HEAD > ../head");
  return box.read("head").substr(0, 40);
}

TEST(When, ExcludesAPatchByTheHistoryOfTheCheckout) {
  const Sandbox box(two_patches("q.yaml"));
  box.write("tree/b", "W=1\n");
  git(box, "init -q -b main . && git add a b");
  git(box, "commit -q -m one");
  git(box, "commit -q --allow-empty -m two");
  const std::string second = head_of(box);
  const auto when = [&](const std::string& key) {
    box.write("m.yaml", two_patches("{patch: q.yaml, when: {tree: t, " + key + ": \"" + second +
                                    "\"}}")["m.yaml"]);
    const auto json = nlohmann::json::parse(box.run("status m.yaml --format json").out);
    return json.at("patches").at(1).at("state").get<std::string>();
  };

  EXPECT_EQ(when("since"), "pristine");
  EXPECT_EQ(when("before"), "excluded");
  git(box, "checkout -q HEAD~1");
  EXPECT_EQ(when("since"), "excluded");
  EXPECT_EQ(when("before"), "pristine");
}

TEST(When, RefusesARootWhoseHistoryIsNotKnown) {
  const Sandbox box(two_patches(
      "{patch: q.yaml, when: {tree: t, since: \"0123456789abcdef0123456789abcdef01234567\"}}"));
  const Snapshot before = box.snapshot();

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 3);
  EXPECT_THAT(refused.err, HasSubstr("m.yaml:10:28: error: whether tree 't' has commit "
                                     "0123456789abcdef0123456789abcdef01234567 in its history "
                                     "cannot be told: "));
  EXPECT_THAT(refused.err, HasSubstr("[history-unknown]"));
  EXPECT_EQ(box.snapshot(), before);
}

TEST(GlobAsFile, IsGuardedByTheLock) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: 'ops/*.py', find_text: call(, replace: "
                                           "launch(, count: 2}\n")},
                     {"tree/ops/a.py", "call(1)\n"},
                     {"tree/ops/b.py", "call(2)\n"},
                     {"tree/ops/c.py", "pass\n"}});
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  EXPECT_THAT(box.read("m.lock.yaml"), HasSubstr("ops/*.py"));
  box.write("tree/ops/new.py", "pass\n");
  const RunResult refused = box.run("apply m.yaml --locked");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("ops/new.py"));

  std::filesystem::remove(box.root() / "tree/ops/new.py");
  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 0);
  EXPECT_EQ(box.read("tree/ops/b.py"), "launch(2)\n");
  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/ops/b.py"), "call(2)\n");
}

TEST(GlobAsFile, SaysWhatChangedInOneOfItsFiles) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: 'ops/*.py', find_text: call(, replace: "
                                           "launch(, count: 2}\n")},
                     {"tree/ops/a.py", "call(1)\n"},
                     {"tree/ops/b.py", "call(2)\n"}});
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/ops/b.py", "lunch(2)\n");

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("ops/b.py: note: what edit 0 wrote was changed"));
}

TEST(GlobAsFile, CatchesNoLinks) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: '**/a.py', find: x = 1, replace: x = "
                                           "2}\n")},
                     {"tree/ops/a.py", "x = 1\n"}});
  ASSERT_EQ(std::system(("ln -s ops/a.py '" + (box.root() / "tree/a.py").string() + "'").c_str()),
            0);

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/ops/a.py"), "x = 2\n");
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
}

/// What `status` calls the one patch of `box`.
std::string state_in(const Sandbox& box) {
  const auto json = nlohmann::json::parse(box.run("status m.yaml --format json").out);
  return json.at("patches").at(0).at("state");
}

TEST(OptionalEdit, WhosePlaceAnEarlierPatchTookIsAConflict) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml", "q.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: a, find: V=1, replace: V=2}\n")},
                     {"q.yaml", patch_text("q",
                                           "- {file: a, find: W=1, replace: W=2}\n"
                                           "- {file: a, find: V=1, insert_after: X=1, "
                                           "optional: newer bases have no V}\n")},
                     {"tree/a", "V=1\nW=1\n"}});
  const Snapshot before = box.snapshot();

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err,
              HasSubstr("error: optional edit 1 fits only without an earlier patch, which changed "
                        "its place: it may not be left out for that [patch-conflict]"));
  EXPECT_THAT(refused.err, ::testing::Not(HasSubstr("[left-out]")));
  EXPECT_EQ(box.snapshot(), before);
}

TEST(OptionalEdit, ThatFitsLaterMakesThePatchOutdated) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: a, find: V=1, replace: V=2}\n"
                                           "- {file: b, find: W=1, replace: W=2, optional: "
                                           "newer bases have no b}\n")},
                     {"tree/a", "V=1\n"}});
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/b", "W=1\n");

  EXPECT_EQ(state_in(box), "outdated");
  EXPECT_EQ(box.run("apply m.yaml").exit, 1);
  EXPECT_EQ(box.run("apply m.yaml --upgrade").exit, 0);
  EXPECT_EQ(box.read("tree/b"), "W=2\n");
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/b"), "W=1\n");
}

TEST(OptionalEdit, WhoseResultStandsWasNotLeftOut) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: a, find: V=1, replace: V=2}\n"
                                           "- {file: b, find: W=1, replace: W=2, optional: "
                                           "newer bases have no b}\n")},
                     {"tree/a", "V=1\n"}});
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/b", "W=2\n");
  const Snapshot before = box.snapshot();

  EXPECT_EQ(state_in(box), "ambiguous");
  EXPECT_EQ(box.run("revert m.yaml").exit, 1);
  EXPECT_EQ(box.run("apply m.yaml --upgrade").exit, 1);
  EXPECT_EQ(box.snapshot(), before);
}

TEST(OptionalPatch, WithAGlobThatCatchesNothingCanBeLocked) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: a, find: V=1, replace: V=2}\n"
                                           "- {file: 'y*', find: W=1, replace: W=2, optional: "
                                           "newer bases have no y}\n")},
                     {"tree/a", "V=1\n"}});

  EXPECT_EQ(box.run("lock m.yaml").exit, 0);
  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 0);
}

struct Doubt {
  const char* name;
  const char* file;
  const char* bytes;
  const char* edit;
};

class DoubtfulAbsence : public ::testing::TestWithParam<Doubt> {};

TEST_P(DoubtfulAbsence, IsNotLeftOut) {
  const Doubt& doubt = GetParam();
  const Sandbox box({{"m.yaml", manifest_of_entries({"{patch: p.yaml, optional: may go}"})},
                     {"p.yaml", patch_text("p", "- {file: " + std::string(doubt.file) + ", " +
                                                    doubt.edit + "}\n")},
                     {std::string("tree/") + doubt.file, doubt.bytes}});
  const Snapshot before = box.snapshot();

  EXPECT_EQ(box.run("apply m.yaml").exit, 1);
  EXPECT_EQ(box.snapshot(), before);
}

INSTANTIATE_TEST_SUITE_P(
    All, DoubtfulAbsence,
    ::testing::Values(
        Doubt{"SpanEnd", "f.py", "a = 1\n", "span: {from: a = 1, to: z = 9}, replace: q = 1"},
        Doubt{"RegionEnd", "f", "a\n", "scope: {from: a, to: z}, find: b, replace: c"},
        Doubt{"Broken", "f.py", "def f(x)\n    a = 1\n", "scope: f, find: a = 1, replace: a = 2"},
        Doubt{"Branch", "f.cpp", "#if 0\nint g() { return 1; }\n#endif\n",
              "scope: g, find: return 2;, replace: return 3;"},
        Doubt{"Indent", "f.py", "    a = 1\n", "indent: 8, find: a = 1, replace: a = 2"},
        Doubt{"Deletion", "f", "a\n", "find_regex: xyz, replace: ''"},
        Doubt{"Unfetched", "f", "version https://git-lfs.github.com/spec/v1\n",
              "find: b, replace: c"}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(When, CannotBeToldFromAFileThatChangedUnderAPatch) {
  const Sandbox box(
      {{"m.yaml", manifest_of_entries({"{patch: p.yaml, when: {file: a, absent: Fast}}",
                                       "{patch: q.yaml, when: {file: a, present: Fast}}"})},
       {"p.yaml", patch_text("p", "- {file: a, find: V=1, insert_after: Fast=1}\n")},
       {"q.yaml", patch_text("q", "- {file: a, find: W=1, replace: W=2}\n")},
       {"tree/a", "V=1\nW=1\n"}});
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/a", "V=1\nFast=3\nW=1\n");
  const Snapshot before = box.snapshot();

  for (const std::string command : {"apply m.yaml", "apply m.yaml --only q", "revert m.yaml"}) {
    EXPECT_EQ(box.run(command).exit, 1) << command;
  }
  EXPECT_THAT(box.run("apply m.yaml --only q").err,
              HasSubstr("whether the patch is for this base cannot be told: 'a' changed since a "
                        "recorded patch wrote it"));
  EXPECT_EQ(box.snapshot(), before);
}

TEST(When, CannotBeToldThroughALink) {
  const Sandbox box(two_patches("{patch: q.yaml, when: {file: l, present: V}}"));
  std::filesystem::create_symlink("a", box.root() / "tree/l");

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 5);
  EXPECT_THAT(refused.err, HasSubstr("[unsafe-link]"));
}

TEST(When, TakesTheVariantForTheBaseThatTheTreeMovedTo) {
  const Sandbox box(
      {{"m.yaml", manifest_of_entries({"{patch: p.yaml, when: {file: c, present: old}}",
                                       "{patch: q.yaml, when: {file: c, present: new}}"})},
       {"p.yaml", patch_text("p", "- {file: a, find: V=1, replace: V=2}\n")},
       {"q.yaml", patch_text("q", "- {file: a, find: V=1, replace: V=3}\n")},
       {"tree/a", "V=1\n"},
       {"tree/c", "old\n"}});
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/c", "new\n");

  EXPECT_EQ(box.run("apply m.yaml").exit, 1);
  EXPECT_EQ(box.run("apply m.yaml --upgrade").exit, 0);
  EXPECT_EQ(box.read("tree/a"), "V=3\n");
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a"), "V=1\n");
}

TEST(GlobAsFile, ThatCatchesMoreThanBeforeMakesThePatchOutdated) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: 'e/*', find: V=1, replace: V=2}\n")},
                     {"tree/e/a", "V=1\n"}});
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/e/b", "V=1\n");

  EXPECT_EQ(state_in(box), "outdated");
  EXPECT_EQ(box.run("apply m.yaml").exit, 1);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/e/a"), "V=1\n");
}

TEST(GlobAsFile, LocksAFileWithAGlobsSignsInItsName) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: 'e/*', find: V=1, replace: V=2}\n")},
                     {"tree/e/[id].py", "V=1\n"}});

  EXPECT_EQ(box.run("lock m.yaml").exit, 0);
  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 0);
  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 0);
}

TEST(GlobAsFile, RefusesANameThatNoRecordCanHold) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: 'e/*', find: V=1, replace: V=2}\n")},
                     {"tree/e/\xff", "V=1\n"}});

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("catches a name that is not UTF-8"));
}

TEST(GlobAsFile, LooksIntoNoRecordOfATreeInside) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: 'sub/*', find_text: V=1, replace: V=2, "
                                           "count: 1}\n")},
                     {"tree/sub/a", "V=1\n"},
                     {"tree/sub/.patcher/record.json", "V=1\n"}});

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/sub/.patcher/record.json"), "V=1\n");
}

TEST(GlobAsFile, OfARecordThatIsNotWhatThePatchDoesIsNotUndone) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: 'e/*', find: V=1, replace: V=2}\n")},
                     {"tree/e/a", "V=1\n"}});
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  std::string record = box.read("tree/.patcher/record.json");
  record.replace(record.find("\"made_folders\": []"), 18, "\"made_folders\": [\"empty\"]");
  box.write("tree/.patcher/record.json", record);
  std::filesystem::create_directories(box.root() / "tree/empty");

  EXPECT_EQ(state_in(box), "ambiguous");
  EXPECT_EQ(box.run("revert m.yaml").exit, 1);
  EXPECT_TRUE(box.exists("tree/empty"));
  EXPECT_EQ(box.read("tree/e/a"), "V=2\n");
}

TEST(GlobAsFile, CountsNoFileForNothingWhoseScopeCannotBeTold) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: '*.py', scope: f, find: V = 1, replace: "
                                           "V = 2, count: 1}\n")},
                     {"tree/a.py", "def f():\n    V = 1\n"},
                     {"tree/b.py", "def f()\n    V = 1\n"}});
  const Snapshot before = box.snapshot();

  EXPECT_EQ(box.run("apply m.yaml").exit, 1);
  EXPECT_EQ(box.snapshot(), before);
}

TEST(OptionalPatch, ThatIsObsoleteIsNotTakenForLeftOut) {
  Files files = two_patches(kOptional);
  files["q.yaml"] = patch_text("q", "- {file: b, find: W=1, replace: W=2}\n",
                               "obsolete_if:\n- {file: a, present: V=1}\n");
  const Sandbox box(files);

  EXPECT_EQ(box.run("status m.yaml --require pristine").exit, 1);
  const RunResult refused = box.run("apply m.yaml");
  EXPECT_THAT(refused.err, HasSubstr("[obsolete]"));
  EXPECT_THAT(refused.err, ::testing::Not(HasSubstr("[left-out]")));
  EXPECT_EQ(box.read("tree/a"), "V=1\n");
}

TEST(When, OfAFileThatIsGoneIsAWarning) {
  const Sandbox box(two_patches("{patch: q.yaml, when: {file: gone, absent: x}}"));

  EXPECT_THAT(box.run("apply m.yaml").err,
              HasSubstr("warning: patch 'q' is not for this base: 'gone' is no file"));
}

}  // namespace
}  // namespace patcher::testing
