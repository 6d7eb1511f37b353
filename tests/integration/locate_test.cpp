// SPDX-License-Identifier: MIT
// Where a tree is found: paths, installed Python packages, and what is said of other copies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kSite = "usr/lib/python3.11/site-packages/";
constexpr const char* kOptSite = "opt/lib/python3.11/site-packages/";
constexpr const char* kPackage = "limit = 1\n";

/// A sandbox with made-up installations of Python and a patch for the package `engine`.
class PythonBox : public Sandbox {
 public:
  explicit PythonBox(const std::string& locate = "[{python: engine, up: 1}]") {
    write("m.yaml",
          "version: 1\nname: m\ntrees:\n  t:\n    upstream: https://example.org/t\n"
          "    commit: 0123456789abcdef0123456789abcdef01234567\n    locate: " +
              locate + "\npatches: [p.yaml]\n");
    write("p.yaml", patch_text("p",
                               "- {file: engine/__init__.py, find: limit = 1, "
                               "replace: limit = 2}\n"));
    install("usr");
    set("PATH", at("usr/bin"));
  }

  [[nodiscard]] std::string at(const std::string& path) const { return (root() / path).string(); }

  void install(const std::string& prefix) const {
    write_program(prefix + "/bin/python3.11", "no program");
    fs::create_symlink("python3.11", root() / (prefix + "/bin/python3"));
    fs::create_directories(root() / (prefix + "/lib/python3.11/site-packages"));
  }
  void write_program(const std::string& path, const std::string& bytes) const {
    write(path, bytes);
    chmod(at(path).c_str(), 0755);
  }
  /// The package `engine` in `folder`.
  void add_package(const std::string& folder) const {
    write(folder + "/engine/__init__.py", kPackage);
  }
  [[nodiscard]] std::string package(const std::string& folder) const {
    return read(folder + "/engine/__init__.py");
  }
};

TEST(LocatePython, EditsTheInstalledPackage) {
  const PythonBox box;
  box.add_package(kSite);

  const RunResult applied = box.run("apply m.yaml");

  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_THAT(applied.out, HasSubstr("tree t  $ROOT/usr/lib/python3.11/site-packages  pin"));
  EXPECT_EQ(box.package(kSite), "limit = 2\n");
  EXPECT_TRUE(box.exists(std::string(kSite) + ".patcher/record.json"));
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.package(kSite), kPackage);
  EXPECT_FALSE(box.exists(std::string(kSite) + ".patcher"));
}

TEST(LocatePython, FollowsAnEditableInstallToItsCheckout) {
  const PythonBox box;
  box.add_package("app/engine-checkout");
  box.write(std::string(kSite) + "__editable__.engine-1.pth",
            "import __editable___engine_1_finder; __editable___engine_1_finder.install()\n");
  box.write(std::string(kSite) + "__editable___engine_1_finder.py",
            "MAPPING: dict[str, str] = {'engine': '" + box.at("app/engine-checkout/engine") +
                "'}\nNAMESPACES: dict[str, list[str]] = {}\n");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(box.package("app/engine-checkout"), "limit = 2\n");
  EXPECT_THAT(result.err, Not(HasSubstr("two-copies")));
}

TEST(LocatePython, IsAskedOnlyWhereNoPathBeforeItExists) {
  const PythonBox box("[{path: none}, {path: app/checkout}, {python: engine, up: 1}]");
  box.add_package("app/checkout");
  box.write(std::string(kSite) + "engine.pth", box.at("app/checkout") + "\n");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(box.package("app/checkout"), "limit = 2\n");
  EXPECT_EQ(result.err, "");
}

