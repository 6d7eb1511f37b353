// SPDX-License-Identifier: MIT
// What the disk holds besides plain files: links, modes, byte-code, folders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

Files one_edit(const std::string& path) {
  return {{"m.yaml", manifest_text({"p.yaml"})},
          {"p.yaml", patch_text("p", "- {file: " + path + ", find: V=1, replace: V=2}\n")}};
}

TEST(HardLink, IsBrokenAndTheOtherNameKeepsItsBytes) {
  const Sandbox box(one_edit("x.py"));
  box.write("cache/x.py", "V=1\n");
  fs::create_directories(box.root() / "tree");
  fs::create_hard_link(box.root() / "cache/x.py", box.root() / "tree/x.py");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(box.read("tree/x.py"), "V=2\n");
  EXPECT_EQ(box.read("cache/x.py"), "V=1\n");
  EXPECT_EQ(box.snapshot("cache").at("x.py").links, 1U);
  EXPECT_EQ(box.snapshot("tree").at("x.py").links, 1U);
  EXPECT_THAT(result.err, HasSubstr("link-broken"));
}

struct LinkCase {
  std::string name;
  std::string link;
  std::string target;
  std::string edited;
};

class Links : public ::testing::TestWithParam<LinkCase> {};

TEST_P(Links, AreRefusedWhereverTheyStand) {
  const LinkCase& link = GetParam();
  const Sandbox box(one_edit(link.edited));
  box.write("outside", "V=1\n");
  box.write("out/f", "V=1\n");
  box.write("tree/real/f", "V=1\n");
  fs::create_symlink(link.target, box.root() / "tree" / link.link);
  const Snapshot before = box.snapshot(".");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 5) << result.text();
  EXPECT_THAT(result.err, HasSubstr("unsafe-link"));
  EXPECT_EQ(box.snapshot("."), before);
}

INSTANTIATE_TEST_SUITE_P(All, Links,
                         ::testing::Values(LinkCase{"File", "f", "../outside", "f"},
                                           LinkCase{"FolderOutside", "d", "../out", "d/f"},
                                           LinkCase{"FolderInside", "l", "real", "l/f"}),
                         [](const auto& about) { return about.param.name; });

TEST(UnsafePath, GitsOwnFolderIsRefusedByLintToo) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {add_file: .git/hooks/post-checkout, "
                                           "content: x}\n")},
                     {"tree/a", "a\n"}});

  EXPECT_EQ(box.run("lint m.yaml").exit, 5);
  EXPECT_EQ(box.run("apply m.yaml").exit, 5);
}

TEST(NotARegularFile, AFifoIsMissingAndNothingBlocks) {
  const Sandbox box(one_edit("pipe"));
  fs::create_directories(box.root() / "tree");
  ASSERT_EQ(mkfifo((box.root() / "tree/pipe").c_str(), 0600), 0);

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("not-a-regular-file"));
  EXPECT_THAT(result.out, HasSubstr("missing"));
}

TEST(DryRun, RefusesWhereTheRealRunCouldNotWrite) {
  if (getuid() != 0) GTEST_SKIP() << "needs root, to become a user who may not write";
  const Sandbox box(one_edit("x.py"));
  box.write("tree/x.py", "V=1\n");
  fs::permissions(box.root(), fs::perms{0755});
  // The checkout may be closed to that user: the program goes where the tree is.
  fs::copy_file(patcher_binary(), box.root() / "patcher");
  const std::string run = "cd '" + box.root().string() +
                          "' && setpriv --reuid=65534 --regid=65534 --clear-groups ./patcher "
                          "apply m.yaml --dry-run > out 2>&1; echo $? > exit";
  ASSERT_EQ(std::system(run.c_str()), 0);

  EXPECT_EQ(box.read("exit"), "3\n");
  EXPECT_THAT(box.read("out"), HasSubstr("cannot keep the owner 0 and the group 0 of \"x.py\""));
  EXPECT_THAT(box.read("out"), HasSubstr("cannot write in folder \"tree\""));
  EXPECT_THAT(box.read("out"), HasSubstr("m: nothing written: 2 errors\n"));
}

