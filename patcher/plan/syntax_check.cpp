// SPDX-License-Identifier: MIT
#include "patcher/plan/syntax_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "patcher/locate/scope.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {
namespace {

std::size_t errors_in(const std::string& definition, const SourceText& text) {
  const auto found = definitions_named(definition, text);
  return found.size() == 1 ? found.front()->syntax_errors : text.outline().syntax_errors.size();
}

Note error_note(const std::string& file, const SourceText& text, ByteRange error,
                std::string message) {
  const LineIndex& lines = text.lines();
  const std::size_t line = lines.line_at(error.begin);
  Note note;
  note.message = std::move(message);
  note.where = {file, lines.number_at(error.begin), lines.column_at(error.begin)};
  note.in = text.definition_at(error.begin);
  if (lines.size() > 0) note.lines.push_back({note.where.line, std::string(lines.text(line)), {}});
  return note;
}

Diagnostic fault(const Patch& patch, std::size_t index, std::string message, Note note) {
  Diagnostic diagnostic = about(patch, index, Code::syntax_error, std::move(message));
  diagnostic.target = note.where;
  diagnostic.in = note.in;
  diagnostic.notes.push_back(std::move(note));
  return diagnostic;
}

std::optional<Diagnostic> anchor_fault(const Patch& patch, std::size_t index,
                                       const Finding& finding, const SourceText& before) {
  for (const ByteRange& error : before.outline().syntax_errors) {
    const bool inside = std::any_of(finding.anchors.begin(), finding.anchors.end(),
                                    [&](const ByteRange& place) { return error.contains(place); });
    if (!inside) continue;
    return fault(patch, index, "the anchor stands in text that does not parse",
                 error_note(file_of(patch.edits[index]).str(), before, error,
                            "the text that does not parse begins here"));
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

/// A file before and after a patch.
struct Versions {
  const SourceText& before;
  const SourceText& after;
};

std::optional<Diagnostic> result_fault(const Patch& patch, std::size_t index,
                                       const Finding& finding, const Versions& versions) {
  const auto& [before, after] = versions;
  if (after.outline().syntax_errors.empty()) return std::nullopt;
  for (const ByteRange& place : finding.anchors) {
    const bool clean = before.outline().syntax_errors.empty();
    const std::string definition = clean ? "" : before.definition_at(place.begin);
    if (errors_in(definition, after) <= errors_in(definition, before)) continue;
    return fault(patch, index,
                 fmt::format("the result does not parse: '{}' would have {} syntax errors more",
                             definition.empty() ? file_of(patch.edits[index]).str() : definition,
                             errors_in(definition, after) - errors_in(definition, before)),
                 error_note(file_of(patch.edits[index]).str(), after,
                            first_error_from(place.begin, after), "in the planned result"));
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
    if (findings[i].forward.empty() || !has_scopes(language) || file == step.files.end()) continue;
    const auto before = cache.of(file->second.before.bytes, language);
    const auto after = cache.of(file->second.after.bytes, language);
    std::optional<Diagnostic> found = anchor_fault(patch, i, findings[i], *before);
    if (!found) found = result_fault(patch, i, findings[i], {*before, *after});
    if (found) all.push_back(*std::move(found));
  }
  return all;
}

}  // namespace patcher
