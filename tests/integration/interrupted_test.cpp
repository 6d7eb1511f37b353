// SPDX-License-Identifier: MIT
// Runs that died in the middle of two trees, one of which is elsewhere or gone since.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "patcher/tree/tree.hpp"
#include "patcher/write/journal.hpp"
#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

enum class Died { staging, marked };

/// Trees `a` and `b` with a patch each, and what a first run of `apply` left that died.
class DeadRun {
 public:
  explicit DeadRun(Died when) : box_(files()) {
    EXPECT_EQ(box_.run("apply m.yaml").exit, 0);
    const std::vector<std::string> records{box_.read("a/.patcher/record.json"),
                                           box_.read("b/.patcher/record.json")};
    EXPECT_EQ(box_.run("revert m.yaml").exit, 0);
    leave("a", 0, records[0]);
    leave("b", 1, records[1]);
    if (when == Died::marked) move("a/.patcher/journal.json", "a/.patcher/commit.json");
  }

  [[nodiscard]] const Sandbox& box() const { return box_; }
  [[nodiscard]] std::string place(const std::string& folder) const { return box_.root() / folder; }
  void move(const std::string& from, const std::string& to) const {
    fs::rename(box_.root() / from, box_.root() / to);
  }
  /// What is left where a file system was mounted.
  void unmount(const std::string& tree) const {
    fs::remove_all(box_.root() / tree);
    fs::create_directory(box_.root() / tree);
  }
  [[nodiscard]] RunResult run(const std::string& command) const { return box_.run(command); }
  /// Runs `command`, demands its exit code and that nothing changed.
  [[nodiscard]] RunResult untouched(const std::string& command, int exit) const {
    const Snapshot before = box_.snapshot("");
    RunResult result = run(command);
    EXPECT_EQ(result.exit, exit) << command << result.text();
    EXPECT_EQ(box_.snapshot(""), before) << command;
    return result;
  }
  /// The bytes of the file in `tree`, and what is ours and should not be there.
  [[nodiscard]] std::string state(const std::string& tree) const {
    std::string state = box_.read(tree + "/f");
    for (const auto& [path, seen] : box_.snapshot(tree)) {
      const bool is_record = path == ".patcher/record.json" || path == ".patcher/.gitignore";
      if (path != "f" && path != ".patcher" && !is_record) state += path;
    }
    return state;
  }

 private:
  static Files files() {
    std::string manifest = "version: 1\nname: m\ntrees:\n";
    Files all;
    for (const std::string tree : {"a", "b"}) {
      manifest += "  " + tree +
                  ": {upstream: \"https://example.org/t\", commit: "
                  "\"0123456789abcdef0123456789abcdef01234567\", locate: [{path: " +
                  tree + "}]}\n";
      std::string patch = patch_text("p-" + tree, "- {file: f, find: V=1, replace: V=2}\n");
      all["p-" + tree + ".yaml"] = patch.replace(patch.find("tree: t"), 7, "tree: " + tree);
      all[tree + "/f"] = "V=1\n";
    }
    all["m.yaml"] = manifest + "patches:\n- p-a.yaml\n- p-b.yaml\n";
    return all;
  }

  static std::optional<FileState> state_of(const std::string& bytes) {
    return FileState{blob_id_of(bytes).hex, 0644};
  }

  /// Everything is staged in `tree`, and nothing exchanged.
  void leave(const std::string& tree, std::size_t seat, const std::string& record) const {
    Journal journal{
        .run = "5", .roots = {place("a"), place("b")}, .names = {"a", "b"}, .seat = seat};
    journal.items = {{"f", state_of("V=1\n"), state_of("V=2\n"), ".patcher-5-1", ".patcher-5-2"},
                     {".patcher/record.json", {}, state_of(record), ".patcher-5-3", {}},
                     {".patcher/.gitignore", {}, state_of("*\n"), ".patcher-5-4", {}}};
    box_.write(tree + "/.patcher/journal.json", text_of(journal));
    box_.write(tree + "/.patcher-5-1", "V=2\n");
    box_.write(tree + "/.patcher/.patcher-5-3", record);
    box_.write(tree + "/.patcher/.patcher-5-4", "*\n");
  }

  Sandbox box_;
};

std::string lost_b(const std::string& how, const std::string& note = "") {
  return "a/.patcher/journal.json: error: a run was interrupted here that wrote in \"$ROOT/b\" as "
         "well, which " +
         how + " [interrupted]\n  --> tree b\n" + note +
         "  hint: bring that folder back, mount it, or name its new place with '--root b=DIR'; "
         "only if it is gone for good, go on without it: '--give-up $ROOT/b'\n";
}

