// SPDX-License-Identifier: MIT
// 'export' writes mails that git itself applies to the very bytes that 'apply' makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/git_sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::uint32_t kOwnerExecutes = 0100;

/// Bytes and, as git has it, the mode of every file of a tree.
std::map<std::string, std::string> contents(const Sandbox& box, const std::string& tree) {
  std::map<std::string, std::string> files;
  for (const auto& [path, seen] : box.snapshot(tree)) {
    if (path.starts_with(".git/") || path.starts_with(".patcher")) continue;
    if ((seen.mode & S_IFMT) != S_IFREG) continue;
    files[path] = ((seen.mode & kOwnerExecutes) != 0 ? "x" : "-") + seen.bytes;
  }
  return files;
}

/// Exports `manifest` on the commit of `tree`, has git apply the mails there, and compares with
/// what 'apply' makes of the same commit.
void expect_git_agrees(const Sandbox& box, const std::string& manifest) {
  commit_all(box);
  git(box, ".", "clone -q tree twin");
  const RunResult run = box.run({"export", manifest, "--root", "t=git:tree@HEAD", "-o", "out",
                                 "--author", "Zo\xC3\xAB Q <zoe@example.org>"});
  ASSERT_EQ(run.exit, 0) << run.text();
  git(box, "tree", "-c core.hooksPath=/dev/null am ../out/*.patch");
  ASSERT_EQ(box.run({"apply", manifest, "--root", "t=twin"}).exit, 0);
  EXPECT_EQ(contents(box, "tree"), contents(box, "twin"));
  git(box, "tree", "diff --exit-code HEAD");
}

std::string edit(const std::string& file, const std::string& find, const std::string& replace) {
  return "- {file: \"" + file + "\", find: \"" + find + "\", replace: \"" + replace + "\"}\n";
}

TEST(Export, IsTheChangeThatGitMakesOfIt) {
  const Sandbox box({{"tree/m.py", "a = 1\nb = 2\n"},
                     {"tree/go.sh", "x\n"},
                     {"tree/old name", "1\n2\n3\n4\n5\n6\n"},
                     {"tree/gone", "bye"},
                     {"tree/end", "a\nb"},
                     {"tree/\xC3\xA4 \"q\".txt", "u\n"},
                     {"tree/latin", "caf\xE9\nx\n"}});
  box.write("move.diff",
            "diff --git a/old name b/d/new\nrename from old name\nrename to d/new\n"
            "--- a/old name\t\n+++ b/d/new\n@@ -3,3 +3,3 @@\n 3\n-4\n+four\n 5\n");
  box.write("p.yaml",
            patch_text("p", edit("m.py", "a = 1", "a = 9") + edit("end", "a", "A") +
                                edit("\xC3\xA4 \\\"q\\\".txt", "u", "v") + edit("latin", "x", "y") +
                                "- {diff: move.diff}\n"
                                "- {mode_of: go.sh, mode: \"0755\"}\n"
                                "- {add_file: d/e/added, content: \"no end\", mode: \"0755\"}\n"
                                "- {remove_file: gone, content: \"bye\"}\n"));

  expect_git_agrees(box, "p.yaml");

  const std::string mail = box.read("out/0001-p.patch");
  EXPECT_THAT(mail, HasSubstr("rename from old name\nrename to d/new\n"));
  EXPECT_THAT(mail, HasSubstr("\nold mode 100644\nnew mode 100755\n"));
}

TEST(Export, CarriesLineEndingsAndBytesThatAreNoText) {
  const Sandbox box({{"tree/dos", "a\r\nb = c\r\n"}, {"tree/f", "x\n"}});
  box.write("blob", std::string("\0\1\2", 3) + std::string(70000, '\xFE'));
  box.write("none", std::string("\0", 1));
  commit_all(box);
  std::filesystem::copy(box.root() / "tree", box.root() / "next",
                        std::filesystem::copy_options::recursive);
  box.write("next/blob", box.read("blob"));
  box.write("next/none", box.read("none"));
  box.write("next/dos", "a\r\nb = d \r\n");
  ASSERT_EQ(box.run("import --from git:tree@HEAD --to next --tree t --id p -o p.yaml").exit, 0);

  expect_git_agrees(box, "p.yaml");

  EXPECT_EQ(box.read("tree/blob"), box.read("blob"));
  EXPECT_EQ(box.read("tree/dos"), "a\r\nb = d \r\n");
}

TEST(Export, OfASetAppliesInOrderWhereOneStandsOnAnother) {
  const Sandbox box(Files{{"tree/m.py", "a = 1\n"}});
  std::vector<std::string> files;
  for (int i = 1; i <= 11; ++i) {
    const std::string name = "p" + std::to_string(i);
    box.write(name + ".yaml", patch_text(name, edit("m.py", "a = " + std::to_string(i),
                                                    "a = " + std::to_string(i + 1))));
    files.push_back(name + ".yaml");
  }
  box.write("m.yaml", manifest_text(files));

  expect_git_agrees(box, "m.yaml");

  EXPECT_EQ(box.read("tree/m.py"), "a = 12\n");
  EXPECT_THAT(box.read("out/0002-p2.patch"), HasSubstr("Subject: [PATCH 02/11] "));
}

