// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

const std::string kOptions = " --base r/e:v1@sha256:ab";

std::string patch(const std::string& id, const std::string& links) {
  return "version: 1\nid: " + id +
         "\ntree: t\ntitle: a title\nwhy: >-\n  A defect,\n  and its cure.\nupstream:\n  state: "
         "submitted\n  links: [" +
         links + "]\n  drop_when: it is merged\nedits:\n  - {file: " + id +
         ".py, find: \"a = 1\", replace: \"a = 2\"}\n";
}

/// A set of two patches.
class Waiver : public ::testing::Test {
 protected:
  Waiver()
      : box_({{"p.yaml", patch("p", "https://example.org/1")},
              {"q.yaml", patch("q", "https://example.org/2")},
              {"m.yaml", manifest_text({"p.yaml", "q.yaml"})}}) {}
  [[nodiscard]] RunResult written() const {
    return box_.run("report waiver m.yaml --pr 7" + kOptions);
  }
  [[nodiscard]] RunResult checked(const std::string& text, const std::string& file = "7.md") const {
    box_.write(file, text);
    return box_.run("report waiver m.yaml --check " + file + kOptions);
  }
  Sandbox box_;
};

std::string replaced(std::string text, const std::string& old, const std::string& with) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), with);
}

TEST_F(Waiver, SaysAllFromThePatchesOwnFields) {
  const RunResult result = written();
  EXPECT_EQ(result.exit, 0);
  for (const char* part :
       {"# Waiver for PR 7\n", "Image: `r/e:v1@sha256:ab`\n", "## Patch `p`\n", "- what: a title\n",
        "- tree: `t`, files `p.py`\n", "cannot run this: A defect, and its cure.\n",
        "- upstream: submitted: https://example.org/1\n", "- goes when: it is merged\n"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << result.out;
  }
}

TEST_F(Waiver, RefusesAnEmptyField) {
  box_.write("p.yaml", patch("p", ""));
  const RunResult result = written();
  EXPECT_EQ(result.exit, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("patch 'p' has no link"), std::string::npos) << result.err;
  EXPECT_EQ(box_.run("report waiver m.yaml --pr 7").exit, 2);
}

TEST_F(Waiver, WhatItWroteCoversTheSet) {
  EXPECT_EQ(checked(written().out).exit, 0);
  // More words are no more patches.
  EXPECT_EQ(checked(replaced(written().out, "## Patch `p`", "Measured on v1.\n\n## Patch `p`") +
                    "\n## Evals\n\nas ever\n")
                .exit,
            0);
}

TEST_F(Waiver, CoversNoLessAndNoMore) {
  const std::string whole = written().out;
  const std::size_t second = whole.find("## Patch `q`");
  RunResult result = checked(whole.substr(0, second));
  EXPECT_EQ(result.exit, 1);
  EXPECT_NE(result.err.find("does not cover patch 'q'"), std::string::npos) << result.err;
  result = checked(whole + "\n" + replaced(whole.substr(second), "`q`", "`r`"));
  EXPECT_EQ(result.exit, 1);
  EXPECT_NE(result.err.find("covers 'r', which the set has not"), std::string::npos) << result.err;
  EXPECT_EQ(checked(whole + "\n" + whole.substr(second)).exit, 1);
}

TEST_F(Waiver, IsForTheseBytesThisImageAndThisPullRequest) {
  const std::string whole = written().out;
  EXPECT_EQ(checked(replaced(whole, "a title", "another")).exit, 1);
  EXPECT_EQ(checked(replaced(whole, "sha256:ab", "sha256:cd")).exit, 1);
  EXPECT_EQ(checked(whole, "8.md").exit, 1);
  EXPECT_EQ(checked(replaced(whole, "PR 7", "PR x")).exit, 1);
  EXPECT_EQ(checked(whole, "waiver.md").exit, 0);
  box_.write("q.yaml", box_.read("q.yaml") + "# another revision\n");
  const RunResult result = checked(whole);
  EXPECT_EQ(result.exit, 1);
  EXPECT_NE(result.err.find("patch 'q'"), std::string::npos) << result.err;
}

TEST_F(Waiver, AsksForANumberOrAFile) {
  EXPECT_EQ(box_.run("report waiver m.yaml").exit, 2);
  EXPECT_EQ(box_.run("report waiver m.yaml --check none.md" + kOptions).exit, 2);
}

}  // namespace
}  // namespace patcher::testing