/// What a root that was settled and has no record then is said to have.
std::string nothing_of(const std::string& manifest, const std::string& root) {
  return "note: nothing of manifest '" + manifest + "' is recorded in '" + root +
         "' [recovered]\n  hint: nothing is recorded there at all\n";
}

TEST(DeadRun, IsNotSettledWhereARootIsNotMounted) {
  for (const Died when : {Died::staging, Died::marked}) {
    const DeadRun dead(when);
    dead.unmount("b");

    for (const std::string command : {"apply m.yaml", "revert m.yaml", "revert m.yaml --tree a"}) {
      EXPECT_EQ(dead.untouched(command, 1).err, lost_b("is an empty folder"));
    }
    EXPECT_THAT(dead.untouched("status m.yaml", 1).err, HasSubstr("[interrupted]"));
  }
}

TEST(GiveUp, SettlesTheRestAndNamesWhatIsGone) {
  for (const Died when : {Died::staging, Died::marked}) {
    const DeadRun dead(when);
    fs::remove_all(dead.place("b"));
    const bool marked = when == Died::marked;

    EXPECT_EQ(dead.untouched("apply m.yaml --tree a", 1).err, lost_b("is not there"));
    const RunResult result = dead.run("apply m.yaml --tree a --give-up b/");

    EXPECT_EQ(result.exit, 0);
    EXPECT_EQ(result.err,
              std::string("note: an earlier run was interrupted ") +
                  (marked ? "after its commit mark: it was finished"
                          : "before its commit mark: it was undone") +
                  " (3 files in 1 root) [recovered]\n"
                  "note: \"$ROOT/b\" (tree 'b') was given up: whatever that run left there stays "
                  "as it is [recovered]\n"
                  "  --> tree b\n");
    EXPECT_EQ(dead.state("a"), "V=2\n");
    EXPECT_FALSE(dead.box().exists("b"));
  }
}

TEST(GiveUp, OfTheFirstRootUndoesTheRest) {
  const DeadRun dead(Died::marked);
  dead.unmount("a");

  EXPECT_EQ(dead.untouched("revert m.yaml --tree b", 1).err,
            "b/.patcher/journal.json: error: a run was interrupted here and only \"$ROOT/a\" says "
            "whether it is to be undone or finished, which is an empty folder "
            "[interrupted]\n"
            "  --> tree a\n"
            "  hint: bring that folder back, mount it, or name its new place with '--root a=DIR'; "
            "only if it is gone for good, go on without it: '--give-up $ROOT/a'\n");
  const RunResult result = dead.run("revert m.yaml --tree b --give-up " + dead.place("a"));

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.err, HasSubstr("\"$ROOT/a\" (tree 'a') was given up"));
  EXPECT_EQ(dead.state("b"), "V=1\n");
}

TEST(GiveUp, IsRefusedForWhatIsThereAndForWhatNoRunHas) {
  const DeadRun dead(Died::marked);

  EXPECT_EQ(dead.untouched("apply m.yaml --give-up b", 1).err,
            "b/.patcher/journal.json: error: \"$ROOT/b\" is given up, but \"b\" is there and has "
            "the journal of the run that was interrupted [interrupted]\n"
            "  hint: leave '--give-up' out: that run can be finished or undone there as well\n");
  EXPECT_EQ(dead.untouched("apply m.yaml --give-up c", 2).err,
            "error: --give-up names \"$ROOT/c\", which is no root of an interrupted run [usage]\n"
            "  hint: the run that was interrupted here wrote in \"$ROOT/a\", \"$ROOT/b\"\n");
  EXPECT_EQ(dead.run("apply m.yaml").exit, 0);
  EXPECT_EQ(dead.untouched("apply m.yaml --give-up b", 2).err,
            "error: --give-up names \"$ROOT/b\", which is no root of an interrupted run [usage]\n"
            "  hint: no run was interrupted here: leave the option out\n");
  EXPECT_EQ(dead.state("a") + dead.state("b"), "V=2\nV=2\n");
}

TEST(GiveUp, NamesTheFolderAlsoWhereALinkLeadsToItself) {
  const DeadRun dead(Died::marked);
  fs::create_symlink("loop", dead.place("loop"));

  const Snapshot before = dead.box().snapshot("a");

  const RunResult result = dead.run("apply m.yaml --give-up a/../loop/x");

  EXPECT_EQ(result.exit, 2);
  EXPECT_EQ(result.err,
            "error: --give-up names \"$ROOT/loop/x\", which is no root of an interrupted run "
            "[usage]\n"
            "  hint: the run that was interrupted here wrote in \"$ROOT/a\", \"$ROOT/b\"\n");
  EXPECT_EQ(dead.box().snapshot("a"), before);
}

