// SPDX-License-Identifier: MIT
#include "patcher/plan/scope_diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/locate/definition_pins.hpp"
#include "patcher/plan/missing_scope.hpp"
#include "patcher/plan/search_notes.hpp"

namespace patcher {
namespace {

using Kind = ScopeFault::Kind;

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
}

void explain_ambiguous(const Search& search, const ScopeFault& fault, Diagnostic& diagnostic) {
  for (std::size_t i = 0; i < fault.spellings.size(); ++i) {
    diagnostic.notes.push_back(
        note_at(search, fault.places[i], definition_note(fault.spellings[i])));
  }
  add_rest(fault.places.size() - fault.spellings.size(), diagnostic.notes);
  point_at(diagnostic, search.text, fault.places.front().begin);
  diagnostic.hint = hint_to_name_one(fault);
}

void explain_line_missing(const Search& search, const ScopeFault& fault, Diagnostic& diagnostic) {
  constexpr std::size_t kMostShown = 3;
  const LineIndex& lines = search.text.lines();
  for (std::size_t i = 0; i < lines.size() && diagnostic.notes.size() < kMostShown; ++i) {
    if (lines.text(i) == fault.line) {
      diagnostic.notes.push_back(note_at(search, lines.whole(i), "it stands above the first line"));
    } else if (trimmed(lines.text(i)) == trimmed(fault.line)) {
      diagnostic.notes.push_back(
          note_at(search, lines.whole(i), "it stands here with other blanks"));
    }
  }
  diagnostic.hint = "spell the line as it stands in the file, with its indentation";
}

void explain_line_repeated(const Search& search, const ScopeFault& fault, Diagnostic& diagnostic) {
  for (const ByteRange& line : fault.places) {
    diagnostic.notes.push_back(note_at(search, line, "it stands here"));
  }
  cap(diagnostic.notes);
  point_at(diagnostic, search.text, fault.places.front().begin);
  diagnostic.hint = "choose a line that stands there once";
}

void explain_untrusted(const Search& search, const ScopeFault& fault, Diagnostic& diagnostic) {
  diagnostic.notes.push_back(
      note_at(search, fault.places.front(), "a definition of that name stands here"));
  point_at(diagnostic, search.text, fault.places.front().begin);
  diagnostic.hint = "see whether the file is sound; without 'scope:' the whole file is searched";
}

void explain_unsettled(const Search& search, const ScopeFault& fault, Diagnostic& diagnostic) {
  const std::string& tree = search.context.patch.tree;
  diagnostic.notes.push_back(note_at(search, fault.places.front(), "it is defined here"));
  diagnostic.notes.push_back(
      note_at(search, fault.places.back(), "and here, in a branch that may be read instead"));
  diagnostic.notes.push_back(note_at(search, fault.branch->directive, "the branch begins here"));
  point_at(diagnostic, search.text, fault.places.front().begin);
  diagnostic.hint =
      fault.branch->need
          ? fmt::format(
                "say whether '{}' is defined, by 'definitions:' or 'undefined:' of tree "
                "'{}' in the manifest",
                fault.branch->need->name, tree)
          : fmt::format(
                "settle the condition by 'definitions:' or 'undefined:' of tree '{}', or "
                "name two lines, 'scope: {{from: LINE, to: LINE}}'",
                tree);
}

void explain_changed(const Search& search, const ScopeFault& fault, const std::string& pinned,
                     Diagnostic& diagnostic) {
  diagnostic.notes.push_back(note_at(search, fault.places.front(), "it is defined here"));
  diagnostic.notes.push_back({fmt::format("pinned: {}", pinned), {}, {}, {}});
  diagnostic.notes.push_back({fmt::format("found:  {}", fault.found), {}, {}, {}});
  point_at(diagnostic, search.text, fault.places.front().begin);
  diagnostic.hint =
      "read what upstream changed; if the edit is right there too, pin what was found, as 'patcher "
      "scope' prints it";
}

struct Judgement {
  Code code;
  State state;
};

Judgement judgement_of(Kind kind) {
  switch (kind) {
    case Kind::ambiguous:
    case Kind::unsettled:
    case Kind::line_repeated:
      return {Code::scope_ambiguous, State::ambiguous};
    case Kind::untrusted:
    case Kind::unread:
      return {Code::syntax_error, State::drifted};
    case Kind::head_changed:
    case Kind::tokens_changed:
      return {Code::scope_changed, State::drifted};
    case Kind::missing:
    case Kind::no_definitions:
    case Kind::line_missing:
      break;
  }
  return {Code::scope_not_found, State::missing};
}

void explain(const Search& search, const ScopeFault& fault, Diagnostic& diagnostic) {
  switch (fault.kind) {
    case Kind::missing:
      return explain_missing_scope(search, diagnostic);
    case Kind::ambiguous:
      return explain_ambiguous(search, fault, diagnostic);
    case Kind::unsettled:
      return explain_unsettled(search, fault, diagnostic);
    case Kind::untrusted:
      return explain_untrusted(search, fault, diagnostic);
    case Kind::line_missing:
      return explain_line_missing(search, fault, diagnostic);
    case Kind::line_repeated:
      return explain_line_repeated(search, fault, diagnostic);
    case Kind::head_changed:
      return explain_changed(search, fault, with_folded_space(*search.edit.scope->pins.signature),
                             diagnostic);
    case Kind::tokens_changed:
      return explain_changed(search, fault, *search.edit.scope->pins.body, diagnostic);
    case Kind::unread:
    case Kind::no_definitions:
      diagnostic.hint = "name two lines, 'scope: {from: LINE, to: LINE}', or leave 'scope' out";
  }
}

}  // namespace

