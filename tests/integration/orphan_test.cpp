// SPDX-License-Identifier: MIT
// Recorded patches that the manifest no longer has, in trees that no patch is for any more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr auto kPin = "0123456789abcdef0123456789abcdef01234567";

/// The manifest `m` over trees `a` and `b`, with the patch files named.
std::string two_tree_manifest(const std::vector<std::string>& patch_files) {
  std::string text = "version: 1\nname: m\ntrees:\n";
  for (const std::string tree : {"a", "b"}) {
    text += "  " + tree + ": {upstream: \"https://example.org/t\", commit: \"" + kPin +
            "\", locate: [{path: " + tree + "}]}\n";
  }
  text += "patches:\n";
  for (const std::string& file : patch_files) text += "  - " + file + "\n";
  return text;
}

std::string patch_for(const std::string& tree) {
  std::string text = patch_text("p-" + tree, "- {file: f, find: V=1, replace: V=2}\n");
  return text.replace(text.find("tree: t"), 7, "tree: " + tree);
}

/// Both trees patched, and then no patch for `b` any more.
class LeftInB {
 public:
  LeftInB()
      : box_({{"m.yaml", two_tree_manifest({"p-a.yaml", "p-b.yaml"})},
              {"p-a.yaml", patch_for("a")},
              {"p-b.yaml", patch_for("b")},
              {"a/f", "V=1\n"},
              {"b/f", "V=1\n"}}) {
    EXPECT_EQ(box_.run("apply m.yaml").exit, 0);
    box_.write("m.yaml", two_tree_manifest({"p-a.yaml"}));
  }

  [[nodiscard]] const Sandbox& box() const { return box_; }
  [[nodiscard]] RunResult run(const std::string& command) const { return box_.run(command); }
  /// Runs `command`, demands its exit code and that nothing changed.
  [[nodiscard]] RunResult untouched(const std::string& command, int exit) const {
    const Snapshot before = box_.snapshot("");
    RunResult result = run(command);
    EXPECT_EQ(result.exit, exit) << command << result.text();
    EXPECT_EQ(box_.snapshot(""), before) << command;
    return result;
  }

 private:
  Sandbox box_;
};

constexpr auto kOrphan =
    "error: patch 'p-b' is recorded for this manifest, which no longer has it [orphan]\n"
    "  --> tree b, patch p-b\n"
    "  hint: 'apply --upgrade' removes it\n";

TEST(OrphanInAnUneditedTree, IsSaidAndNotCalledApplied) {
  const LeftInB set;

  EXPECT_EQ(set.untouched("status m.yaml --require applied", 1).err,
            std::string(kOrphan) +
                "error: patch 'p-b' is orphan, required is applied [state-required]\n"
                "  --> tree b, patch p-b\n");
  EXPECT_EQ(set.untouched("status m.yaml --tree b", 0).err, kOrphan);
  EXPECT_EQ(set.untouched("diff m.yaml", 0).err,
            std::string(kOrphan) + "m: apply would refuse (1 error); what fits changes 0 files\n");
  EXPECT_EQ(set.untouched("apply m.yaml", 1).text(),
            "tree a  a  pin 0123456789ab\n"
            "  applied  p-a  a test\n"
            "    0  f:1\n"
            "tree b  b  pin 0123456789ab\n"
            "  orphan   p-b  a test\n"
            "m: nothing written: 1 error\n"
            "------- stderr -------\n" +
                std::string(kOrphan) + "[exit status: 1]\n");
  EXPECT_EQ(set.untouched("status m.yaml --tree a --require applied", 0).err, "");
  EXPECT_EQ(set.untouched("status m.yaml --only p-a --require applied", 0).err, "");
}

