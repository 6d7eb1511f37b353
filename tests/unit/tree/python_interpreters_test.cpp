// SPDX-License-Identifier: MIT
#include "patcher/tree/python_interpreters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/tree/python_fixture.hpp"

namespace patcher {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// `program version prefix base` of each interpreter.
std::vector<std::string> lines_of(const Interpreters& all) {
  std::vector<std::string> lines;
  for (const Interpreter& one : all.found) {
    lines.push_back(one.program + " " + one.version + " " + one.prefix + " " + one.base);
  }
  return lines;
}

std::string line(const PythonFixture& disk, const std::string& program, const std::string& version,
                 const std::string& prefix, const std::string& base) {
  return disk / program + " " + version + " " + (disk / prefix) + " " + (disk / base);
}

TEST(Interpreters, AreFoundThroughTheLinksOfTheirNames) {
  const PythonFixture disk;
  disk.install("usr");
  disk.link("../usr/bin", "alias/bin");
  disk.link("python3", "usr/bin/python");

  const Interpreters found = interpreters_of(disk.environment({"alias", "usr"}));

  EXPECT_THAT(lines_of(found), ElementsAre(line(disk, "alias/bin/python3", "3.11", "usr", "usr")));
  EXPECT_THAT(found.doubts, IsEmpty());
}

TEST(Interpreters, OfEachVersionCount) {
  const PythonFixture disk;
  disk.install("usr", "3.9");
  disk.write("usr/bin/python3.13t", "no program", 0755);
  disk.make_folder("usr/lib/python3.13t");
  disk.write("usr/bin/python3.13-config", "no program", 0755);
  disk.write("usr/bin/python3.8", "not executable", 0644);

  const Interpreters found = interpreters_of(disk.environment({"usr"}));

  EXPECT_THAT(lines_of(found),
              ElementsAre(line(disk, "usr/bin/python3", "3.9", "usr", "usr"),
                          line(disk, "usr/bin/python3.13t", "3.13t", "usr", "usr")));
}

TEST(Interpreters, OfAVirtualEnvironmentHaveItsPrefix) {
  const PythonFixture disk;
  disk.install("usr");
  disk.make_virtual("venv", "usr");
  disk.make_virtual("open", "usr", "include-system-site-packages = true\n");

  const Interpreters found = interpreters_of(disk.environment({"venv", "open"}));

  ASSERT_THAT(lines_of(found), ElementsAre(line(disk, "venv/bin/python3", "3.11", "venv", "usr"),
                                           line(disk, "open/bin/python3", "3.11", "open", "usr")));
  EXPECT_EQ(found.found[0].kind, Interpreter::Kind::alone);
  EXPECT_EQ(found.found[1].kind, Interpreter::Kind::with_base_packages);
}

TEST(Interpreters, OfTheActiveEnvironmentsComeFirst) {
  const PythonFixture disk;
  disk.install("usr");
  disk.install("conda");
  disk.make_virtual("venv", "usr");
  PythonEnvironment environment = disk.environment({"usr", "venv"});
  environment.virtual_env = disk / "venv";
  environment.conda_prefix = disk / "conda";

  EXPECT_THAT(lines_of(interpreters_of(environment)),
              ElementsAre(line(disk, "venv/bin/python3", "3.11", "venv", "usr"),
                          line(disk, "conda/bin/python3", "3.11", "conda", "conda"),
                          line(disk, "usr/bin/python3", "3.11", "usr", "usr")));
}

TEST(Interpreters, WithoutAVersionInTheNameTakeTheOneThereIs) {
  const PythonFixture disk;
  disk.write("one/bin/python3", "no program", 0755);
  disk.make_folder("one/lib64/python3.10");
  disk.write("copied/bin/python3", "no program", 0755);
  disk.write("copied/pyvenv.cfg", "home = /nowhere\nversion = 3.12.1\n");

  EXPECT_THAT(lines_of(interpreters_of(disk.environment({"one", "copied"}))),
              ElementsAre(line(disk, "one/bin/python3", "3.10", "one", "one"),
                          disk / "copied/bin/python3" + " 3.12 " + (disk / "copied") + " "));
}

TEST(Interpreters, OfAVersionThatCannotBeToldAreADoubt) {
  const PythonFixture disk;
  disk.write("two/bin/python3", "no program", 0755);
  disk.make_folder("two/lib/python3.10");
  disk.make_folder("two/lib/python3.11");

  const Interpreters found = interpreters_of(disk.environment({"two"}));

  EXPECT_THAT(found.found, IsEmpty());
  EXPECT_THAT(found.doubts, ElementsAre(HasSubstr("only running it would tell")));
}

TEST(Interpreters, WithoutALibraryAreADoubt) {
  const PythonFixture disk;
  disk.write("bare/bin/python3.99", "no program", 0755);
  disk.link("python3.99", "bare/bin/python3");

  EXPECT_THAT(interpreters_of(disk.environment({"bare"})).doubts,
              ElementsAre(HasSubstr("no folder lib/python3.99")));
}

TEST(Interpreters, ThatAreScriptsAreADoubtWhereAShellWouldStartThem) {
  const PythonFixture disk;
  disk.install("usr");
  disk.write("shims/bin/python3", "#!/bin/sh\nexit 1\n", 0755);
  disk.write("shims/bin/python3.9", "#!/bin/sh\nexit 1\n", 0755);

  const Interpreters before = interpreters_of(disk.environment({"shims", "usr"}));
  const Interpreters after = interpreters_of(disk.environment({"usr", "shims"}));

  EXPECT_THAT(before.doubts, ElementsAre(HasSubstr("is a script")));
  EXPECT_EQ(before.passed_over.size(), 1U);
  EXPECT_THAT(after.doubts, IsEmpty());
  EXPECT_EQ(after.passed_over.size(), 2U);
  EXPECT_EQ(after.found.size(), 1U);
}

TEST(Interpreters, WithAConfigurationThatCannotBeReadAreADoubt) {
  const PythonFixture disk;
  disk.install("usr");
  disk.make_virtual("venv", "usr");
  disk.write("venv/pyvenv.cfg", std::string(100'000, '='));

  EXPECT_THAT(interpreters_of(disk.environment({"venv"})).doubts,
              ElementsAre(HasSubstr("pyvenv.cfg")));
}

TEST(Interpreters, AreNoneInAnOddPath) {
  const PythonFixture disk;
  disk.install("usr");
  disk.link("loop", "odd/bin/python3");
  disk.link("loop", "odd/bin/loop");
  disk.make_folder("odd/bin/python");
  PythonEnvironment environment;
  environment.path = "::usr/bin:" + (disk / "none") + ":" + (disk / "odd/bin") + "::";
  environment.virtual_env = "usr";
  environment.conda_prefix = disk / "none";

  const Interpreters found = interpreters_of(environment);

  EXPECT_THAT(found.found, IsEmpty());
  EXPECT_THAT(found.doubts, IsEmpty());
  EXPECT_THAT(found.passed_over,
              ElementsAre(HasSubstr("no absolute path"), HasSubstr("no bin/python3")));
}

}  // namespace
}  // namespace patcher