Code code_of(const ScopeFault& fault) { return judgement_of(fault.kind).code; }

std::string reason_of(const ScopeFault& fault, const Scope& scope, const SourceText& text) {
  switch (fault.kind) {
    case Kind::missing:
      return fmt::format("scope '{}' is not in the file", scope.path);
    case Kind::ambiguous:
      return fmt::format("scope '{}' names {} definitions, expected 1", scope.path,
                         fault.places.size());
    case Kind::unsettled:
      return fmt::format(
          "scope '{}' names 2 definitions, and nothing settles which of them is compiled",
          scope.path);
    case Kind::untrusted:
      return fmt::format("scope '{}' cannot be told: the text around it does not parse",
                         scope.path);
    case Kind::unread:
      return fmt::format("scope '{}' cannot be told: the file was not read, because {}", scope.path,
                         text.outline().unread);
    case Kind::no_definitions:
      return fmt::format("scope '{}' cannot be told: there are no definitions in such a file",
                         scope.path);
    case Kind::head_changed:
      return fmt::format("the signature of '{}' is not the pinned one", scope.path);
    case Kind::tokens_changed:
      return fmt::format("the tokens of '{}' are not the pinned ones", scope.path);
    case Kind::line_missing:
      break;
    case Kind::line_repeated:
      return fmt::format("line '{}' of the scope stands {} times, expected once", fault.line,
                         fault.places.size());
  }
  if (fault.below == text.all().begin) {
    return fmt::format("line '{}' of the scope is not in the file", fault.line);
  }
  return fmt::format("line '{}', which ends the scope, is not below line {}", fault.line,
                     text.lines().number_at(fault.below) - 1);
}

Finding scope_unfit(const Search& search, const ScopeFault& fault) {
  const Scope& scope = *search.edit.scope;
  const auto [code, state] = judgement_of(fault.kind);
  Diagnostic diagnostic =
      about(search.context.patch, search.context.index, code, reason_of(fault, scope, search.text));
  diagnostic.where = scope.where;
  diagnostic.lines.clear();
  explain(search, fault, diagnostic);
  Finding finding;
  finding.state = state;
  // A definition that was deleted, or got another name, is not there any more.
  const bool is_whole = std::holds_alternative<DefinitionAnchor>(search.edit.anchor);
  finding.may_be_done = is_whole && fault.kind == Kind::missing;
  finding.diagnostics.push_back(std::move(diagnostic));
  return finding;
}

std::string definition_note(const std::string& spelling) {
  if (spelling.empty()) return "it is defined here";
  return fmt::format("it is defined here: 'scope: {}'", spelling);
}

std::string hint_to_name_one(const ScopeFault& fault) {
  const bool can_be_told =
      std::none_of(fault.spellings.begin(), fault.spellings.end(),
                   [](const std::string& spelling) { return spelling.empty(); });
  return can_be_told ? "name one of them as the notes spell it"
                     : "name two lines around the one that is meant, "
                       "'scope: {from: LINE, to: LINE}'";
}

}  // namespace patcher
