// SPDX-License-Identifier: MIT
// `drift` over histories of which it is known what broke what.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/git_sandbox.hpp"
#include "tests/support/one_patch.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Json = nlohmann::json;

/// A patch of file `a` in a repository whose commits the test makes; the first is tagged `first`.
class Drift : public ::testing::Test {
 protected:
  static constexpr const char* kEdit = "- {file: a, find: V=1, replace: V=2}\n";

  explicit Drift(const std::string& edits = kEdit, const std::string& bytes = "U=1\nV=1\nW=1\n")
      : box_(one_patch(edits, "a", bytes)) {
    git(box_, "tree", "init -q -b main .");
    commit("first");
    git(box_, "tree", "tag first");
  }

  /// Commits all that changed; the subject has no blank.
  void commit(const std::string& subject) const {
    git(box_, "tree", "add -A");
    git(box_, "tree", "commit -q --allow-empty -m " + subject);
  }
  void commit_bytes(const std::string& subject, const std::string& bytes) const {
    box_.write("tree/a", bytes);
    commit(subject);
  }
  [[nodiscard]] RunResult run(const std::string& arguments = "",
                              const std::string& repository = "tree") const {
    const Snapshot before = box_.snapshot(".");
    const std::string since =
        arguments.find("--since") == std::string::npos ? " --since first" : std::string();
    RunResult result =
        box_.run("drift m.yaml --root t=git:" + repository + "@main" + since + arguments);
    EXPECT_TRUE(box_.snapshot(".") == before) << arguments;
    return result;
  }
  [[nodiscard]] Json json(const std::string& arguments = "") const {
    return Json::parse(run(arguments + " --format json").out);
  }
  [[nodiscard]] Json patch() const { return json()["patches"][0]; }

  /// `state subject` of each change, newest first.
  [[nodiscard]] static std::vector<std::string> story(const Json& judged) {
    std::vector<std::string> lines;
    for (const Json& change : judged["history"]) {
      lines.push_back(change["state"].get<std::string>() + " " +
                      change["subject"].get<std::string>());
    }
    return lines;
  }
  /// The subject of the commit that `key` of `judged` names; `none` where it is null.
  [[nodiscard]] static std::string named(const Json& judged, const std::string& key) {
    if (judged[key].is_null()) return "none";
    for (const Json& change : judged["history"]) {
      if (change["commit"] == judged[key]) return change["subject"];
    }
    return "another";
  }

  Sandbox box_;
};

TEST_F(Drift, NamesTheCommitThatRewordedTheAnchorWithItsLinesBeforeAndAfter) {
  commit_bytes("above", "T=1\nU=1\nV=1\nW=1\n");
  commit_bytes("reword", "T=1\nU=1\nV=one\nW=1\n");
  commit_bytes("later", "T=1\nU=1\nV=one\nW=9\n");

  const RunResult result = run();

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(
      result.out,
      AllOf(HasSubstr("  4 commits, 3 change what the patches look at; 4 versions judged\n"),
            HasSubstr("      before a:3\n           3 | V=1\n"
                      "      after  a:3\n           3 | V=one\n"),
            HasSubstr("    broken: anchor not found in 'a'\n")));
  EXPECT_THAT(result.err, AllOf(HasSubstr("error: patch 'p' does not fit since commit "),
                                HasSubstr("(reword) [anchor-not-found]")));
  const Json judged = patch();
  EXPECT_THAT(story(judged), ElementsAre("drifted reword", "pristine first"));
  EXPECT_EQ(named(judged, "broken_by"), "reword");
  EXPECT_EQ(named(judged, "upstreamed_by"), "none");
  EXPECT_EQ(named(judged["edits"][0], "broken_by"), "reword");
}

TEST_F(Drift, IsHealedByARevert) {
  commit_bytes("reword", "U=1\nV=one\nW=1\n");
  commit_bytes("back", "U=1\nV=1\nW=1\n");

  EXPECT_EQ(run().exit, 0);
  EXPECT_THAT(story(patch()), ElementsAre("pristine back", "drifted reword", "pristine first"));
  EXPECT_EQ(named(patch(), "broken_by"), "none");
  EXPECT_EQ(json()["histories"][0]["versions"], 2) << "equal versions are judged once";
}

TEST_F(Drift, IsAmbiguousSinceASecondPlaceCame) {
  commit_bytes("twice", "U=1\nV=1\nW=1\nV=1\n");

  EXPECT_THAT(story(patch()), ElementsAre("ambiguous twice", "pristine first"));
  EXPECT_EQ(named(patch(), "broken_by"), "twice");
}

TEST_F(Drift, IsUpstreamedWhereACommitMakesTheSameChange) {
  commit_bytes("cure", "U=1\nV=2\nW=1\n");

  const RunResult result = run();

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("error: patch 'p' is in upstream since commit "));
  EXPECT_THAT(result.err, HasSubstr("(cure) [obsolete]"));
  EXPECT_THAT(result.out, HasSubstr("that commit brought 1 of 1 added lines, and took away 1 of 1 "
                                    "removed lines: all of the patch"));
  EXPECT_EQ(named(patch(), "broken_by"), "cure");
  EXPECT_EQ(named(patch(), "upstreamed_by"), "cure");
}

