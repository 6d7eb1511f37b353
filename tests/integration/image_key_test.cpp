// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

const std::string kBase =
    " --base r/e@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// A set of one patch with its lock.
class ImageKey : public ::testing::Test {
 protected:
  ImageKey()
      : box_({{"tree/a.py", "a = 1\n"},
              {"p.yaml", patch_text("p", "- {file: a.py, find: \"a = 1\", replace: \"a = 2\"}\n")},
              {"m.yaml", manifest_text({"p.yaml"})},
              {"Dockerfile", "FROM x\n"}}) {
    lock();
  }
  void lock() const { EXPECT_EQ(box_.run("lock m.yaml --root t=tree").exit, 0); }
  [[nodiscard]] std::string key(const std::string& options = kBase) const {
    const RunResult result = box_.run("image key m.yaml" + options);
    EXPECT_EQ(result.exit, 0) << result.text();
    return result.out;
  }
  Sandbox box_;
};

TEST_F(ImageKey, IsADigestAloneOnStandardOutput) {
  const std::string key = this->key();
  EXPECT_EQ(key.size(), 72U);
  EXPECT_EQ(key.substr(0, 7), "sha256:");
  EXPECT_EQ(key, this->key());
}

TEST_F(ImageKey, ChangesWithAllThatDecidesTheImage) {
  std::set<std::string> keys{key()};
  const auto is_new = [&](const std::string& one) { return keys.insert(one).second; };
  EXPECT_TRUE(is_new(key(" --base r/f@sha256:bb")));
  EXPECT_TRUE(is_new(key(" Dockerfile" + kBase)));
  box_.write("Dockerfile", "FROM y\n");
  EXPECT_TRUE(is_new(key(" Dockerfile" + kBase)));
  box_.write("p.yaml", patch_text("p", "- {file: a.py, find: \"a = 1\", replace: \"a = 3\"}\n"));
  lock();
  EXPECT_TRUE(is_new(key()));
  box_.write("m.yaml", box_.read("m.yaml") + "# a word\n");
  lock();
  EXPECT_TRUE(is_new(key()));
}

TEST_F(ImageKey, SaysWhereABaseCanMove) {
  const RunResult result = box_.run("image key m.yaml");
  EXPECT_EQ(result.exit, 0);
  EXPECT_NE(result.err.find("[IMG001]"), std::string::npos) << result.err;
  EXPECT_EQ(result.out.size(), 72U);
}

TEST_F(ImageKey, RefusesAStaleLockAndNone) {
  box_.write("p.yaml", patch_text("p", "- {file: a.py, find: \"a = 1\", replace: \"a = 4\"}\n"));
  RunResult result = box_.run("image key m.yaml" + kBase);
  EXPECT_EQ(result.exit, 1);
  EXPECT_NE(result.err.find("[lock-stale]"), std::string::npos) << result.err;
  EXPECT_EQ(result.out, "");
  std::filesystem::remove(box_.root() / "m.lock.yaml");
  result = box_.run("image key m.yaml" + kBase);
  EXPECT_EQ(result.exit, 2);
  EXPECT_NE(result.err.find("[lock-absent]"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace patcher::testing
