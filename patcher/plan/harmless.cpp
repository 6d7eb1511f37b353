// SPDX-License-Identifier: MIT
#include "patcher/plan/harmless.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "patcher/plan/shape.hpp"

namespace patcher {
namespace {

/// What `finding` makes of the file at `path`; empty where it makes no file of it.
std::string made_of(const PatchFinding& finding, const TreePath& path) {
  const auto file = finding.step->files.find(path);
  const bool is_there = file != finding.step->files.end() && file->second.after.bytes;
  return is_there ? *file->second.after.bytes : std::string();
}

/// `bytes` without the blanks that lines begin with.
std::string unindented(std::string_view bytes) {
  std::string text;
  bool begins = true;
  for (const char byte : bytes) {
    const bool is_indentation = begins && (byte == ' ' || byte == '\t');
    if (!is_indentation) text += byte;
    begins = byte == '\n' || is_indentation;
  }
  return text;
}

bool is_left_out(const DrilledEdit& drilled, const PatchFinding& finding) {
  const std::size_t number = drilled.edit().number;
  for (std::size_t i = 0; i < finding.edits.size(); ++i) {
    if (finding.patch->edits[i].number == number && finding.edits[i].left_out) return true;
  }
  return false;
}

/// Why a pattern takes another text than the one that it was written for.
std::string why_pattern_takes(const DrilledEdit& drilled, const Mutant& mutant) {
  const auto* text = std::get_if<TextEdit>(&drilled.edit().what);
  if (text == nullptr) return {};
  const Anchor& anchor = text->anchor;
  const bool is_open = std::holds_alternative<RegexAnchor>(anchor) ||
                       std::holds_alternative<NodeAnchor>(anchor) ||
                       std::holds_alternative<SpanAnchor>(anchor);
  if (mutant.mutation == Mutation::byte_changed && is_open) {
    return fmt::format("the '{}' takes any text there, and fits once", key_of(anchor));
  }
  const auto shape = shape_of(*text, language_of(text->file));
  const auto* known = std::get_if<Shape>(&shape);
  const bool is_result = mutant.mutation == Mutation::result_elsewhere;
  if (is_result && known != nullptr && !is_recognised(*known)) {
    return "no bytes can show the edit's result";
  }
  const auto* hunk = std::get_if<HunkAnchor>(&anchor);
  const bool is_copy = is_result || mutant.mutation == Mutation::anchor_duplicated;
  if (is_copy && hunk != nullptr && (hunk->at_start || hunk->at_end)) {
    return "the hunk is tied to an end of the file, where it stands once";
  }
  return {};
}

std::string why_renamed_is_taken(const DrilledEdit& drilled) {
  if (std::holds_alternative<TableEdit>(drilled.edit().what)) {
    return "a table may be new, and its family is guarded all the same";
  }
  return {};
}

}  // namespace

std::string why_harmless(const DrilledEdit& drilled, const Mutant& mutant, const BothPlans& plans) {
  if (is_left_out(drilled, plans.mutant)) {
    return fmt::format("left out with a warning: {}", drilled.edit().optional);
  }
  const TreePath& path = file_of(drilled.edit());
  const std::string on_base = made_of(plans.base, path);
  const std::string on_mutant = made_of(plans.mutant, path);
  switch (mutant.mutation) {
    case Mutation::line_endings_changed:
      if (on_mutant == with_other_endings(on_base)) {
        return "the result is the same with those line endings";
      }
      break;
    case Mutation::reindented:
    case Mutation::reindented_in_part:
      if (unindented(on_mutant) == unindented(on_base)) {
        return "indentation is no part of the anchor; the result is the same but for it";
      }
      break;
    case Mutation::file_renamed:
      return why_renamed_is_taken(drilled);
    default:
      break;
  }
  return why_pattern_takes(drilled, mutant);
}

}  // namespace patcher
