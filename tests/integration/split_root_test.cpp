// SPDX-License-Identifier: MIT
// Trees of which a part lies in a folder of its own: written, reverted and locked like one tree.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kEdits =
    "- {file: engine/core.py, find: limit = 1, replace: limit = 2}\n"
    "- {file: csrc/include/gather.cuh, find: int limit = 1;, replace: int limit = 2;}\n"
    "- {add_file: csrc/include/new/more.cuh, content: \"// more\\n\"}\n"
    "- {file: csrc/build.py, find: flags = 1, replace: flags = 2}\n";

std::string manifest_with(const std::string& locate) {
  return "version: 1\nname: m\ntrees:\n  t:\n    upstream: https://example.org/t\n"
         "    commit: 0123456789abcdef0123456789abcdef01234567\n    locate: " +
         locate + "\npatches: [p.yaml]\n";
}

/// A wheel as it is installed: the C++ of `engine` lies in another package beside it.
class WheelBox : public Sandbox {
 public:
  explicit WheelBox(const std::string& locate = "[{path: site, map: {csrc: meta/csrc}}]")
      : Sandbox({{"m.yaml", manifest_with(locate)},
                 {"p.yaml", patch_text("p", kEdits)},
                 {"site/engine/core.py", "limit = 1\n"},
                 {"site/meta/csrc/include/gather.cuh", "int limit = 1;\n"},
                 {"site/meta/csrc/build.py", "flags = 1\n"}}) {}

  [[nodiscard]] std::string at(const std::string& path) const { return (root() / path).string(); }
};

void expect_applied(const Sandbox& box) {
  EXPECT_EQ(box.read("site/engine/core.py"), "limit = 2\n");
  EXPECT_EQ(box.read("site/meta/csrc/include/gather.cuh"), "int limit = 2;\n");
  EXPECT_EQ(box.read("site/meta/csrc/include/new/more.cuh"), "// more\n");
  EXPECT_EQ(box.read("site/meta/csrc/build.py"), "flags = 2\n");
}

TEST(SplitRoot, IsNotTakenForAnotherTreeOnceARecordSpeaksOfIt) {
  WheelBox box;
  box.write("site/csrc/include/gather.cuh", "int limit = 1;\n");
  box.write("site/csrc/build.py", "flags = 1\n");
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_THAT(box.read("site/.patcher/record.json"),
              HasSubstr("\"folder\": \"csrc\",\n      \"place\": \"meta/csrc\""));
  const Snapshot before = box.snapshot("site");

  for (const char* command :
       {"status m.yaml --root t=site", "apply m.yaml --root t=site", "revert m.yaml --root t=site",
        "diff m.yaml --root t=site", "revert --recorded m --root t=site", "status --root t=site"}) {
    const RunResult result = box.run(command);
    EXPECT_EQ(result.exit, 3) << command << result.text();
    EXPECT_THAT(result.err, AllOf(HasSubstr("other folders mapped into it: then 'csrc', now none"),
                                  HasSubstr("--root t:FOLDER=DIR")))
        << command;
    EXPECT_EQ(box.snapshot("site"), before) << command;
  }

  EXPECT_EQ(box.run("apply m.yaml --root t=site").err,
            "m.yaml:4:3: error: the record of tree 't' was written with other folders mapped into "
            "it: then 'csrc', now none [tree-not-found]\n  --> tree t\n"
            "  hint: name the same folders, by 'map:' or '--root t:FOLDER=DIR'\n");
  EXPECT_EQ(box.run("revert m.yaml --root t=site --root t:csrc=site/meta/csrc").exit, 0);
  EXPECT_EQ(box.read("site/meta/csrc/build.py"), "flags = 1\n");
  EXPECT_EQ(box.run("apply m.yaml --root t=site").exit, 0);
  EXPECT_EQ(box.run("status m.yaml").exit, 3);
}