TEST(LocatePython, StartsNoProcessAndRunsNoCode) {
  PythonBox box;
  const std::string marker = box.at("started");
  box.write_program("shims/python3", "#!/bin/sh\ntouch " + marker + "\n");
  box.write_program("shims/python", "#!/bin/sh\ntouch " + marker + "\n");
  box.write(std::string(kSite) + "code.pth", "import os; open('" + marker + "', 'w')\n");
  box.write(std::string(kSite) + "engine/__init__.py",
            std::string(kPackage) + "open('" + marker + "', 'w')\n");
  box.set("PATH", box.at("shims") + ":" + box.at("usr/bin") + ":/usr/bin:/bin");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_FALSE(box.exists("started"));
  EXPECT_EQ(result.exit, 3) << result.text();
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("[tree-ambiguous]"), HasSubstr("\"$ROOT/shims/python3\" is a script"),
                    HasSubstr("--root t=DIR")));
}

TEST(LocatePython, RefusesWhereTwoInterpretersDiffer) {
  PythonBox box;
  box.install("opt");
  box.add_package(kSite);
  box.add_package(kOptSite);
  box.set("PATH", box.at("opt/bin") + ":" + box.at("usr/bin"));
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 3) << result.text();
  EXPECT_THAT(result.err, AllOf(HasSubstr("m.yaml:7:15: error"), HasSubstr("[tree-ambiguous]"),
                                HasSubstr("$ROOT/usr/lib/python3.11/site-packages/engine"),
                                HasSubstr("$ROOT/opt/lib/python3.11/site-packages/engine"),
                                HasSubstr("$ROOT/opt/bin/python3"), HasSubstr("--root t=DIR")));
  EXPECT_EQ(box.snapshot("."), before);
  EXPECT_EQ(box.run("apply m.yaml --root t=opt/lib/python3.11/site-packages").exit, 0);
  EXPECT_EQ(box.package(kSite), kPackage);
}

TEST(LocatePython, DoesNotPassOverWhatItCannotTell) {
  PythonBox box("[{python: engine, up: 1}, {path: checkout}]");
  box.add_package("checkout");
  box.write_program("shims/python3", "#!/bin/sh\n");
  box.set("PATH", box.at("shims") + ":" + box.at("usr/bin"));
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 3) << result.text();
  EXPECT_THAT(result.err, AllOf(HasSubstr("whether the python package 'engine' is installed cannot "
                                          "be told [tree-ambiguous]"),
                                HasSubstr("\"$ROOT/shims/python3\" is a script"),
                                HasSubstr("not in $ROOT/usr/lib/python3.11")));
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(LocatePython, RefusesWhereCodeMayChangeTheSearch) {
  const PythonBox box;
  box.add_package(kSite);
  box.add_package("app/checkout");
  box.write(std::string(kSite) + "code.pth",
            "import sys; sys.path.insert(0, '" + box.at("app/checkout") + "')\n");
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 3) << result.text();
  EXPECT_THAT(
      result.err,
      AllOf(HasSubstr("which copy of the python package 'engine' is imported cannot be told "
                      "[tree-ambiguous]"),
            HasSubstr("code.pth\" has code that may change where packages are found"),
            HasSubstr("--root t=DIR")));
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(LocatePython, DoesNotTakeAProjectThatNothingLeadsTo) {
  const PythonBox box;
  box.add_package("app/tools");
  box.write(std::string(kSite) + "tools-1.dist-info/direct_url.json",
            R"({"url": "file://)" + box.at("app/tools") + R"(", "dir_info": {"editable": true}})");
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 3) << result.text();
  EXPECT_THAT(result.err, AllOf(HasSubstr("[tree-not-found]"),
                                HasSubstr("\"$ROOT/app/tools/engine\" ($ROOT/usr/bin/python3 by"),
                                HasSubstr("is a copy that is not imported")));
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(LocatePython, NamesEveryPlaceThatWasSearched) {
  PythonBox box("[{path: none}, {python: engine, up: 1}, {python: json, up: 9}]");
  box.write(std::string(kSite) + "code.pth", "import os\n");
  box.write("usr/lib/python3.11/json/__init__.py", "");
  box.set("VIRTUAL_ENV", "/none");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 3) << result.text();
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("[tree-not-found]"), HasSubstr("path 'none': no folder there"),
                    HasSubstr("python package 'engine': not in $ROOT/usr/lib/python3.11, "
                              "$ROOT/usr/lib/python3.11/site-packages of $ROOT/usr/bin/python3"),
                    HasSubstr("code.pth\" has code, which is not run"),
                    HasSubstr("VIRTUAL_ENV is '/none'"), HasSubstr("has no 9 folders above it")));
}

