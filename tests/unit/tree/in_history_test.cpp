// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "patcher/tree/worktree.hpp"
#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

/// A repository of a few empty commits, made by git itself.
class Repository {
 public:
  Repository() { git("init -q -b main ."); }

  [[nodiscard]] std::string path() const { return root_.path().string(); }

  void git(const std::string& arguments) const {
    const std::string command = "cd '" + path() +
                                "' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null git "
                                "-c user.name=t -c user.email=t@example.org " +
                                arguments;
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }

  /// Commits nothing, and gives the commit's id.
  [[nodiscard]] std::string commit() const {
    git("commit -q --allow-empty -m " + std::to_string(++count_));
    return commit_at(path());
  }

 private:
  TemporaryFolder root_;
  mutable int count_ = 0;
};

TEST(InHistory, OfACheckoutAreItsCommitAndItsAncestors) {
  const Repository repository;
  const std::string first = repository.commit();
  const std::string second = repository.commit();

  EXPECT_EQ(in_history(repository.path(), first), InHistory::yes);
  EXPECT_EQ(in_history(repository.path(), second), InHistory::yes);
}

TEST(InHistory, AreNoLaterCommitAndNoneOfAnotherBranch) {
  const Repository repository;
  const std::string first = repository.commit();
  const std::string later = repository.commit();
  repository.git("checkout -q -b side " + first);
  const std::string side = repository.commit();
  repository.git("checkout -q " + first);

  EXPECT_EQ(in_history(repository.path(), later), InHistory::no);
  EXPECT_EQ(in_history(repository.path(), side), InHistory::no);
}

TEST(InHistory, IsNoCommitThatAWholeRepositoryDoesNotHave) {
  const Repository repository;
  static_cast<void>(repository.commit());

  EXPECT_EQ(in_history(repository.path(), "0123456789abcdef0123456789abcdef01234567"),
            InHistory::no);
}

TEST(InHistory, CannotBeToldWhereItIsCutOff) {
  const Repository origin;
  const std::string first = origin.commit();
  const std::string second = origin.commit();
  const TemporaryFolder folder;
  const std::string clone = (folder / "clone").string();
  origin.git("clone -q --depth 1 file://" + origin.path() + " " + clone);

  EXPECT_EQ(in_history(clone, second), InHistory::yes);
  EXPECT_EQ(in_history(clone, first), InHistory::cannot_tell);
}

TEST(InHistory, CannotBeToldInAWorktreeOfACutOffClone) {
  const Repository origin;
  const std::string first = origin.commit();
  static_cast<void>(origin.commit());
  const TemporaryFolder folder;
  const std::string clone = (folder / "clone").string();
  origin.git("clone -q --depth 1 file://" + origin.path() + " " + clone);
  origin.git("-C " + clone + " worktree add -q --detach ../tree");

  EXPECT_EQ(in_history((folder / "tree").string(), first), InHistory::cannot_tell);
}

TEST(InHistory, CannotBeToldWhereObjectsAreLost) {
  const Repository repository;
  const std::string first = repository.commit();
  static_cast<void>(repository.commit());
  static_cast<void>(repository.commit());
  std::filesystem::remove(repository.path() + "/.git/objects/" + first.substr(0, 2) + "/" +
                          first.substr(2));

  EXPECT_EQ(in_history(repository.path(), first), InHistory::cannot_tell);
}

TEST(InHistory, CannotBeToldOfATag) {
  const Repository repository;
  static_cast<void>(repository.commit());
  repository.git("tag -a -m t v1");
  repository.git("rev-parse v1 > id");
  std::string tag;
  std::ifstream(repository.path() + "/id") >> tag;

  EXPECT_EQ(in_history(repository.path(), tag), InHistory::cannot_tell);
}

TEST(InHistory, CannotBeToldWithoutARepository) {
  const TemporaryFolder folder;

  EXPECT_EQ(in_history(folder.path().string(), "0123456789abcdef0123456789abcdef01234567"),
            InHistory::cannot_tell);
}

}  // namespace
}  // namespace patcher
