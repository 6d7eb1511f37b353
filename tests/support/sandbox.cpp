// SPDX-License-Identifier: MIT
#include "tests/support/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::vector<std::string> split(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

/// Pointers to the words, with the null that ends them.
std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// What a process is started with.
struct Command {
  std::vector<std::string> words;
  std::vector<std::string> environment;
  fs::path folder;
};

/// Replaces this process by the program; never returns.
[[noreturn]] void become(const Command& command, int out, int err) {
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  if (chdir(command.folder.c_str()) != 0) _exit(126);
  execve(command.words.front().c_str(), pointers_to(command.words).data(),
         pointers_to(command.environment).data());
  _exit(127);
}

/// Reads both descriptors to their ends.
void drain(int out, int err, RunResult& result) {
  std::array<pollfd, 2> waiting{{{out, POLLIN, 0}, {err, POLLIN, 0}}};
  std::array<std::string*, 2> into{&result.out, &result.err};
  int open_ends = 2;
  while (open_ends > 0) {
    poll(waiting.data(), waiting.size(), -1);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      std::array<char, 4096> buffer{};
      const ssize_t got = ::read(waiting[i].fd, buffer.data(), buffer.size());
      if (got > 0) {
        into[i]->append(buffer.data(), static_cast<std::size_t>(got));
      } else {
        close(waiting[i].fd);
        waiting[i].fd = -1;
        --open_ends;
      }
    }
  }
}

Seen seen_at(const fs::path& path) {
  struct stat about{};
  if (lstat(path.c_str(), &about) != 0) return {};
  Seen seen;
  seen.mode = about.st_mode;
  seen.inode = about.st_ino;
  seen.links = about.st_nlink;
  if (S_ISREG(about.st_mode)) {
    std::ifstream file(path, std::ios::binary);
    seen.bytes.assign(std::istreambuf_iterator<char>(file), {});
    seen.modified = about.st_mtim.tv_sec * 1'000'000'000 + about.st_mtim.tv_nsec;
  } else if (S_ISLNK(about.st_mode)) {
    seen.bytes = fs::read_symlink(path).string();
  } else {
    seen.links = 0;  // A folder's count only tells how many folders it holds.
  }
  return seen;
}

}  // namespace

std::string RunResult::text() const {
  return out + "------- stderr -------\n" + err + "[exit status: " + std::to_string(exit) + "]\n";
}

std::string patcher_binary() {
  const char* given = std::getenv("PATCHER_BINARY");
  return given != nullptr ? given : PATCHER_BINARY_BUILT;
}

// Empty but for what a sanitizer needs to fail a test when it finds something.
Sandbox::Sandbox(const Files& files)
    : environment_{{"LC_ALL", "C"},
                   {"TZ", "UTC"},
                   {"HOME", "/nonexistent"},
                   {"ASAN_OPTIONS", "exitcode=99"}} {
  std::string pattern = (fs::temp_directory_path() / "patcher-test-XXXXXX").string();
  const char* made = mkdtemp(pattern.data());
  if (made == nullptr) {
    ADD_FAILURE() << "no temporary folder";
    std::abort();
  }
  root_ = fs::canonical(made);
  for (const auto& [path, bytes] : files) write(path, bytes);
}

Sandbox::~Sandbox() {
  if (::testing::Test::HasFailure()) {
    std::cerr << "kept: " << root_ << '\n';
    return;
  }
  std::error_code ignored;  // A leftover folder in /tmp fails no test.
  fs::remove_all(root_, ignored);
}

void Sandbox::set(const std::string& variable, const std::string& value) {
  environment_[variable] = value;
}

void Sandbox::write(const std::string& path, const std::string& bytes) const {
  fs::create_directories((root_ / path).parent_path());
  std::ofstream(root_ / path, std::ios::binary) << bytes;
}

std::string Sandbox::read(const std::string& path) const { return seen_at(root_ / path).bytes; }

bool Sandbox::exists(const std::string& path) const {
  return fs::exists(fs::symlink_status(root_ / path));
}

RunResult Sandbox::run(const std::string& arguments) const { return run(split(arguments)); }

RunResult Sandbox::run(const std::vector<std::string>& arguments) const {
  RunResult result = start(arguments).ended();
  result.out = replaced(result.out, root_.string(), "$ROOT");
  result.err = replaced(result.err, root_.string(), "$ROOT");
  return result;
}

Started Sandbox::start(const std::vector<std::string>& arguments) const {
  Command whole{{patcher_binary()}, {}, root_};
  whole.words.insert(whole.words.end(), arguments.begin(), arguments.end());
  for (const auto& [variable, value] : environment_) {
    whole.environment.push_back(variable + "=" + value);
  }
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) become(whole, out[1], err[1]);
  close(out[1]);
  close(err[1]);
  return {child, out[0], err[0]};
}

void Started::kill(int signal) const { ::kill(child_, signal); }

RunResult Started::ended() {
  RunResult result;
  drain(out_, err_, result);
  int status = 0;
  waitpid(child_, &status, 0);
  result.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

Snapshot Sandbox::snapshot(const std::string& path) const {
  Snapshot all;
  const fs::path base = root_ / path;
  for (const auto& item : fs::recursive_directory_iterator(base)) {
    all.emplace(fs::relative(item.path(), base).string(), seen_at(item.path()));
  }
  return all;
}

std::string patch_text(const std::string& id, const std::string& edits, const std::string& rest) {
  return "version: 1\nid: " + id +
         "\ntree: t\ntitle: a test\nwhy: it is tested\n"
         "upstream: {state: not-applicable, drop_when: never}\nedits:\n" +
         edits + rest;
}

std::string manifest_text(const std::vector<std::string>& patch_files) {
  std::string text =
      "version: 1\nname: m\ntrees:\n  t:\n    upstream: https://example.org/t\n"
      "    commit: 0123456789abcdef0123456789abcdef01234567\n"
      "    locate: [{path: tree}]\npatches:\n";
  for (const std::string& file : patch_files) text += "  - " + file + "\n";
  return text;
}

}  // namespace patcher::testing
