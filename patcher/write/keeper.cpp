// SPDX-License-Identifier: MIT
#include "patcher/write/keeper.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace patcher {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kGrace{5};  ///< From TERM to KILL.
constexpr int kBetween = 10;               ///< Milliseconds between two looks for what is left.
constexpr int kMostLooks = 500;

/// The words with the null that ends them, as execve(2) wants them.
std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  // execve(2) takes pointers to char and writes through none of them.
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

void set_default_signals() {
  struct sigaction usual{};
  usual.sa_handler = SIG_DFL;
  // What this program ignores for itself; what its caller had ignored (`nohup`) stays so.
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGCHLD}) sigaction(signal, &usual, nullptr);
}

/// Becomes the program; tells `failed` its errno where it cannot.
[[noreturn]] void become(const Process& process, int output, int failed) {
  // Where the keeper is killed as well, nobody else would end it.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  const std::vector<char*> words = pointers_to(process.words);
  const std::vector<char*> environment = pointers_to(process.environment);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const bool ready = dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0 &&
                     dup2(nothing, STDIN_FILENO) >= 0 && chdir(process.folder.c_str()) == 0;
  if (ready) {
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    execve(words.front(), words.data(), environment.data());
  }
  const int error = errno;
  static_cast<void>(!write(failed, &error, sizeof error));
  _exit(127);
}

/// The parent of the process `id`, by the kernel's table; 0 where it is gone.
pid_t parent_of(const std::string& id) {
  std::ifstream table("/proc/" + id + "/stat");
  std::string line;
  std::getline(table, line);
  // The second field is a name in parentheses that may hold anything; state and parent follow it.
  const std::size_t end = line.rfind(')');
  if (end == std::string::npos || end + 4 > line.size()) return 0;
  return static_cast<pid_t>(std::strtol(line.c_str() + end + 4, nullptr, 10));
}

/// Kills every child of this process, own or taken over.
void kill_children() {
  DIR* table = opendir("/proc");
  if (table == nullptr) return;
  const pid_t self = getpid();
  while (const dirent* entry = readdir(table)) {
    const std::string name = static_cast<const char*>(entry->d_name);
    pid_t id = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (error != std::errc() || end != name.data() + name.size()) continue;
    if (parent_of(name) == self) kill(id, SIGKILL);
  }
  closedir(table);
}

/// One process and all that comes from it.
class Kept {
 public:
  explicit Kept(const KeeperEnds& ends) : ends_(ends) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    children_ = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  }

  KeeperReport run(const Process& process) {
    const int error = start(process);
    if (error != 0) return {ProcessEnd::Kind::not_started, error};
    while (!status_) wait_for_something();
    kill(-child_, SIGKILL);
    sweep();
    return report();
  }

 private:
  /// Forks and waits until the program runs; an errno where it does not.
  int start(const Process& process) {
    std::array<int, 2> failed{};
    if (pipe2(failed.data(), O_CLOEXEC) != 0) return errno;
    child_ = fork();
    if (child_ < 0) return errno;
    if (child_ == 0) become(process, ends_.output, failed[1]);
    close(failed[1]);
    close(ends_.output);
    setpgid(child_, child_);  // Whichever of the two comes first.
    int error = 0;
    const ssize_t got = read(failed[0], &error, sizeof error);
    close(failed[0]);
    return got == static_cast<ssize_t>(sizeof error) ? error : 0;
  }

  void wait_for_something() {
    std::array<pollfd, 2> awaited{{{children_, POLLIN, 0}, {ends_.orders, POLLIN, 0}}};
    if (order_) awaited[1].fd = -1;
    poll(awaited.data(), awaited.size(), order_ ? kBetween : -1);
    if (order_ && Clock::now() >= last_) kill(-child_, SIGKILL);
    if (awaited[1].revents != 0) take_order();
    if (awaited[0].revents != 0) reap();
  }

  void take_order() {
    char letter = static_cast<char>(KeeperOrder::stop);
    const ssize_t got = read(ends_.orders, &letter, 1);
    if (got < 0) return;
    order_ = static_cast<KeeperOrder>(letter);
    // Nobody waits any more where the process that asked is gone, and its locks should go soon.
    last_ = Clock::now() + (got == 0 ? Clock::duration::zero() : kGrace);
    kill(-child_, SIGTERM);
    kill(-child_, SIGCONT);  // One that was stopped could not end.
  }

  /// Takes the status of all that ended; says whether there are children left.
  bool reap() {
    signalfd_siginfo told{};
    while (read(children_, &told, sizeof told) > 0) {
    }
    while (true) {
      int status = 0;
      const pid_t ended = waitpid(-1, &status, WNOHANG);
      if (ended == child_) status_ = status;
      if (ended <= 0) return ended == 0;
    }
  }

  /// Ends what the process left running: each look kills what the last one's victims had started.
  void sweep() {
    for (int look = 0; look < kMostLooks && reap(); ++look) {
      kill_children();
      poll(nullptr, 0, kBetween);
    }
  }

  [[nodiscard]] KeeperReport report() const {
    if (order_ == KeeperOrder::time_is_up) return {ProcessEnd::Kind::timed_out, 0};
    if (order_) return {ProcessEnd::Kind::stopped, 0};
    if (WIFSIGNALED(*status_)) return {ProcessEnd::Kind::killed, WTERMSIG(*status_)};
    return {ProcessEnd::Kind::exited, WEXITSTATUS(*status_)};
  }

  KeeperEnds ends_;
  int children_ = -1;  ///< Tells of ended children.
  pid_t child_ = -1;
  std::optional<KeeperOrder> order_;
  Clock::time_point last_;     ///< When its time to end by itself is over; of an order only.
  std::optional<int> status_;  ///< As waitpid(2) gives it.
};

}  // namespace

void keep(const Process& process, const KeeperEnds& ends) {
  set_default_signals();
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const KeeperReport report = Kept(ends).run(process);
  static_cast<void>(!write(ends.report, &report, sizeof report));
  _exit(0);
}

}  // namespace patcher
