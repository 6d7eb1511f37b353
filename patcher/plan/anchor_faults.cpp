// SPDX-License-Identifier: MIT
#include "patcher/plan/anchor_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "patcher/plan/alternatives.hpp"

namespace patcher {
namespace {

/// The line of `text` that holds `offset`, with a mark there.
ExcerptLine marked(const std::string& text, std::size_t offset) {
  const std::size_t before = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  return {0, text.substr(begin, end - begin), {{offset - begin, offset - begin + 1}}};
}

std::optional<EditFault> fault_of(const TextEdit& edit) {
  if (!is_pattern(edit.anchor)) return std::nullopt;
  auto shape = pattern_shape_of(edit, language_of(edit.file));
  if (auto* fault = std::get_if<EditFault>(&shape)) return std::move(*fault);
  return std::nullopt;
}

Diagnostics faults_of_edit(const Patch& patch, std::size_t index) {
  Diagnostics all;
  const auto* edit = std::get_if<TextEdit>(&patch.edits[index].what);
  if (edit == nullptr) return all;
  for (const TextEdit& alternative : alternatives_of(*edit)) {
    const auto fault = fault_of(alternative);
    if (fault) all.push_back(spelling_error(patch, index, alternative, *fault));
  }
  return all;
}

}  // namespace

Diagnostic spelling_error(const Patch& patch, std::size_t index, const TextEdit& alternative,
                          const EditFault& fault) {
  const Edit& edit = patch.edits[index];
  const bool is_anchor = fault.part == EditFault::Part::anchor;
  const std::string_view part = is_anchor ? "the anchor" : "the new text";
  Diagnostic diagnostic;
  diagnostic.code = fault.fault.code;
  diagnostic.message =
      fmt::format("{} is wrong at its byte {}: {}", part, fault.fault.offset, fault.fault.message);
  diagnostic.where = is_anchor ? edit.anchor_where : alternative.text_where;
  diagnostic.patch = patch.id;
  diagnostic.edit = edit.number;
  Note note{.message = std::string(part)};
  note.lines.push_back(
      marked(is_anchor ? spelled(alternative.anchor) : alternative.text, fault.fault.offset));
  diagnostic.notes.push_back(std::move(note));
  diagnostic.hint = fault.fault.hint;
  return diagnostic;
}

Diagnostics anchor_faults(const Manifest& manifest) {
  Diagnostics all;
  for (const Patch& patch : manifest.patches) {
    for (std::size_t i = 0; i < patch.edits.size(); ++i) append(all, faults_of_edit(patch, i));
  }
  return all;
}

}  // namespace patcher
