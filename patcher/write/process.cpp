// SPDX-License-Identifier: MIT
#include "patcher/write/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "patcher/tree/descriptor.hpp"
#include "patcher/write/keeper.hpp"

namespace patcher {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kTail = 65536;
constexpr int kTick = 100;  ///< Milliseconds between two looks at clock and signals.

/// A pipe that no program started later inherits.
struct Pipe {
  Descriptor reading;
  Descriptor writing;

  [[nodiscard]] bool is_open() const { return writing.is_open(); }
};

Pipe open_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// One run, seen from the process that asked for it.
class Run {
 public:
  Run(const Process& process, const ProcessWatch& watch) : process_(process), watch_(watch) {}

  ProcessEnd run() {
    if (!orders_.is_open() || !report_.is_open() || !output_.is_open()) return unable();
    keeper_ = fork();
    if (keeper_ < 0) return unable();
    if (keeper_ == 0) {
      // Its end of the orders must be the only one that is left when we are gone.
      orders_.writing = Descriptor();
      keep(process_,
           {orders_.reading.number(), report_.writing.number(), output_.writing.number()});
    }
    report_.writing = Descriptor();
    output_.writing = Descriptor();
    fcntl(output_.reading.number(), F_SETFL, O_NONBLOCK);
    while (!ended_) look();
    while (take_output()) {
    }
    while (waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
    }
    return std::move(end_);
  }

 private:
  static ProcessEnd unable() { return {ProcessEnd::Kind::not_started, errno}; }

  void look() {
    std::array<pollfd, 2> awaited{
        {{output_.reading.number(), POLLIN, 0}, {report_.reading.number(), POLLIN, 0}}};
    if (is_dry_) awaited[0].fd = -1;
    poll(awaited.data(), awaited.size(), kTick);
    // One piece, and then the clock and the signals again: some programs never stop writing.
    if (awaited[0].revents != 0) take_output();
    if (awaited[1].revents != 0) take_report();
    const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_);
    if (watch_.waited) watch_.waited(since);
    if (since >= process_.limit) order(KeeperOrder::time_is_up);
    if (watch_.stop_asked && watch_.stop_asked()) order(KeeperOrder::stop);
  }

  void take_report() {
    KeeperReport report;
    const ssize_t got = read(report_.reading.number(), &report, sizeof report);
    if (got < 0 && errno == EINTR) return;
    ended_ = true;
    if (got != static_cast<ssize_t>(sizeof report)) return;  // It was killed: lost.
    end_.kind = report.kind;
    end_.number = report.number;
  }

  /// Takes a piece of what was written, without waiting; false where there is none now.
  bool take_output() {
    if (is_dry_) return false;
    std::array<char, 65536> buffer;
    const ssize_t got = read(output_.reading.number(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) return true;
    if (got < 0 && errno == EAGAIN) return false;
    is_dry_ = got <= 0;
    if (got > 0) take({buffer.data(), static_cast<std::size_t>(got)});
    return !is_dry_;
  }

  void take(std::string_view bytes) {
    if (watch_.wrote) watch_.wrote(bytes);
    end_.tail += bytes;
    if (end_.tail.size() > kTail) end_.tail.erase(0, end_.tail.size() - kTail);
  }

  void order(KeeperOrder wanted) {
    if (std::exchange(is_ordered_, true)) return;
    const char letter = static_cast<char>(wanted);
    static_cast<void>(!write(orders_.writing.number(), &letter, 1));
  }

  const Process& process_;
  const ProcessWatch& watch_;
  Pipe orders_ = open_pipe();
  Pipe report_ = open_pipe();
  Pipe output_ = open_pipe();
  pid_t keeper_ = -1;
  Clock::time_point began_ = Clock::now();
  ProcessEnd end_;
  bool ended_ = false;
  bool is_dry_ = false;      ///< Nobody writes to the output any more.
  bool is_ordered_ = false;  ///< It was told to end.
};

class SystemProcesses final : public Processes {
 public:
  ProcessEnd run(const Process& process, const ProcessWatch& watch) override {
    return Run(process, watch).run();
  }
};

bool may_execute(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string words_for(const ProcessEnd& end) {
  switch (end.kind) {
    case ProcessEnd::Kind::exited:
      return fmt::format("exit status {}", end.number);
    case ProcessEnd::Kind::killed:
      return fmt::format("signal {}", sigabbrev_np(end.number));
    case ProcessEnd::Kind::timed_out:
      return "its time limit";
    case ProcessEnd::Kind::stopped:
      return "the signal to this run";
    case ProcessEnd::Kind::not_started:
      return std::strerror(end.number);
    case ProcessEnd::Kind::lost:
      return "a kill from outside";
  }
  return {};
}

std::string how_it_ended(const Process& process, const ProcessEnd& end) {
  const std::string& program = process.words.front();
  switch (end.kind) {
    case ProcessEnd::Kind::not_started:
      return fmt::format("'{}' could not be started: {}", program, words_for(end));
    case ProcessEnd::Kind::timed_out:
      return fmt::format("'{}' was ended after {} s, its time limit", program,
                         process.limit.count());
    case ProcessEnd::Kind::exited:
      return fmt::format("'{}' ended with {}", program, words_for(end));
    default:
      return fmt::format("'{}' was ended by {}", program, words_for(end));
  }
}

Processes& system_processes() {
  static SystemProcesses processes;
  return processes;
}

std::string program_path(const std::string& name, const std::string& folder,
                         std::string_view path) {
  if (name.find('/') != std::string::npos) {
    const std::string whole = name.starts_with('/') ? name : fmt::format("{}/{}", folder, name);
    return may_execute(whole) ? whole : std::string();
  }
  while (!path.empty()) {
    const std::size_t colon = std::min(path.find(':'), path.size());
    const std::string whole = fmt::format("{}/{}", path.substr(0, colon), name);
    path.remove_prefix(std::min(colon + 1, path.size()));
    if (whole.starts_with('/') && may_execute(whole)) return whole;
  }
  return {};
}

}  // namespace patcher