TEST(OrphanInAnUneditedTree, GoesWithUpgradeAndStaysWithAWarningOnRevert) {
  const LeftInB set;

  const RunResult reverted = set.run("revert m.yaml");
  EXPECT_EQ(reverted.exit, 0);
  EXPECT_EQ(reverted.err,
            "warning: recorded patch 'p-b' stays: the manifest no longer has it [orphan]\n"
            "  --> tree b, patch p-b\n"
            "  hint: 'apply --upgrade' takes it out\n");
  EXPECT_EQ(set.box().read("b/f"), "V=2\n");

  const RunResult upgraded = set.run("apply m.yaml --upgrade");
  EXPECT_EQ(upgraded.exit, 0) << upgraded.text();
  EXPECT_THAT(upgraded.out, HasSubstr("m: 1 patch removed, 2 files changed; 1 patch applied"));
  EXPECT_EQ(set.box().read("b/f"), "V=1\n");
  EXPECT_FALSE(set.box().exists("b/.patcher"));
  EXPECT_EQ(set.run("status m.yaml --require applied").exit, 0);
}

TEST(OrphanInAnUneditedTree, IsRefusedByTheLock) {
  const LeftInB set;
  EXPECT_EQ(set.untouched("lock m.yaml", 1).err, kOrphan);
  ASSERT_EQ(set.run("lock m.yaml --tree a").exit, 0);
  const std::string drift =
      "m.lock.yaml:19:3: error: patch 'p-b' is recorded for this manifest, but not as one of the "
      "locked set [lock-drift]\n"
      "  --> tree b, patch p-b\n"
      "  hint: 'patcher apply --upgrade' without '--locked' replaces it or takes it out\n";

  EXPECT_EQ(set.untouched("lock m.yaml --check", 1).err, kOrphan + drift);
  EXPECT_EQ(set.untouched("status m.yaml --locked", 1).err, drift + kOrphan);
  EXPECT_EQ(set.untouched("apply m.yaml --locked", 1).err, drift + kOrphan);
  EXPECT_EQ(set.run("apply m.yaml --upgrade").exit, 0);
  EXPECT_EQ(set.untouched("status m.yaml --locked", 0).err, "");
  EXPECT_EQ(set.untouched("lock m.yaml --check", 0).err, "");
}

TEST(UneditedTree, ThatIsNotThereIsNamedAndHoldsNothingUp) {
  const LeftInB set;
  fs::remove_all(set.box().root() / "b");
  const std::string note =
      "m.yaml:5:3: note: tree 'b' is nowhere to be found; it was not looked at: no patch is for it "
      "now, but one that the manifest no longer has may stand there [tree-not-found]\n"
      "  --> tree b\n"
      "  m.yaml:5:104: note: path 'b': no folder there\n"
      "  hint: give its folder with '--root b=DIR'\n";

  EXPECT_EQ(set.untouched("status m.yaml --require applied", 0).err, note);
  EXPECT_EQ(set.untouched("apply m.yaml", 0).err, note);
  EXPECT_EQ(set.run("lock m.yaml").err, note);
  EXPECT_EQ(set.untouched("lock m.yaml --check", 0).err, note);
  EXPECT_EQ(set.untouched("status m.yaml --tree a", 0).err, "");
  EXPECT_THAT(set.untouched("status m.yaml --root b=b", 3).err, HasSubstr("[tree-not-found]"));
}

TEST(UneditedTree, WithNothingOfTheManifestIsLeftAlone) {
  const LeftInB set;
  ASSERT_EQ(set.run("apply m.yaml --upgrade").exit, 0);
  const std::string other = two_tree_manifest({"p-b.yaml"});
  set.box().write("n.yaml", "version: 1\nname: n\n" + other.substr(other.find("trees:")));
  ASSERT_EQ(set.run("apply n.yaml").exit, 0);

  EXPECT_EQ(set.untouched("status m.yaml --require applied", 0).err, "");
  EXPECT_EQ(set.untouched("apply m.yaml --upgrade", 0).err, "");
  const auto status = nlohmann::json::parse(set.run("status m.yaml --format json").out);
  EXPECT_EQ(status["trees"][1]["tree"], "b");
  EXPECT_EQ(status["patches"].size(), 1U);
}

}  // namespace
}  // namespace patcher::testing
