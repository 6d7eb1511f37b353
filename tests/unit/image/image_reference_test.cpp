// SPDX-License-Identifier: MIT
#include "patcher/image/image_reference.hpp"

#include <gtest/gtest.h>

#include <string>

namespace patcher {
namespace {

std::string parts_of(const std::string& text) {
  const ImageReference reference = reference_of(text);
  return reference.repository + "|" + reference.tag + "|" + reference.digest;
}

TEST(ImageReference, HasItsParts) {
  EXPECT_EQ(parts_of("debian"), "debian||");
  EXPECT_EQ(parts_of("r/e:v1"), "r/e|v1|");
  EXPECT_EQ(parts_of("registry.example:5000/r/e"), "registry.example:5000/r/e||");
  EXPECT_EQ(parts_of("registry.example:5000/r/e:v1@sha256:ab"),
            "registry.example:5000/r/e|v1|sha256:ab");
  EXPECT_EQ(parts_of("r/e@sha256:ab"), "r/e||sha256:ab");
  EXPECT_EQ(bare_repository("docker.io/library/debian"), "debian");
}

TEST(ImageReference, TellsWhatMovesFromWhatIsNumbered) {
  for (const char* tag :
       {"", "latest", "nightly", "main", "dev", "nightly-rocm7", "latest-py3.12"}) {
    EXPECT_EQ(is_floating(tag), std::string(tag) != "latest-py3.12") << tag;
  }
  for (const char* tag : {"v1.2", "nightly_202608221555", "1.36", "3.10-slim", "dev2026082201"}) {
    EXPECT_FALSE(is_floating(tag)) << tag;
  }
}

TEST(ImageReference, KnowsACommit) {
  EXPECT_TRUE(is_commit("ffdf3bb"));
  EXPECT_TRUE(is_commit("ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21"));
  EXPECT_FALSE(is_commit("feedbee"));  // A word, as far as one can tell.
  EXPECT_FALSE(is_commit("v0.5.17"));
  EXPECT_FALSE(is_commit("ffdf3b"));
}

}  // namespace
}  // namespace patcher
