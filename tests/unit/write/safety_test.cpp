// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>

#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

/// What a run that edits `a/x` and `b/y` says when `meddle` comes between its reading and writing.
Result<Diagnostics> write_after(const TemporaryFolder& folder,
                                const std::function<void()>& meddle) {
  folder.write("a/x", "1");
  folder.write("b/y", "1");
  Root root(folder);
  root.edit("a/x", "2").edit("b/y", "2");
  meddle();
  return write(root);
}

TEST(CommitSafety, RefusesOtherBytes) {
  const TemporaryFolder folder;

  const auto done = write_after(folder, [&] { folder.write("b/y", "3"); });

  EXPECT_EQ(code_of(done), Code::content_differs);
  EXPECT_EQ(folder.read("a/x"), "1");
  EXPECT_EQ(files_in(folder), "a/x\nb/y\n");
}

TEST(CommitSafety, RefusesAnotherMode) {
  const TemporaryFolder folder;

  const auto done = write_after(folder, [&] { ::chmod((folder / "b/y").c_str(), 0600); });

  EXPECT_EQ(code_of(done), Code::mode_differs);
  EXPECT_EQ(folder.read("a/x"), "1");
}

TEST(CommitSafety, RefusesATwinInPlaceOfTheFile) {
  const TemporaryFolder folder;

  const auto done = write_after(folder, [&] {
    folder.write("b/twin", "1");
    std::filesystem::rename(folder / "b/twin", folder / "b/y");
  });

  EXPECT_EQ(code_of(done), Code::content_differs);
}

TEST(CommitSafety, RefusesANewHardLink) {
  const TemporaryFolder folder;

  const auto done = write_after(
      folder, [&] { std::filesystem::create_hard_link(folder / "b/y", folder / "b/z"); });

  EXPECT_EQ(code_of(done), Code::content_differs);
}

TEST(CommitSafety, RefusesAFileThatIsGone) {
  const TemporaryFolder folder;

  const auto done = write_after(folder, [&] { std::filesystem::remove(folder / "b/y"); });

  EXPECT_EQ(code_of(done), Code::content_differs);
}

TEST(CommitSafety, RefusesAFifoWithoutWaitingForIt) {
  const TemporaryFolder folder;

  const auto done = write_after(folder, [&] {
    std::filesystem::remove(folder / "b/y");
    ::mkfifo((folder / "b/y").c_str(), 0600);
  });

  EXPECT_EQ(code_of(done), Code::content_differs);
}

TEST(CommitSafety, RefusesALinkInPlaceOfTheFile) {
  const TemporaryFolder folder;

  const auto done = write_after(folder, [&] {
    std::filesystem::rename(folder / "b/y", folder / "b/z");
    std::filesystem::create_symlink("z", folder / "b/y");
  });

  EXPECT_EQ(code_of(done), Code::unsafe_link);
  EXPECT_EQ(folder.read("b/z"), "1");
}

TEST(CommitSafety, RefusesALinkOnTheWay) {
  const TemporaryFolder folder;

  const auto done = write_after(folder, [&] {
    std::filesystem::rename(folder / "b", folder / "real");
    std::filesystem::create_directory_symlink("real", folder / "b");
  });

  EXPECT_EQ(code_of(done), Code::unsafe_link);
  EXPECT_EQ(folder.read("real/y"), "1");
}

TEST(CommitSafety, RefusesALinkInPlaceOfTheByteCodeFolder) {
  const TemporaryFolder folder;
  const TemporaryFolder elsewhere;
  folder.write("m.py", "1");
  elsewhere.write("m.cpython-311.pyc", "");
  std::filesystem::create_directory_symlink(elsewhere.path(), folder / "__pycache__");

  EXPECT_EQ(code_of(write(Root(folder).edit("m.py", "2"))), Code::unsafe_link);

  EXPECT_EQ(folder.read("m.py"), "1");
  EXPECT_EQ(files_in(elsewhere), "m.cpython-311.pyc\n");
}

TEST(CommitSafety, RefusesAFileWhereAFolderIsNeeded) {
  const TemporaryFolder folder;
  Root root(folder);
  root.edit("a/new", "1");
  folder.write("a", "in the way");

  EXPECT_EQ(code_of(write(root)), Code::path_in_the_way);
}

TEST(CommitSafety, ReportsEveryTargetThatMoved) {
  const TemporaryFolder folder;

  const auto done = write_after(folder, [&] {
    folder.write("a/x", "3");
    folder.write("b/y", "3");
  });

  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().diagnostics().size(), 2U);
}

TEST(CommitSafety, NoticesAChangeWhileFilesAreStaged) {
  const TemporaryFolder folder;
  folder.write("a/x", "1");
  folder.write("b/y", "1");
  FaultyFileSystem files;
  files.before_first("create_file", [&] { folder.write("b/y", "3"); });

  const auto done = write(Root(folder).edit("a/x", "2").edit("b/y", "2"), files);

  EXPECT_EQ(code_of(done), Code::content_differs);
  EXPECT_EQ(files_in(folder), "a/x\nb/y\n");
  EXPECT_EQ(folder.read("a/x"), "1");
  EXPECT_EQ(folder.read("b/y"), "3");
}

TEST(CommitSafety, NeverOverwritesAFileThatAppearsWhereOneIsAdded) {
  const TemporaryFolder folder;
  FaultyFileSystem files;
  files.before_first("rename_to_free", [&] { folder.write("new", "mine"); });

  const auto done = write(Root(folder).edit("new", "ours"), files);

  EXPECT_FALSE(done);
  EXPECT_EQ(folder.read("new"), "mine");
  EXPECT_EQ(files_in(folder), "new\n");
}

TEST(CommitSafety, TakesByteCodeThatIsGoneForRemoved) {
  const TemporaryFolder folder;
  folder.write("m.py", "1");
  folder.write("m.pyc", "stale");
  FaultyFileSystem files;
  files.before_first("link", [&] { std::filesystem::remove(folder / "m.pyc"); });

  const auto done = write(Root(folder).edit("m.py", "2").record(""), files);

  ASSERT_TRUE(done) << reasons_of(done);
  EXPECT_EQ(files_in(folder), "m.py\n");
}

TEST(CommitSafety, RefusesOneFileThroughTwoRoots) {
  const TemporaryFolder outer;
  outer.write("inner/x", "1");
  Root in_outer(outer);
  Root in_inner_too(outer);
  in_outer.edit("inner/x", "2");
  in_inner_too.edit("inner/x", "3");

  const auto done = commit({in_outer.commit(), in_inner_too.commit()}, system_file_system());

  EXPECT_EQ(code_of(done), Code::patch_conflict);
  EXPECT_EQ(outer.read("inner/x"), "1");
}

}  // namespace
}  // namespace patcher
