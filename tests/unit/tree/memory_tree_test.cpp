// SPDX-License-Identifier: MIT
#include "tests/support/memory_tree.hpp"

#include <gtest/gtest.h>

#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

EntryKind kind_at(const MemoryTree& tree, std::string_view path) {
  return value_of(tree.look(*TreePath::parse(path))).kind;
}

TEST(MemoryTree, TellsFilesFoldersAndWhatIsNotThere) {
  const MemoryTree tree{{"a/b.py", "x\n"}};

  EXPECT_EQ(kind_at(tree, "a/b.py"), EntryKind::regular);
  EXPECT_EQ(kind_at(tree, "a"), EntryKind::folder);
  EXPECT_EQ(kind_at(tree, "a/c"), EntryKind::absent);
  EXPECT_EQ(kind_at(tree, "c/d"), EntryKind::absent);
  EXPECT_EQ(kind_at(tree, "a/b.py/c"), EntryKind::in_file);
}

TEST(MemoryTree, GivesBytesAndMode) {
  MemoryTree tree;
  tree.write("run.sh", "true\n", 0755);

  const Entry entry = value_of(tree.look(*TreePath::parse("run.sh")));

  EXPECT_EQ(*entry.bytes, "true\n");
  EXPECT_EQ(entry.mode, 0755U);
}

TEST(MemoryTree, IsEqualWhenPathsBytesAndModesAre) {
  const MemoryTree plain{{"a", "x"}};
  MemoryTree other = plain;
  EXPECT_EQ(plain, other);

  other.write("a", "x", 0755);

  EXPECT_FALSE(plain == other);
}

}  // namespace
}  // namespace patcher
