// SPDX-License-Identifier: MIT
#include "patcher/tree/python_search_path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/tree/python_fixture.hpp"

namespace patcher {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

SearchPath path_of_first(const PythonEnvironment& environment) {
  const Interpreters found = interpreters_of(environment);
  if (found.found.empty()) return {};
  return search_path_of(found.found.front(), environment);
}

std::vector<std::string> places_of(const SearchPath& path) {
  std::vector<std::string> places;
  for (const SearchPath::Place& place : path.places) places.push_back(place.folder);
  return places;
}

TEST(SearchPath, IsTheLibraryAndThePackages) {
  const PythonFixture disk;
  disk.install("usr");

  EXPECT_THAT(places_of(path_of_first(disk.environment({"usr"}))),
              ElementsAre(disk / "usr/lib/python3.11", disk / "usr/lib/python3.11/site-packages"));
}

TEST(SearchPath, OfDebianIsItsDistPackages) {
  const PythonFixture disk;
  disk.install("usr");
  disk.write("usr/lib/python3.11/site.py", "a = 'dist-packages'\n");
  disk.make_folder("usr/lib/python3/dist-packages");
  disk.make_folder("usr/local/lib/python3.11/dist-packages");
  disk.make_virtual("open", "usr", "include-system-site-packages = true\n");
  const std::vector<std::string> expected{disk / "usr/lib/python3.11",
                                          disk / "usr/local/lib/python3.11/dist-packages",
                                          disk / "usr/lib/python3/dist-packages"};

  EXPECT_EQ(places_of(path_of_first(disk.environment({"usr"}))), expected);
  EXPECT_THAT(places_of(path_of_first(disk.environment({"open"}))),
              ElementsAre(expected[0], disk / "open/lib/python3.11/site-packages",
                          disk / "usr/lib/python3.11/site-packages", expected[1], expected[2]));
}

TEST(SearchPath, OfOthersHasNoDistPackages) {
  const PythonFixture disk;
  disk.install("usr");
  disk.write("usr/lib/python3.11/site.py", "a = 'site-packages'\n");
  disk.make_folder("usr/lib/python3/dist-packages");
  disk.make_folder("usr/local/lib/python3.11/dist-packages");

  EXPECT_THAT(places_of(path_of_first(disk.environment({"usr"}))),
              ElementsAre(disk / "usr/lib/python3.11", disk / "usr/lib/python3.11/site-packages"));
}

TEST(SearchPath, DoubtsWhoseDistPackagesTheyAre) {
  const PythonFixture disk;
  disk.install("usr");
  disk.make_folder("usr/lib/python3/dist-packages");

  const SearchPath path = path_of_first(disk.environment({"usr"}));

  EXPECT_EQ(path.places.size(), 3U);
  ASSERT_EQ(path.unread.size(), 1U);
  EXPECT_THAT(path.unread.front().reason, HasSubstr("both site-packages and dist-packages"));
  EXPECT_EQ(path.unread.front().before, 1U);
}

TEST(SearchPath, OfFedoraIsLib64First) {
  const PythonFixture disk;
  disk.install("usr");
  disk.write("usr/lib64/python3.11/os.py");
  disk.make_folder("usr/lib64/python3.11/site-packages");
  disk.make_folder("usr/local/lib/python3.11/site-packages");

  EXPECT_THAT(
      places_of(path_of_first(disk.environment({"usr"}))),
      ElementsAre(disk / "usr/lib64/python3.11", disk / "usr/local/lib/python3.11/site-packages",
                  disk / "usr/lib64/python3.11/site-packages",
                  disk / "usr/lib/python3.11/site-packages"));
}

TEST(SearchPath, OfALibraryInLibHasNoLib64) {
  const PythonFixture disk;
  disk.install("usr");
  disk.write("usr/lib/python3.11/os.py");
  disk.make_folder("usr/lib/python3.11/lib-dynload");
  disk.make_folder("usr/lib64/python3.11/site-packages");
  disk.make_virtual("venv", "usr");
  disk.make_folder("venv/lib64/python3.11/site-packages");

  EXPECT_THAT(places_of(path_of_first(disk.environment({"usr"}))),
              ElementsAre(disk / "usr/lib/python3.11", disk / "usr/lib/python3.11/lib-dynload",
                          disk / "usr/lib/python3.11/site-packages"));
  EXPECT_EQ(places_of(path_of_first(disk.environment({"venv"}))).back(),
            disk / "venv/lib/python3.11/site-packages");
}

TEST(SearchPath, DoubtsLib64WhereNoLibraryTells) {
  const PythonFixture disk;
  disk.install("usr");
  disk.make_folder("usr/lib64/python3.11/site-packages");

  const SearchPath path = path_of_first(disk.environment({"usr"}));

  ASSERT_EQ(path.unread.size(), 1U);
  EXPECT_THAT(path.unread.front().reason, HasSubstr("packages in lib and in lib64"));
}

TEST(SearchPath, DoubtsWhatComesAfterAnArchiveOfTheLibrary) {
  const PythonFixture disk;
  disk.install("usr");
  disk.write("usr/lib/python311.zip", "PK");

  const SearchPath path = path_of_first(disk.environment({"usr"}));

  ASSERT_EQ(path.unread.size(), 1U);
  EXPECT_THAT(path.unread.front().reason, HasSubstr("python311.zip\" is an archive"));
  EXPECT_EQ(path.unread.front().before, 0U);
}

class WholePath : public ::testing::TestWithParam<const char*> {};

TEST_P(WholePath, IsADoubtBesideTheProgram) {
  const PythonFixture disk;
  disk.install("usr");
  disk.link(disk / "usr/bin/python3", "other/bin/python3");
  disk.write(GetParam(), ".\n");

  const SearchPath path = path_of_first(disk.environment({"other"}));

  ASSERT_EQ(path.unread.size(), 1U);
  EXPECT_THAT(path.unread.front().reason, HasSubstr("may name the whole search path"));
  EXPECT_EQ(path.unread.front().before, 0U);
}

INSTANTIATE_TEST_SUITE_P(All, WholePath,
                         ::testing::Values("other/bin/python3._pth", "usr/bin/python3.11._pth"));

/// The path of an installation whose only `.pth` file has `text`.
SearchPath path_with(const PythonFixture& disk, const std::string& text) {
  disk.install("usr");
  disk.write("usr/lib/python3.11/site-packages/x.pth", text);
  disk.make_folder("app");
  return path_of_first(disk.environment({"usr"}));
}

TEST(SearchPath, DoubtsAllWhereCodeMayChangeIt) {
  for (const char* code : {"import sys; sys.path.insert(0, '/app')", "import loader"}) {
    const PythonFixture other;
    other.write("usr/lib/python3.11/site-packages/loader.py", "sys.meta_path.insert(0, x)\n");
    const SearchPath path = path_with(other, code);
    ASSERT_EQ(path.unread.size(), 1U) << code;
    EXPECT_EQ(path.unread.front().before, 0U) << code;
    EXPECT_EQ(path.unread.front().package, "") << code;
  }
}

TEST(SearchPath, OnlyNamesCodeThatSaysNothingOfIt) {
  const PythonFixture disk;

  const SearchPath path = path_with(disk, "import os\nimport coverage; coverage.process_startup()");

  EXPECT_THAT(path.unread, IsEmpty());
  EXPECT_EQ(path.passed_over.size(), 2U);
}

TEST(SearchPath, DoubtsLinesAfterCodeThatMayFail) {
  const PythonFixture disk;

  const SearchPath path = path_with(disk, "import coverage\n" + (disk / "app") + "\n");

  ASSERT_EQ(path.unread.size(), 1U);
  EXPECT_THAT(path.unread.front().reason, HasSubstr("goes on after code that may fail"));
  EXPECT_EQ(path.unread.front().before, 2U);
}

TEST(SearchPath, EndsAFileAtAFinderThatIsNotThere) {
  const PythonFixture disk;

  const SearchPath path = path_with(
      disk, "import __editable___x_finder; __editable___x_finder.install()\n" + (disk / "app"));

  EXPECT_THAT(path.unread, IsEmpty());
  EXPECT_EQ(path.places.size(), 2U);
}

TEST(SearchPath, DoubtsAByteOrderMark) {
  const PythonFixture disk;

  const SearchPath path = path_with(disk, "\xEF\xBB\xBF" + (disk / "app") + "\n");

  ASSERT_EQ(path.unread.size(), 1U);
  EXPECT_THAT(path.unread.front().reason, HasSubstr("begins with a byte order mark"));
  EXPECT_EQ(path.unread.front().before, 2U);
}

TEST(SearchPath, OfAVirtualEnvironmentEndsWithTheBaseWhereItIsAsked) {
  const PythonFixture disk;
  disk.install("usr");
  disk.make_virtual("venv", "usr");
  disk.link("lib", "venv/lib64");
  disk.make_virtual("open", "usr", "include-system-site-packages = true\n");
  disk.make_folder("home/.local/lib/python3.11/site-packages");
  PythonEnvironment alone = disk.environment({"venv"});
  PythonEnvironment open = disk.environment({"open"});
  alone.home = open.home = disk / "home";

  EXPECT_THAT(places_of(path_of_first(alone)),
              ElementsAre(disk / "usr/lib/python3.11", disk / "venv/lib/python3.11/site-packages"));
  EXPECT_THAT(places_of(path_of_first(open)),
              ElementsAre(disk / "usr/lib/python3.11", disk / "open/lib/python3.11/site-packages",
                          disk / "home/.local/lib/python3.11/site-packages",
                          disk / "usr/lib/python3.11/site-packages"));
}

TEST(SearchPath, HasTheUsersPackagesBeforeTheSystems) {
  const PythonFixture disk;
  disk.install("usr");
  disk.make_folder("home/.local/lib/python3.11/site-packages");
  disk.make_folder("base/lib/python3.11/site-packages");
  PythonEnvironment environment = disk.environment({"usr"});
  environment.home = disk / "home";

  EXPECT_EQ(places_of(path_of_first(environment)).at(1),
            disk / "home/.local/lib/python3.11/site-packages");
  environment.python_user_base = disk / "base";
  EXPECT_EQ(places_of(path_of_first(environment)).at(1),
            disk / "base/lib/python3.11/site-packages");
  environment.no_user_site = "0";
  EXPECT_EQ(places_of(path_of_first(environment)).size(), 3U);
  environment.no_user_site = "1";
  EXPECT_EQ(places_of(path_of_first(environment)).size(), 2U);
}

TEST(SearchPath, BeginsWithThePartsOfPythonPath) {
  const PythonFixture disk;
  disk.install("usr");
  PythonEnvironment environment = disk.environment({"usr"});
  environment.python_path = ":" + (disk / "a") + ":rel:" + (disk / "none") + ":";
  disk.make_folder("a");

  const SearchPath path = path_of_first(environment);

  EXPECT_EQ(path.places.at(0).folder, disk / "a");
  EXPECT_EQ(path.places.at(0).by, "PYTHONPATH");
  EXPECT_EQ(path.places.at(1).folder, disk / "none");
  EXPECT_THAT(path.passed_over, ElementsAre(HasSubstr("PYTHONPATH has 'rel'")));
}

TEST(SearchPath, TakesPthFilesByNameAfterTheirFolder) {
  const PythonFixture disk;
  const std::string site = "usr/lib/python3.11/site-packages";
  disk.install("usr");
  for (const char* name : {"a", "b", "c", "hidden"}) disk.make_folder(name);
  disk.write(site + "/z.pth", disk / "a" + "\n" + site + "\n");
  disk.write(site + "/b.pth",
             "../../../../b/\n" + (disk / "none") + "\n" + (disk / "c") + "\n./\n");
  disk.write(site + "/.h.pth", disk / "hidden");
  disk.write(site + "/no.pth.txt", disk / "hidden");

  const SearchPath path = path_of_first(disk.environment({"usr"}));

  EXPECT_THAT(places_of(path), ElementsAre(disk / "usr/lib/python3.11", disk / site, disk / "b",
                                           disk / "c", disk / "a"));
  EXPECT_EQ(path.places.back().by, disk / (site + "/z.pth"));
  ASSERT_EQ(path.unread.size(), 1U);
  EXPECT_THAT(path.unread.front().reason, HasSubstr(".h.pth\" is hidden, and only some releases"));
}

TEST(SearchPath, DoubtsWhatItDoesNotFollow) {
  const PythonFixture disk;
  disk.install("usr");
  disk.write("packed.egg", "PK");
  PythonEnvironment environment = disk.environment({"usr"});
  environment.python_home = disk / "elsewhere";
  environment.python_path = disk / "packed.egg";

  const SearchPath path = path_of_first(environment);

  ASSERT_EQ(path.unread.size(), 2U);
  EXPECT_THAT(path.unread.at(0).reason, HasSubstr("PYTHONHOME is set to"));
  EXPECT_THAT(path.unread.at(1).reason, HasSubstr("which PYTHONPATH names, is no folder"));
  EXPECT_EQ(path.unread.at(1).before, 0U);
}

TEST(SearchPath, NamesWhatCannotBeReadWithThePlaceThatItComesBefore) {
  const PythonFixture disk;
  const std::string site = "usr/lib/python3.11/site-packages";
  disk.install("usr");
  disk.write(site + "/huge.pth", std::string(300'000, '\n'));
  disk.write(site + "/binary.pth", std::string("\0\x7F", 2));
  disk.make_folder(site + "/folder.pth");
  disk.link("loop.pth", site + "/loop.pth");
  disk.write("x.egg", "PK");
  disk.write(site + "/zipped.pth", disk / "x.egg");

  const SearchPath path = path_of_first(disk.environment({"usr"}));

  ASSERT_EQ(path.unread.size(), 5U);
  for (const SearchPath::Unread& unread : path.unread) EXPECT_EQ(unread.before, 2U);
  EXPECT_THAT(path.unread.at(0).reason, HasSubstr("binary.pth\" is no text file"));
  EXPECT_THAT(path.unread.at(2).reason, HasSubstr("huge.pth\" has more than"));
}

TEST(SearchPath, NamesAFinderThatWouldHaveToBeRun) {
  const PythonFixture disk;
  const std::string site = "usr/lib/python3.11/site-packages/";
  disk.install("usr");
  disk.write(site + "__editable__.x-1.pth",
             "import __editable___x_1_finder; __editable___x_1_finder.install()");
  disk.write(site + "__editable___x_1_finder.py", "MAPPING = read('x')\n");

  const SearchPath path = path_of_first(disk.environment({"usr"}));

  ASSERT_EQ(path.unread.size(), 1U);
  EXPECT_THAT(path.unread.front().reason, HasSubstr("would have to be run"));
  EXPECT_EQ(path.unread.front().before, SearchPath::kAfterPlaces);
}

TEST(SearchPath, IsBounded) {
  const PythonFixture disk;
  disk.install("usr");
  PythonEnvironment environment = disk.environment({"usr"});
  for (int i = 0; i < 5000; ++i) environment.python_path += "/many/" + std::to_string(i) + ":";

  const SearchPath path = path_of_first(environment);

  EXPECT_EQ(path.places.size(), 4096U);
  EXPECT_EQ(path.unread.size(), 1U);
}

}  // namespace
}  // namespace patcher
