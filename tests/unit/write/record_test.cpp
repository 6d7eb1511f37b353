// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

TEST(CommitRecord, IsMadeWithAFolderThatGitIgnores) {
  const TemporaryFolder folder;
  const mode_t umask_before = ::umask(077);

  const auto done = write(Root(folder).record("{\"a\": 1}\n"));
  ::umask(umask_before);

  ASSERT_TRUE(done) << reasons_of(done);
  EXPECT_EQ(folder.read(".patcher/record.json"), "{\"a\": 1}\n");
  EXPECT_EQ(folder.read(".patcher/.gitignore"), "*\n");
  EXPECT_EQ(mode_of(folder, ".patcher"), 0755U);
  EXPECT_EQ(mode_of(folder, ".patcher/record.json"), 0644U);
  EXPECT_EQ(mode_of(folder, ".patcher/.gitignore"), 0644U);
}

TEST(CommitRecord, IsLeftAloneWhenItStaysTheSame) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write(Root(folder).record("{}\n")));
  const Snapshot before = snapshot_of(folder);

  ASSERT_TRUE(write(Root(folder).record("{}\n")));

  EXPECT_EQ(snapshot_of(folder), before);
}

TEST(CommitRecord, IsReplacedWhenItsTextIsAnother) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write(Root(folder).record("1\n")));

  ASSERT_TRUE(write(Root(folder).record("2\n")));

  EXPECT_EQ(folder.read(".patcher/record.json"), "2\n");
  EXPECT_EQ(files_in(folder), ".patcher/.gitignore\n.patcher/record.json\n");
}

TEST(CommitRecord, GoesWithItsFolderWhenItsTextIsEmpty) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write(Root(folder).record("1\n")));

  ASSERT_TRUE(write(Root(folder).record("")));

  EXPECT_EQ(snapshot_of(folder), Snapshot{});
}

TEST(CommitRecord, LeavesItsFolderWhileSomethingElseIsInIt) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write(Root(folder).record("1\n")));
  folder.write(".patcher/mine", "");

  ASSERT_TRUE(write(Root(folder).record("")));

  EXPECT_EQ(files_in(folder), ".patcher/mine\n");
}

TEST(CommitRecord, IsNeverWrittenThroughALink) {
  const TemporaryFolder folder;
  const TemporaryFolder elsewhere;
  std::filesystem::create_directory_symlink(elsewhere.path(), folder / ".patcher");

  EXPECT_EQ(code_of(write(Root(folder).record("1\n"))), Code::unsafe_link);

  EXPECT_EQ(snapshot_of(elsewhere), Snapshot{});
}

TEST(CommitRecord, RefusesAFileInPlaceOfItsFolder) {
  const TemporaryFolder folder;
  folder.write(".patcher", "mine");

  EXPECT_EQ(code_of(write(Root(folder).record("1\n"))), Code::path_in_the_way);

  EXPECT_EQ(folder.read(".patcher"), "mine");
}

TEST(CommitRecord, RefusesAFolderInPlaceOfItself) {
  const TemporaryFolder folder;
  folder.write(".patcher/record.json/mine", "");

  EXPECT_EQ(code_of(write(Root(folder).record("1\n"))), Code::path_in_the_way);
  EXPECT_EQ(code_of(write(Root(folder).record(""))), Code::path_in_the_way);
}

TEST(CommitRecord, IsNotMadeInARootThatKeepsNothing) {
  const TemporaryFolder folder;
  folder.write("x.py", "1");
  folder.write(".patcher/record.json", "of another tree");
  Root root(folder);
  RootCommit part = root.edit("x.py", "2").commit();
  part.keeps = Keeps::nothing;

  const auto done = commit({part}, system_file_system());

  ASSERT_TRUE(done) << reasons_of(done);
  EXPECT_EQ(folder.read("x.py"), "2");
  EXPECT_EQ(folder.read(".patcher/record.json"), "of another tree");
  EXPECT_EQ(files_in(folder), ".patcher/record.json\nx.py\n");
}

}  // namespace
}  // namespace patcher
