// SPDX-License-Identifier: MIT
#include "patcher/cli/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/drift_command.hpp"
#include "patcher/cli/means.hpp"
#include "patcher/cli/options.hpp"
#include "patcher/cli/signals_held.hpp"
#include "patcher/cli/starting_file.hpp"
#include "patcher/manifest/schema.hpp"
#include "patcher/report/drift_report.hpp"
#include "patcher/report/drill_report.hpp"
#include "patcher/report/families_report.hpp"
#include "patcher/report/github_report.hpp"
#include "patcher/report/json_report.hpp"
#include "patcher/report/patch_report.hpp"
#include "patcher/report/recipe_report.hpp"
#include "patcher/report/scope_report.hpp"
#include "patcher/report/text_report.hpp"
#include "patcher/report/unified_diff.hpp"

namespace patcher {
namespace {

Colour colour_for(ColourChoice choice, int descriptor) {
  if (choice == ColourChoice::always) return Colour::on;
  if (choice == ColourChoice::never) return Colour::off;
  const char* refused = std::getenv("NO_COLOR");
  const bool wanted = isatty(descriptor) == 1 && (refused == nullptr || *refused == '\0');
  return wanted ? Colour::on : Colour::off;
}

Outcome outcome_of(const Options& options, const Means& means) {
  FileSystem& files = means.files;
  switch (options.command) {
    case Command::apply:
      return apply_command(options, means);
    case Command::revert:
      return revert_command(options, means);
    case Command::rebuild:
      return rebuild_command(options, means);
    case Command::check:
      return check_command(options, means);
    case Command::lock:
      return lock_command(options, files);
    case Command::status:
      return status_command(options, files);
    case Command::list:
      return list_command(options);
    case Command::show:
      return show_command(options, files);
    case Command::diff:
      return diff_command(options, files);
    case Command::verify:
      return verify_command(options, files);
    case Command::image_init:
      return image_init_command(options);
    case Command::image_key:
      return image_key_command(options);
    case Command::image_lint:
      return image_lint_command(options);
    case Command::report_provenance:
      return report_provenance_command(options);
    case Command::report_waiver:
      return report_waiver_command(options);
    case Command::import_change:
      return import_command(options, files);
    case Command::export_patches:
      return export_command(options, files);
    case Command::new_patch:
      return new_command(options, files);
    case Command::scope:
      return scope_command(options);
    default:
      return lint_command(options, files);
  }
}

bool prints_starting_file(const Options& options) {
  return options.command == Command::new_patch && options.out.empty();
}

/// Whether the output is a text of its own, if anything: no states.
bool prints_document(const Options& options) {
  switch (options.command) {
    case Command::image_key:
    case Command::image_lint:
    case Command::report_provenance:
    case Command::report_waiver:
      return true;
    default:
      return false;
  }
}

/// What a command prints for people besides diagnostics: a diff, a patch in full, or states.
std::string body_of(const Options& options, const Outcome& outcome, Colour colour) {
  if (options.command == Command::diff) return render_diff(outcome.diffs);
  if (outcome.recipe) return render_recipe(*outcome.recipe);
  if (prints_starting_file(options)) return outcome.exit == 0 ? starting_file(options) : "";
  if (prints_document(options)) return outcome.document;
  if (options.command == Command::lint) {
    return outcome.families.empty() ? "" : render_families(outcome.families);
  }
  if (options.command == Command::scope) {
    return options.scope.empty() ? render_scopes(outcome.scopes) : render_pins(outcome.scopes);
  }
  if (outcome.shown) {
    const std::string patch = render_patch(*outcome.shown, colour);
    return outcome.trees.empty() ? patch : patch + render_states(outcome, colour);
  }
  return render_states(outcome, colour) + render_drill(outcome.drills);
}

/// Whether the output is for another program, so that the summary must not end up in it.
bool prints_data(const Options& options) {
  switch (options.command) {
    case Command::diff:
    case Command::image_init:
    case Command::image_key:
    case Command::report_provenance:
      return true;
    case Command::report_waiver:
      return options.file.empty();
    default:
      return prints_starting_file(options);
  }
}

void print_for_people(const Options& options, const DriftRun& run, Streams streams) {
  const Outcome& outcome = run.outcome;
  const Colour out_colour = colour_for(options.colour, STDOUT_FILENO);
  const Colour err_colour = colour_for(options.colour, STDERR_FILENO);
  streams.out << (options.command == Command::drift ? render_drift(outcome, run.found, out_colour)
                                                    : body_of(options, outcome, out_colour))
              << std::flush;
  streams.err << render_diagnostics(outcome.diagnostics, err_colour) << std::flush;
  const bool out_is_data = prints_data(options);
  (out_is_data ? streams.err : streams.out)
      << render_summary(outcome, out_is_data ? err_colour : out_colour) << std::flush;
}

/// Prints what a command came to, and what it found where that is `drift`.
void print(const Options& options, const DriftRun& run, Streams streams) {
  const Outcome& outcome = run.outcome;
  switch (options.format) {
    case Format::human:
      print_for_people(options, run, streams);
      break;
    case Format::json:
      streams.out << (options.command == Command::drift ? render_json(outcome, run.found)
                                                        : render_json(outcome))
                  << std::flush;
      break;
    case Format::github:
      streams.out << render_github(outcome.diagnostics) << std::flush;
      streams.err << render_summary(outcome, Colour::off) << std::flush;
      break;
  }
}

Outcome usage_outcome(const Answer& answer) {
  Outcome outcome;
  outcome.command = answer.command;
  outcome.exit = answer.exit;
  Diagnostic diagnostic;
  diagnostic.code = Code::usage;
  diagnostic.message = answer.err;
  diagnostic.hint = answer.command == "patcher"
                        ? std::string("see 'patcher --help'")
                        : fmt::format("see 'patcher {} --help'", answer.command);
  outcome.diagnostics.push_back(std::move(diagnostic));
  outcome.summary = fmt::format("{} not run: 1 error", answer.command);
  return outcome;
}

ExitCode give(const Answer& answer, Streams streams) {
  if (answer.exit == 0) {
    streams.out << answer.out << std::flush;
    return ExitCode::done;
  }
  Options options;
  options.command = Command::lint;  // Has no body of its own: only the diagnostic is shown.
  options.format = answer.format;
  print(options, {usage_outcome(answer), {}}, streams);
  return static_cast<ExitCode>(answer.exit);
}

ExitCode carry_out(const Options& options, Streams streams) {
  if (options.command == Command::schema) {
    streams.out << schema_of(options.kind) << std::flush;
    return ExitCode::done;
  }
  if (options.command == Command::completion) {
    streams.out << completion_script(options.shell) << std::flush;
    return ExitCode::done;
  }
  const SignalsRestored after_all_is_said;
  Console console(streams.err,
                  isatty(STDERR_FILENO) == 1 ? Console::Kind::terminal : Console::Kind::plain,
                  colour_for(options.colour, STDERR_FILENO));
  const Means means{streams.files, streams.processes, console};
  const DriftRun result = options.command == Command::drift
                              ? drift_command(options, means)
                              : DriftRun{outcome_of(options, means), {}};
  print(options, result, streams);
  if (!streams.out) {
    streams.err << "error: standard output could not be written\n";
    return ExitCode::environment;
  }
  return static_cast<ExitCode>(result.outcome.exit);
}

}  // namespace

ExitCode run(std::span<char*> arguments, Streams streams) {
  // A reader that goes away or a full quota is an error to report, not a death half-way.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
  try {
    std::vector<std::string> words;
    for (char* word : arguments.subspan(arguments.empty() ? 0 : 1)) words.emplace_back(word);
    const auto parsed = parse_options(words);
    if (const auto* answer = std::get_if<Answer>(&parsed)) return give(*answer, streams);
    return carry_out(std::get<Options>(parsed), streams);
  } catch (const std::exception& error) {
    streams.err << "internal error: " << printable(error.what())
                << "\nthis is a bug in patcher; please report it with the command line\n";
    return ExitCode::internal;
  }
}

}  // namespace patcher