TEST(NotARegularFile, AFolderIsMissing) {
  const Sandbox box(one_edit("folder"));
  box.write("tree/folder/f", "V=1\n");

  const RunResult result = box.run("apply m.yaml");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("not-a-regular-file"));
}

TEST(Modes, StayBitForBitThroughApplyAndRevert) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: run.sh, find: x=1, replace: x=2}\n"
                                           "- {file: ro.py, find: x=1, replace: x=2}\n"
                                           "- {file: s, find: x=1, replace: x=2}\n")},
                     {"tree/run.sh", "x=1\n"},
                     {"tree/ro.py", "x=1\n"},
                     {"tree/s", "x=1\n"}});
  fs::permissions(box.root() / "tree/run.sh", fs::perms{0750});
  fs::permissions(box.root() / "tree/ro.py", fs::perms{0444});
  fs::permissions(box.root() / "tree/s", fs::perms{0600});

  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  const Snapshot applied = box.snapshot();
  ASSERT_EQ(box.run("revert m.yaml").exit, 0);
  const Snapshot reverted = box.snapshot();

  for (const Snapshot& seen : {applied, reverted}) {
    EXPECT_EQ(seen.at("run.sh").mode & 07777U, 0750U);
    EXPECT_EQ(seen.at("ro.py").mode & 07777U, 0444U);
    EXPECT_EQ(seen.at("s").mode & 07777U, 0600U);
  }
  EXPECT_EQ(reverted.at("s").bytes, "x=1\n");
}

/// Compiles `pkg/m.py` the way `how` says and gives what a fresh interpreter sees after `apply`.
std::string value_after_apply(const std::string& how, const std::string& arguments) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: pkg/m.py, find: V=1, replace: V=2}\n")},
                     {"tree/pkg/m.py", "V=1\n"},
                     {"tree/pkg/m2.py", "V=7\n"},
                     {"tree/pkg/__init__.py", ""}});
  const std::string go = "cd " + (box.root() / "tree").string() + " && ";
  EXPECT_EQ(std::system((go + "python3 -c \"" + how + "\"").c_str()), 0);
  EXPECT_EQ(box.run("apply m.yaml " + arguments).exit, 0);
  // The same second and the same size: only the byte-code's absence can tell.
  EXPECT_EQ(std::system((go + "touch -d @1000000000 pkg/m.py").c_str()), 0);
  EXPECT_EQ(std::system((go + "python3 -c 'import pkg.m; print(pkg.m.V)' > ../seen").c_str()), 0);
  EXPECT_EQ(std::system((go + "ls pkg/__pycache__ | grep -c m2 > ../neighbours").c_str()), 0);
  EXPECT_EQ(box.read("neighbours"), "1\n");
  return box.read("seen");
}

const std::string kStamp =
    "import os,py_compile;os.utime('pkg/m.py',(1000000000,)*2);py_compile.compile('pkg/m2.py');";

TEST(StaleByteCode, IsGoneAfterASameSecondEdit) {
  EXPECT_EQ(value_after_apply(kStamp + "py_compile.compile('pkg/m.py')", ""), "2\n");
}

TEST(StaleByteCode, UncheckedHashFilesAreGoneToo) {
  EXPECT_EQ(
      value_after_apply(kStamp + "py_compile.compile('pkg/m.py', "
                                 "invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)",
                        ""),
      "2\n");
}

TEST(StaleByteCode, ADryRunRemovesNothing) {
  EXPECT_EQ(value_after_apply(kStamp + "py_compile.compile('pkg/m.py')", "--dry-run"), "1\n");
}

TEST(StaleByteCode, ALegacyFileBesideTheSourceIsGone) {
  const Sandbox box(one_edit("m.py"));
  box.write("tree/m.py", "V=1\n");
  box.write("tree/m.pyc", "old");

  ASSERT_EQ(box.run("apply m.yaml").exit, 0);

  EXPECT_FALSE(box.exists("tree/m.pyc"));
}

}  // namespace
}  // namespace patcher::testing
