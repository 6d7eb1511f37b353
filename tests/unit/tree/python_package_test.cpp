// SPDX-License-Identifier: MIT
#include "patcher/tree/python_package.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/tree/python_fixture.hpp"

namespace patcher {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kSite = "usr/lib/python3.11/site-packages/";

/// One installation, `usr`, with whatever stands in its site-packages.
class Site : public PythonFixture {
 public:
  Site() { install("usr"); }
  [[nodiscard]] PackageSearch search(const std::string& name) const {
    return find_with(name, {"usr"});
  }
  [[nodiscard]] Folders live(const std::string& name) const {
    return folders_of(search(name).live);
  }
  void add_finder(const std::string& text) const {
    write(std::string(kSite) + "__editable__.x-1.pth",
          "import __editable___x_1_finder; __editable___x_1_finder.install()\n");
    write(std::string(kSite) + "__editable___x_1_finder.py", text);
  }
};

TEST(PythonPackage, IsTheFolderWithAnInit) {
  const Site disk;
  disk.add_package(std::string(kSite) + "atom");

  const PackageSearch search = disk.search("atom");

  EXPECT_THAT(folders_of(search.live), ElementsAre(disk / (kSite + std::string("atom"))));
  EXPECT_EQ(search.live.front().by,
            disk / "usr/bin/python3" + " in " + (disk / "usr/lib/python3.11/site-packages"));
  EXPECT_THAT(search.shadowed, IsEmpty());
}

TEST(PythonPackage, OfOneFileIsWhereTheFileIs) {
  const Site disk;
  disk.write(std::string(kSite) + "one.py");
  disk.write(std::string(kSite) + "two.cpython-311-x86_64-linux-gnu.so");
  disk.write(std::string(kSite) + "other.cpython-310-x86_64-linux-gnu.so");
  const std::string site = disk / "usr/lib/python3.11/site-packages";

  EXPECT_THAT(disk.live("one"), ElementsAre(site));
  EXPECT_THAT(disk.live("two"), ElementsAre(site));
  EXPECT_THAT(disk.live("other"), IsEmpty());
}

TEST(PythonPackage, WithoutAnInitCountsOnlyWhereNothingElseDoes) {
  const Site disk;
  disk.make_folder("first/atom");
  disk.make_folder("first/parts");
  disk.write(std::string(kSite) + "first.pth", disk / "first");
  disk.write(std::string(kSite) + "second.pth", disk / "second");
  disk.add_package("second/atom");

  EXPECT_THAT(disk.live("atom"), ElementsAre(disk / "second/atom"));
  EXPECT_THAT(disk.search("atom").shadowed, IsEmpty());
  EXPECT_THAT(disk.live("parts"), ElementsAre(disk / "first/parts"));
}

TEST(PythonPackage, SpreadOverFoldersHasNoOneFolder) {
  const Site disk;
  disk.make_folder("first/parts");
  disk.make_folder("second/parts");
  disk.write(std::string(kSite) + "x.pth", disk / "first" + "\n" + (disk / "second"));

  EXPECT_THAT(disk.live("parts"), ElementsAre(disk / "first/parts", disk / "second/parts"));
}

TEST(PythonPackage, InAPackageIsLookedForOnlyThere) {
  const Site disk;
  disk.add_package("first/a");
  disk.add_package("first/a/b");
  disk.add_package(std::string(kSite) + "a");
  disk.add_package(std::string(kSite) + "a/c");
  PythonEnvironment environment = disk.environment({"usr"});
  environment.python_path = disk / "first";

  EXPECT_THAT(folders_of(disk.find("a.b", environment).live), ElementsAre(disk / "first/a/b"));
  const PackageSearch hidden = disk.find("a.c", environment);
  EXPECT_THAT(hidden.live, IsEmpty());
  EXPECT_THAT(folders_of(hidden.shadowed), ElementsAre(disk / (kSite + std::string("a/c"))));
}

TEST(PythonPackage, IsWhereAPthFileLeads) {
  const Site disk;
  disk.add_package("app/ATOM/atom");
  disk.write(std::string(kSite) + "__editable__.atom-1.pth", disk / "app/ATOM");

  const PackageSearch search = disk.search("atom");

  EXPECT_THAT(folders_of(search.live), ElementsAre(disk / "app/ATOM/atom"));
  EXPECT_THAT(search.live.front().by,
              HasSubstr("by " + (disk / kSite) + "__editable__.atom-1.pth"));
}

TEST(PythonPackage, IsWhereAFinderMapsIt) {
  const Site disk;
  disk.add_package("app/ATOM/atom");
  disk.add_package("app/ATOM/atom/models");
  disk.write("app/one.py");
  disk.make_folder("app/parts");
  disk.add_finder("MAPPING = {'atom': '" + (disk / "app/ATOM/atom") + "', 'one': '" +
                  (disk / "app/one") + "', 'rel': 'app/ATOM/atom'}\nNAMESPACES = {'parts': ['" +
                  (disk / "app/parts") + "']}\n");

  EXPECT_THAT(disk.live("atom"), ElementsAre(disk / "app/ATOM/atom"));
  EXPECT_THAT(disk.live("atom.models"), ElementsAre(disk / "app/ATOM/atom/models"));
  EXPECT_THAT(disk.live("one"), ElementsAre(disk / "app"));
  EXPECT_THAT(disk.live("parts"), ElementsAre(disk / "app/parts"));
  EXPECT_THAT(disk.live("rel"), IsEmpty());
}

TEST(PythonPackage, InAFolderComesBeforeOneThatAFinderMaps) {
  const Site disk;
  disk.add_package("app/atom");
  disk.add_package(std::string(kSite) + "atom");
  disk.add_finder("MAPPING = {'atom': '" + (disk / "app/atom") + "'}\n");

  const PackageSearch search = disk.search("atom");

  EXPECT_THAT(folders_of(search.live), ElementsAre(disk / (kSite + std::string("atom"))));
  EXPECT_THAT(folders_of(search.shadowed), ElementsAre(disk / "app/atom"));
}

TEST(PythonPackage, InAnEditableProjectThatNothingLeadsToIsNotImported) {
  const Site disk;
  disk.add_package("app/flat/atom");
  disk.add_package("app/layout/src/aiter");
  disk.make_folder("app/flat/docs");
  disk.write(std::string(kSite) + "flat.egg-link", disk / "app/flat" + "\n.");
  disk.write(std::string(kSite) + "x-1.dist-info/direct_url.json",
             R"({"dir_info": {"editable": true}, "url": "file://)" + (disk / "app/layout") + "\"}");

  EXPECT_THAT(disk.live("atom"), IsEmpty());
  EXPECT_THAT(folders_of(disk.search("atom").shadowed), ElementsAre(disk / "app/flat/atom"));
  EXPECT_THAT(folders_of(disk.search("aiter").shadowed),
              ElementsAre(disk / "app/layout/src/aiter"));
  EXPECT_THAT(disk.search("docs").shadowed, IsEmpty());
}

TEST(PythonPackage, IsLookedForInTheFoldersOfAFindersNamespaces) {
  const Site disk;
  disk.add_package("app/src/zns/sub");
  disk.add_package("app/src/zns/deep/er");
  disk.add_package("app/other");
  disk.make_folder(std::string(kSite) + "zns/elsewhere");
  disk.add_finder("MAPPING = {'empty.in': '" + (disk / "app/other") + "', 'no.parent': '" +
                  (disk / "app/other") + "'}\nNAMESPACES = {'zns': ['" + (disk / "app/src/zns") +
                  "'], 'empty': [], 'zns.far': ['" + (disk / "app") + "']}\n");

  EXPECT_THAT(disk.live("zns"),
              ElementsAre(disk / (kSite + std::string("zns")), disk / "app/src/zns"));
  EXPECT_THAT(disk.live("zns.sub"), ElementsAre(disk / "app/src/zns/sub"));
  EXPECT_THAT(disk.live("zns.deep.er"), ElementsAre(disk / "app/src/zns/deep/er"));
  EXPECT_THAT(disk.live("zns.far.other"), ElementsAre(disk / "app/other"));
  EXPECT_THAT(disk.live("empty.in"), ElementsAre(disk / "app/other"));
  EXPECT_THAT(disk.live("no.parent"), IsEmpty());
  EXPECT_THAT(disk.live("empty"), IsEmpty());
}

TEST(PythonPackage, IsInDoubtWhereCodeMakesIt) {
  const Site disk;
  disk.add_package(std::string(kSite) + "zope/sub");
  disk.add_package(std::string(kSite) + "atom");
  disk.write(std::string(kSite) + "zope-nspkg.pth",
             "import sys, types, os;p = os.path.join(sys._getframe(1).f_locals['sitedir'], "
             "*('zope',));(p not in mp) and mp.append(p)\n");

  EXPECT_THAT(disk.search("zope.sub").doubts, ElementsAre(HasSubstr("makes the package 'zope'")));
  EXPECT_THAT(disk.search("atom").doubts, IsEmpty());
}

TEST(PythonPackage, ThatComesFirstShadowsTheOthers) {
  const Site disk;
  disk.add_package("first/atom");
  disk.add_package(std::string(kSite) + "atom");
  disk.add_package("app/ATOM/atom");
  disk.write(std::string(kSite) + "x.egg-link", disk / "app/ATOM");
  PythonEnvironment environment = disk.environment({"usr"});
  environment.python_path = disk / "first";

  const PackageSearch search = disk.find("atom", environment);

  EXPECT_THAT(folders_of(search.live), ElementsAre(disk / "first/atom"));
  EXPECT_THAT(folders_of(search.shadowed),
              ElementsAre(disk / (kSite + std::string("atom")), disk / "app/ATOM/atom"));
}

TEST(PythonPackage, ThatSeveralWaysLeadToIsOneCopy) {
  const Site disk;
  disk.add_package("app/ATOM/atom");
  disk.link(disk / "app/ATOM/atom", std::string(kSite) + "atom");
  disk.write(std::string(kSite) + "x.pth", disk / "app/ATOM");
  disk.write(std::string(kSite) + "x.egg-link", disk / "app/ATOM");

  const PackageSearch search = disk.search("atom");

  EXPECT_THAT(folders_of(search.live), ElementsAre(disk / "app/ATOM/atom"));
  EXPECT_THAT(search.shadowed, IsEmpty());
}

TEST(PythonPackage, OfTwoInterpretersIsBothWhereTheyDiffer) {
  const PythonFixture disk;
  disk.install("usr");
  disk.install("opt");
  disk.add_package("usr/lib/python3.11/site-packages/atom");
  disk.add_package("opt/lib/python3.11/site-packages/atom");
  disk.add_package("app/aiter");
  disk.write("usr/lib/python3.11/site-packages/x.pth", disk / "app");
  disk.write("opt/lib/python3.11/site-packages/x.pth", disk / "app");

  EXPECT_THAT(folders_of(disk.find_with("atom", {"opt", "usr"}).live),
              ElementsAre(disk / "opt/lib/python3.11/site-packages/atom",
                          disk / "usr/lib/python3.11/site-packages/atom"));
  EXPECT_THAT(folders_of(disk.find_with("aiter", {"opt", "usr"}).live),
              ElementsAre(disk / "app/aiter"));
}

TEST(PythonPackage, WithoutAnyInterpreterMayBeInPythonPath) {
  const PythonFixture disk;
  disk.add_package("app/atom");
  PythonEnvironment environment;
  environment.python_path = disk / "app";

  const PackageSearch search = disk.find("atom", environment);

  EXPECT_THAT(folders_of(search.live), ElementsAre(disk / "app/atom"));
  EXPECT_EQ(search.live.front().by, "by PYTHONPATH");
}

TEST(PythonPackage, ThatIsNowhereLeavesWhereItWasLookedFor) {
  const Site disk;
  disk.write(std::string(kSite) + "code.pth", "import os\n");
  disk.write(std::string(kSite) + "binary.pth", std::string(1, '\0'));

  const PackageSearch search = disk.search("atom");

  EXPECT_THAT(search.live, IsEmpty());
  EXPECT_THAT(search.searched, ElementsAre(disk / "usr/lib/python3.11" + ", " +
                                           (disk / "usr/lib/python3.11/site-packages") + " of " +
                                           (disk / "usr/bin/python3")));
  EXPECT_THAT(search.doubts, ElementsAre(HasSubstr("binary.pth")));
  EXPECT_THAT(search.passed_over, ElementsAre(HasSubstr("code.pth\" has code, which is not run")));
  EXPECT_THAT(disk.find("atom", PythonEnvironment{}).searched, IsEmpty());
}

TEST(PythonPackage, IsInDoubtAfterWhatCouldNotBeRead) {
  const Site disk;
  disk.write(std::string(kSite) + "a.pth", std::string(1, '\0'));
  disk.write(std::string(kSite) + "b.pth", disk / "app");
  disk.add_package("app/after");
  disk.add_package(std::string(kSite) + "before");

  EXPECT_EQ(disk.search("after").doubts.size(), 1U);
  EXPECT_THAT(disk.search("before").doubts, IsEmpty());
}

TEST(PythonPackage, IsInDoubtBehindAScript) {
  const Site disk;
  disk.write("shims/bin/python3", "#!/bin/sh\n", 0755);
  disk.add_package(std::string(kSite) + "atom");

  EXPECT_EQ(disk.find_with("atom", {"shims", "usr"}).doubts.size(), 1U);
  EXPECT_THAT(disk.find_with("atom", {"usr", "shims"}).doubts, IsEmpty());
}

}  // namespace
}  // namespace patcher
