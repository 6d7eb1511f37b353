// SPDX-License-Identifier: MIT
#include "patcher/plan/changed_tree.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/memory_tree.hpp"

namespace patcher {
namespace {

TreePath path(const std::string& spelled) { return *TreePath::parse(spelled); }

FileChange change(const std::string& file, const std::string& bytes) {
  return {path(file), {}, std::make_shared<const std::string>(bytes), 0644};
}

FileChange removal(const std::string& file) { return {path(file), {}, nullptr, 0}; }

EntryKind kind_at(const Tree& tree, const std::string& file) { return tree.look(path(file))->kind; }

std::vector<std::string> caught(const Tree& tree, const std::string& glob) {
  std::vector<std::string> paths;
  const auto matches = tree.match(glob);
  for (const Match& match : *matches) paths.push_back(match.path.str());
  return paths;
}

const MemoryTree kTree{{"a", "1"}, {"d/b", "2"}, {"d/c", "3"}};

TEST(ChangedTree, HasWhatIsAddedWithItsFolders) {
  const ChangedTree tree(kTree, {"t", {change("n/m/x", "9"), change("a", "8")}, {}, ""});

  EXPECT_EQ(*tree.look(path("a"))->bytes, "8");
  EXPECT_EQ(*tree.look(path("d/b"))->bytes, "2");
  EXPECT_EQ(kind_at(tree, "n/m"), EntryKind::folder);
  EXPECT_EQ(kind_at(tree, "n"), EntryKind::folder);
  EXPECT_EQ(kind_at(tree, "n/m/x/y"), EntryKind::in_file);
  EXPECT_EQ(caught(tree, "*"), (std::vector<std::string>{"a", "d/b", "d/c", "n/m/x"}));
}

TEST(ChangedTree, LosesWhatIsRemovedAndTheFoldersThatAreEmptyThen) {
  const ChangedTree all(kTree, {"t", {removal("d/b"), removal("d/c")}, {path("d")}, ""});
  EXPECT_EQ(kind_at(all, "d/b"), EntryKind::absent);
  EXPECT_EQ(kind_at(all, "d"), EntryKind::absent);
  EXPECT_EQ(caught(all, "*"), (std::vector<std::string>{"a"}));

  const ChangedTree some(kTree, {"t", {removal("d/b")}, {path("d")}, ""});
  EXPECT_EQ(kind_at(some, "d"), EntryKind::folder);
  EXPECT_EQ(kind_at(some, "d/c"), EntryKind::regular);
}

TEST(ChangedTree, HasAFolderWhereAFileWas) {
  const ChangedTree gone(kTree, {"t", {removal("a")}, {}, ""});
  EXPECT_EQ(kind_at(gone, "a/x"), EntryKind::absent);

  const ChangedTree tree(kTree, {"t", {removal("a"), change("a/x", "9")}, {}, ""});
  EXPECT_EQ(kind_at(tree, "a"), EntryKind::folder);
  EXPECT_EQ(kind_at(tree, "a/x"), EntryKind::regular);
}

TEST(ChangedTree, StacksOnAnother) {
  const ChangedTree added(kTree, {"t", {change("n/x", "9")}, {}, ""});
  const ChangedTree back(added, {"t", {removal("n/x")}, {path("n")}, ""});

  EXPECT_EQ(kind_at(added, "n"), EntryKind::folder);
  EXPECT_EQ(kind_at(back, "n"), EntryKind::absent);
  EXPECT_EQ(kind_at(back, "n/x"), EntryKind::absent);
}

}  // namespace
}  // namespace patcher
