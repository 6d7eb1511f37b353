// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "patcher/image/build_scope.hpp"
#include "patcher/image/dockerfile.hpp"
#include "patcher/image/shell_fate.hpp"
#include "patcher/locate/shell_script.hpp"

namespace patcher {

/// What a RUN has a shell do.
struct RunScript {
  JoinedText text;
  ShellScript script;
  ShellMode mode;

  /// The bytes of the file that `at`, a range of the script, came from.
  [[nodiscard]] ByteRange source_of(ByteRange at) const;
};

/// The script of `run`, a RUN where `scope` is in force. Nothing where no shell of this kind reads
/// it: another shell, a program by itself, a heredoc for another interpreter.
[[nodiscard]] std::optional<RunScript> script_of(const Dockerfile& dockerfile,
                                                 const DockerfileInstruction& run,
                                                 const BuildScope& scope);

/// What a command is, with wrappers such as `sudo` and `env` and its variables seen through.
struct CommandName {
  std::string program;             ///< Without folders: `git`, `pip`, `python3`; may be empty.
  std::string action;              ///< `clone`, `install`: the first word that is no option.
  std::vector<std::string> words;  ///< Program and arguments, with `kUnknownPart` for what is open.

  [[nodiscard]] bool has(std::string_view word) const;
};
[[nodiscard]] CommandName name_of(const ShellNode& command, const BuildVariables& variables);

/// The same of a RUN in the exec form.
[[nodiscard]] CommandName name_of(const std::vector<std::string>& words);

/// What a command does to the image, as far as its name tells.
enum class CommandWork {
  none,      ///< It prints, asks, tidies up; or what it does is not known.
  patches,   ///< It edits sources: `patcher`, `patch`, `git apply`, `sed -i`.
  fetches,   ///< It brings sources or files: `git clone`, `curl`.
  installs,  ///< It installs or builds: `pip install`, `apt-get install`, `make`.
  scripts    ///< It runs a script whose work is not seen here.
};
[[nodiscard]] CommandWork work_of(const CommandName& name);

/// `git clone`, `python3 /tmp/p.py`: how messages call it.
[[nodiscard]] std::string title_of(const CommandName& name);

}  // namespace patcher
