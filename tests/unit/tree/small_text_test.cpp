// SPDX-License-Identifier: MIT
#include "patcher/tree/small_text.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

TEST(SmallText, ReadsUpToTheBoundAndNoMore) {
  const TemporaryFolder folder;
  folder.write("f", "12345");

  EXPECT_EQ(value_of(small_text(folder / "f", 5)), "12345");
  EXPECT_EQ(code_of(small_text(folder / "f", 4)), Code::io_error);
}

TEST(SmallText, IsNothingWhereThereIsNoFile) {
  const TemporaryFolder folder;
  folder.write("f", "");

  EXPECT_FALSE(value_of(small_text(folder / "g", 5)).has_value());
  EXPECT_FALSE(value_of(small_text(folder / "f/g", 5)).has_value());
}

TEST(SmallText, RefusesWhatIsNoText) {
  const TemporaryFolder folder;
  folder.write("nul", std::string("a\0b", 3));
  std::filesystem::create_directory(folder / "folder");
  ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
  std::filesystem::create_symlink("loop", folder / "loop");

  for (const char* name : {"nul", "folder", "fifo", "loop"}) {
    EXPECT_EQ(code_of(small_text(folder / name, 100)), Code::io_error) << name;
  }
  EXPECT_EQ(code_of(small_text("/dev/zero", 100)), Code::io_error);
}

TEST(NamesIn, AreSortedAndNoneWhereThereIsNoFolder) {
  const TemporaryFolder folder;
  for (const char* name : {"b", "a", ".c", "Z"}) folder.write(name, "");

  EXPECT_EQ(value_of(names_in(folder.path())), (std::vector<std::string>{".c", "Z", "a", "b"}));
  EXPECT_TRUE(value_of(names_in(folder / "none")).empty());
  EXPECT_TRUE(value_of(names_in(folder / "a")).empty());
}

TEST(NamesIn, OfAFolderThatMayNotBeListedIsAnError) {
  const OrdinaryUser user;
  if (!user.is_one()) GTEST_SKIP() << "needs a user other than root, or the right to become one";
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "closed");
  std::filesystem::permissions(folder / "closed", std::filesystem::perms::none);

  EXPECT_EQ(code_of(names_in(folder / "closed")), Code::io_error);
}

}  // namespace
}  // namespace patcher
