// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;

/// `image lint -` with `text` on its standard input.
RunResult linted(const Sandbox& box, const std::string& text) {
  box.write("in", text);
  const std::string folder = box.root().string();
  const std::string command = "cd '" + folder + "' && '" + patcher_binary() +
                              "' image lint - < in > out 2> err; echo $? > rc";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return {std::stoi(box.read("rc")), box.read("out"), box.read("err")};
}

TEST(ImageLint, ReadsStandardInput) {
  const Sandbox box;
  const RunResult found = linted(box, "FROM r/e\n");
  EXPECT_EQ(found.exit, 1);
  EXPECT_EQ(found.out, "standard input: 1 error\n");
  EXPECT_EQ(found.err.substr(0, 11), "-:1:6: erro");
  EXPECT_EQ(linted(box, "FROM scratch\n").exit, 0);
  EXPECT_EQ(linted(box, "").exit, 1);
  EXPECT_EQ(linted(box, std::string((1U << 20U) + 1, '#')).exit, 2);
}

TEST(ImageLint, TheShippedDockerfilesHaveNoFault) {
  const Sandbox box;
  const fs::path folder = fs::path(PATCHER_SOURCE_DIR) / "dockerfiles";
  std::size_t count = 0;
  for (const auto& item : fs::directory_iterator(folder)) {
    const RunResult judged =
        box.run(std::vector<std::string>{"image", "lint", item.path().string()});
    EXPECT_EQ(judged.exit, 0) << judged.text();
    ++count;
  }
  EXPECT_GE(count, 3U);
}

TEST(ImageLint, TheNightlyDockerfileFitsItsManifestButForTheDigestThatNobodyKnows) {
  const Sandbox box;
  const std::string source = PATCHER_SOURCE_DIR;
  const RunResult judged = box.run(std::vector<std::string>{
      "image", "lint", source + "/dockerfiles/Dockerfile.atom-nightly", "--manifest",
      source + "/manifests/atom-nightly.yaml", "--format", "github"});
  EXPECT_EQ(judged.exit, 1);
  EXPECT_NE(judged.out.find("title=IMG001::the manifest's base"), std::string::npos) << judged.out;
  const std::size_t errors = judged.out.find("::error", judged.out.find("::error") + 1);
  EXPECT_EQ(errors, std::string::npos) << judged.out;
}

}  // namespace
}  // namespace patcher::testing