TEST(GiveUp, IsRefusedInADryRunAsInARealOne) {
  const DeadRun dead(Died::marked);
  const std::string no_root =
      "error: --give-up names \"$ROOT/c\", which is no root of an interrupted run [usage]\n"
      "  hint: the run that was interrupted here wrote in \"$ROOT/a\", \"$ROOT/b\"\n";

  EXPECT_EQ(dead.untouched("apply m.yaml --dry-run --give-up c", 2).err, no_root);
  EXPECT_EQ(dead.untouched("revert --recorded m --root a=a --dry-run --give-up c", 2).err, no_root);
  EXPECT_THAT(dead.untouched("apply m.yaml --dry-run", 1).err, HasSubstr("[interrupted]"));
  EXPECT_EQ(dead.run("apply m.yaml").exit, 0);
  for (const std::string command : {"apply m.yaml", "revert --recorded m --root a=a --root b=b"}) {
    EXPECT_EQ(dead.untouched(command + " --dry-run --give-up b", 2).err,
              "error: --give-up names \"$ROOT/b\", which is no root of an interrupted run [usage]\n"
              "  hint: no run was interrupted here: leave the option out\n");
  }
}

TEST(MovedRoot, IsTakenFromRootAlsoBesideTree) {
  const DeadRun dead(Died::marked);
  dead.move("b", "new");
  dead.box().write("fresh/f", "V=1\n");

  EXPECT_EQ(dead.untouched("revert m.yaml --tree a --root b=fresh", 1).err,
            lost_b("is not there", "  note: \"fresh\" has no journal of that run\n"));
  EXPECT_EQ(dead.untouched("revert m.yaml --root b=fresh", 1).err,
            lost_b("is not there", "  note: \"fresh\" has no journal of that run\n"));
  EXPECT_EQ(dead.untouched("revert m.yaml", 3).err,
            "m.yaml:5:3: error: tree 'b' is nowhere to be found [tree-not-found]\n"
            "  --> tree b\n"
            "  m.yaml:5:104: note: path 'b': no folder there\n"
            "  hint: give its folder with '--root b=DIR'\n"
            "a/.patcher/journal.json: error: a run was interrupted in \"a\": it may hold a mix "
            "[interrupted]\n"
            "  --> tree a\n"
            "  hint: that run is finished or undone by the next 'patcher apply' or 'patcher "
            "revert' that begins; '--tree a' begins without the others, and says what to give up "
            "where one is gone for good\n");
  const RunResult result = dead.run("revert m.yaml --tree a --root b=new");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.err, HasSubstr("it was finished (6 files in 2 roots)"));
  EXPECT_EQ(dead.state("new"), "V=2\n");
}

TEST(MovedRoot, IsNotTakenForTheOneWhosePlaceItHas) {
  for (const Died when : {Died::staging, Died::marked}) {
    const DeadRun dead(when);
    dead.move("b", "away");
    dead.move("a", "b");
    dead.box().write("other/f", "V=1\n");

    EXPECT_EQ(dead.untouched("apply m.yaml --root a=b --root b=other", 1).err,
              "b" + lost_b("is not there",
                           "  note: \"b\" is what was \"$ROOT/a\" in that run\n"
                           "  note: \"other\" has no journal of that run\n")
                        .substr(1));
    const RunResult result = dead.run("apply m.yaml --root a=b --root b=away");

    EXPECT_EQ(result.exit, 0) << result.text();
    EXPECT_EQ(dead.state("b") + dead.state("away"), "V=2\nV=2\n");
  }
}

TEST(MovedRoot, AtThePlaceOfOneThatIsGoneDoesNotForbidToGiveThatUp) {
  const DeadRun dead(Died::marked);
  fs::remove_all(dead.place("b"));
  dead.move("a", "b");

  const RunResult result = dead.run("apply m.yaml --tree a --root a=b --give-up b");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.err, HasSubstr("\"$ROOT/b\" (tree 'b') was given up"));
  EXPECT_EQ(dead.state("b"), "V=2\n");
}

