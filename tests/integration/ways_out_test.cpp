// SPDX-License-Identifier: MIT
// The ways out of states that hang on the record, with the real program and a real disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// The manifest `name` of the patch files.
std::string manifest_named(const std::string& name, const std::vector<std::string>& patch_files) {
  std::string text = manifest_text(patch_files);
  return text.replace(text.find("name: m"), 7, "name: " + name);
}

/// A set of two stacked patches on a Python file, a plain file and a mode.
Files stacked_set() {
  return {
      {"m.yaml", manifest_text({"p.yaml", "q.yaml"})},
      {"p.yaml", patch_text("p",
                            "- {file: w.py, scope: work, find: 'run()', insert_after: 'log()'}\n"
                            "- {mode_of: g, mode: '0755', was: '0644'}\n")},
      {"q.yaml", patch_text("q",
                            "- {file: w.py, find: 'log()', replace: 'log(1)'}\n"
                            "- {add_file: n/new, content: 'new'}\n")},
      {"tree/w.py", "def work():\n    run()\n\n\ndef idle():\n    pass\n"},
      {"tree/g", "x\n"}};
}

/// What an old script did: the same result, written without us.
void edit_by_script(const Sandbox& box) {
  box.write("tree/w.py", "def work():\n    run()\n    log(1)\n\n\ndef idle():\n    pass\n");
  box.write("tree/n/new", "new");
  fs::permissions(box.root() / "tree/g", fs::perms{0755});
}

/// Runs `command`, demands its exit code, and that it left every byte, mode, time and inode.
RunResult expect_untouched(const Sandbox& box, const std::string& command, int exit = 1) {
  const Snapshot before = box.snapshot();
  RunResult result = box.run(command);
  EXPECT_EQ(result.exit, exit) << command << result.text();
  EXPECT_EQ(box.snapshot(), before) << command;
  return result;
}

Snapshot without_record(Snapshot snapshot) {
  std::erase_if(snapshot, [](const auto& item) { return item.first.starts_with(".patcher"); });
  return snapshot;
}

TEST(Adopt, RecordsWhatAScriptDidAndRevertUndoesItExactly) {
  const Sandbox box(stacked_set());
  edit_by_script(box);
  const Snapshot edited = box.snapshot();

  EXPECT_THAT(box.run("status m.yaml").out, HasSubstr("2 patches unrecorded"));
  EXPECT_THAT(expect_untouched(box, "apply m.yaml").err, HasSubstr("'apply --adopt' records it"));
  const RunResult dry = expect_untouched(box, "apply m.yaml --adopt --dry-run", 0);
  EXPECT_THAT(dry.out, HasSubstr("m: would adopt 2 patches; 2 patches unrecorded"));
  const RunResult adopted = box.run("apply m.yaml --adopt");
  EXPECT_EQ(adopted.exit, 0) << adopted.text();
  EXPECT_THAT(adopted.out, AllOf(HasSubstr("adopted\n  t  p\n  t  q\n"), HasSubstr("(adopted)"),
                                 HasSubstr("m: 2 patches adopted; 2 patches applied")));
  EXPECT_EQ(without_record(box.snapshot()), edited);
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);

  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/w.py"), stacked_set()["tree/w.py"]);
  EXPECT_EQ(box.snapshot().at("g").mode & 0777U, 0644U);
  EXPECT_FALSE(box.exists("tree/n/new"));
  EXPECT_FALSE(box.exists("tree/.patcher"));
}

TEST(Adopt, IsSaidInJson) {
  const Sandbox box(stacked_set());
  edit_by_script(box);

  const auto applied = nlohmann::json::parse(box.run("apply m.yaml --adopt --format json").out);
  const auto status = nlohmann::json::parse(box.run("status m.yaml --format json").out);

  EXPECT_EQ(applied["adopted"][1]["id"], "q");
  EXPECT_TRUE(applied["upgraded"].empty());
  EXPECT_EQ(status["patches"][0]["adopted"], true);
  EXPECT_EQ(status["patches"][0]["state"], "applied");
}

TEST(Adopt, OfWhatTheLockHasAgreesWithIt) {
  const Sandbox box(stacked_set());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  edit_by_script(box);

  EXPECT_THAT(expect_untouched(box, "apply m.yaml --locked").err,
              HasSubstr("'patcher apply --adopt' records the patches"));
  EXPECT_EQ(box.run("apply m.yaml --locked --adopt").exit, 0);

  EXPECT_EQ(box.run("status m.yaml --locked --require applied").exit, 0);
}

