// SPDX-License-Identifier: MIT
#include "patcher/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "patcher/cli/command_app.hpp"
#include "patcher/cli/exit_code.hpp"

namespace patcher {
namespace {

std::string command_asked(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  if (parsed.empty()) return "patcher";
  const auto below = parsed.front()->get_subcommands();
  return below.empty()
             ? parsed.front()->get_name()
             : fmt::format("{} {}", parsed.front()->get_name(), below.front()->get_name());
}

bool takes(const CommandSpec& spec, const std::string& option) {
  return std::ranges::any_of(spec.options,
                             [&](const OptionSpec& known) { return known.name == option; });
}

CommandSpec spec_of(const CLI::App& app);

/// Adds what the commands of `app` take to `spec`, each option once.
void add_commands(CommandSpec& spec, const CLI::App& app) {
  for (const CLI::App* below : app.get_subcommands({})) {
    spec.commands += (spec.commands.empty() ? "" : " ") + below->get_name();
    const CommandSpec taken = spec_of(*below);
    for (const OptionSpec& option : taken.options) {
      if (!takes(spec, option.name)) spec.options.push_back(option);
    }
  }
}

/// What `app` takes, or, if it has commands of its own, what any of them takes.
CommandSpec spec_of(const CLI::App& app) {
  CommandSpec spec{app.get_name(), app.get_description(), {}};
  add_commands(spec, app);
  if (!spec.commands.empty()) return spec;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      spec.options.push_back({"", option->get_type_name(), option->get_description()});
      continue;
    }
    spec.options.push_back({"--" + option->get_lnames().front(),
                            option->get_type_size() == 0 ? "" : option->get_type_name(),
                            option->get_description()});
  }
  return spec;
}

}  // namespace

std::vector<CommandSpec> command_specs() {
  CommandApp line;
  std::vector<CommandSpec> specs;
  for (const CLI::App* sub : line.app().get_subcommands({})) specs.push_back(spec_of(*sub));
  return specs;
}

std::variant<Options, Answer> parse_command_line(const std::vector<std::string>& arguments) {
  CommandApp line;
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    line.app().parse(std::move(reversed));
    return std::move(line.options());
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream err;
    const bool is_answer = line.app().exit(error, out, err) == 0;
    if (is_answer) return Answer{0, out.str(), "", Format::human, ""};
    return Answer{static_cast<int>(ExitCode::usage), "", error.what(), Format::human,
                  command_asked(line.app())};
  }
}

}  // namespace patcher
