// SPDX-License-Identifier: MIT
// Triton configurations that their reader would never look up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/plan/table_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kConfigs = "aiter/ops/triton/configs/";
const std::string kDefault = kConfigs + "gemm/gfx950-GEMM-A8W8.json";
const std::string kOwn = kConfigs + "gemm/gfx950-GEMM-A8W8-N=512-K=192.json";

MemoryTree flat_tree() { return MemoryTree{{kDefault, "{\"M_LEQ_31\": {}, \"any\": {}}"}}; }

Diagnostics found(const MemoryTree& tree, const std::string& edit) {
  SourceCache cache;
  return find_patch(tables_manifest({edit}, {}).patches.front(), View(tree), cache).diagnostics;
}

std::string new_file(const std::string& content, const std::string& path = kOwn) {
  return "  - {add_file: '" + path + "', content: '" + content + "'}\n";
}

std::string message_of(const Diagnostics& found) {
  return found.empty() || found.front().code != Code::table_unread ? "" : found.front().message;
}

TEST(ConfigGuard, TakesBucketsThatAreLookedUp) {
  EXPECT_TRUE(
      found(flat_tree(), new_file("{\"M_LEQ_256\": {}, \"M_GEQ_8192\": {}, \"any\": {}}")).empty());
}

TEST(ConfigGuard, RefusesABucketThatIsNeverLookedUp) {
  EXPECT_THAT(message_of(found(flat_tree(), new_file("{\"M_LEQ_160\": {}}"))),
              HasSubstr("'M_LEQ_160'"));
  EXPECT_THAT(message_of(found(flat_tree(), "  - {json: " + kDefault +
                                                ", set: {/M_GEQ_3: '{}'}, must_be_new: true}\n")),
              HasSubstr("'M_GEQ_3'"));
}

TEST(ConfigGuard, LeavesTheBasesOwnBucketsAlone) {
  EXPECT_TRUE(
      found(flat_tree(), "  - {json: " + kDefault + ", set: {/any: '{\"a\": 1}'}}\n").empty());
}

TEST(ConfigGuard, RefusesAFileWhoseFamilyHasMoved) {
  MemoryTree tree = flat_tree();
  tree.write(kConfigs + "gfx950/triton/gemm/gemm_a8w8/DEFAULT.json", "{}");
  const std::string nested = kConfigs + "gfx950/triton/gemm/gemm_a8w8/GEMM-A8W8-N=512-K=192.json";

  EXPECT_THAT(message_of(found(tree, new_file("{\"any\": {}}"))), HasSubstr("gemm_a8w8'"));
  EXPECT_TRUE(found(tree, new_file("{\"any\": {}}", nested)).empty());
}

TEST(ConfigGuard, KeepsToTheFamilyOfTheWholeName) {
  MemoryTree tree = flat_tree();
  tree.write(kConfigs + "gfx950/triton/gemm/gemm/DEFAULT.json", "{}");
  tree.write(kConfigs + "gfx942/triton/gemm/gemm_a8w8/DEFAULT.json", "{}");

  EXPECT_TRUE(found(tree, new_file("{\"any\": {}}")).empty());
}

TEST(ConfigGuard, LooksAtNoOtherFile) {
  EXPECT_TRUE(found(flat_tree(), new_file("{\"M_LEQ_160\": {}}", "configs/gemm/a-b.json")).empty());
}

}  // namespace
}  // namespace patcher::testing