TEST(Upgrade, OfWhatTheLockDoesNotHaveIsRefusedWithIt) {
  const Sandbox box(stacked_set());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("q.yaml", patch_text("q", "- {file: w.py, find: 'log()', replace: 'log(2)'}\n"));
  ASSERT_EQ(box.run("revert m.yaml").exit, 0);
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  box.write("q.yaml", stacked_set()["q.yaml"]);
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("q.yaml", patch_text("q", "- {file: w.py, find: 'log()', replace: 'log(2)'}\n"));

  EXPECT_THAT(expect_untouched(box, "apply m.yaml --locked --upgrade").err,
              HasSubstr("[lock-drift]"));
  EXPECT_EQ(box.run("apply m.yaml --upgrade").exit, 0);

  EXPECT_EQ(box.run("status m.yaml --locked --require applied").exit, 0);
}

TEST(Adopt, IsShownWithThePatch) {
  const Sandbox box(stacked_set());
  edit_by_script(box);
  ASSERT_EQ(box.run("apply m.yaml --adopt").exit, 0);

  const RunResult shown = box.run("show m.yaml p --root t=tree");

  EXPECT_EQ(shown.exit, 0) << shown.text();
  EXPECT_THAT(shown.out, AllOf(HasSubstr("find:"), HasSubstr("  applied  p  a test  (adopted)"),
                               HasSubstr("p: 2 edits; 1 patch applied")));
  EXPECT_THAT(box.run("show m.yaml p").out, Not(HasSubstr("applied")));
}

TEST(Adopt, OfATreeThatIsAppliedAlreadyDoesNothing) {
  const Sandbox box(stacked_set());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);

  const RunResult again = expect_untouched(box, "apply m.yaml --adopt --upgrade", 0);

  EXPECT_THAT(again.out, AllOf(HasSubstr("nothing to do"), Not(HasSubstr("adopted"))));
}

TEST(Upgrade, ReplacesTheOldRevisionAndRemovesOrphansInOneRun) {
  const Sandbox box(stacked_set());
  const std::string first = box.read("tree/w.py");
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("m.yaml", manifest_text({"p.yaml"}));
  box.write("p.yaml",
            patch_text("p", "- {file: w.py, scope: idle, find: pass, replace: rest()}\n"));

  const RunResult refused = expect_untouched(box, "apply m.yaml");
  EXPECT_THAT(refused.err, AllOf(HasSubstr("'apply --upgrade' undoes it"),
                                 HasSubstr("'apply --upgrade' removes it")));
  const RunResult upgraded = box.run("apply m.yaml --upgrade");

  EXPECT_EQ(upgraded.exit, 0) << upgraded.text();
  EXPECT_THAT(upgraded.out, HasSubstr("m: 1 patch upgraded, 1 patch removed, 3 files changed"));
  EXPECT_EQ(box.read("tree/w.py"), "def work():\n    run()\n\n\ndef idle():\n    rest()\n");
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/w.py"), first);
  EXPECT_FALSE(box.exists("tree/n"));
}

TEST(Upgrade, ThatDoesNotFitLeavesTheOldRevision) {
  const Sandbox box(stacked_set());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("q.yaml", patch_text("q", "- {file: w.py, find: 'log(', replace: 'log(2)'}\n"));

  const RunResult refused = expect_untouched(box, "apply m.yaml --upgrade");

  EXPECT_THAT(refused.err, AllOf(HasSubstr("the present one does not fit [outdated]"),
                                 HasSubstr("[anchor-not-found]"), HasSubstr("w.py:3")));
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
}

TEST(Upgrade, MakesARebuildDueThatTheUndoingTouches) {
  Files files = stacked_set();
  const Sandbox box(files);
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("p.yaml", patch_text("p", "- {file: w.py, find: 'run()', insert_after: 'log()'}\n"));
  box.write("m.yaml", files["m.yaml"] +
                          "rebuilds:\n- {id: r, tree: t, when_changed: [g], remove: [x.so], "
                          "run: [make], produces: [x.so]}\n");

  EXPECT_EQ(box.run("apply m.yaml --upgrade --rebuild never").exit, 0);

  EXPECT_THAT(box.run("status m.yaml --require applied").err, HasSubstr("rebuild 'r'"));
}

