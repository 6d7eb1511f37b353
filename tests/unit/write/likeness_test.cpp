// SPDX-License-Identifier: MIT
#include "patcher/write/likeness.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>

#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

constexpr const char* kNeedsRoot = "needs root, to give a file to another user";
constexpr const char* kNeedsUser = "needs a user other than root, or the right to become one";
constexpr const char* kNeedsAttributes = "needs a file system with extended attributes";

bool set_attribute(const std::filesystem::path& file, const char* name, std::string_view value) {
  return ::setxattr(file.c_str(), name, value.data(), value.size(), 0) == 0;
}

std::string attribute_of(const std::filesystem::path& file, const char* name) {
  std::array<char, 256> value{};
  const ssize_t size = ::getxattr(file.c_str(), name, value.data(), value.size());
  return size < 0 ? "none" : std::string(value.data(), static_cast<std::size_t>(size));
}

/// Edits one file of each mode in `folder` and tells their modes afterwards.
void expect_modes_kept(const TemporaryFolder& folder) {
  const std::array<mode_t, 6> modes{0750, 0444, 0600, 0755, 04755, 01666};
  Root root(folder);
  for (const mode_t mode : modes) {
    folder.write(std::to_string(mode), "x=1\n", mode);
    root.edit(std::to_string(mode), "x=2\n");
  }

  const auto done = write(root);

  ASSERT_TRUE(done) << reasons_of(done);
  for (const mode_t mode : modes) {
    EXPECT_EQ(mode_of(folder, std::to_string(mode)), mode);
    EXPECT_EQ(folder.read(std::to_string(mode)), "x=2\n");
  }
}

TEST(Likeness, KeepsEveryModeAsTheUserWhoRuns) {
  const TemporaryFolder folder;
  expect_modes_kept(folder);
}

TEST(Likeness, KeepsEveryModeAsAnOrdinaryUser) {
  const OrdinaryUser user;
  if (!user.is_one()) GTEST_SKIP() << kNeedsUser;
  const TemporaryFolder folder;
  expect_modes_kept(folder);
}

TEST(Likeness, KeepsOwnerGroupAndTheirSetUserIdBits) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  if (::chown((folder / "x").c_str(), 1234, 5678) != 0) GTEST_SKIP() << kNeedsRoot;
  ASSERT_EQ(::chmod((folder / "x").c_str(), 06755), 0);

  ASSERT_TRUE(write(Root(folder).edit("x", "2")));

  struct stat status{};
  ASSERT_EQ(::stat((folder / "x").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1234U);
  EXPECT_EQ(status.st_gid, 5678U);
  EXPECT_EQ(status.st_mode & 07777U, 06755U);
}

TEST(Likeness, RefusesWhenTheOwnerCannotBeKept) {
  const TemporaryFolder folder;
  folder.write("a", "1");
  folder.write("x", "1");
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  const OrdinaryUser user;
  if (!user.is_one()) GTEST_SKIP() << kNeedsUser;
  if (::getuid() == ::geteuid()) GTEST_SKIP() << kNeedsRoot;
  const Snapshot before = snapshot_of(folder);
  const auto time = std::filesystem::last_write_time(folder.path());

  const auto done = write(Root(folder).edit("x", "2").record(""));

  EXPECT_EQ(code_of(done), Code::io_error);
  EXPECT_EQ(snapshot_of(folder), before);
  EXPECT_EQ(std::filesystem::last_write_time(folder.path()), time) << "something was staged first";
}

TEST(Likeness, NamesAFolderThatCannotBeWrittenBeforeAnythingChanges) {
  const OrdinaryUser user;
  if (!user.is_one()) GTEST_SKIP() << kNeedsUser;
  const TemporaryFolder folder;
  folder.write("a/x", "1");
  folder.write("ro/y", "1");
  ASSERT_EQ(::chmod((folder / "ro").c_str(), 0555), 0);
  const Snapshot before = snapshot_of(folder);
  FaultyFileSystem files;

  const auto done = write(Root(folder).edit("a/x", "2").edit("ro/y", "2"), files);

  EXPECT_EQ(reasons_of(done), "io-error: cannot write in folder \"ro\": Permission denied\n");
  EXPECT_EQ(snapshot_of(folder), before);
  ASSERT_EQ(::chmod((folder / "ro").c_str(), 0755), 0);
}

TEST(Likeness, NamesTheFolderThatANewFolderCannotBeMadeIn) {
  const OrdinaryUser user;
  if (!user.is_one()) GTEST_SKIP() << kNeedsUser;
  const TemporaryFolder folder;
  folder.write("ro/y", "1");
  ASSERT_EQ(::chmod((folder / "ro").c_str(), 0555), 0);

  const auto done = write(Root(folder).edit("ro/new/x", "1"));

  EXPECT_EQ(reasons_of(done), "io-error: cannot write in folder \"ro\": Permission denied\n");
  ASSERT_EQ(::chmod((folder / "ro").c_str(), 0755), 0);
}

TEST(Likeness, KeepsExtendedAttributes) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  if (!set_attribute(folder / "x", "user.origin", "upstream")) GTEST_SKIP() << kNeedsAttributes;

  ASSERT_TRUE(write(Root(folder).edit("x", "2")));

  EXPECT_EQ(attribute_of(folder / "x", "user.origin"), "upstream");
}

TEST(Likeness, NamesAnAttributeThatCannotBeKept) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  if (!set_attribute(folder / "x", "user.origin", "upstream")) GTEST_SKIP() << kNeedsAttributes;
  const Snapshot before = snapshot_of(folder);
  FaultyFileSystem files;
  files.fail_all("set_attribute", EPERM);

  const auto done = write(Root(folder).edit("x", "2").record(""), files);

  EXPECT_EQ(reasons_of(done),
            "io-error: cannot keep the extended attribute \"user.origin\" of \"x\": "
            "Operation not permitted\n");
  EXPECT_EQ(snapshot_of(folder), before);
}

TEST(Likeness, NeedsNoAttributesWhereThereAreNone) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  if (!set_attribute(folder / "x", "user.origin", "upstream")) GTEST_SKIP() << kNeedsAttributes;
  FaultyFileSystem files;
  files.fail_all("set_attribute", ENOTSUP);

  EXPECT_TRUE(write(Root(folder).edit("x", "2"), files));
}

TEST(Likeness, LeavesOutAnAccessListThatOnlyTheFolderHas) {
  const TemporaryFolder folder;
  folder.write("x", "1", 0640);
  // acl(5) in the kernel's form: version 2, then tag, permissions and id of each entry.
  using namespace std::string_view_literals;
  constexpr auto kList =
      "\2\0\0\0\1\0\7\0\377\377\377\377\2\0\7\0\322\4\0\0\4\0\5\0\377\377\377\377"
      "\20\0\7\0\377\377\377\377\40\0\5\0\377\377\377\377"sv;
  const char* const access_list = "system.posix_acl_access";
  if (!set_attribute(folder.path(), "system.posix_acl_default", kList)) {
    GTEST_SKIP() << "needs a file system with access control lists";
  }
  folder.write("probe", "");
  ASSERT_NE(attribute_of(folder / "probe", access_list), "none");

  ASSERT_TRUE(write(Root(folder).edit("x", "2").record("")));

  EXPECT_EQ(attribute_of(folder / "x", access_list), "none");
  EXPECT_EQ(mode_of(folder, "x"), 0640U);
}

}  // namespace
}  // namespace patcher
