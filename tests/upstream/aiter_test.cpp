// SPDX-License-Identifier: MIT
// Anchors of a kernel patch for aiter over six files, each found once in its scope at the pin.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/sandbox.hpp"
#include "tests/upstream/checkout.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Each edit puts a comment at its anchor: enough to show that the place is one, and is undone.
const std::string kEdits =
    "- file: csrc/include/custom_all_reduce.cuh\n"
    "  scope: allgather_lastdim\n"
    "  find_text: 'allgather_lastdim(RankData* _dp,'\n"
    "  insert_before: '/* 1 */ '\n"
    "- file: csrc/include/custom_all_reduce.cuh\n"
    "  scope: CustomAllreduce::dispatchAllGather\n"
    "  find_text: 'void dispatchAllGather('\n"
    "  insert_before: '/* 2 */ '\n"
    "- file: csrc/kernels/custom_all_reduce.cu\n"
    "  scope: all_gather_unreg\n"
    "  find_text: 'void all_gather_unreg(fptr_t _fa,'\n"
    "  insert_before: '/* 3 */ '\n"
    "- file: csrc/include/custom_all_reduce.h\n"
    "  scope: aiter\n"
    "  find_text: 'void all_gather_unreg(fptr_t _fa,'\n"
    "  insert_before: '/* 4 */ '\n"
    "- file: csrc/include/rocm_ops.hpp\n"
    "  scope: macro CUSTOM_ALL_REDUCE_PYBIND\n"
    "  find_text: 'm.def(\"all_gather_unreg\",'\n"
    "  insert_before: '/* 5 */ '\n"
    "- file: aiter/ops/custom_all_reduce.py\n"
    "  scope: all_gather_unreg\n"
    "  find_text: 'def all_gather_unreg('\n"
    "  replace: 'def all_gather_unreg(  # 6'\n"
    "- file: aiter/dist/device_communicators/custom_all_reduce.py\n"
    "  scope: CustomAllreduce.custom_all_gather\n"
    "  find_text: 'def custom_all_gather(self, inp: torch.Tensor'\n"
    "  replace: 'def custom_all_gather(self, inp:  torch.Tensor'\n";

const std::string kFiles =
    "csrc/include/custom_all_reduce.cuh csrc/include/custom_all_reduce.h "
    "csrc/include/rocm_ops.hpp csrc/kernels/custom_all_reduce.cu aiter/ops/custom_all_reduce.py "
    "aiter/dist/device_communicators/custom_all_reduce.py";

std::string manifest_with(const std::string& settled) {
  return "version: 1\nname: m\ntrees:\n  t:\n    upstream: https://github.com/ROCm/aiter\n"
         "    commit: " +
         kAiterPin + "\n    locate: [{path: tree}]\n" + settled + "patches: [p.yaml]\n";
}

class AiterKernelPatch : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto repository = repository_of("PATCHER_AITER_GIT");
    if (!repository) {
      GTEST_SKIP()
          << "needs PATCHER_AITER_GIT, a git repository of ROCm/aiter (ci/fetch-upstreams)";
    }
    ASSERT_TRUE(extract(*repository, kAiterPin, kFiles, box_.root() / "tree"));
    box_.write("m.yaml", manifest_with("    definitions: [USE_ROCM]\n"));
    box_.write("p.yaml", patch_text("p", kEdits));
  }

  Sandbox box_;
};

TEST_F(AiterKernelPatch, FindsEveryAnchorOnceAndGoesAllTheWayRound) {
  const Snapshot before = box_.snapshot();

  const RunResult status = box_.run("status m.yaml --require pristine");
  EXPECT_EQ(status.exit, 0) << status.text();
  EXPECT_THAT(status.out, AllOf(HasSubstr("in aiter::CustomAllreduce::dispatchAllGather"),
                                HasSubstr("in aiter::allgather_lastdim"),
                                HasSubstr("in aiter::all_gather_unreg"),
                                HasSubstr("in macro CUSTOM_ALL_REDUCE_PYBIND")));
  const RunResult applied = box_.run("apply m.yaml");
  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_EQ(box_.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box_.run("revert m.yaml").exit, 0);

  const Snapshot after = box_.snapshot();
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [path, seen] : before) EXPECT_EQ(after.at(path).bytes, seen.bytes) << path;
}

TEST_F(AiterKernelPatch, FindsThemWithoutDefinitionsToo) {
  box_.write("m.yaml", manifest_with(""));

  const RunResult status = box_.run("status m.yaml --require pristine");

  EXPECT_EQ(status.exit, 0) << status.text();
}

TEST_F(AiterKernelPatch, ABrokenMacroIsRefused) {
  box_.write("p.yaml", patch_text("p",
                                  "- file: csrc/include/rocm_ops.hpp\n"
                                  "  scope: macro CUSTOM_ALL_REDUCE_PYBIND\n"
                                  "  find_text: 'm.def(\"all_gather_unreg\",'\n"
                                  "  insert_before: \"m.def(\\\"x\\\", &x);\\n    \"\n"));
  const Snapshot before = box_.snapshot();

  const RunResult result = box_.run("apply m.yaml");

  EXPECT_EQ(result.exit, 1) << result.text();
  EXPECT_THAT(result.err, HasSubstr("'macro CUSTOM_ALL_REDUCE_PYBIND' would end too early"));
  EXPECT_EQ(box_.snapshot(), before);
}

}  // namespace
}  // namespace patcher::testing
