// SPDX-License-Identifier: MIT
// Trees that are read from git objects: `--root TREE=git:REPO@REV`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/git_sandbox.hpp"
#include "tests/support/one_patch.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kAtHead = " --root t=git:tree@HEAD";

/// A repository `tree` with `V=1` in file `a`, and a patch that makes it `V=2`.
class GitRoot : public ::testing::Test {
 protected:
  void SetUp() override { commit_all(box_); }

  /// Runs it, and demands that nothing whatever is written.
  [[nodiscard]] RunResult run(const std::string& arguments) const {
    const Snapshot before = box_.snapshot(".");
    RunResult result = box_.run(arguments);
    EXPECT_TRUE(box_.snapshot(".") == before) << arguments;
    return result;
  }
  [[nodiscard]] std::string state() const {
    const auto json = nlohmann::json::parse(run("status m.yaml --format json" + kAtHead).out);
    return json["patches"][0]["state"];
  }

  Sandbox box_{one_patch("- {file: a, find: V=1, replace: V=2}\n", "a", "V=1\nW=1\n")};
};

TEST_F(GitRoot, IsTheCommitWhateverIsCheckedOut) {
  box_.write("tree/a", "V=7\n");

  const RunResult result = run("status m.yaml --require pristine" + kAtHead);

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.out, AllOf(HasSubstr("tree t  git:tree@HEAD  pin 0123456789ab  at "),
                                HasSubstr("pristine  p  a test\n    0  a:1\n")));
}

TEST_F(GitRoot, GivesTheDiffAndTheLockOfThatCommit) {
  EXPECT_THAT(run("diff m.yaml" + kAtHead).out, HasSubstr("-V=1\n+V=2\n"));
  EXPECT_EQ(box_.run("lock m.yaml" + kAtHead).exit, 0);
  const std::string lock = box_.read("m.lock.yaml");

  EXPECT_EQ(run("lock m.yaml --check").exit, 0);
  EXPECT_EQ(run("status m.yaml --locked" + kAtHead).exit, 0);
  fs::remove(box_.root() / "m.lock.yaml");
  EXPECT_EQ(box_.run("lock m.yaml").exit, 0);
  EXPECT_EQ(box_.read("m.lock.yaml"), lock);
}

TEST_F(GitRoot, HasWhatStandsInItFromUpstream) {
  box_.write("tree/a", "V=2\nW=1\n");
  EXPECT_THAT(run("status m.yaml").out, HasSubstr("unrecorded  p"));
  commit_all(box_);

  const RunResult result = run("status m.yaml --require pristine" + kAtHead);

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.out, HasSubstr("obsolete  p"));
  EXPECT_THAT(result.err, HasSubstr("the result of this patch stands in the base: upstream has "
                                    "made the change [obsolete]"));
}

TEST_F(GitRoot, IsNotWrittenIn) {
  for (const char* command : {"apply", "revert", "apply --dry-run"}) {
    const RunResult result = run(std::string(command) + " m.yaml" + kAtHead);
    EXPECT_EQ(result.exit, 2) << command;
    EXPECT_THAT(result.err, HasSubstr("needs a folder [usage]"));
  }
  EXPECT_EQ(run("status" + kAtHead).exit, 2);
  EXPECT_EQ(run("revert --recorded m" + kAtHead).exit, 2);
}

TEST_F(GitRoot, IsRefusedWhereItIsNotThere) {
  EXPECT_EQ(run("status m.yaml --root t=git:tree").exit, 2);
  EXPECT_EQ(run("status m.yaml --root t=git:tree@nothing").exit, 3);
  EXPECT_EQ(run("status m.yaml --root t=git:none@HEAD").exit, 3);
  EXPECT_EQ(run("status m.yaml --root t=git:.@HEAD").exit, 3);
  EXPECT_EQ(run("status m.yaml --root t:d=git:tree@HEAD --root t=tree").exit, 2);
  EXPECT_EQ(run("status m.yaml --root t:d=tree" + kAtHead).exit, 2);
}

TEST_F(GitRoot, CallsWhatCannotBeHadMissingAndSaysWhy) {
  git(box_, "tree", "config uploadpack.allowFilter true");
  git(box_, ".",
      "clone -q --bare --filter=blob:none 'file://" + (box_.root() / "tree").string() +
          "' partial");

  const RunResult result = run("status m.yaml --root t=git:partial@HEAD");

  EXPECT_EQ(result.exit, 3) << result.text();
  EXPECT_THAT(result.out, HasSubstr("missing  p"));
  EXPECT_THAT(result.err, AllOf(HasSubstr("[object-unreadable]"), HasSubstr("cat-file -e")));
}

TEST_F(GitRoot, CallsAPointerASubmoduleAndALinkMissing) {
  box_.write("tree/a", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n");
  commit_all(box_);
  EXPECT_EQ(state(), "missing");

  fs::remove(box_.root() / "tree/a");
  fs::create_symlink("b", box_.root() / "tree/a");
  commit_all(box_);
  EXPECT_EQ(state(), "missing");
  EXPECT_EQ(run("status m.yaml" + kAtHead).exit, 5);

  fs::remove(box_.root() / "tree/a");
  box_.write("sub/x", "V=1\n");
  commit_all(box_, "sub");
  commit_all(box_);
  git(box_, "tree", "submodule add -q ../sub a");
  commit_all(box_);
  EXPECT_EQ(state(), "missing");
  EXPECT_THAT(run("status m.yaml" + kAtHead).err, HasSubstr("\"a\" is a submodule, at commit "));
}

TEST_F(GitRoot, SaysWhereACheckoutHasOtherBytes) {
  box_.write("tree/.gitattributes", "a eol=crlf\n");
  commit_all(box_);

  const RunResult result = run("status m.yaml" + kAtHead);

  EXPECT_EQ(result.exit, 0);
  EXPECT_THAT(result.err,
              HasSubstr("warning: a checkout gives \"a\" other bytes than are judged here: "
                        "'eol=crlf' at line 1 of \".gitattributes\" [bytes-changed-at-checkout]"));
}

TEST_F(GitRoot, JudgesWhenByTheCommitsOwnHistory) {
  const std::string first = "git:tree@HEAD~1";
  box_.write("tree/b", "");
  commit_all(box_);
  git(box_, "tree", "rev-parse HEAD");
  const auto json = nlohmann::json::parse(run("status m.yaml --format json" + kAtHead).out);
  std::string manifest = box_.read("m.yaml");
  const std::string entry = "{patch: p.yaml, when: {tree: t, since: '" +
                            json["trees"][0]["at"].get<std::string>() + "'}}";
  manifest.replace(manifest.find("p.yaml"), 6, entry);
  box_.write("m.yaml", manifest);

  EXPECT_EQ(state(), "pristine");
  EXPECT_THAT(run("status m.yaml --root t=" + first).out, HasSubstr("excluded  p"));
}

}  // namespace
}  // namespace patcher::testing
