// SPDX-License-Identifier: MIT
#include "patcher/plan/macro_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace patcher {
namespace {

bool has_macro_scope(const TextEdit& edit) {
  return edit.scope && edit.scope->path.starts_with("macro ");
}

/// Where the macro that stood at `macro` has to stand now, `edit`'s own new text included.
ByteRange expected_range(ByteRange macro, ByteRange place, const Splices& splices) {
  ByteRange range = moved(macro, splices);
  const std::vector<ByteRange> fresh = new_ranges(splices);
  for (std::size_t i = 0; i < splices.size(); ++i) {
    // Text put right behind the last line is outside by its offset, and meant to be inside.
    const bool is_own = splices[i].range.begin == place.end && place.end == macro.end;
    if (is_own && splices[i].is_insertion()) range.end = std::max(range.end, fresh[i].end);
  }
  return range;
}

const Definition* macro_from(std::size_t begin, const SourceText& text) {
  const auto& all = text.outline().definitions;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Definition& definition) {
    return definition.kind == DefinitionKind::macro && definition.range.begin == begin;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::optional<MacroFault> macro_fault(const TextEdit& edit, ByteRange place,
                                      const Versions& versions) {
  const Definition* macro = versions.before.innermost_at(place.begin);
  if (macro == nullptr || macro->kind != DefinitionKind::macro) return std::nullopt;
  if (!macro->range.contains(place)) return std::nullopt;
  // An edit of the last line, or of the only one, may end the macro and go on with something else.
  const std::size_t last_line = versions.before.lines().line_at(macro->range.end - 1);
  const bool is_at_end = place.end > versions.before.lines().whole(last_line).begin;
  if (!has_macro_scope(edit) && is_at_end) return std::nullopt;
  const ByteRange expected = expected_range(macro->range, place, versions.splices);
  const Definition* after = macro_from(expected.begin, versions.after);
  if (after == nullptr) {
    return MacroFault{expected.begin,
                      fmt::format("'{}' would no longer be a '#define'", macro->path),
                      "keep its first line"};
  }
  if (after->range.end == expected.end) return std::nullopt;
  const bool ends_early = after->range.end < expected.end;
  const std::size_t last = ends_early ? after->range.end : expected.end;
  return MacroFault{
      last - 1,
      ends_early ? fmt::format("'{}' would end too early: a line within it has no '\\' at its end",
                               macro->path)
                 : fmt::format("'{}' would take in the line below it", macro->path),
      ends_early ? "end each line of the macro but the last with ' \\'"
                 : "leave the '\\' at the end of its last line out"};
}

}  // namespace patcher
