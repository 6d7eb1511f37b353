// SPDX-License-Identifier: MIT
#pragma once

#include <cerrno>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/tree/file_system.hpp"

namespace patcher {

/// The system's file system, but some calls fail without being made, or happen after a surprise.
class FaultyFileSystem final : public FileSystem {
 public:
  /// Fails the `at`-th call (1-based) with `error`, a positive `errno`.
  void fail_call(std::size_t at, int error) {
    fail_at_ = at;
    error_ = error;
  }
  /// Fails every call of the method `name`.
  void fail_all(std::string name, int error) {
    fail_name_ = std::move(name);
    name_error_ = error;
  }
  /// Dies at the `at`-th call (1-based), as a killed process does: it and all later calls do
  /// nothing and fail, but for closing what is open.
  void die_at(std::size_t at) { die_at_ = at; }
  [[nodiscard]] bool is_dead() const { return die_at_ != 0 && calls_ >= die_at_; }
  [[nodiscard]] std::size_t calls() const { return calls_; }
  /// Does `surprise` right before the first call of the method `name`.
  void before_first(std::string name, std::function<void()> surprise) {
    surprise_at_ = std::move(name);
    surprise_ = std::move(surprise);
  }
  /// The method of the call that `fail_call` failed; empty when there were not so many.
  [[nodiscard]] const std::string& failed() const { return failed_; }

  int open_root(const std::string& path) override {
    return call("open_root", [&] { return real_.open_root(path); });
  }
  int enter_folder(int folder, const std::string& name) override {
    return call("enter_folder", [&] { return real_.enter_folder(folder, name); });
  }
  int lock_folder(int folder) override {
    return call("lock_folder", [&] { return real_.lock_folder(folder); });
  }
  int open_folder(int folder, const std::string& name) override {
    return call("open_folder", [&] { return real_.open_folder(folder, name); });
  }
  int make_folder(int folder, const std::string& name, mode_t mode) override {
    return call("make_folder", [&] { return real_.make_folder(folder, name, mode); });
  }
  int remove_folder(int folder, const std::string& name) override {
    return call("remove_folder", [&] { return real_.remove_folder(folder, name); });
  }
  int list_folder(int folder, std::vector<std::string>& names) override {
    return call("list_folder", [&] { return real_.list_folder(folder, names); });
  }
  int check_writable(int folder) override {
    return call("check_writable", [&] { return real_.check_writable(folder); });
  }
  int check_owner(uid_t user, gid_t group) override {
    return call("check_owner", [&] { return real_.check_owner(user, group); });
  }
  int stat_at(int folder, const std::string& name, struct stat& into) override {
    return call("stat_at", [&] { return real_.stat_at(folder, name, into); });
  }
  int read_link(int folder, const std::string& name, std::string& into) override {
    return call("read_link", [&] { return real_.read_link(folder, name, into); });
  }
  int open_for_reading(int folder, const std::string& name) override {
    return call("open_for_reading", [&] { return real_.open_for_reading(folder, name); });
  }
  int create_file(int folder, const std::string& name, mode_t mode) override {
    return call("create_file", [&] { return real_.create_file(folder, name, mode); });
  }
  int link(int folder, const std::string& from, const std::string& to) override {
    return call("link", [&] { return real_.link(folder, from, to); });
  }
  int rename(int folder, const std::string& from, const std::string& to) override {
    return call("rename", [&] { return real_.rename(folder, from, to); });
  }
  int rename_to_free(int folder, const std::string& from, const std::string& to) override {
    return call("rename_to_free", [&] { return real_.rename_to_free(folder, from, to); });
  }
  int remove_file(int folder, const std::string& name) override {
    return call("remove_file", [&] { return real_.remove_file(folder, name); });
  }
  int stat(int file, struct stat& into) override {
    return call("stat", [&] { return real_.stat(file, into); });
  }
  int read_all(int file, std::string& into) override {
    return call("read_all", [&] { return real_.read_all(file, into); });
  }
  /// One that fails has written half, as on a disk that fills up.
  int write_all(int file, std::string_view bytes) override {
    const std::size_t next = calls_ + 1;
    if (next == fail_at_ || next == die_at_) {
      static_cast<void>(real_.write_all(file, bytes.substr(0, bytes.size() / 2)));
    }
    return call("write_all", [&] { return real_.write_all(file, bytes); });
  }
  int set_mode(int file, mode_t mode) override {
    return call("set_mode", [&] { return real_.set_mode(file, mode); });
  }
  int set_owner(int file, uid_t user, gid_t group) override {
    return call("set_owner", [&] { return real_.set_owner(file, user, group); });
  }
  int list_attributes(int file, std::vector<std::string>& names) override {
    return call("list_attributes", [&] { return real_.list_attributes(file, names); });
  }
  int read_attribute(int file, const std::string& name, std::string& into) override {
    return call("read_attribute", [&] { return real_.read_attribute(file, name, into); });
  }
  int set_attribute(int file, const std::string& name, std::string_view value) override {
    return call("set_attribute", [&] { return real_.set_attribute(file, name, value); });
  }
  int remove_attribute(int file, const std::string& name) override {
    return call("remove_attribute", [&] { return real_.remove_attribute(file, name); });
  }
  /// Makes nothing durable: a loop over every call would wait for the disk most of its time.
  int sync(int) override {
    return call("sync", [] { return 0; });
  }
  int close(int descriptor) override {
    // A close that fails has closed all the same.
    const int closed = real_.close(descriptor);
    return call("close", [&] { return closed; });
  }
  int draw_random(std::span<std::byte> bytes) override {
    return call("draw_random", [&] { return real_.draw_random(bytes); });
  }

 private:
  template <class Call>
  int call(const std::string& name, Call made) {
    if (name == surprise_at_) std::exchange(surprise_, [] {})();
    ++calls_;
    if (is_dead()) return -EIO;
    if (calls_ == fail_at_) failed_ = name;
    if (calls_ == fail_at_) return -error_;
    return name == fail_name_ ? -name_error_ : made();
  }

  FileSystem& real_ = system_file_system();
  std::size_t calls_ = 0;
  std::size_t fail_at_ = 0;
  std::size_t die_at_ = 0;
  int error_ = EIO;
  std::string fail_name_;
  int name_error_ = EIO;
  std::string failed_;
  std::string surprise_at_;
  std::function<void()> surprise_ = [] {};
};

}  // namespace patcher