TEST(Orphan, StaysWithAWarningWhenTheSetIsReverted) {
  const Sandbox box(stacked_set());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("m.yaml", manifest_text({"q.yaml"}));

  const RunResult reverted = box.run("revert m.yaml");

  EXPECT_EQ(reverted.exit, 0) << reverted.text();
  EXPECT_THAT(reverted.err, AllOf(HasSubstr("warning: recorded patch 'p' stays"),
                                  HasSubstr("'apply --upgrade' takes it out")));
  EXPECT_THAT(box.run("status m.yaml").out, HasSubstr("orphan"));
}

TEST(AppliedByAnother, IsLeftOutOfARevertByTheHint) {
  const Sandbox box(stacked_set());
  box.write("one.yaml", manifest_named("one", {"p.yaml"}));
  ASSERT_EQ(box.run("apply one.yaml").exit, 0);
  ASSERT_EQ(box.run("apply m.yaml --only q").exit, 0);

  EXPECT_THAT(expect_untouched(box, "revert m.yaml").err,
              HasSubstr("m.yaml:9:5: error: this patch was applied by manifest 'one', not by this "
                        "one [unrecorded]\n"
                        "  --> tree t, patch p\n"
                        "  m.yaml: note: the lock cannot stand in for the record: manifest 'm' has "
                        "no lock: there is no 'm.lock.yaml'\n"
                        "  hint: '--only q' takes out what this manifest applied in tree 't'; 'p' "
                        "goes with manifest 'one'\n"));
  EXPECT_EQ(box.run("revert m.yaml --only q").exit, 0);
  EXPECT_THAT(expect_untouched(box, "revert m.yaml").err,
              HasSubstr("hint: nothing else of this manifest is applied in tree 't'; 'p' goes with "
                        "manifest 'one'\n"));
  EXPECT_EQ(box.run("revert one.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/w.py"), stacked_set()["tree/w.py"]);
}

TEST(Recorded, RevertNeedsNoManifest) {
  const Sandbox box(stacked_set());
  const Snapshot before = box.snapshot();
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  fs::remove(box.root() / "m.yaml");

  EXPECT_EQ(box.run("revert").exit, 2);
  EXPECT_EQ(box.run("revert m.yaml --recorded m").exit, 2);
  const RunResult other = expect_untouched(box, "revert --recorded n --root t=tree", 2);
  EXPECT_THAT(other.err, HasSubstr("recorded there: 'm' (tree 't')"));
  expect_untouched(box, "revert --recorded m --root u=tree", 2);
  expect_untouched(box, "revert --recorded m --root t=tree --only p", 2);
  const RunResult reverted = box.run("revert --recorded m --root t=tree");

  EXPECT_EQ(reverted.exit, 0) << reverted.text();
  EXPECT_THAT(reverted.out, HasSubstr("m: 3 files restored; 2 patches by the record"));
  EXPECT_EQ(box.read("tree/w.py"), before.at("w.py").bytes);
  EXPECT_FALSE(box.exists("tree/.patcher"));
}

TEST(RecordAlone, IsSaidToBeRemovedWhereTheFilesAreBack) {
  const Sandbox box(stacked_set());
  const Snapshot before = box.snapshot();
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  for (const std::string file : {"w.py", "g"}) {
    box.write("tree/" + file, before.at(file).bytes);
    fs::permissions(box.root() / "tree" / file, fs::perms{0644});
  }
  fs::remove_all(box.root() / "tree/n");

  const RunResult dry = expect_untouched(box, "revert m.yaml --dry-run", 0);
  EXPECT_THAT(dry.out, HasSubstr("m: no file to change, would remove the record of tree 't'; "
                                 "2 patches pristine\n"));
  const RunResult result = box.run("revert m.yaml");

  EXPECT_EQ(result.exit, 0);
  EXPECT_THAT(result.out, HasSubstr("m: no file to change, the record of tree 't' removed; "
                                    "2 patches pristine\n"));
  EXPECT_FALSE(box.exists("tree/.patcher"));
  EXPECT_THAT(box.run("revert m.yaml").out, HasSubstr("m: nothing to do; 2 patches pristine\n"));
}

