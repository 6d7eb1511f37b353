// SPDX-License-Identifier: MIT
#include "patcher/tree/startup_code.hpp"

#include <gtest/gtest.h>

#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

class WayToChange : public ::testing::TestWithParam<const char*> {};

TEST_P(WayToChange, IsSeen) { EXPECT_TRUE(may_change_search(GetParam())); }

INSTANTIATE_TEST_SUITE_P(
    All, WayToChange,
    ::testing::Values("import sys; sys.path.insert(0, '/app')", "import sys as s; s.path[0:0] = x",
                      "import sys; sys.meta_path.append(F)", "import sys; sys.path_hooks.clear()",
                      "import site; site.addsitedir('/app')", "from sys import path",
                      "import sys; sys.modules['a'] = b", "import a; a.__path__.append('/app')",
                      "import sys; getattr(sys, 'pa' + 'th').append('/app')",
                      "import base64; exec(base64.b64decode(x))", "import a; __import__(name)",
                      "import importlib; importlib.import_module(name)", "import x; eval(y)"));

class OtherCode : public ::testing::TestWithParam<const char*> {};

TEST_P(OtherCode, IsLeftAlone) { EXPECT_FALSE(may_change_search(GetParam())); }

INSTANTIATE_TEST_SUITE_P(All, OtherCode,
                         ::testing::Values("import os; os.path.isfile('/x')",
                                           "import os;exec(\"import a\\nprint(os.path)\")",
                                           "import coverage; coverage.process_startup()",
                                           "import sys; sys.paths = 1; print(sys.version)"));

TEST(StartupCode, IsJudgedWithTheModulesThatItImports) {
  const TemporaryFolder folder;
  folder.write("site/loader.py", "import sys\nsys.meta_path.insert(0, Finder())\n");
  folder.write("site/package/__init__.py", "import sys\nsys.path.append('/app')\n");
  folder.write("site/calm.py", "X = 1\n");
  folder.write("site/binary.py", std::string(1, '\0'));
  const std::vector<std::string> folders{folder / "none", folder / "site"};

  EXPECT_EQ(why_search_may_change("import loader", folders),
            "imports 'loader', which may change where packages are found");
  EXPECT_NE(why_search_may_change("import os, package.sub", folders), "");
  EXPECT_NE(why_search_may_change("import os; from loader import x", folders), "");
  EXPECT_NE(why_search_may_change("import os; __import__('loader').go()", folders), "");
  EXPECT_NE(why_search_may_change("import binary", folders), "");
  EXPECT_EQ(why_search_may_change("import calm; calm.go()", folders), "");
  EXPECT_EQ(why_search_may_change("import nowhere", folders), "");
}

constexpr auto kChanges = "import sys\nsys.path.append('/app')\n";

TEST(StartupCode, IsJudgedWithEachPartOfADottedName) {
  const TemporaryFolder folder;
  folder.write("calm/__init__.py", "X = 1\n");
  folder.write("calm/quiet.py", "X = 1\n");
  folder.write("calm/loader.py", kChanges);
  folder.write("calm/deep/__init__.py", kChanges);
  folder.write("calm/deep/x.py", "X = 1\n");
  const std::vector<std::string> folders{folder / "."};
  const std::string loader = "imports 'calm.loader', which may change where packages are found";

  EXPECT_EQ(why_search_may_change("import calm.loader", folders), loader);
  EXPECT_EQ(why_search_may_change("import os, calm.quiet, calm.loader as l", folders), loader);
  EXPECT_EQ(why_search_may_change("from calm import loader", folders), loader);
  EXPECT_EQ(why_search_may_change("from calm import (quiet, loader as l)", folders), loader);
  EXPECT_EQ(why_search_may_change("from calm.loader import go", folders), loader);
  EXPECT_EQ(why_search_may_change("import os; __import__('calm.loader')", folders), loader);
  EXPECT_EQ(why_search_may_change("import calm.deep.x", folders),
            "imports 'calm.deep', which may change where packages are found");
  EXPECT_EQ(why_search_may_change("import calm.quiet", folders), "");
  EXPECT_EQ(why_search_may_change("from calm import quiet, X", folders), "");
  EXPECT_EQ(why_search_may_change("from calm import *", folders), "");
  EXPECT_EQ(why_search_may_change("from . import loader", folders), "");
  EXPECT_EQ(why_search_may_change("import os; raise A from calm; import calm", folders), "");
}

TEST(StartupCode, IsDoubtedWhereAModuleHasNoSource) {
  const TemporaryFolder folder;
  folder.write("site/native.cpython-312-x86_64-linux-gnu.so", "x");
  folder.write("site/old.pyc", "x");
  folder.write("site/frozen/__init__.pyc", "x");
  folder.write("site/bare/data.txt", "x");
  folder.write("site/spread/calm.py", "X = 1\n");
  folder.write("site/calm/__init__.py", "X = 1\n");
  folder.write("site/calm/native.abi3.so", "x");
  const std::vector<std::string> folders{folder / "none", folder / "site"};

  for (const std::string module : {"native", "old", "frozen", "bare", "calm.native"}) {
    EXPECT_EQ(why_search_may_change("import " + module, folders),
              "imports '" + module + "', which may change where packages are found");
  }
  EXPECT_NE(why_search_may_change("from calm import native", folders), "");
  EXPECT_NE(why_search_may_change("from bare import data", folders), "");
  EXPECT_NE(why_search_may_change("import spread.other", folders), "");
  EXPECT_EQ(why_search_may_change("import spread.calm", folders), "");
  EXPECT_EQ(why_search_may_change("from spread import calm", folders), "");
}

TEST(StartupCode, FindsAModuleBehindAFolderWithoutCode) {
  const TemporaryFolder folder;
  folder.write("first/package/calm.py", "X = 1\n");
  folder.write("second/package/__init__.py", "X = 1\n");
  folder.write("second/package/calm.py", kChanges);

  EXPECT_EQ(why_search_may_change("import package.calm", {folder / "first", folder / "second"}),
            "imports 'package.calm', which may change where packages are found");
}

}  // namespace
}  // namespace patcher