TEST_F(Drift, IsBrokenFirstAndUpstreamedLater) {
  commit_bytes("reword", "U=1\nV=one\nW=1\n");
  commit_bytes("cure", "U=1\nV=2\nW=1\n");

  EXPECT_EQ(named(patch(), "broken_by"), "reword");
  EXPECT_EQ(named(patch(), "upstreamed_by"), "cure");
}

TEST_F(Drift, FollowsARenamedFile) {
  git(box_, "tree", "mv a b");
  commit("move");

  const Json judged = patch();

  EXPECT_THAT(story(judged), ElementsAre("missing move", "pristine first"));
  ASSERT_EQ(judged["moved"].size(), 1);
  EXPECT_EQ(judged["moved"][0]["to"], "b");
  EXPECT_EQ(judged["edits"][0]["after"]["file"], "b");
  EXPECT_THAT(run().out, HasSubstr("    renamed: a to b, 100% alike\n"));
}

TEST_F(Drift, SaysThatAFileIsGone) {
  fs::remove(box_.root() / "tree/a");
  commit("remove");

  EXPECT_EQ(named(patch(), "broken_by"), "remove");
  EXPECT_TRUE(patch()["moved"].empty());
}

TEST_F(Drift, BeginsWhereThePinsLineLeft) {
  git(box_, "tree", "checkout -q -b side");
  commit_bytes("pinned", "U=7\nV=1\nW=1\n");
  git(box_, "tree", "tag pin");
  git(box_, "tree", "checkout -q main");
  commit_bytes("reword", "U=1\nV=one\nW=1\n");

  const RunResult result = run(" --since t=pin");

  EXPECT_THAT(result.err, AllOf(HasSubstr("note: pin is not on the line of first parents"),
                                HasSubstr("(first)"), HasSubstr("[pin-differs]")));
  EXPECT_THAT(result.err, HasSubstr("does not fit since commit"));
  EXPECT_THAT(result.err, HasSubstr("(reword)"));
}

TEST_F(Drift, SaysWhereAShallowHistoryEnds) {
  commit("empty");
  commit_bytes("above", "T=1\nU=1\nV=1\nW=1\n");
  commit_bytes("reword", "T=1\nU=1\nV=one\nW=1\n");
  git(box_, ".", "clone -q --bare --depth 2 file://$PWD/tree shallow");

  const RunResult result = run(" --since " + std::string(40, 'a'), "shallow");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("warning: history ends at "), HasSubstr("(above)"),
                                HasSubstr("does not fit since commit"), HasSubstr("(reword)")));
}

TEST_F(Drift, SaysThatAPatchFitsNowhere) {
  commit_bytes("reword", "U=1\nV=one\nW=1\n");
  commit_bytes("later", "U=1\nV=other\nW=1\n");

  const RunResult result = run(" --since main~1");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("patch 'p' fits at no commit from"));
}

TEST_F(Drift, LooksOnlyAtWhatThePatchesName) {
  box_.write("tree/other", "x\n");
  commit("other");
  commit("empty");

  const Json history = json()["histories"][0];

  EXPECT_EQ(history["commits"], 3);
  EXPECT_EQ(history["changes"], 0);
  EXPECT_EQ(history["versions"], 1);
  EXPECT_EQ(run().exit, 0);
}

TEST_F(Drift, RefusesWhatHasNoHistory) {
  RunResult result = box_.run("drift m.yaml --root t=tree --since first");
  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, HasSubstr("tree 't' at 'tree' has no history to go through"));

  result = box_.run("drift p.yaml --root t=git:tree@main");
  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, HasSubstr("tree 't' has no pin to begin with"));

  result = run(" --since u=first");
  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, HasSubstr("--since names tree 'u'"));

  result = run(" --since nothing");
  EXPECT_EQ(result.exit, 3);
  EXPECT_THAT(result.err, HasSubstr("there is no revision 'nothing'"));
}

TEST_F(Drift, RefusesACommitOfAnotherHistory) {
  git(box_, "tree", "checkout -q --orphan other");
  commit("stranger");
  git(box_, "tree", "tag stranger");
  git(box_, "tree", "checkout -q main");

  const RunResult result = run(" --since stranger");

  EXPECT_EQ(result.exit, 3);
  EXPECT_THAT(result.err, HasSubstr("have no commit in common"));
}

TEST_F(Drift, GivesAnAnnotationForEachBrokenPatch) {
  commit_bytes("reword", "U=1\nV=one\nW=1\n");

  EXPECT_THAT(run(" --format github").out, HasSubstr("::error title=anchor-not-found::patch 'p'"));
}

/// Two places that must both be there.
class DriftOfTwoPlaces : public Drift {
 protected:
  DriftOfTwoPlaces()
      : Drift("- {file: a, find: V=1, count: 2, replace: V=2}\n",
              "V=1\n1\n2\n3\n4\n5\nV=1\n6\n7\n8\n9\n") {}
};

