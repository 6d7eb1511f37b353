// SPDX-License-Identifier: MIT
#include "patcher/plan/syntax_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "patcher/locate/source_text.hpp"
#include "patcher/plan/macro_check.hpp"

namespace patcher {
namespace {

/// The innermost definition around `offset` that is no macro, or null.
const Definition* edited_definition(const SourceText& text, std::size_t offset) {
  const auto& all = text.outline().definitions;
  const auto found = std::find_if(all.rbegin(), all.rend(), [&](const Definition& definition) {
    return definition.kind != DefinitionKind::macro &&
           definition.range.contains({offset, offset + 1});
  });
  return found == all.rend() ? nullptr : &*found;
}

/// The one definition of `text` with the name and the parameters of `definition`, or null.
const Definition* twin_of(const Definition& definition, const SourceText& text) {
  const Definition* twin = nullptr;
  for (const Definition& other : text.outline().definitions) {
    if (other.path != definition.path || other.signature != definition.signature) continue;
    if (twin != nullptr) return nullptr;
    twin = &other;
  }
  return twin;
}

Note error_note(const std::string& file, const SourceText& text, std::size_t offset,
                std::string message) {
  const LineIndex& lines = text.lines();
  const std::size_t line = lines.line_at(offset);
  Note note;
  note.message = std::move(message);
  note.where = {file, lines.number_at(offset), lines.column_at(offset)};
  note.in = text.definition_at(offset);
  if (lines.size() > 0) note.lines.push_back({note.where.line, std::string(lines.text(line)), {}});
  return note;
}

/// One edit of a patch, judged in one version of its file and the next.
struct Judged {
  const Patch& patch;
  std::size_t index;
  const Finding& finding;
  const Versions& versions;

  [[nodiscard]] const std::string& file() const { return file_of(patch.edits[index]).str(); }
};

Diagnostic fault(const Judged& judged, std::string message, Note note) {
  Diagnostic diagnostic = about(judged.patch, judged.index, Code::syntax_error, std::move(message));
  diagnostic.target = note.where;
  diagnostic.in = note.in;
  diagnostic.notes.push_back(std::move(note));
  return diagnostic;
}

std::optional<Diagnostic> unread_fault(const Judged& judged) {
  for (const SourceText* text : {&judged.versions.before, &judged.versions.after}) {
    const std::string& why = text->outline().unread;
    if (why.empty()) continue;
    return about(judged.patch, judged.index, Code::syntax_error,
                 fmt::format("the syntax of '{}' cannot be judged: {}", judged.file(), why));
  }
  return std::nullopt;
}

/// Whether `error` counts for an anchor at `place`: in the C family only inside the definition that
/// is edited, because what macros do outside of it no grammar can tell.
bool concerns(ByteRange error, ByteRange place, const SourceText& text) {
  if (!error.contains(place)) return false;
  if (!is_c_family(text.language())) return true;
  const Definition* definition = edited_definition(text, place.begin);
  return definition != nullptr && definition->range.contains(error);
}

std::optional<Diagnostic> anchor_fault(const Judged& judged) {
  const SourceText& before = judged.versions.before;
  for (const ByteRange& error : before.outline().syntax_errors) {
    const auto& anchors = judged.finding.anchors;
    const bool inside = std::any_of(anchors.begin(), anchors.end(), [&](const ByteRange& place) {
      return concerns(error, place, before);
    });
    if (!inside) continue;
    return fault(
        judged, "the anchor stands in text that does not parse",
        error_note(judged.file(), before, error.begin, "the text that does not parse begins here"));
  }
  return std::nullopt;
}

/// The first error of the result that stands in or after what the edit wrote.
ByteRange first_error_from(std::size_t offset, const SourceText& after) {
  const auto& errors = after.outline().syntax_errors;
  const auto found = std::find_if(errors.begin(), errors.end(),
                                  [&](const ByteRange& e) { return e.end >= offset; });
  return found == errors.end() ? errors.front() : *found;
}

/// What is compared of two versions: one definition, or the whole file when `path` is empty.
struct Compared {
  std::string path;
  std::size_t errors_before = 0;
  std::size_t errors_after = 0;
};

/// The edited definition where the base has errors elsewhere and both versions have it once.
Compared compared_at(ByteRange place, const Versions& versions) {
  const Outline& before = versions.before.outline();
  const Outline& after = versions.after.outline();
  // Brackets that lost their partner count wherever the grammar puts the blame.
  if (after.unpaired_count > before.unpaired_count) {
    return {{}, before.unpaired_count, after.unpaired_count};
  }
  Compared whole{{}, before.error_count, after.error_count};
  if (before.error_count == 0) return whole;
  const Definition* definition = edited_definition(versions.before, place.begin);
  if (definition == nullptr || twin_of(*definition, versions.before) == nullptr) return whole;
  const Definition* twin = twin_of(*definition, versions.after);
  const bool is_lost = twin == nullptr ||
                       (definition->trust == Trust::whole_path && twin->trust != Trust::whole_path);
  if (is_lost) return whole;
  return {definition->path, definition->syntax_errors, twin->syntax_errors};
}

std::optional<Diagnostic> result_fault(const Judged& judged) {
  const SourceText& after = judged.versions.after;
  if (after.outline().syntax_errors.empty()) return std::nullopt;
  for (const ByteRange& place : judged.finding.anchors) {
    const Compared compared = compared_at(place, judged.versions);
    if (compared.errors_after <= compared.errors_before) continue;
    return fault(judged,
                 fmt::format("the result does not parse: '{}' would have {} syntax errors more",
                             compared.path.empty() ? judged.file() : compared.path,
                             compared.errors_after - compared.errors_before),
                 error_note(judged.file(), after, first_error_from(place.begin, after).begin,
                            "in the planned result"));
  }
  return std::nullopt;
}

std::optional<Diagnostic> broken_macro(const Judged& judged) {
  const auto* edit = std::get_if<TextEdit>(&judged.patch.edits[judged.index].what);
  if (edit == nullptr) return std::nullopt;
  for (const ByteRange& place : judged.finding.anchors) {
    auto found = macro_fault(*edit, place, judged.versions);
    if (!found) continue;
    Diagnostic diagnostic = fault(
        judged, std::move(found->message),
        error_note(judged.file(), judged.versions.after, found->offset, "in the planned result"));
    diagnostic.hint = std::move(found->hint);
    return diagnostic;
  }
  return std::nullopt;
}

std::optional<Diagnostic> first_fault(const Judged& judged) {
  for (const auto check : {unread_fault, broken_macro, anchor_fault, result_fault}) {
    if (auto found = check(judged)) return found;
  }
  return std::nullopt;
}

}  // namespace

Diagnostics syntax_faults(const Patch& patch, const std::vector<Finding>& findings,
                          const PatchStep& step, SourceCache& cache) {
  Diagnostics all;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const TreePath& path = file_of(patch.edits[i]);
    const Language language = language_of(path);
    const auto file = step.files.find(path);
    const bool is_judged =
        !findings[i].forward.empty() && judges_syntax(language) && file != step.files.end();
    if (!is_judged) continue;
    const auto before = cache.of(file->second.before.bytes, language);
    const auto after = cache.of(file->second.after.bytes, language);
    const Versions versions{*before, *after, file->second.splices};
    std::optional<Diagnostic> found = first_fault({patch, i, findings[i], versions});
    if (found) all.push_back(*std::move(found));
  }
  return all;
}

}  // namespace patcher
