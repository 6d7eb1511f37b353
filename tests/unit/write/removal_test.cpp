// SPDX-License-Identifier: MIT
#include "patcher/write/removal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

TreePath path(const std::string& spelling) { return *TreePath::parse(spelling); }

/// A tree in `main`, its `csrc` in `part`.
class RemovalTest : public ::testing::Test {
 protected:
  RemovalTest() {
    for (const char* file : {"main/jit/m.so", "main/jit/other.so", "main/jit/build/m/build/m.so",
                             "main/jit/build/m/build/deep/x.o", "main/jit/build/lock_m",
                             "main/a.py", "part/gen/x.so", "part/x.cu", "outside/kept"}) {
      folder_.write(file, "x");
    }
  }

  [[nodiscard]] std::unique_ptr<SplitWorktree> tree() const {
    std::vector<SplitWorktree::Part> parts;
    parts.push_back(
        {path("csrc"), value_of(Worktree::open(folder_ / "part", system_file_system(), "csrc"))});
    return std::make_unique<SplitWorktree>(value_of(Worktree::open(folder_ / "main")),
                                           std::move(parts));
  }

  [[nodiscard]] Result<std::vector<TreePath>> remove(std::vector<std::string> globs) const {
    return remove_caught(*tree(), {std::move(globs), {path("a.py")}}, system_file_system());
  }

  [[nodiscard]] bool stands(const std::string& file) const {
    return fs::exists(fs::symlink_status(folder_ / file));
  }

  TemporaryFolder folder_;
};

TEST_F(RemovalTest, TakesFilesAndWholeFoldersAndNothingBesides) {
  const auto removed = remove({"jit/m.so", "jit/build/m", "jit/build/lock_m", "jit/none", "no/m"});

  EXPECT_THAT(value_of(removed),
              ElementsAre(path("jit/build/lock_m"), path("jit/build/m"), path("jit/m.so")));
  EXPECT_FALSE(stands("main/jit/m.so") || stands("main/jit/build/m"));
  EXPECT_TRUE(stands("main/jit/other.so") && stands("main/jit/build"));
}

TEST_F(RemovalTest, TakesWhatAGlobCatchesInEveryFolderOfTheTree) {
  const auto removed = remove({"*.so"});

  EXPECT_THAT(value_of(removed), ElementsAre(path("csrc/gen/x.so"), path("jit/build/m/build/m.so"),
                                             path("jit/m.so"), path("jit/other.so")));
  EXPECT_TRUE(stands("part/gen") && stands("main/jit/build/m/build/deep/x.o"));
}

TEST_F(RemovalTest, TakesALinkAndNeverWhatItLeadsTo) {
  fs::create_directory_symlink(folder_ / "outside", folder_ / "main/jit/link");
  fs::create_directory_symlink(folder_ / "outside", folder_ / "main/jit/build/m/link");

  EXPECT_TRUE(remove({"jit/link", "jit/build/m"}));

  EXPECT_FALSE(stands("main/jit/link") || stands("main/jit/build/m"));
  EXPECT_TRUE(stands("outside/kept"));
}

TEST_F(RemovalTest, RefusesALinkOnTheWay) {
  fs::create_directory_symlink(folder_ / "outside", folder_ / "main/out");

  EXPECT_EQ(code_of(remove({"jit/m.so", "out/kept"})), Code::unsafe_link);
  EXPECT_EQ(code_of(remove({"out/*"})), Code::unsafe_link);

  EXPECT_TRUE(stands("outside/kept") && stands("main/jit/m.so"));
}

TEST_F(RemovalTest, RefusesFilesThatMustStayAndTakesNothing) {
  EXPECT_EQ(code_of(remove({"jit/m.so", "*.py"})), Code::usage);
  EXPECT_EQ(code_of(remove({"*"})), Code::usage);

  EXPECT_TRUE(stands("main/jit/m.so") && stands("main/a.py"));
}

TEST_F(RemovalTest, RefusesAFolderInWhichAFileThatMustStayIsToCome) {
  const Removal removal{{"jit/build/m"}, {path("jit/build/m/new/file.cu")}};

  EXPECT_EQ(code_of(remove_caught(*tree(), removal, system_file_system())), Code::usage);

  EXPECT_TRUE(stands("main/jit/build/m/build/m.so"));
}

TEST_F(RemovalTest, RefusesAFolderWithARepositoryOrARecord) {
  folder_.write("main/jit/build/m/.git/HEAD", "x");
  folder_.write("main/jit/sub/.patcher/record.json", "x");

  EXPECT_EQ(code_of(remove({"jit/build/m"})), Code::unsafe_path);
  EXPECT_EQ(code_of(remove({"jit/sub"})), Code::unsafe_path);

  EXPECT_TRUE(stands("main/jit/build/m/build/m.so"));
}

TEST_F(RemovalTest, NeverTakesTheFolderThatIsMappedNorOneAroundIt) {
  folder_.write("main/csrc/x.cu", "not of the tree");

  EXPECT_THAT(value_of(remove({"csrc"})), ElementsAre());
  EXPECT_TRUE(stands("part/x.cu") && stands("main/csrc/x.cu"));
  EXPECT_THAT(value_of(remove({"csrc/x.cu"})), ElementsAre(path("csrc/x.cu")));
  EXPECT_TRUE(stands("main/csrc/x.cu"));
  EXPECT_FALSE(stands("part/x.cu"));
}

TEST_F(RemovalTest, IsOnlyLookedThroughByTheCheck) {
  EXPECT_TRUE(check_removal(*tree(), {{"jit/*"}, {}}, system_file_system()));
  EXPECT_FALSE(check_removal(*tree(), {{"*"}, {path("a.py")}}, system_file_system()));

  EXPECT_TRUE(stands("main/jit/m.so"));
}

}  // namespace
}  // namespace patcher
