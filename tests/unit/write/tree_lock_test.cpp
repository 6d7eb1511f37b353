// SPDX-License-Identifier: MIT
#include "patcher/write/tree_lock.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>

#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

std::unique_ptr<Worktree> opened(const std::filesystem::path& path) {
  return value_of(Worktree::open(path));
}

TEST(TreeLocks, KeepAnotherRunOut) {
  const TemporaryFolder folder;
  const auto root = opened(folder.path());
  const auto again = opened(folder.path());

  const TreeLocks held = value_of(TreeLocks::take({root.get()}));
  const auto refused = TreeLocks::take({again.get()});

  EXPECT_EQ(code_of(refused), Code::tree_locked);
  EXPECT_NE(reasons_of(refused).find(folder.path().string()), std::string::npos);
}

TEST(TreeLocks, AreReleasedWhenDestroyed) {
  const TemporaryFolder folder;
  const auto root = opened(folder.path());
  std::optional<TreeLocks> held = value_of(TreeLocks::take({root.get()}));

  held.reset();

  EXPECT_TRUE(TreeLocks::take({root.get()}));
}

TEST(TreeLocks, AreReleasedWhenOthersTakeTheirPlace) {
  const TemporaryFolder first;
  const TemporaryFolder second;
  const auto a = opened(first.path());
  const auto b = opened(second.path());
  TreeLocks held = value_of(TreeLocks::take({a.get()}));

  held = value_of(TreeLocks::take({b.get()}));

  EXPECT_TRUE(TreeLocks::take({a.get()}));
  EXPECT_EQ(code_of(TreeLocks::take({b.get()})), Code::tree_locked);
}

TEST(TreeLocks, HoldNothingWhenOneRootIsTaken) {
  const TemporaryFolder first;
  const TemporaryFolder second;
  const auto a = opened(first.path());
  const auto b = opened(second.path());
  const TreeLocks other_run = value_of(TreeLocks::take({b.get()}));

  EXPECT_EQ(code_of(TreeLocks::take({a.get(), b.get()})), Code::tree_locked);

  EXPECT_TRUE(TreeLocks::take({a.get()}));
}

TEST(TreeLocks, TakeAFolderOnceThatTwoRootsName) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "real");
  std::filesystem::create_directory_symlink("real", folder / "link");
  const auto real = opened(folder / "real");
  const auto link = opened(folder / "link");

  EXPECT_TRUE(TreeLocks::take({real.get(), link.get()}));
}

TEST(TreeLocks, LeaveNothingInTheFolder) {
  const TemporaryFolder folder;
  const auto root = opened(folder.path());

  const TreeLocks held = value_of(TreeLocks::take({root.get()}));

  EXPECT_EQ(snapshot_of(folder), Snapshot{});
}

}  // namespace
}  // namespace patcher
