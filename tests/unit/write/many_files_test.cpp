// SPDX-License-Identifier: MIT
// A run over two hundred files, dying at every system call that it makes.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "patcher/write/recovery.hpp"
#include "tests/support/points.hpp"
#include "tests/unit/write/fixture.hpp"

namespace patcher {
namespace {

constexpr std::size_t kFiles = 100;  // In each of two roots.

/// Two roots that stay the same folders through all runs, because making them anew costs more than
/// the runs.
class ManyFiles {
 public:
  ManyFiles() { write_all("1"); }

  void run(FileSystem& files) const {
    Root a(a_, "a");
    Root b(b_, "b");
    for (std::size_t i = 0; i < kFiles; ++i) {
      a.edit(name(i), "2");
      b.edit(name(i), "2");
    }
    static_cast<void>(commit({a.commit(), b.commit()}, files));
  }

  void recover() const {
    const auto a = value_of(Worktree::open(a_.path()));
    const auto b = value_of(Worktree::open(b_.path()));
    const auto done = patcher::recover({a.get(), b.get()}, {}, system_file_system());
    EXPECT_TRUE(done) << reasons_of(done);
  }

  /// "1" where all files are as they were, "2" where all are done, and something else for a mix.
  [[nodiscard]] std::string state() const {
    std::string all = a_.read(name(0));
    for (const TemporaryFolder* folder : {&a_, &b_}) {
      std::size_t seen = 0;
      for (const auto& entry : std::filesystem::directory_iterator(folder->path())) {
        const std::string file = entry.path().filename().string();
        if (file == ".patcher") continue;
        ++seen;
        if (file.starts_with(".patcher-") || folder->read(file) != all) all += " " + file;
      }
      if (seen != kFiles) all += fmt::format(" {} files", seen);
    }
    return all;
  }

  void write_all(const std::string& bytes) const {
    for (const TemporaryFolder* folder : {&a_, &b_}) {
      std::filesystem::remove_all(*folder / ".patcher");
      for (std::size_t i = 0; i < kFiles; ++i) folder->write(name(i), bytes);
    }
  }

 private:
  static std::string name(std::size_t i) { return fmt::format("f{}", i); }

  TemporaryFolder a_{fast_parent()};
  TemporaryFolder b_{fast_parent()};
};

TEST(TwoHundredFiles, AreAllDoneOrNoneWhereverTheRunDies) {
  const ManyFiles many;
  std::size_t undone = 0;
  std::size_t finished = 0;
  const std::size_t stride = calls_apart(7);
  for (std::size_t k = 1; !HasFailure(); k += stride) {
    FaultyFileSystem files;
    files.die_at(k);
    many.run(files);
    if (!files.is_dead()) break;
    SCOPED_TRACE(fmt::format("killed at call {}", k));

    many.recover();

    const std::string state = many.state();
    EXPECT_TRUE(state == "1" || state == "2") << state;
    ++(state == "2" ? finished : undone);
    if (state == "2") many.write_all("1");
  }
  std::printf("200 files in two roots, killed at %zu calls: %zu undone, %zu finished\n",
              undone + finished, undone, finished);
  EXPECT_GT(undone * stride, 2000U);
  EXPECT_GT(finished * stride, 500U);
}

}  // namespace
}  // namespace patcher
