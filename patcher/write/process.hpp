// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/write/commit.hpp"

namespace patcher {

/// A program that is to run.
struct Process {
  std::vector<std::string> words;        ///< The program's path, then its arguments. Never empty.
  std::string folder;                    ///< The folder that it works in.
  std::vector<std::string> environment;  ///< `NAME=value`; nothing else is in its environment.
  std::chrono::seconds limit{3600};      ///< After that it is ended.
};

/// How a process ended, or why there was none.
struct ProcessEnd {
  enum class Kind {
    exited,       ///< By itself; `number` is its exit status.
    killed,       ///< By a signal of its own or another's making; `number` is the signal.
    timed_out,    ///< Ended by us: its time was up.
    stopped,      ///< Ended by us, because this run is to end.
    not_started,  ///< `number` is the errno of what could not be done.
    lost          ///< It cannot be told: whatever watched over it was killed itself.
  };
  Kind kind = Kind::lost;
  int number = 0;
  std::string tail = {};  ///< The end of what it wrote, at most 64 KiB.

  [[nodiscard]] bool is_success() const { return kind == Kind::exited && number == 0; }
};

/// `exit status 2`, `signal 9`, `no such file`: `end` as the end of a sentence.
[[nodiscard]] std::string words_for(const ProcessEnd& end);

/// `'make' ended with exit status 2`: what became of `process`, as a whole sentence.
[[nodiscard]] std::string how_it_ended(const Process& process, const ProcessEnd& end);

/// What is told while a process runs.
struct ProcessWatch {
  std::function<void(std::string_view)> wrote;  ///< Some bytes that it wrote, in order.
  /// Called a few times each second with the time since the start.
  std::function<void(std::chrono::milliseconds)> waited;
  StopAsked stop_asked;  ///< Asked as often; what it says ends the process. May be empty.
};

/// Where programs are run, so that tests can run none.
class Processes {
 public:
  virtual ~Processes() = default;
  /// Runs `process` to its end. Its two outputs are one stream, its input is empty.
  ///
  /// It gets a session of its own, without a terminal, and default signals. With it end all
  /// processes that it started, also those that left its group or session, and also when this
  /// process is killed: asked first (TERM), killed when they have not gone 5 seconds later.
  [[nodiscard]] virtual ProcessEnd run(const Process& process, const ProcessWatch& watch) = 0;
};

/// The system's own processes.
[[nodiscard]] Processes& system_processes();

/// The path of the program `name`: itself where it has a slash, taken from `folder` on; else the
/// first file of that name in the absolute folders of `path` (as of the variable PATH) that this
/// process may execute. Empty where there is none.
[[nodiscard]] std::string program_path(const std::string& name, const std::string& folder,
                                       std::string_view path);

}  // namespace patcher
