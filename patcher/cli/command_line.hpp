// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "patcher/cli/options.hpp"

namespace patcher {

/// One option or positional argument of a command.
struct OptionSpec {
  std::string name;         ///< `--format`; empty for a positional argument.
  std::string value;        ///< `human|json|github`, `NAME`; empty for a flag.
  std::string description;  ///< An imperative without a period.
};

/// One command as the command line knows it.
struct CommandSpec {
  std::string name;
  std::string description;
  std::vector<OptionSpec> options;
  std::string commands = {};  ///< Of a command of commands: their names, with spaces between.
};

/// Every command in the order of `--help`, read off the parser itself, so that completion cannot
/// say something else.
[[nodiscard]] std::vector<CommandSpec> command_specs();

/// Reads `arguments`, the program's name left out, whose first word is known to be a command or an
/// option. The format of an answer is not looked for.
[[nodiscard]] std::variant<Options, Answer> parse_command_line(
    const std::vector<std::string>& arguments);

}  // namespace patcher
