// SPDX-License-Identifier: MIT
#include "patcher/write/lone_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "patcher/tree/descriptor.hpp"
#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

Status replace(const TemporaryFolder& folder, const std::string& bytes,
               FileSystem& files = system_file_system()) {
  return replace_file((folder / "m.lock.yaml").string(), bytes, files);
}

TEST(ReplaceFile, WritesANewFileWithTheUsualMode) {
  const TemporaryFolder folder;
  const mode_t umask = ::umask(022);

  ASSERT_TRUE(replace(folder, "new\n"));

  ::umask(umask);
  EXPECT_EQ(folder.read("m.lock.yaml"), "new\n");
  EXPECT_EQ(mode_of(folder, "m.lock.yaml"), 0644U);
  EXPECT_EQ(files_in(folder), "m.lock.yaml\n");
}

TEST(ReplaceFile, KeepsTheModeOfAFileThatIsThere) {
  const TemporaryFolder folder;
  folder.write("m.lock.yaml", "old\n", 0664);

  ASSERT_TRUE(replace(folder, "new\n"));

  EXPECT_EQ(folder.read("m.lock.yaml"), "new\n");
  EXPECT_EQ(mode_of(folder, "m.lock.yaml"), 0664U);
}

TEST(ReplaceFile, LeavesTheOldFileAndNothingElseWhicheverCallFails) {
  for (const char* old : {"old\n", ""}) {
    std::string failed = "first";
    for (std::size_t call = 1; !failed.empty(); ++call) {
      const TemporaryFolder folder;
      if (*old != '\0') folder.write("m.lock.yaml", old);
      const Snapshot before = snapshot_of(folder);
      FaultyFileSystem files;
      files.fail_call(call, EIO);

      const Status status = replace(folder, "new\n", files);

      failed = files.failed();
      // Once the name is changed, what fails can only be said.
      const bool renamed =
          std::filesystem::exists(folder / "m.lock.yaml") && folder.read("m.lock.yaml") == "new\n";
      EXPECT_TRUE(renamed || snapshot_of(folder) == before) << failed;
      EXPECT_TRUE(!status || renamed) << failed;
    }
  }
}

TEST(ReplaceFile, RemovesWhatARunThatWasKilledLeft) {
  std::size_t left = 0;
  for (std::size_t call = 1; call < 30; ++call) {
    const TemporaryFolder folder;
    folder.write("m.lock.yaml", "old\n");
    FaultyFileSystem files;
    files.die_at(call);
    static_cast<void>(replace(folder, "new\n", files));
    if (files_in(folder) != "m.lock.yaml\n") ++left;

    EXPECT_TRUE(replace(folder, "newer\n"));

    EXPECT_EQ(folder.read("m.lock.yaml"), "newer\n");
    EXPECT_EQ(files_in(folder), "m.lock.yaml\n") << call;
  }
  EXPECT_GT(left, 2U);
}

TEST(ReplaceFile, WritesNothingWhileAnotherRunHoldsTheFolder) {
  const TemporaryFolder folder;
  folder.write("m.lock.yaml", "old\n");
  const Snapshot before = snapshot_of(folder);
  const Descriptor held(system_file_system().open_root(folder.path().string()));
  ASSERT_EQ(system_file_system().lock_folder(held.number()), 0);

  EXPECT_EQ(code_of(replace(folder, "new\n")), Code::tree_locked);

  EXPECT_EQ(snapshot_of(folder), before);
}

TEST(ReplaceFile, RefusesALinkAndWhatIsNoFile) {
  const TemporaryFolder folder;
  folder.write("elsewhere", "theirs\n");
  std::filesystem::create_symlink("elsewhere", folder / "m.lock.yaml");

  EXPECT_EQ(code_of(replace(folder, "new\n")), Code::unsafe_link);
  EXPECT_EQ(folder.read("elsewhere"), "theirs\n");

  std::filesystem::remove(folder / "m.lock.yaml");
  std::filesystem::create_directory(folder / "m.lock.yaml");
  EXPECT_EQ(code_of(replace(folder, "new\n")), Code::path_in_the_way);
}

TEST(ReplaceFile, ReachesAFolderThroughALink) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "real");
  std::filesystem::create_symlink("real", folder / "linked");

  ASSERT_TRUE(
      replace_file((folder / "linked/m.lock.yaml").string(), "new\n", system_file_system()));

  EXPECT_EQ(folder.read("real/m.lock.yaml"), "new\n");
}

TEST(ReplaceFile, SaysWhichFolderIsNotThere) {
  const TemporaryFolder folder;

  const Status status =
      replace_file((folder / "none/m.lock.yaml").string(), "new\n", system_file_system());

  EXPECT_EQ(code_of(status), Code::io_error);
}

}  // namespace
}  // namespace patcher