TEST_F(DriftOfTwoPlaces, NamesTheMergeThatBreaksThoughNeitherParentDoes) {
  git(box_, "tree", "checkout -q -b side");
  commit_bytes("low", "1\n2\n3\n4\n5\nV=1\n6\n7\nV=1\n8\n9\n");
  git(box_, "tree", "checkout -q main");
  commit_bytes("high", "1\n2\nV=1\n3\n4\n5\nV=1\n6\n7\n8\n9\n");
  git(box_, "tree", "merge -q --no-ff -m both side");

  const Json judged = patch();

  EXPECT_THAT(story(judged), ElementsAre("ambiguous both", "pristine first"));
  EXPECT_EQ(judged["history"][0]["merge"], true);
  EXPECT_THAT(run().out, HasSubstr("merge: both"));
}

class DriftOfAMode : public Drift {
 protected:
  DriftOfAMode() : Drift("- {mode_of: a, mode: '0755', was: '0644'}\n") {}
};

TEST_F(DriftOfAMode, IsUpstreamedByACommitThatSetsIt) {
  fs::permissions(box_.root() / "tree/a", fs::perms(0755));
  commit("executable");

  EXPECT_EQ(named(patch(), "broken_by"), "executable");
  EXPECT_EQ(named(patch(), "upstreamed_by"), "executable");
}

/// Three lines behind an anchor.
class DriftOfLines : public Drift {
 protected:
  DriftOfLines()
      : Drift(
            "- file: a\n  find: |\n    begin()\n  insert_after: |\n    one(x, y)\n    two()\n"
            "    three()\n",
            "begin()\nend()\n") {}
};

TEST_F(DriftOfLines, TellsHowMuchOfItACommitBrought) {
  commit_bytes("part", "start()\none(x, y)\nthree()\nend()\n");

  const Json judged = patch();

  EXPECT_EQ(judged["share"]["there"], 2);
  EXPECT_EQ(judged["share"]["added"], 3);
  EXPECT_EQ(named(judged, "broken_by"), "part");
  EXPECT_EQ(named(judged, "upstreamed_by"), "none");
  EXPECT_THAT(run().out, HasSubstr("    that commit brought 2 of 3 added lines\n"));
}

TEST_F(DriftOfLines, KnowsTheSameLinesInAnotherLayout) {
  commit_bytes("reformatted", "start()\n  one(x,\n      y)\n  two()\n  three()\nend()\n");

  EXPECT_EQ(named(patch(), "upstreamed_by"), "reformatted");
  EXPECT_THAT(run().err, HasSubstr("[obsolete]"));
}

/// Two patches, the second on the result of the first, and a third elsewhere.
class DriftOfAStack : public Drift {
 protected:
  DriftOfAStack() {
    box_.write("m.yaml", manifest_text({"p.yaml", "q.yaml", "r.yaml"}));
    box_.write("q.yaml", patch_text("q", "- {file: a, find: V=2, replace: V=3}\n"));
    box_.write("r.yaml", patch_text("r", "- {file: b, find: X=1, replace: X=2}\n"));
    box_.write("tree/b", "X=1\n");
    commit("second");
    git(box_, "tree", "tag -f first");
  }
};

TEST_F(DriftOfAStack, BreaksWithWhatItStandsOn) {
  commit_bytes("reword", "U=1\nV=one\nW=1\n");
  commit_bytes("later", "U=1\nV=one\nW=9\n");

  const Json judged = json()["patches"];

  EXPECT_EQ(named(judged[0], "broken_by"), "reword");
  EXPECT_EQ(named(judged[1], "broken_by"), "reword");
  EXPECT_EQ(named(judged[2], "broken_by"), "none");
  EXPECT_EQ(run(" --only r").exit, 0);
  EXPECT_THAT(run(" --only r").out, Not(HasSubstr("reword the")));
}

/// A patch of whatever file a glob catches.
class DriftOfAGlob : public Drift {
 protected:
  DriftOfAGlob() : Drift("- {file: 'a*', find: V=1, replace: V=2}\n") {}
};

TEST_F(DriftOfAGlob, SeesAFileThatComesWithinIt) {
  box_.write("tree/b", "V=1\n");
  commit("outside");
  box_.write("tree/a2", "V=1\n");
  commit("second");

  EXPECT_EQ(named(patch(), "broken_by"), "second");
  EXPECT_EQ(json()["histories"][0]["versions"], 2);
}

/// A patch that is for newer bases only, and would not fit on older ones.
class DriftOfACondition : public Drift {
 protected:
  DriftOfACondition() : Drift(kEdit, "V=0\n") {
    commit_bytes("new", "V=1\n");
    const std::string id = json()["histories"][0]["last"]["commit"];
    box_.write("m.yaml", manifest_text({"{patch: p.yaml, when: {tree: t, since: " + id + "}}"}));
  }
};

TEST_F(DriftOfACondition, IsNotHeldAgainstOtherBases) {
  EXPECT_EQ(run().exit, 0);
  EXPECT_THAT(story(patch()), ElementsAre("pristine new", "excluded first"));
}

}  // namespace
}  // namespace patcher::testing