TEST(SplitRoot, IsNotTakenForAnotherFolderOnceARecordSpeaksOfIt) {
  const WheelBox box;
  for (const char* file : {"include/gather.cuh", "build.py"}) {
    box.write(std::string("other/csrc/") + file, box.read(std::string("site/meta/csrc/") + file));
  }
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  const Snapshot before = box.snapshot(".");

  for (const char* command : {"status m.yaml", "apply m.yaml", "revert m.yaml", "diff m.yaml",
                              "revert --recorded m", "status"}) {
    const RunResult result =
        box.run(std::string(command) + " --root t=site --root t:csrc=other/csrc");
    EXPECT_EQ(result.exit, 3) << command << result.text();
    EXPECT_THAT(
        result.err,
        HasSubstr("'csrc' of tree 't' is mapped to \"other/csrc\", and what the record says "
                  "of it was written in another folder, \"site/meta/csrc\" "
                  "[tree-not-found]"))
        << command;
  }
  EXPECT_EQ(box.snapshot("."), before);

  fs::rename(box.root() / "site", box.root() / "moved");
  EXPECT_EQ(box.run("revert m.yaml --root t=moved --root t:csrc=moved/meta/csrc").exit, 0);
  EXPECT_EQ(box.read("moved/meta/csrc/build.py"), "flags = 1\n");
}

TEST(SplitRoot, MayBeMappedFirstWhenAPatchNeedsIt) {
  const WheelBox box;
  box.write("q.yaml",
            patch_text("q", "- {file: engine/core.py, find: limit = 1, replace: limit = 0}\n"));
  box.write("p.yaml",
            patch_text("p", "- {file: csrc/build.py, find: flags = 1, replace: flags = 2}\n"));

  EXPECT_EQ(box.run("apply q.yaml --root t=site").exit, 0);
  EXPECT_THAT(box.read("site/.patcher/record.json"), Not(HasSubstr("mapped")));
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.run("status q.yaml --root t=site").exit, 3);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.run("revert q.yaml --root t=site").exit, 0);
  EXPECT_FALSE(box.exists("site/.patcher"));
}

TEST(SplitRoot, HasNoPathInTheRecordWhereItLiesApart) {
  WheelBox box;
  const fs::path apart = fs::path("/dev/shm") / box.root().filename();
  std::error_code unseen;
  fs::create_directories(apart, unseen);
  if (unseen) GTEST_SKIP() << "needs a /dev/shm to write in: a second file system";
  fs::copy(box.root() / "site/meta/csrc", apart / "csrc", fs::copy_options::recursive);
  fs::copy(box.root() / "site/meta/csrc", apart / "twin", fs::copy_options::recursive);
  const std::string root = "apply m.yaml --root t=site --root t:csrc=" + apart.string();

  EXPECT_EQ(box.run(root + "/csrc").exit, 0);
  EXPECT_THAT(box.read("site/.patcher/record.json"),
              AllOf(HasSubstr("\"place\": \"sha256:"), Not(HasSubstr("shm"))));
  EXPECT_EQ(box.run(root + "/csrc").exit, 0);
  const RunResult refused = box.run(root + "/twin");
  EXPECT_EQ(refused.exit, 3) << refused.text();
  EXPECT_THAT(refused.err, HasSubstr("was written in another folder [tree-not-found]"));
  fs::remove_all(apart);
}

TEST(SplitRoot, IsWrittenAndRevertedLikeOneTree) {
  const WheelBox box;
  const auto names = [&] {
    std::string all;
    for (const auto& [path, seen] : box.snapshot("site")) all += path + " " + seen.bytes + "\n";
    return all;
  };
  const std::string before = names();

  const RunResult applied = box.run("apply m.yaml");

  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_EQ(applied.err, "");
  EXPECT_THAT(
      applied.out,
      AllOf(HasSubstr("tree t  site  pin"), HasSubstr("  csrc at site/meta/csrc\n"),
            HasSubstr("csrc/include/gather.cuh:1"), HasSubstr("  t  csrc/include/new/more.cuh\n")));
  expect_applied(box);
  EXPECT_FALSE(box.exists("site/csrc"));
  EXPECT_FALSE(box.exists("site/meta/csrc/.patcher"));
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_THAT(box.run("apply m.yaml").out, HasSubstr("nothing to do"));
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(names(), before);
}

TEST(SplitRoot, HasItsRecordInTheMainRootWithPathsOfTheTree) {
  const WheelBox box;
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);

  const std::string record = box.read("site/.patcher/record.json");

  EXPECT_THAT(record, AllOf(HasSubstr("\"csrc/include/gather.cuh\""),
                            HasSubstr("\"csrc/include/new\""), Not(HasSubstr("meta/csrc/"))));
}

