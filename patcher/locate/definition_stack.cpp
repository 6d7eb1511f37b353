// SPDX-License-Identifier: MIT
#include "patcher/locate/definition_stack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "patcher/locate/syntax_tree.hpp"

namespace patcher {

Outline unread_outline(std::string_view text, std::string why) {
  // A text that its grammar cannot read is one error: nothing in it may pass for sound.
  Outline outline;
  outline.syntax_errors.push_back({0, text.size()});
  outline.error_count = 1;
  outline.unread = std::move(why);
  return outline;
}

ByteRange with_lines(ByteRange range, const LineIndex& lines,
                     bool (*is_code)(std::string_view rest)) {
  const std::size_t first = lines.line_at(range.begin);
  const std::size_t last = lines.line_at(range.empty() ? range.begin : range.end - 1);
  const std::string_view before =
      lines.text(first).substr(0, range.begin - lines.content(first).begin);
  const ByteRange content = lines.content(last);
  const std::string_view behind =
      lines.text(last).substr(std::min(range.end, content.end) - content.begin);
  if (!is_code(before)) range.begin = lines.whole(first).begin;
  if (!is_code(behind)) range.end = lines.whole(last).end;
  return range;
}

void DefinitionStack::enter(TSNode node, std::size_t depth) {
  while (!open_.empty() && open_.back().depth >= depth) open_.pop_back();
  if (error_depth_ && *error_depth_ >= depth) error_depth_.reset();
  if (!ts_node_is_error(node) && !ts_node_is_missing(node)) return;
  count_error(range_of(node));
  if (!error_depth_) error_depth_ = depth;
}

void DefinitionStack::open(Definition definition, std::size_t depth) {
  is_too_deep_ = is_too_deep_ || open_.size() >= kMostLevels;
  if (is_too_deep_) return;
  open_.push_back({outline_.definitions.size(), depth});
  outline_.definitions.push_back(std::move(definition));
}

void DefinitionStack::doubt(std::size_t depth) {
  if (open_.empty() || open_.back().depth != depth) return;
  outline_.definitions[open_.back().index].trust = Trust::last_name_only;
}

void DefinitionStack::count_error(ByteRange range) {
  ++outline_.error_count;
  for (const Open& open : open_) ++outline_.definitions[open.index].syntax_errors;
  if (!error_depth_) outline_.syntax_errors.push_back(range);
}

const Definition* DefinitionStack::innermost() const {
  return open_.empty() ? nullptr : &outline_.definitions[open_.back().index];
}

Outline DefinitionStack::outline(std::string_view text, const std::vector<ByteRange>& faults) && {
  if (is_too_deep_) {
    return unread_outline(
        text,
        fmt::format("its definitions nest deeper than {} levels, which is the limit", kMostLevels));
  }
  outline_.error_count += faults.size();
  outline_.unpaired_count = faults.size();
  for (Definition& definition : outline_.definitions) {
    const auto inside =
        std::lower_bound(faults.begin(), faults.end(), definition.range.begin,
                         [](ByteRange fault, std::size_t at) { return fault.begin < at; });
    const auto behind =
        std::lower_bound(inside, faults.end(), definition.range.end,
                         [](ByteRange fault, std::size_t at) { return fault.begin < at; });
    definition.syntax_errors += static_cast<std::size_t>(behind - inside);
  }
  std::vector<ByteRange> all;
  std::merge(outline_.syntax_errors.begin(), outline_.syntax_errors.end(), faults.begin(),
             faults.end(), std::back_inserter(all));
  outline_.syntax_errors.clear();
  for (const ByteRange& error : all) {
    const bool is_outermost =
        outline_.syntax_errors.empty() || !outline_.syntax_errors.back().contains(error);
    if (is_outermost) outline_.syntax_errors.push_back(error);
  }
  return std::move(outline_);
}

}  // namespace patcher
