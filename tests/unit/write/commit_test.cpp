// SPDX-License-Identifier: MIT
#include "patcher/write/commit.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

TEST(Commit, ChangesAddsAndRemovesFilesInEveryRoot) {
  const TemporaryFolder a;
  const TemporaryFolder b;
  a.write("x.txt", "1\n");
  a.write("old.txt", "old\n");
  b.write("deep/y.txt", "1\n");
  Root in_a(a, "a");
  Root in_b(b, "b");
  in_a.edit("x.txt", "2\n").edit("new/z.txt", "new\n").remove("old.txt").record("");
  in_b.edit("deep/y.txt", "2\n").record("");

  const auto done = commit({in_a.commit(), in_b.commit()}, system_file_system());

  ASSERT_TRUE(done) << reasons_of(done);
  EXPECT_EQ(files_in(a), "new/z.txt\nx.txt\n");
  EXPECT_EQ(a.read("x.txt"), "2\n");
  EXPECT_EQ(a.read("new/z.txt"), "new\n");
  EXPECT_EQ(files_in(b), "deep/y.txt\n");
  EXPECT_EQ(b.read("deep/y.txt"), "2\n");
}

TEST(Commit, GivesAChangedFileANewTime) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  const auto old = std::filesystem::last_write_time(folder / "x") - std::chrono::hours(1);
  std::filesystem::last_write_time(folder / "x", old);

  ASSERT_TRUE(write(Root(folder).edit("x", "2")));

  EXPECT_GT(std::filesystem::last_write_time(folder / "x"), old);
}

TEST(Commit, LeavesAFileAloneThatStaysTheSame) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  const Snapshot before = snapshot_of(folder);

  ASSERT_TRUE(write(Root(folder).edit("x", "1").record("")));

  EXPECT_EQ(snapshot_of(folder), before);
}

TEST(Commit, LeavesEverythingAloneWhenThereIsNothingToDo) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  const Snapshot before = snapshot_of(folder);

  ASSERT_TRUE(commit({}, system_file_system()));
  ASSERT_TRUE(write(Root(folder).record("")));

  EXPECT_EQ(snapshot_of(folder), before);
}

TEST(Commit, ChangesAModeAlone) {
  const TemporaryFolder folder;
  folder.write("x", "1", 0644);

  ASSERT_TRUE(write(Root(folder).edit("x", "1", 0755).record("")));

  EXPECT_EQ(mode_of(folder, "x"), 0755U);
  EXPECT_EQ(folder.read("x"), "1");
}

TEST(Commit, MakesNewFoldersByTheUmask) {
  const TemporaryFolder folder;
  const mode_t umask_before = ::umask(027);

  const auto done = write(Root(folder).edit("a/b/x", "1", 0666).record(""));
  ::umask(umask_before);

  ASSERT_TRUE(done) << reasons_of(done);
  EXPECT_EQ(mode_of(folder, "a"), 0750U);
  EXPECT_EQ(mode_of(folder, "a/b"), 0750U);
  EXPECT_EQ(mode_of(folder, "a/b/x"), 0666U);
}

TEST(Commit, RemovesFoldersThatAreEmptyAfterwards) {
  const TemporaryFolder folder;
  folder.write("a/b/x", "1");
  Root root(folder);
  root.remove("a/b/x").empty_folder("a/b").empty_folder("a").record("");

  ASSERT_TRUE(write(root));

  EXPECT_EQ(snapshot_of(folder), Snapshot{});
}

TEST(Commit, KeepsAFolderThatSomethingElseIsIn) {
  const TemporaryFolder folder;
  folder.write("a/x", "1");
  folder.write("a/mine", "1");

  ASSERT_TRUE(write(Root(folder).remove("a/x").empty_folder("a").record("")));

  EXPECT_EQ(files_in(folder), "a/mine\n");
}

TEST(Commit, RemovesAnEmptiedFolderWithItsByteCode) {
  const TemporaryFolder folder;
  folder.write("a/x.py", "1");
  folder.write("a/__pycache__/x.cpython-311.pyc", "stale");

  ASSERT_TRUE(write(Root(folder).remove("a/x.py").empty_folder("a").record("")));

  EXPECT_EQ(snapshot_of(folder), Snapshot{});
}

TEST(Commit, BreaksAHardLinkAndSaysSo) {
  const TemporaryFolder folder;
  folder.write("site/x.py", "V=1\n", 0640);
  std::filesystem::create_directory(folder / "cache");
  std::filesystem::create_hard_link(folder / "site/x.py", folder / "cache/x.py");

  const Diagnostics notes = value_of(write(Root(folder).edit("site/x.py", "V=2\n")));

  EXPECT_EQ(folder.read("site/x.py"), "V=2\n");
  EXPECT_EQ(folder.read("cache/x.py"), "V=1\n");
  EXPECT_EQ(std::filesystem::hard_link_count(folder / "site/x.py"), 1U);
  EXPECT_EQ(std::filesystem::hard_link_count(folder / "cache/x.py"), 1U);
  EXPECT_EQ(mode_of(folder, "site/x.py"), 0640U);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes.front().code, Code::link_broken);
  EXPECT_EQ(notes.front().severity, Severity::note);
}

TEST(Commit, ChangesTwoNamesOfOneFile) {
  const TemporaryFolder folder;
  folder.write("a", "1");
  std::filesystem::create_hard_link(folder / "a", folder / "b");

  ASSERT_TRUE(write(Root(folder).edit("a", "2").edit("b", "2").record("")));

  EXPECT_EQ(folder.read("a") + folder.read("b"), "22");
  EXPECT_EQ(files_in(folder), "a\nb\n");
}

TEST(Commit, WorksWhereAFileCanHaveNoSecondName) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  FaultyFileSystem files;
  files.fail_all("link", EPERM);

  ASSERT_TRUE(write(Root(folder).edit("x", "2").record(""), files));

  EXPECT_EQ(folder.read("x"), "2");
  EXPECT_EQ(files_in(folder), "x\n");
}

TEST(Commit, NamesWhatItCannotCleanAwayAndIsDoneAllTheSame) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  FaultyFileSystem files;
  files.fail_all("remove_file", EIO);

  const Diagnostics notes = value_of(write(Root(folder).edit("x", "2").record(""), files));

  EXPECT_EQ(folder.read("x"), "2");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes.front().severity, Severity::error);
  EXPECT_EQ(notes.front().code, Code::io_error);
  EXPECT_TRUE(std::filesystem::exists(folder / notes.front().target.file));
}

}  // namespace
}  // namespace patcher
