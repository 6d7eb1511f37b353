// SPDX-License-Identifier: MIT
#include "patcher/tree/split_worktree.hpp"

#include <gtest/gtest.h>

#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

TreePath path(const std::string& spelling) { return *TreePath::parse(spelling); }

/// A tree over `main` whose `csrc/gen` is in `part`, both in one folder.
class SplitFolder {
 public:
  SplitFolder() {
    folder.write("main/a.py", "a");
    folder.write("main/csrc/gen/x.cuh", "not of the tree");
    folder.write("part/x.cuh", "x");
  }
  [[nodiscard]] std::unique_ptr<SplitWorktree> tree() const {
    std::vector<SplitWorktree::Part> parts;
    parts.push_back({path("csrc/gen"),
                     value_of(Worktree::open(folder / "part", system_file_system(), "csrc/gen"))});
    return std::make_unique<SplitWorktree>(value_of(Worktree::open(folder / "main")),
                                           std::move(parts));
  }
  [[nodiscard]] Result<Entry> look(const std::string& spelling) const {
    return tree()->look(path(spelling));
  }

  TemporaryFolder folder;
};

TEST(SplitWorktree, ReadsAPartInItsFolderAndAllElseInTheMainOne) {
  const SplitFolder split;

  EXPECT_EQ(*value_of(split.look("a.py")).bytes, "a");
  EXPECT_EQ(*value_of(split.look("csrc/gen/x.cuh")).bytes, "x");
  EXPECT_EQ(value_of(split.look("csrc/gen")).kind, EntryKind::folder);
  EXPECT_EQ(value_of(split.look("csrc/gen/none")).kind, EntryKind::absent);
  EXPECT_EQ(value_of(split.look("csrc/gen.py")).kind, EntryKind::absent);
}

TEST(SplitWorktree, NamesPathsOfTheTree) {
  const SplitFolder split;
  std::filesystem::create_symlink("x.cuh", split.folder / "part/link.cuh");

  const auto refused = split.look("csrc/gen/link.cuh");

  ASSERT_EQ(code_of(refused), Code::unsafe_link);
  EXPECT_EQ(refused.error().diagnostics().front().target.file, "csrc/gen/link.cuh");
}

TEST(SplitWorktree, RefusesWhatAnotherTreeKeepsInAPart) {
  const SplitFolder split;
  split.folder.write("part/.patcher/record.json", "{}");

  EXPECT_EQ(code_of(split.look("csrc/gen/.patcher/record.json")), Code::unsafe_path);
  EXPECT_EQ(code_of(split.look("csrc/gen/.patcher")), Code::unsafe_path);
}

TEST(SplitWorktree, CatchesGlobsInAllItsFolders) {
  const SplitFolder split;
  split.folder.write("main/csrc/y.cuh", "y");
  split.folder.write("part/deep/z.cuh", "z");
  split.folder.write("part/.patcher/record.json", "{}");
  const auto caught = [&](const std::string& glob) {
    std::string all;
    for (const Match& match : value_of(split.tree()->match(glob))) all += match.path.str() + " ";
    return all;
  };

  EXPECT_EQ(caught("*.cuh"), "csrc/gen/deep/z.cuh csrc/gen/x.cuh csrc/y.cuh ");
  EXPECT_EQ(caught("csrc/gen/*"), "csrc/gen/deep/z.cuh csrc/gen/x.cuh ");
  EXPECT_EQ(caught("csrc/gen/deep/*"), "csrc/gen/deep/z.cuh ");
  EXPECT_EQ(caught("csrc/gen/x.cuh"), "csrc/gen/x.cuh ");
  EXPECT_EQ(caught("csrc/gen"), "");
  EXPECT_EQ(caught("csrc/y.cuh"), "csrc/y.cuh ");
  EXPECT_EQ(caught("a.py"), "a.py ");
  EXPECT_EQ(caught("other/*"), "");
}

TEST(SplitWorktree, CatchesGlobsPastALinkAtAPartsPlace) {
  const SplitFolder split;
  std::filesystem::remove_all(split.folder / "main/csrc/gen");
  std::filesystem::create_symlink("../../part", split.folder / "main/csrc/gen");

  const auto caught = value_of(split.tree()->match("csrc/gen/*.cuh"));

  ASSERT_EQ(caught.size(), 1U);
  EXPECT_EQ(caught.front().path.str(), "csrc/gen/x.cuh");
}

TEST(SplitWorktree, HasItsRecordInTheMainFolder) {
  const SplitFolder split;
  split.folder.write("main/.patcher/record.json", "{}");

  const auto tree = split.tree();

  EXPECT_EQ(*value_of(tree->look_at_record()).bytes, "{}");
  EXPECT_EQ(tree->root(), (split.folder / "main").string());
  ASSERT_EQ(tree->folders().size(), 2U);
  EXPECT_EQ(tree->folders().back()->at(), "csrc/gen");
}

TEST(TreePathBelow, IsWhatComesAfterTheFolder) {
  EXPECT_EQ(below(path("a/b/c"), path("a/b"))->str(), "c");
  EXPECT_FALSE(below(path("a/b"), path("a/b")).has_value());
  EXPECT_FALSE(below(path("a/.patcher/x"), path("a")).has_value());
  EXPECT_TRUE(is_in(path("a/b"), path("a/b")));
  EXPECT_FALSE(is_in(path("a/bc"), path("a/b")));
  EXPECT_FALSE(is_in(path("a"), path("a/b")));
}

}  // namespace
}  // namespace patcher
