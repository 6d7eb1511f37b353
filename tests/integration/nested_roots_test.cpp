// SPDX-License-Identifier: MIT
// Trees that lie in one another: judged apart, unless both have a name for one file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string patch_of(const std::string& tree, const std::string& edits) {
  std::string text = patch_text("p" + tree, edits);
  const std::string line = "tree: t\n";
  text.replace(text.find(line), line.size(), "tree: " + tree + "\n");
  return text;
}

std::string tree_at(const std::string& name, const std::string& locate) {
  return "  " + name + ":\n    upstream: https://example.org/" + name +
         "\n    commit: 0123456789abcdef0123456789abcdef01234567\n    locate: [" + locate + "]\n";
}

std::string edit_of(const std::string& file) {
  return "- {file: " + file + ", find: x = 1, replace: x = 2}\n";
}

/// The tree `u` lies in the folder `sub` of the tree `t`.
class NestedBox : public Sandbox {
 public:
  NestedBox(const std::string& outer, const std::string& inner,
            const std::string& inner_at = "{path: A/sub}")
      : Sandbox({{"m.yaml", "version: 1\nname: m\ntrees:\n" + tree_at("t", "{path: A}") +
                                tree_at("u", inner_at) + "patches: [pt.yaml, pu.yaml]\n"},
                 {"pt.yaml", patch_of("t", outer)},
                 {"pu.yaml", patch_of("u", inner)},
                 {"A/top.py", "x = 1\n"},
                 {"A/sub/a.py", "x = 1\n"},
                 {"A/sub/b.py", "x = 1\n"}}) {}
};

/// Every command that looks at the trees says `words`, ends with `exit`, and changes nothing.
void expect_refused(const Sandbox& box, int exit, const std::string& words) {
  const Snapshot before = box.snapshot(".");
  for (const char* command : {"apply m.yaml", "apply m.yaml --dry-run", "status m.yaml",
                              "diff m.yaml", "lock m.yaml", "revert m.yaml"}) {
    const RunResult result = box.run(command);
    EXPECT_EQ(result.exit, exit) << command << result.text();
    EXPECT_THAT(result.err, HasSubstr(words)) << command;
    EXPECT_EQ(box.snapshot("."), before) << command;
  }
}

TEST(NestedRoots, AreEditedApart) {
  const NestedBox box(edit_of("top.py") + edit_of("sub/b.py"), edit_of("a.py"));

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("A/sub/a.py"), "x = 2\n");
  EXPECT_EQ(box.read("A/sub/b.py"), "x = 2\n");
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("A/sub/b.py"), "x = 1\n");
  EXPECT_FALSE(box.exists("A/sub/.patcher"));
}

TEST(NestedRoots, MayNotNameOneFile) {
  const NestedBox box(edit_of("sub/a.py"), edit_of("a.py"));

  EXPECT_EQ(box.run("apply m.yaml").err,
            "m.yaml:12:20: error: 'sub/a.py' of tree 't' and 'a.py' of tree 'u' are one file, "
            "\"A/sub/a.py\" [usage]\n"
            "  --> a.py (tree u, patch pu)\n"
            "  m.yaml:12:11: note: patch 'pt' names it 'sub/a.py' of tree 't'\n"
            "  m.yaml:12:20: note: patch 'pu' names it 'a.py' of tree 'u'\n"
            "  hint: name it by one of the two only\n");
  expect_refused(box, 2, "are one file, \"A/sub/a.py\" [usage]");
  EXPECT_EQ(box.run("apply m.yaml --tree t").exit, 0);
}

TEST(NestedRoots, MayNotMakeOneFile) {
  const NestedBox box("- {add_file: sub/new/n.py, content: x}\n",
                      "- {add_file: new/n.py, content: y}\n");

  expect_refused(box, 2, "'sub/new/n.py' of tree 't' and 'new/n.py' of tree 'u' are one file");
}

TEST(NestedRoots, MayNotNameOneFileThroughALinkedRoot) {
  const NestedBox box(edit_of("sub/a.py"), edit_of("a.py"), "{path: alias}");
  fs::create_symlink("A/sub", box.root() / "alias");

  expect_refused(box, 2, "'sub/a.py' of tree 't' and 'a.py' of tree 'u' are one file");
}

