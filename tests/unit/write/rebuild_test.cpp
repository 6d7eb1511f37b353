// SPDX-License-Identifier: MIT
#include "patcher/write/rebuild.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Runs no program, but a function.
class StandInProcesses final : public Processes {
 public:
  explicit StandInProcesses(std::function<ProcessEnd()> deed) : deed_(std::move(deed)) {}
  ProcessEnd run(const Process& process, const ProcessWatch& /*watch*/) override {
    words = process.words;
    return deed_();
  }
  std::vector<std::string> words;

 private:
  std::function<ProcessEnd()> deed_;
};

class RebuildTest : public ::testing::Test {
 protected:
  RebuildTest() {
    folder_.write("m.so", "old");
    folder_.write("build/x.o", "old");
    job_.id = "r";
    job_.tree = "t";
    job_.remove = {"build"};
    job_.produces = {"m.so"};
    job_.process = {{"/make", "m"}, "/", {}, std::chrono::seconds(7)};
    tree_ = std::make_unique<SplitWorktree>(value_of(Worktree::open(folder_.path())));
  }

  Status rebuild(const std::function<ProcessEnd()>& deed) {
    StandInProcesses processes(deed);
    return run_rebuild(job_, {*tree_, system_file_system(), processes}, {});
  }

  static ProcessEnd ended(int status) { return {ProcessEnd::Kind::exited, status, "one\ntwo\n"}; }

  /// All messages of the notes of a failure, one a line.
  static std::string notes_of(const Status& status) {
    std::string text;
    for (const Note& note : status.error().diagnostics().front().notes) text += note.message + "\n";
    return text;
  }

  TemporaryFolder folder_;
  RebuildJob job_;
  std::unique_ptr<SplitWorktree> tree_;
};

TEST_F(RebuildTest, StartsWithoutTheOldProducts) {
  bool was_there = true;

  const Status made = rebuild([&] {
    was_there = fs::exists(folder_ / "m.so") || fs::exists(folder_ / "build");
    folder_.write("m.so", "new");
    return ended(0);
  });

  EXPECT_TRUE(made);
  EXPECT_FALSE(was_there);
}

TEST_F(RebuildTest, ThatFailsSaysHowAndWhatIsGone) {
  const Status made = rebuild([] { return ended(2); });

  ASSERT_EQ(code_of(made), Code::rebuild_failed);
  const Diagnostic& error = made.error().diagnostics().front();
  EXPECT_EQ(error.message, "rebuild 'r' failed: '/make' ended with exit status 2");
  EXPECT_EQ(error.notes.front().lines.back().text, "two");
  EXPECT_THAT(notes_of(made),
              AllOf(HasSubstr("not there: 'build', 'm.so'"), HasSubstr("the rebuild is pending")));
}

TEST_F(RebuildTest, SaysThatItsTimeWasUp) {
  const Status made = rebuild([] { return ProcessEnd{ProcessEnd::Kind::timed_out, 0, {}}; });

  EXPECT_THAT(made.error().diagnostics().front().message, HasSubstr("after 7 s, its time limit"));
}

TEST_F(RebuildTest, ThatMakesNothingHasFailed) {
  const Status made = rebuild([] { return ended(0); });

  ASSERT_EQ(code_of(made), Code::product_missing);
  EXPECT_EQ(made.error().diagnostics().front().message,
            "rebuild 'r' ended well and did not make 'm.so'");
}

TEST_F(RebuildTest, TakesNoLinkOrFolderForAProduct) {
  const auto link = [&] {
    fs::create_symlink("elsewhere.so", folder_ / "m.so");
    return ended(0);
  };
  EXPECT_EQ(code_of(rebuild(link)), Code::product_missing);
  const auto folder = [&] {
    fs::create_directory(folder_ / "m.so");
    return ended(0);
  };
  EXPECT_EQ(code_of(rebuild(folder)), Code::product_missing);
}

TEST_F(RebuildTest, WantsEachGlobOfItsProductsToCatchSomething) {
  job_.produces = {"out/*.so", "*.stamp"};
  const auto deed = [&] {
    folder_.write("out/a.so", "new");
    return ended(0);
  };

  EXPECT_THAT(rebuild(deed).error().diagnostics().front().message, HasSubstr("'*.stamp'"));
}

TEST_F(RebuildTest, RunsNothingWhereItMayNotDelete) {
  job_.sources = {*TreePath::parse("build/x.o")};
  bool ran = false;

  const Status made = rebuild([&] {
    ran = true;
    return ended(0);
  });

  EXPECT_EQ(code_of(made), Code::usage);
  EXPECT_FALSE(ran);
  EXPECT_TRUE(fs::exists(folder_ / "m.so"));
}

TEST(LastLines, AreTheLastOfAnOutput) {
  const auto texts = [](const std::string& output) {
    std::vector<std::string> lines;
    for (const ExcerptLine& line : last_lines(output, 2)) lines.push_back(line.text);
    return lines;
  };

  EXPECT_THAT(texts("a\nb\nc\n"), ElementsAre("b", "c"));
  EXPECT_THAT(texts("a\n\nc"), ElementsAre("", "c"));
  EXPECT_THAT(texts("a"), ElementsAre("a"));
  EXPECT_THAT(texts(""), ElementsAre());
}

}  // namespace
}  // namespace patcher
