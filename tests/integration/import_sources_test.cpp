// SPDX-License-Identifier: MIT
// What 'import' takes over besides diffs and folders: commits, mails in series, edited checkouts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/git_sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A file of `count` lines that are all different.
std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

TEST(ImportOfACommit, HasItsMessageItsMovesAndItsId) {
  const Sandbox box({{"tree/m.py", "a = 1\nb = 2\n"}, {"tree/old.py", lines(9)}});
  commit_all(box);
  box.write("tree/m.py", "a = 1\nb = 3\n");
  std::filesystem::create_directory(box.root() / "tree/d");
  std::filesystem::rename(box.root() / "tree/old.py", box.root() / "tree/d/new.py");
  box.write("tree/d/new.py", lines(9) + "more\n");
  git(box, "tree", "add -A");
  git(box, "tree",
      "commit -q --date=2026-08-22T23:00:00-0800 -m 'b: is 3' -m 'As in "
      "https://example.org/pull/3.' "
      "-m 'Signed-off-by: t <t@example.org>'");

  const RunResult run = box.run("import --commit git:tree@HEAD --tree t --id p -o p.yaml");

  ASSERT_EQ(run.exit, 0) << run.text();
  const std::string patch = box.read("p.yaml");
  EXPECT_THAT(patch, HasSubstr("# by t, 2026-08-22.\n"));
  EXPECT_THAT(patch, HasSubstr("title: \"b: is 3\"\nwhy: |\n  As in https://example.org/pull/3.\n"
                               "upstream:\n"));
  EXPECT_THAT(patch, HasSubstr("    - \"https://example.org/pull/3\"\n  drop_when: the base has "
                               "commit "));
  EXPECT_THAT(box.read("p/diff/d/new.py.diff"), HasSubstr("rename from old.py\n"));
  git(box, "tree", "checkout -q HEAD~1");
  EXPECT_EQ(box.run("apply p.yaml --root t=tree").exit, 0);
  EXPECT_EQ(box.read("tree/d/new.py"), lines(9) + "more\n");
  EXPECT_FALSE(box.exists("tree/old.py"));
  EXPECT_EQ(box.run("revert p.yaml --root t=tree").exit, 0);
  EXPECT_EQ(box.read("tree/old.py"), lines(9));
}

TEST(ImportOfACommit, RefusesTheFirstOneAndALink) {
  const Sandbox box(Files{{"tree/f", "x\n"}});
  commit_all(box);
  const RunResult first = box.run("import --commit git:tree@HEAD --tree t --id p -o p.yaml");
  std::filesystem::create_symlink("f", box.root() / "tree/link");
  commit_all(box);

  const RunResult link = box.run("import --commit git:tree@HEAD --tree t --id p -o p.yaml");

  EXPECT_EQ(first.exit, 2) << first.text();
  EXPECT_THAT(first.err, HasSubstr("has no parent"));
  EXPECT_EQ(link.exit, 5) << link.text();
  EXPECT_THAT(link.err, HasSubstr("link: error: \"link\" is a symbolic link"));
  EXPECT_FALSE(box.exists("p.yaml"));
}

TEST(ImportOfACheckout, TakesWhatIsEditedAndNewButNotWhatIsIgnored) {
  const Sandbox box({{"tree/m.py", "a = 1\n"}, {"tree/.gitignore", "*.o\nbuild/\n"}});
  commit_all(box);
  box.write("tree/m.py", "a = 2\n");
  box.write("tree/new.py", "n\n");
  box.write("tree/m.o", "object");
  box.write("tree/build/x", "built");

  const RunResult run = box.run("import --checkout tree --tree t --id p -o p.yaml");

  ASSERT_EQ(run.exit, 0) << run.text();
  EXPECT_THAT(run.err, HasSubstr("note: 'new.py' is new: git does not know it"));
  const std::string patch = box.read("p.yaml");
  EXPECT_THAT(patch, HasSubstr("file: m.py"));
  EXPECT_THAT(patch, HasSubstr("add_file: new.py"));
  EXPECT_THAT(patch, Not(HasSubstr("m.o")));
  EXPECT_THAT(patch, Not(HasSubstr("build")));
}

TEST(ImportOfACheckout, IsAgainstThePinThatIsNamed) {
  const Sandbox box(Files{{"tree/m.py", "a = 1\n"}});
  commit_all(box);
  box.write("tree/m.py", "a = 2\n");
  commit_all(box);

  const RunResult head = box.run("import --checkout tree --tree t --id p -o p.yaml");
  const RunResult pin = box.run("import --checkout tree --since HEAD~1 --tree t --id p -o p.yaml");

  EXPECT_EQ(head.exit, 1);
  EXPECT_THAT(head.err, HasSubstr("there is nothing to import in tree"));
  EXPECT_EQ(pin.exit, 0) << pin.text();
  EXPECT_THAT(box.read("p.yaml"), HasSubstr("a = 2"));
}