TEST(Export, WritesTheMessageFromTitleReasonAndLinks) {
  const Sandbox box(Files{{"tree/m.py", "a = 1\n"}});
  box.write("p.yaml",
            "version: 1\nid: p\ntree: t\ntitle: \"queue: \xC3\xBC"
            "ber long words of a title that "
            "does not fit in a line of a mail\"\nwhy: |\n  From: the top.\n  --- not the end\n\n"
            "  diff --git is a word here.\n  From me Thu Jan  1 00:00:00 1970\n"
            "upstream:\n  state: submitted\n  links: [\"https://example.org/pull/7\"]\n"
            "  drop_when: never\nedits:\n" +
                edit("m.py", "a = 1", "a = 2"));

  expect_git_agrees(box, "p.yaml");

  git(box, "tree", "log -1 --format=%an%n%ae%n%B --output=../said");
  EXPECT_EQ(box.read("said"),
            "Zo\xC3\xAB Q\nzoe@example.org\n"
            "queue: \xC3\xBC"
            "ber long words of a title that does not fit in a line of a mail\n\n"
            " From: the top.\n --- not the end\n\n diff --git is a word here.\n"
            " From me Thu Jan  1 00:00:00 1970\n\nLink: https://example.org/pull/7\n\n");
}

TEST(Export, GivesTheSameBytesFromACommitAndFromAPatchedFolder) {
  const Sandbox box(
      {{"tree/m.py", "a = 1\n"}, {"p.yaml", patch_text("p", edit("m.py", "a = 1", "a = 2"))}});
  commit_all(box);
  ASSERT_EQ(box.run("export p.yaml --root t=git:tree@HEAD -o one").exit, 0);
  ASSERT_EQ(box.run("export p.yaml --root t=git:tree@HEAD -o two").exit, 0);
  ASSERT_EQ(box.run("apply p.yaml --root t=tree").exit, 0);

  ASSERT_EQ(box.run("export p.yaml --root t=tree -o three").exit, 0);

  const std::string mail = box.read("one/0001-p.patch");
  EXPECT_EQ(box.read("two/0001-p.patch"), mail);
  std::string without_base = mail;
  const std::size_t base = without_base.find("\nbase-commit: ");
  ASSERT_NE(base, std::string::npos);
  without_base.erase(base, without_base.find('\n', base + 1) + 1 - base);
  EXPECT_EQ(box.read("three/0001-p.patch"), without_base);
}

TEST(Export, TakesOnePatchAlone) {
  const Sandbox box({{"tree/m.py", "a = 1\nb = 1\n"},
                     {"p.yaml", patch_text("p", edit("m.py", "a = 1", "a = 2"))},
                     {"q.yaml", patch_text("q", edit("m.py", "b = 1", "b = 2"))},
                     {"m.yaml", manifest_text({"p.yaml", "q.yaml"})}});

  const RunResult run = box.run("export m.yaml q --root t=tree -o out");

  EXPECT_EQ(run.exit, 0) << run.text();
  EXPECT_THAT(run.err, HasSubstr("the mails are from 'patcher <patcher@localhost>'"));
  EXPECT_THAT(box.read("out/0001-q.patch"), StartsWith("From 0000000"));
  EXPECT_THAT(box.read("out/0001-q.patch"), Not(HasSubstr("a = 2")));
}

struct NotExported {
  std::string name;
  std::string arguments;
  int exit;
  std::string says;
};
class ExportRefuses : public ::testing::TestWithParam<NotExported> {};

TEST_P(ExportRefuses, AndWritesNothing) {
  const Sandbox box({{"tree/m.py", "a = 1\n"},
                     {"p.yaml", patch_text("p", edit("m.py", "a = 1", "a = 2"))},
                     {"q.yaml", patch_text("q", edit("m.py", "a = 2", "a = 3"))},
                     {"drift.yaml", patch_text("d", edit("m.py", "z = 1", "z = 2"))},
                     {"m.yaml", manifest_text({"p.yaml", "q.yaml"})},
                     {"full/f", "mine"}});
  const Snapshot before = box.snapshot(".");

  const RunResult run = box.run("export " + GetParam().arguments);

  EXPECT_EQ(run.exit, GetParam().exit) << run.text();
  EXPECT_THAT(run.err, HasSubstr(GetParam().says));
  EXPECT_EQ(box.snapshot("."), before);
}

INSTANTIATE_TEST_SUITE_P(
    All, ExportRefuses,
    ::testing::Values(
        NotExported{"Drifted", "drift.yaml --root t=tree -o out", 1, "drift.yaml:"},
        NotExported{"OneThatStandsOnAnother", "m.yaml q --root t=tree -o out", 1, "'p'"},
        NotExported{"UnknownPatch", "m.yaml r --root t=tree -o out", 2, "has no patch 'r'"},
        NotExported{"AFullFolder", "p.yaml --root t=tree -o full", 2, "is no empty folder"},
        NotExported{"NoAuthor", "p.yaml --root t=tree -o out --author me", 2, "'me' is no author"}),
    [](const auto& about) { return about.param.name; });

TEST(Export, RefusesATreeWithPatchesOfAnotherSet) {
  const Sandbox box({{"tree/m.py", "a = 1\n"},
                     {"p.yaml", patch_text("p", edit("m.py", "a = 1", "a = 2"))},
                     {"q.yaml", patch_text("q", edit("m.py", "a = 2", "a = 3"))}});
  ASSERT_EQ(box.run("apply p.yaml --root t=tree").exit, 0);

  const RunResult run = box.run("export q.yaml --root t=tree -o out");

  EXPECT_EQ(run.exit, 2) << run.text();
  EXPECT_THAT(run.err, HasSubstr("patches that are none of this set's"));
  EXPECT_FALSE(box.exists("out"));
}

}  // namespace
}  // namespace patcher::testing
