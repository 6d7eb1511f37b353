// SPDX-License-Identifier: MIT
#include "patcher/tree/pth_file.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace patcher {
namespace {

using Kind = PthLine::Kind;
using Lines = std::vector<PthLine>;

TEST(PthFile, GivesFoldersRelativeToItsOwn) {
  const PthFile pth = parse_pth("/app/ATOM\n../x/./y/  \r\n./\n\n# /no\n   \n", "/s/site-packages");

  EXPECT_EQ(pth.lines, (Lines{{Kind::folder, "/app/ATOM"},
                              {Kind::folder, "/s/x/y"},
                              {Kind::folder, "/s/site-packages"}}));
  EXPECT_FALSE(pth.has_mark);
}

TEST(PthFile, TellsOfAByteOrderMarkBeforeALineThatSaysSomething) {
  const PthFile pth = parse_pth("\xEF\xBB\xBF/app", "/s");

  EXPECT_EQ(pth.lines, (Lines{{Kind::folder, "/app"}}));
  EXPECT_TRUE(pth.has_mark);
  EXPECT_FALSE(parse_pth("\xEF\xBB\xBF# c\n/app", "/s").has_mark);
}

TEST(PthFile, KnowsTheLineOfAnEditableInstall) {
  const PthFile pth = parse_pth(
      "import __editable___atom_0_1_finder; __editable___atom_0_1_finder.install()", "/s");

  EXPECT_EQ(pth.lines, (Lines{{Kind::finder, "__editable___atom_0_1_finder"}}));
}

TEST(PthFile, KnowsTheLineOfAPackageOverDistributions) {
  const PthFile pth = parse_pth(
      "import sys, types, os;p = os.path.join(sys._getframe(1).f_locals['sitedir'], *('zope',));"
      "(p not in mp) and mp.append(p)\n",
      "/s");

  EXPECT_EQ(pth.lines, (Lines{{Kind::portion, "zope"}}));
}

class CodeOf : public ::testing::TestWithParam<std::pair<Kind, std::string>> {};

TEST_P(CodeOf, IsKeptAndNothingElse) {
  const auto& [kind, text] = GetParam();

  EXPECT_EQ(parse_pth(text + " \n", "/s").lines, (Lines{{kind, text}}));
}

INSTANTIATE_TEST_SUITE_P(
    Unknown, CodeOf,
    ::testing::Values(
        std::pair(Kind::code, "import os; os.system('touch /tmp/x')"),
        std::pair(Kind::code, "import osx"), std::pair(Kind::code, "import os, other"),
        std::pair(Kind::code, "import __editable___a_finder; __editable___b_finder.install()"),
        std::pair(Kind::code,
                  "import __editable___a_finder; __editable___a_finder.install(); import os"),
        std::pair(Kind::code,
                  "import __editable___../../a_finder; __editable___../../a_finder.install()"),
        std::pair(Kind::code, "import a_finder; a_finder.install()")));

INSTANTIATE_TEST_SUITE_P(
    Harmless, CodeOf,
    ::testing::Values(std::pair(Kind::harmless, "import\tsys"),
                      std::pair(Kind::harmless, "import os, sys"),
                      std::pair(Kind::harmless, "import _virtualenv"),
                      std::pair(Kind::harmless,
                                "import os; var = 'SETUPTOOLS_USE_DISTUTILS'; enabled = "
                                "os.environ.get(var, 'local') == 'local'; enabled and "
                                "__import__('_distutils_hack').add_shim();")));

}  // namespace
}  // namespace patcher