TEST(LocatePython, SaysThatThereIsNoInterpreter) {
  PythonBox box;
  box.set("PATH", box.at("none"));

  const RunResult result = box.run("status m.yaml");

  EXPECT_EQ(result.exit, 3);
  EXPECT_THAT(result.err, HasSubstr("python package 'engine': no Python interpreter was found"));
}

TEST(TwoCopies, AreNamedWhereAPathDecides) {
  PythonBox box("[{path: app/checkout}, {python: engine, up: 1}]");
  box.install("opt");
  box.add_package("app/checkout");
  box.add_package(kSite);
  box.add_package(kOptSite);
  box.set("PATH", box.at("opt/bin") + ":" + box.at("usr/bin"));

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(
      result.err,
      AllOf(HasSubstr("warning: tree 't' is there 3 times: only \"app/checkout\" is edited "
                      "[two-copies]"),
            HasSubstr("\"$ROOT/opt/lib/python3.11/site-packages\" ($ROOT/opt/bin/python3 in"),
            HasSubstr("\"$ROOT/usr/lib/python3.11/site-packages\" ($ROOT/usr/bin/python3 in")));
  EXPECT_EQ(box.package("app/checkout"), "limit = 2\n");
  EXPECT_EQ(box.package(kSite), kPackage);
  EXPECT_EQ(box.package(kOptSite), kPackage);
}

TEST(TwoCopies, AreNamedWhereOneShadowsTheOther) {
  const PythonBox box;
  box.add_package(kSite);
  box.add_package("app/checkout");
  box.write(std::string(kSite) + "engine.egg-link", box.at("app/checkout") + "\n.\n");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(box.package(kSite), "limit = 2\n");
  EXPECT_THAT(result.err, AllOf(HasSubstr("another copy: \"$ROOT/app/checkout\""),
                                HasSubstr("engine.egg-link")));
}

TEST(TwoCopies, AreNamedForARootThatIsGivenToo) {
  const PythonBox box("[{python: engine, up: 1}]");
  box.add_package(kSite);
  box.add_package("mine");

  const RunResult result = box.run("status m.yaml --root t=mine --format json");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.out, AllOf(HasSubstr("\"two-copies\""), HasSubstr("\"severity\": \"warning\""),
                                HasSubstr("another copy")));
}

TEST(TwoCopies, AreNamedWhereTwoPathsExist) {
  const PythonBox box("[{path: first}, {path: second}, {path: alias}]");
  box.add_package("first");
  box.add_package("second");
  fs::create_symlink("first", box.root() / "alias");

  const RunResult result = box.run("status m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.err, AllOf(HasSubstr("is there 2 times: only \"first\" is edited"),
                                HasSubstr("m.yaml:7:30: note: another copy: \"second\" "
                                          "(named in 'locate')")));
}

TEST(TwoCopies, AreNoneWhereEveryWayLeadsToOneFolder) {
  PythonBox box("[{path: checkout}, {python: engine, up: 1}]");
  box.add_package("real");
  fs::create_symlink("real", box.root() / "checkout");
  box.write(std::string(kSite) + "engine.pth", box.at("checkout") + "\n");
  box.write(std::string(kSite) + "engine-1.dist-info/direct_url.json",
            R"({"url": "file://)" + box.at("real") + R"(", "dir_info": {"editable": true}})");
  box.set("PYTHONPATH", box.at("real"));

  EXPECT_EQ(box.run("status m.yaml").err, "");
  EXPECT_EQ(box.run("status m.yaml --root t=real").err, "");
}

TEST(TwoCopies, DoNotMakeARequiredStateFail) {
  const PythonBox box("[{path: checkout}, {python: engine, up: 1}]");
  box.add_package("checkout");
  box.add_package(kSite);

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
}

}  // namespace
}  // namespace patcher::testing
