// SPDX-License-Identifier: MIT
#include "patcher/core/glob.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

TEST(Glob, CrossesFoldersWithAStar) {
  EXPECT_TRUE(catches("csrc/*.cu", "csrc/a.cu"));
  EXPECT_TRUE(catches("csrc/*.cu", "csrc/deep/a.cu"));
  EXPECT_FALSE(catches("csrc/*.cu", "csrc/a.cuh"));
  EXPECT_FALSE(catches("csrc/a.cu", "csrc/a_cu"));
}

TEST(Glob, TellsItsFolderAndWhetherItIsAPath) {
  EXPECT_EQ(folder_of("csrc/include/*.h"), "csrc/include");
  EXPECT_EQ(folder_of("csrc/inc*/x.h"), "csrc");
  EXPECT_EQ(folder_of("*.h"), "");
  EXPECT_EQ(folder_of("csrc/a.h"), "csrc");
  EXPECT_TRUE(is_plain("csrc/a.h"));
  EXPECT_FALSE(is_plain("csrc/[ab].h"));
}

TEST(Glob, MayHaveNoFolderWhereTwoStarsStand) {
  EXPECT_TRUE(catches("**/mla.py", "mla.py"));
  EXPECT_TRUE(catches("**/mla.py", "ops/deep/mla.py"));
  EXPECT_TRUE(catches("ops/**/mla.py", "ops/mla.py"));
  EXPECT_TRUE(catches("**/ops/**/mla.py", "ops/x/mla.py"));
  EXPECT_TRUE(catches("**/ops/**/mla.py", "x/ops/mla.py"));
  EXPECT_TRUE(catches("ops/**/**/**/mla.py", "ops/x/mla.py"));
  EXPECT_TRUE(catches("ops/**/**/**/mla.py", "ops/mla.py"));
  EXPECT_FALSE(catches("**/mla.py", "xmla.py"));
  EXPECT_FALSE(catches("a**/mla.py", "amla.py"));
}

TEST(Glob, IsToldFromAPath) {
  EXPECT_TRUE(is_glob("ops/*.py"));
  EXPECT_TRUE(is_glob("ops/[ab].py"));
  EXPECT_FALSE(is_glob("ops/a.py"));
}

}  // namespace
}  // namespace patcher