TEST(NestedRoots, MayNotNameAFileThatARecordHasByItsOtherName) {
  const NestedBox box(edit_of("sub/a.py"), edit_of("b.py"));
  box.write("other.yaml", "version: 1\nname: other\ntrees:\n" + tree_at("u", "{path: A/sub}") +
                              "patches: [po.yaml]\n");
  box.write("po.yaml", patch_of("u", edit_of("a.py")));
  ASSERT_EQ(box.run("apply other.yaml").exit, 0);
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 2) << result.text();
  EXPECT_THAT(result.err, HasSubstr("note: the record has it as 'a.py' of tree 'u'"));
  EXPECT_EQ(box.snapshot("."), before);
}

TEST(NestedRoots, MayNotShareAFileWithAMappedFolder) {
  const NestedBox box(edit_of("sub/a.py"), edit_of("csrc/a.py"));
  box.write("B/c.py", "x = 1\n");
  box.write("m.yaml",
            "version: 1\nname: m\ntrees:\n" + tree_at("t", "{path: A}") +
                tree_at("u", "{path: B, map: {csrc: " + (box.root() / "A/sub").string() + "}}") +
                "patches: [pt.yaml, pu.yaml]\n");

  expect_refused(box, 2, "'sub/a.py' of tree 't' and 'csrc/a.py' of tree 'u' are one file");
  box.write("pu.yaml", patch_of("u", edit_of("csrc/b.py")));
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
}

TEST(NestedRoots, KeepTheirRecordsFromEachOther) {
  const NestedBox box("- {add_file: sub/.patcher/record.json, content: x}\n", edit_of("a.py"));

  expect_refused(box, 5,
                 "'sub/.patcher/record.json' of tree 't' leads into '.patcher' of tree 'u'");
}

/// Patches for the outer tree `t` only; nothing of the manifest is for `u`, which lies in it.
class HalfPatchedBox : public NestedBox {
 public:
  explicit HalfPatchedBox(const std::string& outer) : NestedBox(outer, edit_of("a.py")) {
    write("m.yaml", "version: 1\nname: m\ntrees:\n" + tree_at("t", "{path: A}") +
                        tree_at("u", "{path: A/sub}") + "patches: [pt.yaml]\n");
  }
};

TEST(NestedRoots, KeepTheirRecordsAlsoWhereNoPatchIsForThem) {
  const HalfPatchedBox box("- {add_file: sub/.patcher/f.txt, content: x}\n");

  expect_refused(box, 5, "'sub/.patcher/f.txt' of tree 't' leads into '.patcher' of tree 'u'");
}

TEST(NestedRoots, MayNotNameAFileThatAnotherManifestHasInATreeThatIsLeftAlone) {
  const HalfPatchedBox box(edit_of("sub/a.py"));
  box.write("other.yaml", "version: 1\nname: other\ntrees:\n" + tree_at("u", "{path: A/sub}") +
                              "patches: [pu.yaml]\n");
  ASSERT_EQ(box.run("apply other.yaml").exit, 0);

  expect_refused(box, 2,
                 "error: 'sub/a.py' of tree 't' and 'a.py' of tree 'u' are one file, "
                 "\"A/sub/a.py\" [usage]\n");
  expect_refused(box, 2, "note: the record has it as 'a.py' of tree 'u'");
  box.write("pt.yaml", patch_of("t", edit_of("sub/b.py")));
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.run("status other.yaml --require applied").exit, 0);
}

TEST(NestedRoots, TakeNoFileForOneWithWhatIsBelowIt) {
  const NestedBox box("- {remove_file: sub/a.py, content: \"x = 1\\n\"}\n",
                      "- {add_file: a.py/b, content: x}\n");

  const RunResult result = box.run("apply m.yaml --dry-run");

  EXPECT_NE(result.exit, 2) << result.text();
  EXPECT_THAT(result.err, Not(HasSubstr("are one file")));
}

TEST(NestedRoots, LeaveLinksToBeRefusedAsLinks) {
  const NestedBox box(edit_of("way/a.py"), edit_of("a.py"));
  fs::create_symlink("sub", box.root() / "A/way");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 5) << result.text();
  EXPECT_THAT(result.err, HasSubstr("[unsafe-link]"));
}

TEST(HardLinks, AreFilesOfTheirOwnInTwoTrees) {
  const NestedBox box(edit_of("top.py"), edit_of("a.py"));
  fs::remove(box.root() / "A/sub/a.py");
  fs::create_hard_link(box.root() / "A/top.py", box.root() / "A/sub/a.py");

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("A/top.py"), "x = 2\n");
  EXPECT_EQ(box.read("A/sub/a.py"), "x = 2\n");
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("A/sub/a.py"), "x = 1\n");
}

}  // namespace
}  // namespace patcher::testing
