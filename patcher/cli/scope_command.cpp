// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/locate/definition_pins.hpp"
#include "patcher/locate/scope.hpp"
#include "patcher/plan/scope_diagnosis.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

ScopeOutcome outcome_of(const Definition& definition, const SourceText& text) {
  const LineIndex& lines = text.lines();
  std::string alone = own_spelling(definition, text);
  if (alone.empty()) alone = definition.path;
  return {std::move(alone), lines.number_at(definition.range.begin),
          lines.number_at(definition.range.end - 1), head_of(definition, text),
          token_digest(definition, text)};
}

Diagnostic about_file(const Options& options, Code code, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  diagnostic.target.file = options.file;
  return diagnostic;
}

/// Why `path` is not one definition of `text`.
Diagnostic no_such_scope(const Options& options, const ScopeFault& fault, const SourceText& text) {
  const Scope scope{options.scope};
  const std::vector<std::string> similar = similar_definitions(options.scope, text);
  Diagnostic diagnostic = about_file(
      options, code_of(fault), reason_of(fault, scope, text),
      similar.empty() ? fmt::format("'patcher scope {}' names all that it has", options.file)
                      : fmt::format("did you mean '{}'?", fmt::join(similar, "', '")));
  for (std::size_t i = 0; i < fault.spellings.size(); ++i) {
    const std::uint32_t line = text.lines().number_at(fault.places[i].begin);
    diagnostic.notes.push_back({definition_note(fault.spellings[i]), {options.file, line, 1}});
  }
  if (!fault.spellings.empty()) diagnostic.hint = hint_to_name_one(fault);
  return diagnostic;
}

Language language_of_file(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  const auto name = TreePath::parse(slash == std::string::npos ? file : file.substr(slash + 1));
  return name ? language_of(*name) : Language::none;
}

Outcome all_of(const Options& options, const SourceText& text, Outcome outcome) {
  for (const Definition& definition : text.outline().definitions) {
    outcome.scopes.push_back(outcome_of(definition, text));
  }
  outcome.summary = fmt::format("{}: {}", options.file,
                                counted(outcome.scopes.size(), "definition", "definitions"));
  return concluded(std::move(outcome), ExitCode::done);
}

Outcome one_of(const Options& options, const SourceText& text, Outcome outcome) {
  const auto place = place_of({options.scope}, text);
  if (const auto* fault = std::get_if<ScopeFault>(&place)) {
    return failed(std::move(outcome), no_such_scope(options, *fault, text));
  }
  const Definition& definition = *definitions_named(options.scope, text).front();
  outcome.scopes.push_back(outcome_of(definition, text));
  outcome.scopes.back().path = options.scope;
  outcome.summary = fmt::format("{}: lines {} to {}", options.file,
                                outcome.scopes.back().first_line, outcome.scopes.back().last_line);
  return concluded(std::move(outcome), ExitCode::done);
}

}  // namespace

Outcome scope_command(const Options& options) {
  Outcome outcome = begun(options);
  auto bytes = DiskSource{}.read(options.file, kMostBytes);
  if (!bytes) return failed(std::move(outcome), bytes.error());
  const Language language = language_of_file(options.file);
  if (!has_scopes(language)) {
    return failed(std::move(outcome),
                  about_file(options, Code::not_supported,
                             "there are no definitions in such a file that 'scope' could name",
                             "known are Python, C, C++, CUDA, HIP and shell, by the extension"));
  }
  const KnownMacros known{options.defined, options.undefined};
  const SourceText text(std::make_shared<const std::string>(*std::move(bytes)), language, known);
  if (!text.outline().unread.empty()) {
    return failed(std::move(outcome), about_file(options, Code::syntax_error,
                                                 fmt::format("the file was not read, because {}",
                                                             text.outline().unread),
                                                 "a region of lines can be named instead"));
  }
  return options.scope.empty() ? all_of(options, text, std::move(outcome))
                               : one_of(options, text, std::move(outcome));
}

}  // namespace patcher
