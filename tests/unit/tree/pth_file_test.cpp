// SPDX-License-Identifier: MIT
#include "patcher/tree/pth_file.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

using Texts = std::vector<std::string>;

TEST(PthFile, GivesFoldersRelativeToItsOwn) {
  const PthFile pth = parse_pth("/app/ATOM\n../x/./y/  \r\n./\n\n# /no\n   \n", "/s/site-packages");

  EXPECT_EQ(pth.folders, (Texts{"/app/ATOM", "/s/x/y", "/s/site-packages"}));
  EXPECT_EQ(pth.other_code, 0U);
}

TEST(PthFile, PassesOverAByteOrderMark) {
  EXPECT_EQ(parse_pth("\xEF\xBB\xBF/app", "/s").folders, (Texts{"/app"}));
}

TEST(PthFile, KnowsTheLineOfAnEditableInstall) {
  const PthFile pth = parse_pth(
      "import __editable___atom_0_1_finder; __editable___atom_0_1_finder.install()", "/s");

  EXPECT_EQ(pth.finders, (Texts{"__editable___atom_0_1_finder"}));
  EXPECT_TRUE(pth.folders.empty());
  EXPECT_EQ(pth.other_code, 0U);
}

class OtherCode : public ::testing::TestWithParam<std::string> {};

TEST_P(OtherCode, IsCountedAndNothingElse) {
  const PthFile pth = parse_pth(GetParam() + "\n", "/s");

  EXPECT_TRUE(pth.folders.empty());
  EXPECT_TRUE(pth.finders.empty());
  EXPECT_EQ(pth.other_code, 1U);
}

INSTANTIATE_TEST_SUITE_P(
    All, OtherCode,
    ::testing::Values("import os; os.system('touch /tmp/x')", "import\tsys",
                      "import __editable___a_finder; __editable___b_finder.install()",
                      "import __editable___a_finder; __editable___a_finder.install(); import os",
                      "import __editable___../../a_finder; __editable___../../a_finder.install()",
                      "import a_finder; a_finder.install()"));

}  // namespace
}  // namespace patcher
