// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "patcher/tree/worktree.hpp"
#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

constexpr const char* kCommit = "0123456789abcdef0123456789abcdef01234567";

/// The least that git takes for a repository, at `kCommit` on branch `main`.
void write_repository(const TemporaryFolder& folder, const std::string& at) {
  folder.write(at + "/HEAD", "ref: refs/heads/main\n");
  folder.write(at + "/refs/heads/main", std::string(kCommit) + "\n");
  folder.write(at + "/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  std::filesystem::create_directories(folder / (at + "/objects"));
}

TEST(CommitAt, FollowsHeadToItsBranch) {
  const TemporaryFolder root;
  write_repository(root, ".git");

  EXPECT_EQ(commit_at(root.path()), kCommit);
}

TEST(CommitAt, ReadsADetachedHead) {
  const TemporaryFolder root;
  write_repository(root, ".git");
  root.write(".git/HEAD", "fedcba9876543210fedcba9876543210fedcba98\n");

  EXPECT_EQ(commit_at(root.path()), "fedcba9876543210fedcba9876543210fedcba98");
}

TEST(CommitAt, FollowsTheGitFileOfASubmodule) {
  const TemporaryFolder root;
  write_repository(root, "super/.git/modules/sub");
  root.write("super/sub/.git", "gitdir: ../.git/modules/sub\n");

  EXPECT_EQ(commit_at(root / "super/sub"), kCommit);
}

TEST(CommitAt, IsEmptyBelowTheRootOfACheckout) {
  const TemporaryFolder root;
  write_repository(root, ".git");
  root.write("below/file", "");

  EXPECT_EQ(commit_at(root / "below"), "");
}

TEST(CommitAt, IsEmptyForABareRepository) {
  const TemporaryFolder root;
  write_repository(root, "bare.git");

  EXPECT_EQ(commit_at(root / "bare.git"), "");
}

TEST(CommitAt, IsEmptyBeforeTheFirstCommit) {
  const TemporaryFolder root;
  write_repository(root, ".git");
  std::filesystem::remove(root / ".git/refs/heads/main");

  EXPECT_EQ(commit_at(root.path()), "");
}

TEST(CommitAt, IsEmptyForARepositoryOfAnUnknownFormat) {
  const TemporaryFolder root;
  write_repository(root, ".git");
  root.write(".git/config", "[core]\n\trepositoryformatversion = 99\n");

  EXPECT_EQ(commit_at(root.path()), "");
}

TEST(CommitAt, IsKnownForARepositoryOfAnotherUser) {
  const TemporaryFolder root;
  write_repository(root, ".git");
  for (const char* of_another : {".git", "."}) {
    if (::chown((root / of_another).c_str(), 1234, 1234) != 0) GTEST_SKIP() << "needs root";
  }

  EXPECT_EQ(commit_at(root.path()), kCommit);
}

TEST(CommitAt, ReadsNoConfigurationOfTheUser) {
  const TemporaryFolder root;
  const TemporaryFolder home;
  write_repository(root, ".git");
  home.write(".gitconfig", "[core\nnot a configuration\n");

  ::setenv("HOME", home.path().c_str(), 1);

  EXPECT_EQ(commit_at(root.path()), kCommit);
}

}  // namespace
}  // namespace patcher
