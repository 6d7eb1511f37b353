// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

/// Two roots with everything that a run can meet, and a run that does everything it can.
class TwoRoots {
 public:
  TwoRoots() {
    a_.write("keep.txt", "untouched\n");
    a_.write("pkg/m.py", "V=1\n", 0640);
    a_.write("pkg/__pycache__/m.cpython-311.pyc", "stale");
    a_.write("pkg/m.pyc", "stale");
    a_.write("gone/old.py", "V=1\n");
    a_.write("linked.txt", "1\n");
    std::filesystem::create_hard_link(a_ / "linked.txt", a_ / "other.txt");
    a_.write(".patcher/record.json", "old\n");
    a_.write(".patcher/.gitignore", "*\n");
    b_.write("run.sh", "true\n", 0755);
    age(a_);
    age(b_);
  }

  [[nodiscard]] Result<Diagnostics> run(FileSystem& files) const {
    Root a(a_, "a");
    Root b(b_, "b");
    a.remove("gone/old.py").edit("linked.txt", "2\n").edit("new/deep/n.py", "N=1\n");
    a.edit("pkg/m.py", "V=2\n").empty_folder("gone").record("new\n");
    b.edit("run.sh", "false\n").edit("s/t.txt", "t\n").record("first\n");
    return commit({a.commit(), b.commit()}, files);
  }

  [[nodiscard]] std::pair<Snapshot, Snapshot> snapshot() const {
    return {snapshot_of(a_), snapshot_of(b_)};
  }
  /// All files of both roots with their bytes, without the run's own temporary names.
  [[nodiscard]] std::string contents() const { return contents_of(a_) + contents_of(b_); }
  [[nodiscard]] bool has_leftovers() const {
    return (files_in(a_) + files_in(b_)).find(kTemporary) != std::string::npos ||
           std::filesystem::exists(a_ / "gone");
  }

 private:
  /// Sets all times back, so that a file that is written anew cannot have its old one by chance.
  static void age(const TemporaryFolder& folder) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
      std::filesystem::last_write_time(
          entry.path(), std::filesystem::last_write_time(entry.path()) - std::chrono::hours(1));
    }
  }
  static std::string contents_of(const TemporaryFolder& folder) {
    std::string all;
    for (const auto& [path, description] : snapshot_of(folder)) {
      const bool temporary = path.find(kTemporary) != std::string::npos;
      if (temporary || std::filesystem::is_directory(folder / path)) continue;
      all += path + "=" + folder.read(path);
    }
    return all;
  }

  static constexpr const char* kTemporary = ".patcher-";
  TemporaryFolder a_;
  TemporaryFolder b_;
};

constexpr std::string_view kAfter =
    ".patcher/.gitignore=*\n.patcher/record.json=new\nkeep.txt=untouched\nlinked.txt=2\n"
    "new/deep/n.py=N=1\nother.txt=1\npkg/m.py=V=2\n"
    ".patcher/.gitignore=*\n.patcher/record.json=first\nrun.sh=false\ns/t.txt=t\n";

/// How a disk fails: one call with `error`, and hard links always where `links` says so.
struct Fault {
  std::string name;
  int error;
  enum class Links { work, refused } links;
};

bool has_warning(const Diagnostics& notes) {
  return std::any_of(notes.begin(), notes.end(),
                     [](const Diagnostic& note) { return note.severity == Severity::warning; });
}

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
    EXPECT_EQ(roots.contents(), kAfter);
    EXPECT_TRUE(has_warning(*done) || !roots.has_leftovers());
  } else {
    EXPECT_EQ(roots.snapshot(), before);
    EXPECT_EQ(done.error().diagnostics().size(), 1U) << "putting back went wrong as well";
  }
  return !files.failed().empty();
}

class EveryCall : public testing::TestWithParam<Fault> {};

TEST_P(EveryCall, LeavesTheTreeAsItWasWhenItFails) {
  std::size_t k = 1;
  while (survives_failure_of_call(k, GetParam()) && !HasFailure()) ++k;
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
  EXPECT_EQ(roots.contents(), kAfter);
  EXPECT_FALSE(roots.has_leftovers());
}

TEST(Rollback, NamesTheOriginalThatItCannotPutBack) {
  const TemporaryFolder folder;
  folder.write("x", "1");
  FaultyFileSystem files;
  files.before_first("rename_to_free", [&] {
    folder.write("y", "in the way");
    files.fail_all("rename", EIO);
  });

  const auto done = write(Root(folder).edit("x", "2").edit("y", "2").record(""), files);

  ASSERT_EQ(code_of(done), Code::io_error);
  const std::string& hint = done.error().diagnostics().back().hint;
  const std::size_t begin = hint.find(".patcher-");
  ASSERT_NE(begin, std::string::npos) << reasons_of(done);
  EXPECT_EQ(folder.read(hint.substr(begin, hint.find('"', begin) - begin)), "1");
}

}  // namespace
}  // namespace patcher
