// SPDX-License-Identifier: MIT
#include "patcher/import/moved_files.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "patcher/plan/view.hpp"

namespace patcher {
namespace {

TreePath at(const char* path) { return *TreePath::parse(path); }

ChangedPath gone(const char* path, const std::string& bytes, std::uint32_t mode = 0644) {
  return {at(path), {}, regular_file(bytes, mode), {}};
}

ChangedPath come(const char* path, const std::string& bytes, std::uint32_t mode = 0644) {
  return {at(path), {}, {}, regular_file(bytes, mode)};
}

/// `from > to` for each file that moves, else the path.
std::vector<std::string> said(const std::vector<ChangedPath>& files) {
  std::vector<std::string> all;
  for (const ChangedPath& file : files) {
    all.push_back((file.from ? file.from->str() + " > " : "") + file.path.str());
  }
  return all;
}

using Said = std::vector<std::string>;

TEST(WithMoves, TakesTheSameBytesBeforeTheLikest) {
  const std::vector<ChangedPath> files{come("a", "1\n2\n3\n4\n"), gone("x", "1\n2\n3\n5\n"),
                                       gone("y", "1\n2\n3\n4\n")};

  EXPECT_EQ(said(with_moves(files)), (Said{"y > a", "x"}));
}

TEST(WithMoves, TakesTheLikestOfSeveral) {
  const std::vector<ChangedPath> files{come("a", "1\n2\n3\n4\n"), gone("x", "1\n2\n5\n6\n"),
                                       gone("y", "1\n2\n3\n6\n")};

  EXPECT_EQ(said(with_moves(files)), (Said{"y > a", "x"}));
}

TEST(WithMoves, LeavesWhatHasLessThanHalfInCommon) {
  const std::vector<ChangedPath> files{come("a", "1\n2\n3\n"), gone("x", "1\n5\n6\n")};

  EXPECT_EQ(said(with_moves(files)), (Said{"a", "x"}));
}

TEST(WithMoves, LeavesEmptyFilesAndModesThatGitDoesNotHave) {
  const std::vector<ChangedPath> files{come("a", ""), come("b", "1\n", 0600), gone("x", ""),
                                       gone("y", "1\n")};

  EXPECT_EQ(said(with_moves(files)), (Said{"a", "b", "x", "y"}));
}

TEST(WithMoves, MovesBinaryFilesWholeOrNotAtAll) {
  const std::string binary("1\n\0\n", 4);
  const std::vector<ChangedPath> files{come("a", binary), come("b", binary + "2\n"),
                                       gone("x", binary), gone("y", binary + "3\n")};

  EXPECT_EQ(said(with_moves(files)), (Said{"x > a", "b", "y"}));
}

}  // namespace
}  // namespace patcher
