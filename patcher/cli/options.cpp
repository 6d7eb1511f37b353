// SPDX-License-Identifier: MIT
#include "patcher/cli/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/cli/command_line.hpp"
#include "patcher/cli/exit_code.hpp"
#include "patcher/cli/later_words.hpp"
#include "patcher/core/version.hpp"
#include "patcher/manifest/suggestion.hpp"

namespace patcher {
namespace {

/// Whether a command line that could not be read asked for JSON, so that its error is JSON too.
Format format_asked(const std::vector<std::string>& arguments) {
  const auto is_json = [](const std::string& a) { return a == "--format=json"; };
  if (std::any_of(arguments.begin(), arguments.end(), is_json)) return Format::json;
  const auto option = std::find(arguments.begin(), arguments.end(), "--format");
  const bool json =
      option != arguments.end() && option + 1 != arguments.end() && *(option + 1) == "json";
  return json ? Format::json : Format::human;
}

Answer refused(std::string message, const std::vector<std::string>& arguments,
               std::string command) {
  return {static_cast<int>(ExitCode::usage), "", std::move(message), format_asked(arguments),
          std::move(command)};
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Command::completion); ++i) {
    names.push_back(name_of(static_cast<Command>(i)));
  }
  return names;
}

/// The words of `arguments` that are to name a command: the second one as well where the first has
/// commands of its own and something else than an option follows.
std::string command_in(const std::vector<std::string>& arguments) {
  const std::string& first = arguments.front();
  const bool has_second = arguments.size() > 1 && !arguments[1].starts_with('-');
  const bool is_group = std::ranges::any_of(
      command_names(), [&](std::string_view name) { return name.starts_with(first + " "); });
  return is_group && has_second ? fmt::format("{} {}", first, arguments[1]) : first;
}

/// Why the first words of `arguments` are no command, if they should be one and are not.
std::optional<Answer> unknown_command(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with('-')) return std::nullopt;
  const std::vector<std::string_view> names = command_names();
  const std::string word = command_in(arguments);
  const bool is_known = std::ranges::any_of(
      names, [&](std::string_view name) { return name == word || name.starts_with(word + " "); });
  if (is_known) return std::nullopt;
  if (is_later_command(word)) {
    return refused(fmt::format("this version does not have the command '{}' yet", word), arguments,
                   "patcher");
  }
  std::string message = fmt::format("there is no command '{}'", word);
  const auto near = language::nearest(word, names);
  if (near) message += fmt::format("; did you mean '{}'?", *near);
  return refused(std::move(message), arguments, "patcher");
}

}  // namespace

Diagnostic usage_error(std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = Code::usage;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

std::string_view name_of(Command command) {
  switch (command) {
    case Command::apply:
      return "apply";
    case Command::revert:
      return "revert";
    case Command::rebuild:
      return "rebuild";
    case Command::check:
      return "check";
    case Command::status:
      return "status";
    case Command::lock:
      return "lock";
    case Command::list:
      return "list";
    case Command::show:
      return "show";
    case Command::diff:
      return "diff";
    case Command::verify:
      return "verify";
    case Command::drift:
      return "drift";
    case Command::lint:
      return "lint";
    case Command::import_change:
      return "import";
    case Command::export_patches:
      return "export";
    case Command::new_patch:
      return "new";
    case Command::scope:
      return "scope";
    case Command::image_init:
      return "image init";
    case Command::image_key:
      return "image key";
    case Command::image_lint:
      return "image lint";
    case Command::report_provenance:
      return "report provenance";
    case Command::report_waiver:
      return "report waiver";
    case Command::schema:
      return "schema";
    case Command::completion:
      return "completion";
  }
  return "";
}

std::variant<Options, Answer> parse_options(const std::vector<std::string>& arguments) {
  // An image build asks for the version of every tool it has; no parser is needed for that.
  if (arguments.size() == 1 && arguments.front() == "--version") {
    return Answer{0, fmt::format("patcher {}\n", kVersion), "", Format::human, ""};
  }
  if (auto answer = unknown_command(arguments)) return *std::move(answer);
  auto parsed = parse_command_line(arguments);
  if (auto* answer = std::get_if<Answer>(&parsed)) answer->format = format_asked(arguments);
  return parsed;
}

}  // namespace patcher
