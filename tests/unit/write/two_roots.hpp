// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "patcher/write/recovery.hpp"
#include "tests/unit/write/fixture.hpp"

namespace patcher {

/// Two roots with everything that a run can meet, and a run that does everything it can.
class TwoRoots {
 public:
  static constexpr std::string_view kAfter =
      ".patcher/.gitignore=*\n.patcher/record.json=new\nkeep.txt=untouched\nlinked.txt=2\n"
      "new/deep/n.py=N=1\nother.txt=1\npkg/m.py=V=2\n"
      ".patcher/.gitignore=*\n.patcher/record.json=first\nrun.sh=false\ns/t.txt=t\n";

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

  /// Recovers whatever a run left in the two.
  [[nodiscard]] Result<Diagnostics> recover(FileSystem& files) const {
    const Root a(a_, "a");
    const Root b(b_, "b");
    return patcher::recover({&a.worktree(), &b.worktree()}, {}, files);
  }

  [[nodiscard]] std::pair<Snapshot, Snapshot> snapshot() const {
    return {snapshot_of(a_), snapshot_of(b_)};
  }
  /// All files of both roots with their bytes, without the run's own temporary names.
  [[nodiscard]] std::string contents() const { return contents_of(a_) + contents_of(b_); }
  [[nodiscard]] const TemporaryFolder& first() const { return a_; }
  [[nodiscard]] const TemporaryFolder& second() const { return b_; }
  /// All files of one root with their bytes, without the run's own temporary names.
  [[nodiscard]] static std::string contents_of(const TemporaryFolder& folder) {
    std::string all;
    for (const auto& [path, description] : snapshot_of(folder)) {
      const bool temporary = path.find(kTemporary) != std::string::npos;
      if (temporary || std::filesystem::is_directory(folder / path)) continue;
      all += path + "=" + folder.read(path);
    }
    return all;
  }
  [[nodiscard]] bool has_leftovers() const {
    const std::string all = files_in(a_) + files_in(b_);
    return all.find(kTemporary) != std::string::npos || all.find("journal") != std::string::npos ||
           all.find("commit.json") != std::string::npos ||
           all.find("settled") != std::string::npos || std::filesystem::exists(a_ / "gone");
  }

 private:
  /// Sets all times back, so that a file that is written anew cannot have its old one by chance.
  static void age(const TemporaryFolder& folder) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
      std::filesystem::last_write_time(
          entry.path(), std::filesystem::last_write_time(entry.path()) - std::chrono::hours(1));
    }
  }

  static constexpr std::string_view kTemporary = ".patcher-";
  TemporaryFolder a_;
  TemporaryFolder b_;
};

}  // namespace patcher
