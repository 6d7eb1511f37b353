// SPDX-License-Identifier: MIT
#include "patcher/manifest/mapped_folder.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

const std::vector<std::string> kPaths = {"csrc/include/a.cuh", "engine/core.py", "top.py",
                                         "jit/*/build/x.so"};

TEST(MappedFolder, IsUsedByWhatLiesInIt) {
  EXPECT_TRUE(is_used("csrc", kPaths));
  EXPECT_TRUE(is_used("csrc/include", kPaths));
  EXPECT_FALSE(is_used("csr", kPaths));
  EXPECT_FALSE(is_used("csrc/inc", kPaths));
  EXPECT_FALSE(is_used("csrc", {}));
}

TEST(MappedFolder, MeansTheOneThatIsSpelledNearlySo) {
  EXPECT_EQ(folder_meant("crsc", kPaths), "csrc");
  EXPECT_EQ(folder_meant("CSRC", kPaths), "csrc");
  EXPECT_EQ(folder_meant("csrc/inlcude", kPaths), "csrc/include");
  EXPECT_EQ(folder_meant("jti", kPaths), "jit");
}

TEST(MappedFolder, MeansNothingWhereNoneIsNear) {
  EXPECT_EQ(folder_meant("kernels", kPaths), std::nullopt);
  EXPECT_EQ(folder_meant("jit/x/buidl", kPaths), std::nullopt);
  EXPECT_EQ(folder_meant("csrc", {}), std::nullopt);
}

}  // namespace
}  // namespace patcher