TEST(RevertRecorded, SettlesAFirstRunThatDied) {
  for (const Died when : {Died::staging, Died::marked}) {
    const DeadRun dead(when);
    fs::remove(dead.box().root() / "m.yaml");
    const std::string command = "revert --recorded m --root a=a --root b=b";
    const bool marked = when == Died::marked;

    EXPECT_EQ(dead.untouched(command + " --dry-run", 1).err,
              "a/.patcher/journal.json: error: a run was interrupted in \"a\": it may hold a mix "
              "[interrupted]\n"
              "  hint: 'patcher apply' or 'patcher revert' finishes or undoes that run first\n"
              "b/.patcher/journal.json: error: a run was interrupted in \"b\": it may hold a mix "
              "[interrupted]\n"
              "  hint: 'patcher apply' or 'patcher revert' finishes or undoes that run first\n");
    const RunResult result = dead.run(command);

    EXPECT_EQ(result.exit, 0) << result.text();
    EXPECT_EQ(result.err, std::string("note: an earlier run was interrupted ") +
                              (marked ? "after its commit mark: it was finished"
                                      : "before its commit mark: it was undone") +
                              " (6 files in 2 roots) [recovered]\n" +
                              (marked ? "" : nothing_of("m", "a") + nothing_of("m", "b")));
    EXPECT_THAT(result.out, HasSubstr(marked ? "m: 2 files restored; 2 patches by the record"
                                             : "m: nothing to do; 0 patches by the record"));
    EXPECT_EQ(dead.state("a") + dead.state("b"), "V=1\nV=1\n");
    EXPECT_FALSE(dead.box().exists("a/.patcher"));
    EXPECT_EQ(dead.untouched(command, 2).err,
              "error: nothing of manifest 'm' is recorded in 'a' [usage]\n"
              "  hint: nothing is recorded there at all\n"
              "error: nothing of manifest 'm' is recorded in 'b' [usage]\n"
              "  hint: nothing is recorded there at all\n");
  }
}

TEST(RevertRecorded, SettlesAllOfARunFromOneOfItsRoots) {
  const DeadRun dead(Died::staging);

  const RunResult result = dead.run("revert --recorded m --root b=b");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(dead.state("a") + dead.state("b"), "V=1\nV=1\n");
  EXPECT_FALSE(dead.box().exists("a/.patcher"));
}

TEST(RevertRecorded, SettlesWithoutARootThatIsGivenUp) {
  for (const Died when : {Died::staging, Died::marked}) {
    const DeadRun dead(when);
    fs::remove_all(dead.place("b"));

    const RunResult result = dead.run("revert --recorded m --root a=a --give-up b");

    EXPECT_EQ(result.exit, 0) << result.text();
    EXPECT_THAT(result.err, HasSubstr("\"$ROOT/b\" (tree 'b') was given up"));
    EXPECT_EQ(dead.state("a"), "V=1\n");
    EXPECT_FALSE(dead.box().exists("a/.patcher"));
  }
}

TEST(RevertRecorded, SaysThatNothingOfTheNameIsThereAfterSettling) {
  const DeadRun dead(Died::staging);

  const RunResult result = dead.run("revert --recorded typo --root a=a --root b=b");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(result.err,
            "note: an earlier run was interrupted before its commit mark: it was undone (6 files "
            "in 2 roots) [recovered]\n" +
                nothing_of("typo", "a") + nothing_of("typo", "b"));
}

TEST(RevertRecorded, RefusesABareRootThatWasNotSettled) {
  const DeadRun dead(Died::staging);
  dead.box().write("c/f", "V=1\n");

  const RunResult result = dead.run("revert --recorded m --root a=a --root c=c");

  EXPECT_EQ(result.exit, 2) << result.text();
  EXPECT_THAT(result.err, HasSubstr("error: nothing of manifest 'm' is recorded in 'c' [usage]\n"));
  EXPECT_THAT(result.err, HasSubstr(nothing_of("m", "a")));
  EXPECT_EQ(dead.state("a") + dead.state("b"), "V=1\nV=1\n");
}

TEST(ChangedSince, IsNamedWithItsIdsAndTheWayOutWorks) {
  const DeadRun dead(Died::marked);
  dead.box().write("b/f", "by hand\n");

  EXPECT_EQ(dead.untouched("apply m.yaml", 1).err,
            "f: error: \"f\" was changed since a run was interrupted here [interrupted]\n"
            "  --> tree b\n"
            "  note: before that run it was blob 1a054e4d3b3ba5d52a48beaa6cc05a1dba7e4dce mode "
            "0644\n"
            "  note: after it, it was to be blob e1d11c29813646b446c7c757e8800fb73c6bbffb mode "
            "0644\n"
            "  note: found is blob 304919f768ce7888a297d82098c4ab7c8dfbd434 mode 0644\n"
            "  hint: put it back to what it was before or after that run, then run again; or "
            "restore the tree from its base, remove '.patcher' and every '.patcher-5-*' in it, and "
            "run again with '--give-up $ROOT/b'\n");
  dead.box().write("b/f", "V=1\n");
  fs::remove_all(dead.box().root() / "b/.patcher");
  fs::remove(dead.box().root() / "b/.patcher-5-1");
  const RunResult result = dead.run("apply m.yaml --give-up " + dead.place("b"));

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(dead.state("a") + dead.state("b"), "V=2\nV=2\n");
}

}  // namespace
}  // namespace patcher::testing