TEST(SplitRoot, ShowsDiffsInPathsOfTheTree) {
  const WheelBox box;

  const RunResult result = box.run("diff m.yaml");

  EXPECT_EQ(result.exit, 0);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("+++ b/csrc/include/gather.cuh"),
                    HasSubstr("+++ b/csrc/include/new/more.cuh"), Not(HasSubstr("meta"))));
}

TEST(SplitRoot, TellsItsPartsAsJson) {
  const WheelBox box;

  const auto json = nlohmann::json::parse(box.run("status m.yaml --format json").out);

  EXPECT_EQ(json["trees"][0]["map"], nlohmann::json({{"csrc", "site/meta/csrc"}}));
}

TEST(SplitRoot, LosesStaleByteCodeInThePartToo) {
  const WheelBox box;
  box.write("site/meta/csrc/__pycache__/build.cpython-311.pyc", "stale");
  box.write("site/meta/csrc/__pycache__/other.cpython-311.pyc", "other");

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);

  EXPECT_FALSE(box.exists("site/meta/csrc/__pycache__/build.cpython-311.pyc"));
  EXPECT_TRUE(box.exists("site/meta/csrc/__pycache__/other.cpython-311.pyc"));
}

TEST(SplitRoot, IsRefusedAsAWholeAndLeftAlone) {
  const WheelBox box;
  box.write("site/meta/csrc/include/gather.cuh", "int limits = 1;\n");
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 1) << result.text();
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("[anchor-not-found]"), HasSubstr("--> csrc/include/gather.cuh:1")));
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(SplitRoot, RefusesLinksInThePartByTheirPathInTheTree) {
  const WheelBox box;
  fs::remove(box.root() / "site/meta/csrc/build.py");
  box.write("outside.py", "flags = 1\n");
  fs::create_symlink(box.at("outside.py"), box.root() / "site/meta/csrc/build.py");
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 5) << result.text();
  EXPECT_THAT(result.err, HasSubstr("\"csrc/build.py\" is a symbolic link"));
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(SplitRoot, IsLockedInAllItsFolders) {
  const WheelBox box;
  const int part = open(box.at("site/meta/csrc").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(flock(part, LOCK_EX | LOCK_NB), 0);

  const RunResult result = box.run("apply m.yaml");
  close(part);

  EXPECT_EQ(result.exit, 5) << result.text();
  EXPECT_THAT(result.err, AllOf(HasSubstr("[tree-locked]"), HasSubstr("site/meta/csrc")));
}

TEST(SplitRoot, MayBeReachedThroughLinks) {
  const WheelBox box("[{path: site, map: {csrc: alias}}]");
  fs::create_symlink("meta/csrc", box.root() / "site/alias");

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  expect_applied(box);
}

TEST(SplitRoot, MayBeAnywhere) {
  WheelBox box;
  fs::rename(box.root() / "site/meta", box.root() / "elsewhere");
  box.write("m.yaml",
            manifest_with("[{path: site, map: {csrc: \"" + box.at("elsewhere/csrc") + "\"}}]"));

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("elsewhere/csrc/build.py"), "flags = 2\n");
}

TEST(SplitRoot, MayBeInAnotherPythonPackage) {
  WheelBox box("[{python: engine, up: 1, map: {csrc: {python: meta, path: csrc}}}]");
  box.write("site/engine/__init__.py", "");
  box.set("PYTHONPATH", box.at("site"));

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.out, HasSubstr("  csrc at $ROOT/site/meta/csrc\n"));
  expect_applied(box);
}

TEST(SplitRoot, WithoutItsPartLeavesTheTreeToTheNextEntry) {
  const WheelBox box(
      "[{path: site, map: {csrc: none}}, {path: site, map: {csrc: {python: meta, path: csrc}}}, "
      "{path: site, map: {csrc: meta/csrc}}]");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  expect_applied(box);
}

TEST(SplitRoot, WithoutItsPartAnywhereIsNotFound) {
  const WheelBox box(
      "[{path: site, map: {csrc: none}}, {path: site, map: {csrc: {python: gone}}}]");
  box.write("site/csrc/build.py", "flags = 1\n");
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 3) << result.text();
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("[tree-not-found]"),
                    HasSubstr("note: 'csrc', mapped to \"site/none\": no folder there"),
                    HasSubstr("python package 'gone': no Python interpreter was found")));
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(SplitRoot, NamesTheFolderThatIsNotReadForIt) {
  const WheelBox box;
  box.write("site/csrc/build.py", "flags = 1\n");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.err, AllOf(HasSubstr("warning: 'csrc' of tree 't' is there 2 times: only "
                                          "\"site/meta/csrc\" is edited [two-copies]"),
                                HasSubstr("another copy: \"site/csrc\"")));
  EXPECT_EQ(box.read("site/csrc/build.py"), "flags = 1\n");
}

