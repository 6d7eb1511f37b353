// SPDX-License-Identifier: MIT
#include "patcher/plan/claim.hpp"

#include <fmt/format.h>

#include <utility>

#include "patcher/locate/line_pattern.hpp"
#include "patcher/locate/scope.hpp"
#include "patcher/plan/scope_diagnosis.hpp"

namespace patcher {
namespace {

/// The bytes that a claim is about.
struct Ground {
  std::shared_ptr<const SourceText> text;
  ByteRange within;
};

Note reason(const Claim& claim, std::string message) {
  Note note;
  note.message = std::move(message);
  note.where.file = claim.file.str();
  return note;
}

Note reason_at(const Claim& claim, const Ground& ground, std::size_t offset, std::string message) {
  const LineIndex& lines = ground.text->lines();
  Note note = reason(claim, std::move(message));
  note.where.line = lines.number_at(offset);
  note.where.column = lines.column_at(offset);
  note.in = ground.text->definition_at(offset);
  if (lines.size() > 0) {
    note.lines.push_back({note.where.line, std::string(lines.text(lines.line_at(offset))), {}});
  }
  return note;
}

std::variant<Ground, Note> ground_of(const Claim& claim, Language language, const View& view,
                                     SourceCache& cache) {
  const Result<Entry> entry = view.look(claim.file);
  if (!entry) return reason(claim, entry.error().diagnostics().front().message);
  if (!entry->is_file()) return reason(claim, fmt::format("'{}' is no file", claim.file.str()));
  Ground ground{cache.of(entry->bytes, language), {}};
  ground.within = {0, entry->bytes->size()};
  if (!claim.scope) return ground;
  const auto place = place_of(*claim.scope, *ground.text);
  if (const auto* fault = std::get_if<ScopeFault>(&place)) {
    return reason(claim, fmt::format("in '{}', {}", claim.file.str(),
                                     reason_of(*fault, *claim.scope, *ground.text)));
  }
  ground.within = std::get<ByteRange>(place);
  return ground;
}

std::optional<Note> unmet(const Claim& claim, const Claim::Present& present, const Ground& ground) {
  const auto places = find_bytes(present.text, *ground.text, ground.within);
  if (present.count ? places.size() == *present.count : !places.empty()) return std::nullopt;
  const std::string wanted =
      present.count ? fmt::format("{} times", *present.count) : std::string("at least once");
  std::string message = fmt::format("'{}' stands {} times in '{}', expected {}", present.text,
                                    places.size(), claim.file.str(), wanted);
  if (places.empty()) return reason(claim, std::move(message));
  return reason_at(claim, ground, places.front().begin, std::move(message));
}

std::optional<Note> unmet(const Claim& claim, const Claim::Absent& absent, const Ground& ground) {
  const auto places = find_bytes(absent.text, *ground.text, ground.within);
  if (places.empty()) return std::nullopt;
  return reason_at(
      claim, ground, places.front().begin,
      fmt::format("'{}' stands in '{}', expected nowhere", absent.text, claim.file.str()));
}

std::optional<Note> unmet(const Claim& claim, const Claim::Parses& parses, const Ground& ground) {
  const Language language = ground.text->language();
  const Outline outline =
      has_scopes(language) ? ground.text->outline() : outline_of(ground.text->bytes(), language);
  if (!outline.unread.empty()) {
    return reason(claim, fmt::format("'{}' was not read as {}: {}", claim.file.str(),
                                     parses.language, outline.unread));
  }
  for (const ByteRange& error : outline.syntax_errors) {
    if (error.begin < ground.within.begin || error.begin > ground.within.end) continue;
    return reason_at(claim, ground, error.begin,
                     fmt::format("'{}' does not parse as {}", claim.file.str(), parses.language));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Note> why_not(const Claim& claim, const View& view, SourceCache& cache) {
  Language language = language_of(claim.file);
  if (const auto* parses = std::get_if<Claim::Parses>(&claim.what)) {
    language = language_named(parses->language).value_or(language);
  }
  auto ground = ground_of(claim, language, view, cache);
  if (auto* note = std::get_if<Note>(&ground)) return std::move(*note);
  return std::visit([&](const auto& what) { return unmet(claim, what, std::get<Ground>(ground)); },
                    claim.what);
}

Diagnostics broken_ensures(const Patch& patch, const View& view, SourceCache& cache) {
  Diagnostics all;
  for (const Claim& claim : patch.ensure) {
    std::optional<Note> note = why_not(claim, view, cache);
    if (!note) continue;
    Diagnostic diagnostic;
    diagnostic.code = Code::ensure_failed;
    diagnostic.message = fmt::format("after the patch, {}", note->message);
    diagnostic.where = claim.where;
    diagnostic.patch = patch.id;
    diagnostic.tree = patch.tree;
    diagnostic.target = note->where;
    diagnostic.in = note->in;
    if (!note->lines.empty()) {
      note->message = "in the planned result";
      diagnostic.notes.push_back(*std::move(note));
    }
    diagnostic.hint = "nothing was written; correct the edit, or what 'ensure' asks for";
    all.push_back(std::move(diagnostic));
  }
  return all;
}

const Claim* holding_evidence(const Patch& patch, const View& view, SourceCache& cache) {
  for (const Claim& claim : patch.obsolete_if) {
    if (!why_not(claim, view, cache)) return &claim;
  }
  return nullptr;
}

}  // namespace patcher