TEST(RecordStatus, TellsTheStackBottomFirst) {
  const Sandbox box(stacked_set());
  edit_by_script(box);
  ASSERT_EQ(box.run("apply m.yaml --adopt").exit, 0);

  const RunResult status = box.run("status --root t=tree --require applied");

  EXPECT_EQ(status.exit, 0) << status.text();
  EXPECT_EQ(status.out,
            "tree t  tree\n"
            "  applied  p  a test  (manifest m, adopted)\n    g\n    w.py\n"
            "  applied  q  a test  (manifest m, adopted)\n    n/new\n    w.py\n"
            "record: 2 patches applied\n");
}

TEST(RecordStatus, OfTheCurrentFolderInJson) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: f, find: a, replace: b}\n")},
                     {"f", "a\n"}});
  ASSERT_EQ(box.run("apply m.yaml --root t=.").exit, 0);

  const auto status = nlohmann::json::parse(box.run("status --format json").out);

  EXPECT_EQ(status["schema"], "patcher.status/1");
  EXPECT_EQ(status["manifest"], "");
  EXPECT_EQ(status["trees"][0]["tree"], "t");
  EXPECT_EQ(status["patches"][0]["manifest"], "m");
  EXPECT_EQ(status["patches"][0]["files"][0]["file"], "f");
}

TEST(RecordStatus, OfNoRecordSaysSo) {
  const Sandbox box(stacked_set());

  const RunResult status = box.run("status --root t=tree");
  EXPECT_EQ(status.exit, 0);
  EXPECT_THAT(status.out, HasSubstr("no record: nothing is applied"));
  EXPECT_EQ(box.run("status --root t=tree --require pristine").exit, 0);
  const RunResult required = box.run("status --root t=tree --require applied");
  EXPECT_EQ(required.exit, 1);
  EXPECT_THAT(required.err, HasSubstr("nothing is recorded in 'tree', required is applied"));
  EXPECT_EQ(box.run("status --root t=absent").exit, 3);
  EXPECT_EQ(box.run("status --root t=tree --only p").exit, 2);
}

TEST(RecordStatus, RequiresThatNothingMovedAndNothingIsPending) {
  Files files = stacked_set();
  files["m.yaml"] +=
      "rebuilds:\n- {id: r, tree: t, when_changed: [g], remove: [x.so], run: [make], "
      "produces: [x.so]}\n";
  const Sandbox box(files);
  ASSERT_EQ(box.run("apply m.yaml --rebuild never").exit, 0);
  const RunResult pending = box.run("status --root t=tree --require applied");
  EXPECT_EQ(pending.exit, 1);
  EXPECT_THAT(pending.out, HasSubstr("record: 2 patches applied; 1 rebuild pending"));
  box.write("tree/n/new", "other");

  const RunResult moved = box.run("status --root t=tree");

  EXPECT_EQ(moved.exit, 0);
  EXPECT_THAT(moved.out, AllOf(HasSubstr("modified  q"), HasSubstr("    modified  n/new")));
  EXPECT_THAT(box.run("status --root t=tree --require applied").err,
              HasSubstr("patch 'q' is modified, required is applied"));
}

TEST(Modified, SaysWhatChanged) {
  const Sandbox box(stacked_set());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  fs::permissions(box.root() / "tree/g", fs::perms{0700});
  EXPECT_THAT(expect_untouched(box, "apply m.yaml").err,
              HasSubstr("only its mode changed: 0700, it was left 0755"));
  fs::permissions(box.root() / "tree/g", fs::perms{0755});
  box.write("tree/n/new", "now");
  EXPECT_THAT(expect_untouched(box, "apply m.yaml").err,
              AllOf(HasSubstr("n/new:1: note: line 1 is the first that differs"),
                    HasSubstr("restore all files of the patch from the base ('n/new', 'w.py')")));
  box.write("tree/n/new", "new");
  box.write("tree/w.py", "def work():\n    run()\n    log(2)\n\n\ndef idle():\n    pass\n");
  EXPECT_THAT(expect_untouched(box, "apply m.yaml --adopt --upgrade").err,
              AllOf(HasSubstr("what edit 0 wrote was changed"), HasSubstr("log(2)")));
  box.write("tree/w.py", "def work():\n    run()\n    log(1)\n\n\ndef idle():\n    rest()\n");

  EXPECT_THAT(expect_untouched(box, "revert m.yaml").err,
              HasSubstr("what this patch wrote stands; the file was changed elsewhere"));
}

