// SPDX-License-Identifier: MIT
// The real program, killed and run twice at once.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/points.hpp"
#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

/// Two trees, `a` and `b`, with a set that edits every file of both.
class TwoTrees {
 public:
  explicit TwoTrees(int files) : files_(files), box_(texts(files)) {}

  [[nodiscard]] const Sandbox& box() const { return box_; }
  /// "1" where all files are as they were, "2" where all are edited, "mix" otherwise, and what is
  /// there that should not be.
  [[nodiscard]] std::string state() const {
    std::string state = box_.read("a/f0") == "V=1\n" ? "1" : "2";
    const std::string all = fmt_line(state);
    for (const std::string tree : {"a", "b"}) {
      for (int i = 0; i < files_; ++i) {
        if (box_.read(tree + "/f" + std::to_string(i)) != all) return "mix";
      }
      for (const auto& [path, seen] : box_.snapshot(tree)) {
        const bool ours = path.find(".patcher-") != std::string::npos ||
                          path.find("journal") != std::string::npos ||
                          path.find("commit.json") != std::string::npos ||
                          path.find("settled.json") != std::string::npos;
        if (ours) state += " " + path;
      }
    }
    return state;
  }

 private:
  static std::string fmt_line(const std::string& state) { return "V=" + state + "\n"; }

  static Files texts(int count) {
    Files files;
    std::string trees;
    std::string patches;
    for (const std::string tree : {"a", "b"}) {
      std::string edits;
      for (int i = 0; i < count; ++i) {
        const std::string file = "f" + std::to_string(i);
        files[tree + "/" + file] = "V=1\n";
        edits += "- {file: " + file + ", find: V=1, replace: V=2}\n";
      }
      std::string patch = patch_text("p-" + tree, edits);
      patch.replace(patch.find("tree: t"), 7, "tree: " + tree);
      files["p-" + tree + ".yaml"] = patch;
      trees += "  " + tree + ": {upstream: \"https://example.org/x\", commit: \"" +
               std::string(40, '1') + "\", locate: [{path: " + tree + "}]}\n";
      patches += "- p-" + tree + ".yaml\n";
    }
    files["m.yaml"] = "version: 1\nname: m\ntrees:\n" + trees + "patches:\n" + patches;
    return files;
  }

  int files_;
  Sandbox box_;
};

/// Files in each tree of the kill test. A disk syncs a hundred times a second at best, so two
/// hundred files in all take minutes: PATCHER_KILL_FILES=100 asks for them.
int files_to_kill() {
  const char* asked = std::getenv("PATCHER_KILL_FILES");
  return asked == nullptr ? 15 : std::stoi(asked);
}

TEST(Kill, AtAnyMomentLeavesNoMixForTheNextRun) {
  const TwoTrees trees(files_to_kill());
  std::mt19937 random(20261130);
  // Long enough to reach past the end of a run, so that every phase is hit.
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(trees.box().run("apply m.yaml").exit, 0);
  const auto whole = std::chrono::steady_clock::now() - begin;
  ASSERT_EQ(trees.box().run("revert m.yaml").exit, 0);
  std::uniform_int_distribution<std::int64_t> moments(
      0, std::chrono::duration_cast<std::chrono::microseconds>(whole).count());
  int interrupted = 0;
  for (int round = 0; round < rounds(100) && !::testing::Test::HasFailure(); ++round) {
    const bool applying = trees.state() == "1";
    const std::string command = applying ? "apply" : "revert";
    SCOPED_TRACE("round " + std::to_string(round) + ", " + command);

    Started started = trees.box().start({command, "m.yaml"});
    std::this_thread::sleep_for(std::chrono::microseconds(moments(random)));
    started.kill(SIGKILL);
    static_cast<void>(started.ended());

    const RunResult status = trees.box().run("status m.yaml");
    if (status.exit == 0) {
      // A journal that was not finished says that nothing was touched.
      EXPECT_THAT(trees.state(), ::testing::AnyOf("1", "2", HasSubstr("journal.new")))
          << status.text();
    } else {
      EXPECT_EQ(status.exit, 1);
      EXPECT_THAT(status.err, HasSubstr("interrupted"));
      ++interrupted;
    }
    const RunResult next = trees.box().run(command + " m.yaml");
    EXPECT_EQ(next.exit, 0) << next.text();
    EXPECT_EQ(trees.state(), applying ? "2" : "1");
  }
  std::printf("%d kills over %d files, %d of them in the middle of a write\n", rounds(100),
              2 * files_to_kill(), interrupted);
}

