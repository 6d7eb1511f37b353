// SPDX-License-Identifier: MIT
#include "patcher/manifest/digest.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

// FIPS 180-4's examples.
TEST(Sha256, HashesTheStandardsExamples) {
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace patcher
