// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace patcher::testing {

/// Files by their path below the sandbox, with their bytes.
using Files = std::map<std::string, std::string>;

/// What can be seen of one path without reading its folder's times.
struct Seen {
  std::string bytes;  ///< Of a regular file; the target of a link; else empty.
  std::uint32_t mode = 0;
  std::int64_t modified = 0;  ///< Nanoseconds.
  std::uint64_t inode = 0;
  std::uint64_t links = 0;

  friend bool operator==(const Seen&, const Seen&) = default;
};

/// Everything below a folder, by relative path.
using Snapshot = std::map<std::string, Seen>;

/// What one run of the program printed and how it ended.
struct RunResult {
  int exit = 0;
  std::string out;
  std::string err;

  /// Both outputs and the exit status as one text, for whole-output comparison.
  [[nodiscard]] std::string text() const;
};

/// The program at work, for tests that do not just wait for it.
class Started {
 public:
  Started(pid_t child, int out, int err) : child_(child), out_(out), err_(err) {}
  void kill(int signal) const;
  /// Waits for its end and gives what it printed as it is.
  [[nodiscard]] RunResult ended();

 private:
  pid_t child_;
  int out_;
  int err_;
};

/// A fresh temporary folder in which the real program runs with an empty environment, but for what
/// `set` adds.
///
/// The program is `$PATCHER_BINARY`, or the one that was built with the tests. The sandbox's path
/// is `$ROOT` in what a run printed. The folder is kept, and named, when the test fails.
class Sandbox {
 public:
  explicit Sandbox(const Files& files = {});
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  /// Sets an environment variable of the runs to come.
  void set(const std::string& variable, const std::string& value);
  /// Writes a file, its folders with it.
  void write(const std::string& path, const std::string& bytes) const;
  [[nodiscard]] std::string read(const std::string& path) const;
  [[nodiscard]] bool exists(const std::string& path) const;
  /// Runs the program in the sandbox with `arguments`, split at blanks.
  [[nodiscard]] RunResult run(const std::string& arguments) const;
  [[nodiscard]] RunResult run(const std::vector<std::string>& arguments) const;
  /// Starts the program in the sandbox and does not wait for it.
  [[nodiscard]] Started start(const std::vector<std::string>& arguments) const;
  /// All that can be seen below `path`.
  [[nodiscard]] Snapshot snapshot(const std::string& path = "tree") const;

 private:
  std::filesystem::path root_;
  std::map<std::string, std::string> environment_;
};

/// The program's path.
[[nodiscard]] std::string patcher_binary();

/// A patch file for tree `t` with `edits` (YAML, from column 0), everything else filled in.
[[nodiscard]] std::string patch_text(const std::string& id, const std::string& edits,
                                     const std::string& rest = "");

/// A manifest `m` over tree `t` at `../tree`, with the patch files named.
[[nodiscard]] std::string manifest_text(const std::vector<std::string>& patch_files);

}  // namespace patcher::testing
