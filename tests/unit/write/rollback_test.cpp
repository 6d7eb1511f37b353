// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <chrono>
#include <iterator>
#include <string>
#include <utility>

#include "patcher/write/recovery.hpp"
#include "tests/support/points.hpp"
#include "tests/unit/write/fixture.hpp"
#include "tests/unit/write/two_roots.hpp"

namespace patcher {
namespace {

/// How a disk fails: one call with `error`, and hard links always where `links` says so.
struct Fault {
  std::string name;
  int error;
  enum class Links { work, refused } links;
};

/// Fails the `k`-th call of a run; gives false when the run has fewer calls.
bool survives_failure_of_call(std::size_t k, const Fault& fault) {
  const TwoRoots roots;
  const auto before = roots.snapshot();
  FaultyFileSystem files;
  files.fail_call(k, fault.error);
  if (fault.links == Fault::Links::refused) files.fail_all("link", EPERM);

  const auto done = roots.run(files);

  SCOPED_TRACE(fmt::format("call {}, {}, fails: {}", k, files.failed(), reasons_of(done)));
  if (done) {
    EXPECT_TRUE(has_error(*done) || !roots.has_leftovers());
    EXPECT_TRUE(!has_error(*done) || roots.recover(system_file_system()));
    EXPECT_EQ(roots.contents(), TwoRoots::kAfter);
    EXPECT_FALSE(roots.has_leftovers());
  } else {
    EXPECT_EQ(roots.snapshot(), before);
    EXPECT_EQ(done.error().diagnostics().size(), 1U) << "putting back went wrong as well";
  }
  return !files.failed().empty();
}

class EveryCall : public testing::TestWithParam<Fault> {};

TEST_P(EveryCall, LeavesTheTreeAsItWasWhenItFails) {
  std::size_t k = 1;
  while (survives_failure_of_call(k, GetParam()) && !HasFailure()) {
    k += calls_apart(1);
  }
  EXPECT_GT(k, 100U) << "the run made fewer calls than it can have";
}

INSTANTIATE_TEST_SUITE_P(Rollback, EveryCall,
                         testing::Values(Fault{"BadDisk", EIO, Fault::Links::work},
                                         Fault{"NoPermission", EPERM, Fault::Links::work},
                                         Fault{"FullDiskWithoutHardLinks", ENOSPC,
                                               Fault::Links::refused}),
                         [](const auto& instance) { return instance.param.name; });

TEST(Rollback, IsNotNeededWhenNothingFails) {
  const TwoRoots roots;

  const auto done = roots.run(system_file_system());

  ASSERT_TRUE(done) << reasons_of(done);
  EXPECT_EQ(roots.contents(), TwoRoots::kAfter);
  EXPECT_FALSE(roots.has_leftovers());
}

TEST(Rollback, IsLeftToTheNextRunWhereTheMarkCannotBeTakenBack) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  const Root root(folder);
  FaultyFileSystem files;
  files.before_first("rename_to_free", [&] {
    folder.write("y", "in the way");
    files.fail_all("rename", EIO);
  });

  const auto done = write(Root(folder).edit("x", "2").edit("y", "2").record(""), files);

  ASSERT_EQ(code_of(done), Code::io_error);
  EXPECT_EQ(std::prev(done.error().diagnostics().end(), 2)->hint,
            "run again: the next run finishes this one");
  EXPECT_EQ(done.error().diagnostics().back().message,
            "the run was not undone whole: the trees stay as it left them");
  const auto refused = recover({&root.worktree()}, {}, system_file_system());
  ASSERT_EQ(code_of(refused), Code::interrupted);
  EXPECT_EQ(refused.error().diagnostics().front().target.file, "y");
  std::filesystem::remove(folder / "y");
  ASSERT_TRUE(recover({&root.worktree()}, {}, system_file_system()));
  EXPECT_EQ(files_in(folder), "x\ny\n");
  EXPECT_EQ(folder.read("x") + folder.read("y"), "22");
}

}  // namespace
}  // namespace patcher