TEST(Term, BeforeTheMarkIsToldAndUndone) {
  const TwoTrees trees(150);
  Started started = trees.box().start({"apply", "m.yaml"});
  while (!trees.box().exists("b/.patcher/journal.json")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  started.kill(SIGTERM);

  const RunResult result = started.ended();

  EXPECT_EQ(result.exit, 128 + SIGTERM);
  EXPECT_THAT(result.err, HasSubstr("signal TERM came before the commit mark: no file is changed"));
  EXPECT_THAT(result.out, HasSubstr("m: nothing written: 1 error"));
  EXPECT_EQ(trees.state(), "1");
  EXPECT_FALSE(trees.box().exists("a/.patcher"));
}

TEST(TwoRunsAtOnce, EndWithOneOfBothOrBothAndNoMix) {
  const TwoTrees trees(10);
  int refused = 0;
  for (int round = 0; round < rounds(200) && !::testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const std::string second = round % 2 == 0 ? "apply" : "revert";
    Started a = trees.box().start({"apply", "m.yaml"});
    Started b = trees.box().start({second, "m.yaml"});
    const RunResult first_result = a.ended();
    const RunResult second_result = b.ended();

    for (const RunResult* result : {&first_result, &second_result}) {
      EXPECT_THAT(result->exit, ::testing::AnyOf(0, 5)) << result->text();
      if (result->exit == 5) ++refused;
    }
    EXPECT_THAT(trees.state(), ::testing::AnyOf("1", "2"));
    ASSERT_EQ(trees.box().run("revert m.yaml").exit, 0);
    EXPECT_EQ(trees.state(), "1");
  }
  std::printf("%d rounds of two runs at once, %d refused as locked\n", rounds(200), refused);
}

TEST(LockHolder, ThatDiedHoldsNobodyUp) {
  const TwoTrees trees(1);
  const pid_t holder = fork();
  if (holder == 0) {
    const int folder = open((trees.box().root() / "b").c_str(), O_RDONLY | O_DIRECTORY);
    flock(folder, LOCK_EX);
    pause();
    _exit(0);
  }
  RunResult result;
  do {
    result = trees.box().run("apply m.yaml --dry-run");
  } while (result.exit == 0);
  EXPECT_EQ(result.exit, 5) << result.text();

  kill(holder, SIGKILL);
  waitpid(holder, nullptr, 0);

  EXPECT_EQ(trees.box().run("apply m.yaml").exit, 0);
  EXPECT_EQ(trees.state(), "2");
}

TEST(Interrupted, IsSaidByReadersAndMendedByWriters) {
  const TwoTrees trees(1);
  trees.box().write(
      "a/.patcher/journal.json",
      R"({"schema": "patcher.journal/1", "run": "1", "roots": [")" +
          (trees.box().root() / "a").string() +
          R"("], "names": ["a"], "seat": 0, "items": [], "made": [], "emptied": []})");
  for (const std::string command : {"status", "diff", "apply --dry-run", "revert --dry-run"}) {
    const Snapshot before = trees.box().snapshot("a");
    const RunResult result = trees.box().run(command + " m.yaml");
    EXPECT_EQ(result.exit, 1) << command << result.text();
    EXPECT_THAT(result.err, HasSubstr("interrupted"));
    EXPECT_EQ(trees.box().snapshot("a"), before) << command;
  }

  const RunResult result = trees.box().run("revert m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.err, HasSubstr("recovered"));
  EXPECT_EQ(trees.state(), "1");
  EXPECT_FALSE(trees.box().exists("a/.patcher"));
}

}  // namespace
}  // namespace patcher::testing
