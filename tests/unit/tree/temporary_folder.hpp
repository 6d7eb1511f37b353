// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "patcher/tree/worktree.hpp"

namespace patcher {

/// A folder of its own on the disk, removed with everything in it when destroyed.
class TemporaryFolder {
 public:
  TemporaryFolder() : TemporaryFolder(std::filesystem::temp_directory_path()) {}
  /// In `parent`, which must exist.
  explicit TemporaryFolder(const std::filesystem::path& parent) {
    std::string name = (parent / "patcher-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "cannot make " << name;
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(const std::string& below) const {
    return path_ / below;
  }

  /// Writes a file, with the folders that it needs, and gives it exactly `mode`.
  void write(const std::string& below, const std::string& bytes, mode_t mode = 0644) const {
    std::filesystem::create_directories((path_ / below).parent_path());
    std::ofstream(path_ / below, std::ios::binary) << bytes;
    EXPECT_EQ(::chmod((path_ / below).c_str(), mode), 0) << below;
  }
  /// The bytes of a file; empty, with a failure of the test, when there is none.
  [[nodiscard]] std::string read(const std::string& below) const {
    std::ifstream file(path_ / below, std::ios::binary);
    EXPECT_TRUE(file.is_open()) << "there is no " << below;
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::filesystem::path path_;
};

/// A folder in memory where the system has one, for tests that write very often.
inline std::filesystem::path fast_parent() {
  const std::filesystem::path memory = "/dev/shm";
  return ::access(memory.c_str(), W_OK | X_OK) == 0 ? memory
                                                    : std::filesystem::temp_directory_path();
}

/// Makes the process act as a user without privileges until destroyed.
class OrdinaryUser {
 public:
  OrdinaryUser() : was_root_(::geteuid() == 0 && ::seteuid(kNobody) == 0) {}
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;
  ~OrdinaryUser() {
    if (was_root_ && ::seteuid(0) != 0) std::abort();
  }

  [[nodiscard]] bool is_one() const { return ::geteuid() != 0; }

 private:
  static constexpr uid_t kNobody = 65534;
  bool was_root_;
};

/// The value of `result`; a failure of the test with its reasons, and an abort, when there is none.
template <class T>
T value_of(Result<T> result) {
  if (result) return *std::move(result);
  for (const Diagnostic& reason : result.error().diagnostics()) ADD_FAILURE() << reason.message;
  std::abort();
}

/// The code of the first reason why there is no value.
template <class T>
Code code_of(const Result<T>& result) {
  return result ? Code::internal : result.error().diagnostics().front().code;
}

}  // namespace patcher