TEST(Modified, NamesTheFilesThatACheckoutMissed) {
  const Sandbox box(stacked_set());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/w.py", stacked_set()["tree/w.py"]);

  for (const char* command : {"apply m.yaml", "apply m.yaml --adopt --upgrade", "revert m.yaml"}) {
    EXPECT_THAT(expect_untouched(box, command).err, HasSubstr("it is back at its base")) << command;
  }
  fs::permissions(box.root() / "tree/g", fs::perms{0644});
  fs::remove(box.root() / "tree/n/new");

  EXPECT_EQ(box.run("status m.yaml --require pristine").exit, 0);
  EXPECT_EQ(box.run("apply m.yaml --upgrade").exit, 0);
}

struct Refused {
  std::string name;
  std::string edits;         ///< Of the patch `p`; of `q` after a line "next".
  std::string rest;          ///< Of `p`.
  std::string tree = "a\n";  ///< The file `f`.
};

class EveryWay : public ::testing::TestWithParam<Refused> {};

/// A state that has no way out by an option keeps every byte, mode, time and inode.
TEST_P(EveryWay, LeavesARefusedTreeAlone) {
  const Refused& about = GetParam();
  const std::size_t next = about.edits.find("next\n");
  Files files{{"m.yaml", manifest_text({"p.yaml"})},
              {"p.yaml", patch_text("p", about.edits.substr(0, next), about.rest)},
              {"tree/f", about.tree},
              {"tree/g", "x\n"}};
  if (next != std::string::npos) {
    files["m.yaml"] = manifest_text({"p.yaml", "q.yaml"});
    files["q.yaml"] = patch_text("q", about.edits.substr(next + 5));
  }
  const Sandbox box(files);

  for (const char* options : {"", " --adopt", " --upgrade", " --adopt --upgrade", " --dry-run"}) {
    const RunResult refused = expect_untouched(box, std::string("apply m.yaml") + options);
    EXPECT_THAT(refused.out, AllOf(HasSubstr(about.name), HasSubstr("nothing written")));
  }
  const Snapshot before = box.snapshot();
  static_cast<void>(box.run("revert m.yaml"));
  EXPECT_EQ(box.snapshot(), before);
}

INSTANTIATE_TEST_SUITE_P(
    States, EveryWay,
    ::testing::Values(
        Refused{"partial", "- {file: f, find: a, replace: b}\n- {file: g, find: w, replace: x}\n",
                ""},
        Refused{"drifted", "- {file: f, find: c, replace: b}\n", ""},
        Refused{"ambiguous", "- {file: f, find: a, replace: b}\n", "", "a\na\n"},
        Refused{"missing", "- {file: absent, find: a, replace: b}\n", ""},
        Refused{"obsolete", "- {file: f, find: a, replace: b}\n",
                "obsolete_if:\n- {file: g, present: x}\n"},
        Refused{"pristine", "- {file: f, find: a, replace: b}\n",
                "ensure:\n- {file: g, absent: x}\n"},
        Refused{"blocked",
                "- {file: f, find: c, insert_after: made}\nnext\n"
                "- {file: f, find: made, replace: more}\n",
                ""},
        Refused{"unrecorded", "- {remove_file: absent, content: ''}\n", ""}),
    [](const auto& about) { return about.param.name; });

/// A set of `one` and a set of `two` whose patches lie in turns: one, two, one.
Files in_turns() {
  return {{"one.yaml", manifest_named("one", {"a.yaml", "c.yaml"})},
          {"two.yaml", manifest_named("two", {"b.yaml"})},
          {"a.yaml", patch_text("a", "- {file: f, find: x, insert_after: a}\n")},
          {"b.yaml", patch_text("b", "- {file: f, find: a, insert_after: b}\n")},
          {"c.yaml", patch_text("c", "- {file: f, find: b, insert_after: c}\n")},
          {"tree/f", "x\n"}};
}

