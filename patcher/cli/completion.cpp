// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "patcher/cli/command_line.hpp"
#include "patcher/cli/options.hpp"

namespace patcher {
namespace {

/// `human|json` as separate words; empty when the value is free.
std::string fixed_values(const OptionSpec& option) {
  if (option.value.find('|') == std::string::npos) return "";
  std::string words = option.value;
  std::replace(words.begin(), words.end(), '|', ' ');
  return words;
}

std::string names_of(const std::vector<CommandSpec>& commands) {
  std::string names;
  for (const CommandSpec& command : commands) names += (names.empty() ? "" : " ") + command.name;
  return names;
}

std::string options_of(const CommandSpec& command) {
  std::string names;
  for (const OptionSpec& option : command.options) {
    if (!option.name.empty()) names += (names.empty() ? "" : " ") + option.name;
  }
  return names;
}

std::string positional_values(const CommandSpec& command) {
  if (!command.commands.empty()) return command.commands;
  for (const OptionSpec& option : command.options) {
    if (option.name.empty() && !fixed_values(option).empty()) return fixed_values(option);
  }
  return "";
}

std::string bash_values(const CommandSpec& command) {
  std::string cases;
  for (const OptionSpec& option : command.options) {
    const std::string values = fixed_values(option);
    if (option.name.empty() || values.empty()) continue;
    cases += fmt::format("        {}) words=\"{}\" ;;\n", option.name, values);
  }
  return cases;
}

std::string bash_case(const CommandSpec& command) {
  const std::string positional = positional_values(command);
  return fmt::format(
      "    {}) case \"$previous\" in\n{}        *) words=\"{}{}{}\"; files={} ;;\n      esac ;;\n",
      command.name, bash_values(command), options_of(command), positional.empty() ? "" : " ",
      positional, positional.empty() || !command.commands.empty() ? 1 : 0);
}

std::string bash_script(const std::vector<CommandSpec>& commands) {
  std::string cases;
  for (const CommandSpec& command : commands) cases += bash_case(command);
  return fmt::format(R"(# bash completion for patcher: source this file
_patcher() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words="" files=0
  case "${{COMP_WORDS[1]}}" in
{}    *) words="{} --help --version" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="{} --help --version" && files=0
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ "$files" -eq 1 ] && COMPREPLY+=($(compgen -f -- "$current"))
  return 0
}}
complete -o filenames -F _patcher patcher
)",
                     cases, names_of(commands), names_of(commands));
}

/// A text inside single quotes of zsh and fish.
std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : text) c == '\'' ? result += "'\\''" : result += c;
  return result;
}

std::string zsh_option(const OptionSpec& option) {
  const std::string values = fixed_values(option);
  std::string what = quoted(option.description);
  if (option.name.empty()) {
    return values.empty() ? fmt::format("        '*:{}:_files' \\\n", what)
                          : fmt::format("        '1:{}:({})' \\\n", what, values);
  }
  if (option.value.empty()) return fmt::format("        '{}[{}]' \\\n", option.name, what);
  return fmt::format("        '*{}=[{}]:value:{}' \\\n", option.name, what,
                     values.empty() ? std::string("_files") : "(" + values + ")");
}

std::string zsh_script(const std::vector<CommandSpec>& commands) {
  std::string names;
  std::string cases;
  for (const CommandSpec& command : commands) {
    names += fmt::format("    '{}:{}'\n", command.name, quoted(command.description));
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    if (!command.commands.empty()) {
      cases += fmt::format("        '1:command:({})' \\\n", command.commands);
    }
    for (const OptionSpec& option : command.options) cases += zsh_option(option);
    cases += "        && return 0 ;;\n";
  }
  return fmt::format(R"(#compdef patcher
_patcher() {{
  local -a commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
_patcher "$@"
)",
                     names, cases);
}

std::string fish_option(const CommandSpec& command, const OptionSpec& option) {
  const std::string values = fixed_values(option);
  const std::string when =
      fmt::format("complete -c patcher -n '__fish_seen_subcommand_from {}'", command.name);
  if (option.name.empty()) {
    return values.empty() ? std::string() : fmt::format("{} -f -a '{}'\n", when, values);
  }
  const std::string takes = option.value.empty() ? "" : " -r";
  const std::string offers = values.empty() ? "" : fmt::format(" -f -a '{}'", values);
  return fmt::format("{} -l {} -d '{}'{}{}\n", when, option.name.substr(2),
                     quoted(option.description), takes, offers);
}

std::string fish_script(const std::vector<CommandSpec>& commands) {
  std::string script = "# fish completion for patcher\n";
  for (const CommandSpec& command : commands) {
    script += fmt::format("complete -c patcher -n __fish_use_subcommand -f -a {} -d '{}'\n",
                          command.name, quoted(command.description));
    if (!command.commands.empty()) {
      script += fmt::format("complete -c patcher -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                            command.name, command.commands);
    }
    for (const OptionSpec& option : command.options) script += fish_option(command, option);
  }
  return script;
}

}  // namespace

std::string completion_script(Shell shell) {
  const std::vector<CommandSpec> commands = command_specs();
  switch (shell) {
    case Shell::bash:
      return bash_script(commands);
    case Shell::zsh:
      return zsh_script(commands);
    case Shell::fish:
      return fish_script(commands);
  }
  return "";
}

}  // namespace patcher
