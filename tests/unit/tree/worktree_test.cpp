// SPDX-License-Identifier: MIT
#include "patcher/tree/worktree.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <string>

#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

Result<Entry> look(const TemporaryFolder& root, std::string_view path) {
  return value_of(Worktree::open(root.path()))->look(*TreePath::parse(path));
}

EntryKind kind_at(const TemporaryFolder& root, std::string_view path) {
  return value_of(look(root, path)).kind;
}

const Diagnostic& reason_of(const Result<Entry>& result) {
  return result.error().diagnostics().front();
}

TEST(Worktree, ReadsBytesAndModeOfARegularFile) {
  const TemporaryFolder root;
  const std::string bytes = std::string("\xEF\xBB\xBF\r\n\0\xFF", 7) + std::string(200'000, 'x');
  root.write("a/run.sh", bytes, 04750);

  const Entry entry = value_of(look(root, "a/run.sh"));

  EXPECT_EQ(entry.kind, EntryKind::regular);
  EXPECT_EQ(*entry.bytes, bytes);
  EXPECT_EQ(entry.mode, 04750U);
}

TEST(Worktree, GivesTheIdentityOfAFileWithItsHardLinks) {
  const TemporaryFolder root;
  root.write("a", "x");
  std::filesystem::create_hard_link(root / "a", root / "b");

  struct stat status{};
  ASSERT_EQ(::stat((root / "a").c_str(), &status), 0);

  EXPECT_EQ(value_of(look(root, "b")).identity, (FileIdentity{status.st_dev, status.st_ino, 2}));
}

TEST(Worktree, TellsWhatIsNotThere) {
  const TemporaryFolder root;
  root.write("a/b", "x");

  EXPECT_EQ(kind_at(root, "c"), EntryKind::absent);
  EXPECT_EQ(kind_at(root, "c/d/e"), EntryKind::absent);
  EXPECT_EQ(kind_at(root, "a/b/c"), EntryKind::in_file);
  EXPECT_EQ(kind_at(root, "a/b/c/d"), EntryKind::in_file);
}

TEST(Worktree, TellsAFolderFromAFile) {
  const TemporaryFolder root;
  root.write("a/b", "x");

  EXPECT_EQ(kind_at(root, "a"), EntryKind::folder);
}

TEST(Worktree, NeverWaitsForAFifo) {
  const TemporaryFolder root;
  ASSERT_EQ(::mkfifo((root / "pipe").c_str(), 0600), 0);

  EXPECT_EQ(kind_at(root, "pipe"), EntryKind::other);
  EXPECT_EQ(kind_at(root, "pipe/below"), EntryKind::in_file);
}

TEST(Worktree, TellsASocketFromAFile) {
  const TemporaryFolder root;
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  (root / "s").string().copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);

  EXPECT_EQ(kind_at(root, "s"), EntryKind::other);
  ::close(socket);
}

TEST(Worktree, RefusesALinkThatLeadsOutside) {
  const TemporaryFolder root;
  std::filesystem::create_symlink("../outside", root / "f");

  const Result<Entry> entry = look(root, "f");

  ASSERT_EQ(code_of(entry), Code::unsafe_link);
  EXPECT_EQ(reason_of(entry).message, "\"f\" is a symbolic link to \"../outside\"");
}

TEST(Worktree, RefusesALinkOnTheWayAndNamesIt) {
  const TemporaryFolder root;
  root.write("real/f", "x");
  std::filesystem::create_directory(root / "top");
  std::filesystem::create_directory_symlink("../real", root / "top/l");

  const Result<Entry> entry = look(root, "top/l/f");

  ASSERT_EQ(code_of(entry), Code::unsafe_link);
  EXPECT_EQ(reason_of(entry).target.file, "top/l");
  EXPECT_EQ(reason_of(entry).message, "\"top/l\" is a symbolic link to \"../real\"");
}

TEST(Worktree, RefusesADanglingLinkToo) {
  const TemporaryFolder root;
  std::filesystem::create_symlink("nowhere", root / "f");

  EXPECT_EQ(code_of(look(root, "f")), Code::unsafe_link);
}

TEST(Worktree, MayBeReachedThroughALinkItself) {
  const TemporaryFolder folder;
  folder.write("real/f", "x");
  std::filesystem::create_directory_symlink("real", folder / "link");

  const auto root = value_of(Worktree::open(folder / "link"));

  EXPECT_EQ(*value_of(root->look(*TreePath::parse("f"))).bytes, "x");
  EXPECT_EQ(root->root(), folder / "link");
}

TEST(Worktree, StaysWithTheFolderThatWasOpened) {
  const TemporaryFolder folder;
  folder.write("a/f", "x");
  const auto root = value_of(Worktree::open(folder / "a"));

  std::filesystem::rename(folder / "a", folder / "b");

  EXPECT_EQ(value_of(root->look(*TreePath::parse("f"))).kind, EntryKind::regular);
}

TEST(Worktree, IsNotFoundWhereThereIsNoFolder) {
  const TemporaryFolder folder;
  folder.write("f", "x");

  EXPECT_EQ(code_of(Worktree::open(folder / "none")), Code::tree_not_found);
  EXPECT_EQ(code_of(Worktree::open(folder / "f")), Code::tree_not_found);
}

TEST(Worktree, ReadsItsRecord) {
  const TemporaryFolder root;
  const auto tree = value_of(Worktree::open(root.path()));
  EXPECT_EQ(value_of(tree->look_at_record()).kind, EntryKind::absent);

  root.write(".patcher/record.json", "{}\n");

  EXPECT_EQ(*value_of(tree->look_at_record()).bytes, "{}\n");
}

TEST(Worktree, RefusesALinkInPlaceOfItsOwnFolder) {
  const TemporaryFolder root;
  const TemporaryFolder elsewhere;
  elsewhere.write("record.json", "{}\n");
  std::filesystem::create_directory_symlink(elsewhere.path(), root / ".patcher");

  EXPECT_EQ(code_of(value_of(Worktree::open(root.path()))->look_at_record()), Code::unsafe_link);
}

TEST(Worktree, SaysWhichFileCannotBeRead) {
  const OrdinaryUser user;
  if (!user.is_one()) GTEST_SKIP() << "needs a user other than root, or the right to become one";
  const TemporaryFolder root;
  root.write("secret", "x", 0);

  const Result<Entry> entry = look(root, "secret");

  EXPECT_EQ(code_of(entry), Code::io_error);
  EXPECT_EQ(reason_of(entry).target.file, "secret");
}

}  // namespace
}  // namespace patcher