TEST(TwoManifests, InTurnsAreRevertedAsTheHintSays) {
  const Sandbox box(in_turns());
  ASSERT_EQ(box.run("apply one.yaml --only a").exit, 0);
  ASSERT_EQ(box.run("apply two.yaml").exit, 0);
  ASSERT_EQ(box.run("apply one.yaml").exit, 0);

  EXPECT_THAT(
      expect_untouched(box, "revert one.yaml").err,
      HasSubstr("hint: revert 'c' with manifest 'one' (--only c), then revert 'b' with "
                "manifest 'two' (--only b), then revert 'a' with manifest 'one' (--only a)"));
  EXPECT_THAT(expect_untouched(box, "revert two.yaml").err,
              HasSubstr("hint: revert 'c' with manifest 'one' (--only c), then revert 'b' with "
                        "manifest 'two' (--only b)\n"));
  EXPECT_EQ(box.run("revert one.yaml --only c").exit, 0);
  EXPECT_EQ(box.run("revert two.yaml --only b").exit, 0);
  EXPECT_EQ(box.run("revert one.yaml --only a").exit, 0);

  EXPECT_EQ(box.read("tree/f"), "x\n");
  EXPECT_FALSE(box.exists("tree/.patcher"));
}

TEST(TwoManifests, AnUpgradeNamesWhatStandsAbove) {
  const Sandbox box(in_turns());
  ASSERT_EQ(box.run("apply one.yaml --only a").exit, 0);
  ASSERT_EQ(box.run("apply two.yaml").exit, 0);
  box.write("a.yaml", patch_text("a", "- {file: f, find: x, insert_after: \"z\\na\"}\n"));
  box.write("one.yaml", manifest_named("one", {"a.yaml"}));

  EXPECT_THAT(expect_untouched(box, "apply one.yaml --upgrade").err,
              AllOf(HasSubstr("patch 'b' of manifest 'two' stands on what this run changes"),
                    HasSubstr("hint: revert 'b' with manifest 'two' (--only b), then run this "
                              "again, then apply manifest 'two'")));
  EXPECT_EQ(box.run("revert two.yaml --only b").exit, 0);
  EXPECT_EQ(box.run("apply one.yaml --upgrade").exit, 0);
  EXPECT_EQ(box.run("apply two.yaml").exit, 0);

  EXPECT_EQ(box.read("tree/f"), "x\nz\na\nb\n");
}

TEST(Drifted, OnAnEarlierPatchShowsTheTextThatThatLeaves) {
  const Sandbox box(
      {{"m.yaml", manifest_text({"p.yaml", "q.yaml"})},
       {"p.yaml", patch_text("p", "- {file: f, find: a, insert_after: 'value = compute(1)'}\n")},
       {"q.yaml", patch_text("q", "- {file: f, find: 'value = compute(2)', replace: b}\n")},
       {"tree/f", "a\nz\n"}});

  const RunResult refused = expect_untouched(box, "apply m.yaml");

  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("nearest text: line 2 differs"), HasSubstr("value = compute(1)"),
                    HasSubstr("as the patches before this one leave it"),
                    HasSubstr("--> f:2 (tree t, patch q")));
}

TEST(MadeFolders, OfTwoManifestsGoWithTheLastOne) {
  const Sandbox box({{"one.yaml", manifest_named("one", {"p.yaml"})},
                     {"two.yaml", manifest_named("two", {"q.yaml"})},
                     {"p.yaml", patch_text("p", "- {add_file: n/deep/x, content: x}\n")},
                     {"q.yaml", patch_text("q", "- {add_file: n/y, content: y}\n")},
                     {"tree/f", "a\n"}});
  const Snapshot before = box.snapshot();
  ASSERT_EQ(box.run("apply one.yaml").exit, 0);
  ASSERT_EQ(box.run("apply two.yaml").exit, 0);

  EXPECT_EQ(box.run("revert one.yaml").exit, 0);
  EXPECT_FALSE(box.exists("tree/n/deep"));
  EXPECT_EQ(box.run("status two.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("revert two.yaml").exit, 0);

  EXPECT_EQ(box.snapshot(), before);
}

TEST(MadeFolders, GoAfterACheckoutTookTheFilesAway) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {add_file: n/deep/x, content: x}\n")},
                     {"tree/f", "a\n"}});
  const Snapshot before = box.snapshot();
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  fs::remove(box.root() / "tree/n/deep/x");

  EXPECT_EQ(box.run("revert m.yaml").exit, 0);

  EXPECT_EQ(box.snapshot(), before);
}

}  // namespace
}  // namespace patcher::testing