/// A repository `tree` with three commits on its first one, and the mails of these in `mails`.
void make_series(const Sandbox& box) {
  commit_all(box);
  const char* const titles[] = {"first: \xC3\xA4", "second", "third"};
  for (int i = 0; i < 3; ++i) {
    box.write("tree/m.py", "a = " + std::to_string(i + 2) + "\r\n" + lines(4));
    git(box, "tree", "add -A");
    git(box, "tree", "commit -q -m '" + std::string(titles[i]) + "' -m 'Because.'");
  }
  git(box, "tree", "tag last");
  git(box, "tree", "format-patch -q --cover-letter -o ../mails HEAD~3");
  box.write("box.mbox", box.read("mails/0001-first.patch") + box.read("mails/0002-second.patch") +
                            box.read("mails/0003-third.patch"));
  git(box, "tree", "checkout -q HEAD~3");
}

TEST(ImportOfASeries, MakesAPatchOfEachMailOnTopOfTheOnesBefore) {
  const Sandbox box(Files{{"tree/m.py", "a = 1\r\n" + lines(4)}});
  make_series(box);

  const RunResult run = box.run("import --series mails --root t=tree --tree t --id fix -o out");

  ASSERT_EQ(run.exit, 0) << run.text();
  EXPECT_THAT(run.err, HasSubstr("0000-cover-letter.patch' is a cover letter"));
  EXPECT_THAT(run.out, HasSubstr("out: 3 edits in 3 patches imported, proved in memory\n"));
  EXPECT_THAT(box.read("out/fix-1.yaml"),
              HasSubstr("title: \"first: \xC3\xA4\"\nwhy: |\n  Because.\n"));
  box.write("out/m.yaml", manifest_text({"fix-1.yaml", "fix-2.yaml", "fix-3.yaml"}));
  EXPECT_EQ(box.run("apply out/m.yaml --root t=tree").exit, 0);
  EXPECT_EQ(box.read("tree/m.py"), "a = 4\r\n" + lines(4));
}

TEST(ImportOfASeries, OfAMailboxIsThatOfItsMails) {
  const Sandbox box(Files{{"tree/m.py", "a = 1\r\n" + lines(4)}});
  make_series(box);
  ASSERT_EQ(box.run("import --series mails --root t=tree --tree t --id fix -o out").exit, 0);

  const RunResult run = box.run("import --series box.mbox --root t=tree --tree t --id fix -o two");

  ASSERT_EQ(run.exit, 0) << run.text();
  for (const std::string name : {"fix-1.yaml", "fix-2.yaml", "fix-3.yaml"}) {
    const std::string one = box.read("out/" + name);
    const std::string two = box.read("two/" + name);
    EXPECT_EQ(one.substr(one.find("version:")), two.substr(two.find("version:"))) << name;
  }
}

TEST(ImportOfASeries, ComesBackFromExport) {
  const Sandbox box(Files{{"tree/m.py", "a = 1\r\n" + lines(4)}});
  make_series(box);
  ASSERT_EQ(box.run("import --series mails --root t=tree --tree t --id fix -o out").exit, 0);
  box.write("out/m.yaml", manifest_text({"fix-1.yaml", "fix-2.yaml", "fix-3.yaml"}));
  ASSERT_EQ(box.run("export out/m.yaml --root t=tree -o again").exit, 0);
  EXPECT_THAT(box.read("again/0001-fix-1.patch"), HasSubstr("quoted-printable"));

  const RunResult run = box.run("import --series again --root t=tree --tree t --id fix -o back");

  ASSERT_EQ(run.exit, 0) << run.text();
  const std::string edits = box.read("out/fix-3.yaml");
  const std::string back = box.read("back/fix-3.yaml");
  EXPECT_EQ(edits.substr(edits.find("\ntitle:")), back.substr(back.find("\ntitle:")));
}

TEST(ImportOfASeries, NamesTheMailThatDoesNotFitAndWritesNothing) {
  const Sandbox box(Files{{"tree/m.py", "a = 1\r\n" + lines(4)}});
  make_series(box);
  std::filesystem::remove(box.root() / "mails/0002-second.patch");

  const RunResult run = box.run("import --series mails --root t=tree --tree t --id fix -o out");

  EXPECT_EQ(run.exit, 1) << run.text();
  EXPECT_THAT(run.err, HasSubstr("mails/0003-third.patch:"));
  EXPECT_FALSE(box.exists("out"));
}

TEST(Import, NeedsExactlyOneSource) {
  const Sandbox box;

  const RunResult none = box.run("import --tree t --id p -o p.yaml");
  const RunResult two = box.run("import --diff d --commit git:r@HEAD --tree t --id p -o p.yaml");

  EXPECT_EQ(none.exit, 2);
  EXPECT_THAT(none.err, HasSubstr("--diff, --series, --commit, --checkout"));
  EXPECT_EQ(two.exit, 2);
}

}  // namespace
}  // namespace patcher::testing
