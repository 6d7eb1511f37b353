// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <vector>

#include "tests/support/memory_tree.hpp"
#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

using Paths = std::vector<std::string>;

Result<std::vector<Match>> match(const TemporaryFolder& root, const std::string& glob) {
  return value_of(Worktree::open(root.path()))->match(glob);
}

Paths paths_of(const std::vector<Match>& matches) {
  Paths paths;
  for (const Match& match : matches) paths.push_back(match.path.str());
  return paths;
}

Paths caught(const TemporaryFolder& root, const std::string& glob) {
  return paths_of(value_of(match(root, glob)));
}

TEST(Match, GivesFilesInOrderAtAnyDepth) {
  const TemporaryFolder root;
  for (const char* path : {"c/z.cu", "c/a.cu", "c/sub/deep/m.cu", "c/a.h", "d/b.cu"}) {
    root.write(path, path);
  }

  EXPECT_EQ(caught(root, "c/*.cu"), (Paths{"c/a.cu", "c/sub/deep/m.cu", "c/z.cu"}));
  EXPECT_EQ(caught(root, "*.cu"), (Paths{"c/a.cu", "c/sub/deep/m.cu", "c/z.cu", "d/b.cu"}));
  EXPECT_EQ(caught(root, "?/b.cu"), (Paths{"d/b.cu"}));
}

TEST(Match, OfAPathIsThatFileIfItIsOne) {
  const TemporaryFolder root;
  root.write("c/a.cu", "x");

  EXPECT_EQ(caught(root, "c/a.cu"), (Paths{"c/a.cu"}));
  EXPECT_EQ(caught(root, "c"), Paths{});
  EXPECT_EQ(caught(root, "c/b.cu"), Paths{});
  EXPECT_EQ(caught(root, "none/*"), Paths{});
  EXPECT_EQ(caught(root, "c/a.cu/*"), Paths{});
}

TEST(Match, LeavesOutWhatGitAndThisToolKeep) {
  const TemporaryFolder root;
  for (const char* path : {".git/config", "sub/.git/config", ".patcher/record.json", "a"}) {
    root.write(path, "x");
  }

  EXPECT_EQ(caught(root, "*"), (Paths{"a"}));
  EXPECT_EQ(caught(root, ".git/*"), Paths{});
}

TEST(Match, NamesALinkAndNeverFollowsIt) {
  const TemporaryFolder root;
  const TemporaryFolder elsewhere;
  elsewhere.write("secret.cu", "x");
  root.write("c/a.cu", "x");
  std::filesystem::create_symlink(elsewhere.path(), root / "c/linked");
  std::filesystem::create_symlink("a.cu", root / "c/b.cu");
  std::filesystem::create_symlink("c", root / "d");

  const std::vector<Match> found = value_of(match(root, "c/*.cu"));

  EXPECT_EQ(paths_of(found), (Paths{"c/a.cu", "c/b.cu"}));
  EXPECT_EQ(found[0].leads_to, std::nullopt);
  EXPECT_EQ(found[1].leads_to, "a.cu");
  EXPECT_EQ(code_of(match(root, "d/*.cu")), Code::unsafe_link);
  EXPECT_EQ(caught(root, "d"), (Paths{"d"}));
}

TEST(Match, PassesOverWhatIsNoFile) {
  const TemporaryFolder root;
  ASSERT_EQ(::mkfifo((root / "pipe").c_str(), 0600), 0);
  root.write("plain", "x");

  EXPECT_EQ(caught(root, "p*"), (Paths{"plain"}));
}

TEST(Match, SaysWhichFolderCannotBeListed) {
  const TemporaryFolder root;
  root.write("c/a.cu", "x");
  ASSERT_EQ(::chmod(root.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod((root / "c").c_str(), 0), 0);
  {
    const OrdinaryUser user;
    if (!user.is_one()) GTEST_SKIP() << "needs root, to stop being it";
    const auto refused = match(root, "*.cu");
    EXPECT_EQ(code_of(refused), Code::io_error);
    EXPECT_EQ(refused.error().diagnostics().front().target.file, "c");
  }
  ASSERT_EQ(::chmod((root / "c").c_str(), 0755), 0);
}

TEST(Match, RefusesAGlobThatCatchesTooMuch) {
  const TemporaryFolder root;
  for (int i = 0; i <= 20'000; ++i) std::ofstream(root / ("f" + std::to_string(i)));

  const auto refused = match(root, "f*");

  EXPECT_EQ(code_of(refused), Code::usage);
  EXPECT_EQ(refused.error().diagnostics().front().message, "the glob 'f*' catches 20000 and more");
}

TEST(Match, InMemoryIsTheSame) {
  const MemoryTree tree{{"c/a.cu", ""}, {"c/sub/b.cu", ""}, {"c/a.h", ""}};

  EXPECT_EQ(paths_of(value_of(tree.match("c/*.cu"))), (Paths{"c/a.cu", "c/sub/b.cu"}));
}

}  // namespace
}  // namespace patcher