TEST(SplitRoot, SaysNothingWhereBothAreOneFolder) {
  const WheelBox box;
  fs::create_symlink("meta/csrc", box.root() / "site/csrc");

  EXPECT_EQ(box.run("apply m.yaml").err, "");
  expect_applied(box);
}

TEST(SplitRoot, MayNotBeTheRootItself) {
  const WheelBox box("[{path: site, map: {csrc: alias}}]");
  fs::create_symlink(".", box.root() / "site/alias");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 2) << result.text();
  EXPECT_THAT(result.err, HasSubstr("tree 't' and 'csrc' of tree 't' have one root"));
}

TEST(SplitRoot, KeepsAnotherTreesRecordInItsPart) {
  const WheelBox box;
  box.write("site/meta/csrc/.patcher/record.json", "of another tree");
  box.write("p.yaml", patch_text("p", "- {add_file: csrc/.patcher/record.json, content: x}\n"));

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 5) << result.text();
  EXPECT_THAT(result.err, HasSubstr("[unsafe-path]"));
  EXPECT_EQ(box.read("site/meta/csrc/.patcher/record.json"), "of another tree");
}

TEST(SplitRoot, MayNotBeWhatGitKeepsForItself) {
  const WheelBox box;
  box.write("site/.git/hooks/sample", "x");
  box.write("p.yaml", patch_text("p", "- {add_file: csrc/hooks/run, content: x, mode: '0755'}\n"));
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml --root t=site --root t:csrc=site/.git");

  EXPECT_EQ(result.exit, 5) << result.text();
  EXPECT_EQ(result.err,
            "m.yaml:4:3: error: 'csrc' of tree 't' is mapped to \"site/.git\": it leads into "
            "'.git' [unsafe-path]\n  --> tree t\n  hint: map a folder with sources\n");
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(SplitRoot, RefusesAFileOfAPartByItsOtherName) {
  const WheelBox box;
  box.write("p.yaml",
            patch_text("p", "- {file: meta/csrc/build.py, find: flags = 1, replace: flags = 3}\n"));
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 2) << result.text();
  EXPECT_THAT(result.err, AllOf(HasSubstr("'csrc' of tree 't' is mapped to \"site/meta/csrc\", "
                                          "where 'meta/csrc/build.py' lies too [usage]"),
                                HasSubstr("hint: name it 'csrc/build.py'")));
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(SplitRoot, RefusesAFileThatIsChangedByBothItsNames) {
  const WheelBox box;
  box.write("p.yaml",
            patch_text("p",
                       "- {file: csrc/build.py, find: flags = 1, replace: flags = 2}\n"
                       "- {file: meta/csrc/build.py, find: flags = 1, replace: flags = 3}\n"));
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 2) << result.text();
  EXPECT_THAT(result.err, HasSubstr("hint: name it 'csrc/build.py'"));
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(SplitRoot, KeepsAMappedFolderThatALyingRecordCallsMade) {
  const WheelBox box;
  box.write("p.yaml", patch_text("p", "- {add_file: csrc/x.cuh, content: x}\n"));
  for (const char* file : {"build.py", "include/gather.cuh", "include"}) {
    fs::remove(box.root() / "site/meta/csrc" / file);
  }
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  std::string record = box.read("site/.patcher/record.json");
  const std::size_t none = record.find("\"made_folders\": []");
  ASSERT_NE(none, std::string::npos) << record;
  record.replace(none, 18, "\"made_folders\": [\"csrc\"]");
  box.write("site/.patcher/record.json", record);

  const RunResult result = box.run("revert m.yaml");

  EXPECT_TRUE(box.exists("site/meta/csrc")) << result.text();
}

TEST(SplitRoot, MayNotBeMistyped) {
  const WheelBox box("[{path: site, map: {crsc: meta/csrc}}]");
  box.write("site/csrc/include/gather.cuh", "int limit = 1;\n");
  box.write("site/csrc/build.py", "flags = 1\n");
  const Snapshot before = box.snapshot(".");

  for (const char* command : {"apply m.yaml", "status m.yaml", "lint m.yaml"}) {
    const RunResult result = box.run(command);
    EXPECT_EQ(result.exit, 2) << command << result.text();
    EXPECT_THAT(result.err,
                AllOf(HasSubstr("m.yaml:7:33: error: 'crsc' is mapped, but no file of the patches "
                                "lies in it [invalid-manifest]"),
                      HasSubstr("hint: did you mean 'csrc'?")))
        << command;
  }
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(SplitRoot, IsNamedWhereNoPatchUsesIt) {
  const WheelBox box("[{path: site, map: {csrc: meta/csrc, other: meta}}]");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.err, HasSubstr("warning: 'other' of tree 't' is mapped, but no file of the "
                                    "patches lies in it [map-unused]"));
  expect_applied(box);
}

TEST(SplitRoot, IsNotNamedWhereARecordUsesIt) {
  const WheelBox box;
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("q.yaml",
            patch_text("q", "- {file: engine/core.py, find: limit = 2, replace: limit = 3}\n"));

  const RunResult result = box.run("apply q.yaml --root t=site --root t:csrc=site/meta/csrc");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(result.err, "");
}

TEST(GivenParts, AreReadFromTheirFolders) {
  const WheelBox box("[]");

  const RunResult result =
      box.run("apply m.yaml --root t=site --root t:csrc=" + box.at("site/meta/csrc"));

  EXPECT_EQ(result.exit, 0) << result.text();
  expect_applied(box);
}

struct BadPart {
  std::string name;
  std::string options;
  int exit;
  std::string says;
};

class GivenPart : public ::testing::TestWithParam<BadPart> {};

TEST_P(GivenPart, IsRefused) {
  const BadPart& bad = GetParam();
  const WheelBox box;
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml " + bad.options);

  EXPECT_EQ(result.exit, bad.exit) << result.text();
  EXPECT_THAT(result.err, HasSubstr(bad.says));
  EXPECT_EQ(box.snapshot("."), before);
}

INSTANTIATE_TEST_SUITE_P(
    All, GivenPart,
    ::testing::Values(
        BadPart{"Alone", "--root t:csrc=x", 2, "needs the root of the tree beside it"},
        BadPart{"Twice", "--root t=site --root t:csrc=x --root t:csrc=y", 2, "is given twice"},
        BadPart{"Nameless", "--root :csrc=x", 2, "neither TREE=WHERE nor TREE:FOLDER=WHERE"},
        BadPart{"Empty", "--root t:=x", 2, "neither TREE=WHERE nor TREE:FOLDER=WHERE"},
        BadPart{"WithTwoColons", "--root t=site --root t::csrc=site/meta/csrc", 2,
                "'t::csrc=site/meta/csrc' has one colon too many"},
        BadPart{
            "Mistyped", "--root t=site --root t:crsc=site/meta/csrc", 2,
            "m.yaml:4:3: error: 'crsc' of tree 't' is mapped, but no file of the patches lies in "
            "it [usage]\n  --> tree t\n  hint: did you mean 'csrc'?\n"},
        BadPart{"InAnotherCase", "--root t=site --root t:CSRC=site/meta/csrc", 2,
                "did you mean 'csrc'?"},
        BadPart{"OfNoTree", "--root t=site --root tt:csrc=x", 2, "did you mean 't'"},
        BadPart{"Upward", "--root t=site --root t:../csrc=x", 5, "it leads upward by '..'"},
        BadPart{"Absolute", "--root t=site --root t:/csrc=x", 5, "it is absolute"},
        BadPart{"Malformed", "--root t=site --root t:csrc/=x", 2, "it has an empty component"},
        BadPart{"Nested", "--root t=site --root t:csrc=x --root t:csrc/inner=y", 2,
                "'csrc', which it lies in, is given as well"},
        BadPart{"InGit", "--root t=site --root t:csrc=git:x@y", 2,
                "can only lie in another folder"},
        BadPart{"Missing", "--root t=site --root t:csrc=none", 3, "\"none\" does not exist"}),
    [](const auto& about) { return about.param.name; });

}  // namespace
}  // namespace patcher::testing
