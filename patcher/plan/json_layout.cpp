// SPDX-License-Identifier: MIT
#include "patcher/plan/json_layout.hpp"

#include <algorithm>

namespace patcher {
namespace {

constexpr std::string_view kUsualStep = "  ";

std::string_view between(std::string_view bytes, std::size_t begin, std::size_t end) {
  return bytes.substr(begin, end - begin);
}

bool has_line_end(std::string_view text) { return text.find('\n') != std::string_view::npos; }

std::size_t begin_of(const JsonValue& child) {
  return child.key.empty() ? child.range.begin : child.key.begin;
}

/// The blanks that the line of `offset` begins with.
std::string_view indentation_at(std::string_view bytes, std::size_t offset) {
  const std::size_t newline = offset == 0 ? bytes.npos : bytes.rfind('\n', offset - 1);
  const std::size_t begin = newline == bytes.npos ? 0 : newline + 1;
  const std::size_t end = std::min(bytes.find_first_not_of(" \t", begin), offset);
  return between(bytes, begin, std::max(begin, end));
}

std::string_view ending_of(std::string_view bytes) {
  return bytes.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

/// `text` with its further lines behind `indentation`.
std::string laid(std::string_view text, std::string_view indentation, std::string_view ending) {
  std::string lines;
  for (const char c : text) {
    if (c != '\n') {
      lines += c;
      continue;
    }
    lines += ending;
    lines += indentation;
  }
  return lines;
}

/// How members of one object, or elements of one array, are put.
struct Style {
  std::string lead;       ///< Before the first of them.
  std::string separator;  ///< Before any other.
  std::string colon;
};

/// One step of indentation: as the first line break in `bytes` has it.
std::string_view step_in(std::string_view bytes) {
  const std::size_t newline = bytes.find('\n');
  if (newline == bytes.npos) return kUsualStep;
  const std::size_t end = bytes.find_first_not_of(" \t", newline + 1);
  const bool has_step = end != bytes.npos && end > newline + 1;
  return has_step ? between(bytes, newline + 1, end) : kUsualStep;
}

Style style_of(std::string_view bytes, const JsonValue& parent) {
  const std::size_t open = parent.range.begin + 1;
  if (parent.children.empty()) {
    Style style{"", ", ", ": "};
    if (!has_line_end(between(bytes, open, parent.range.end))) return style;
    style.lead = ending_of(bytes);
    style.lead += indentation_at(bytes, parent.range.begin);
    style.lead += step_in(bytes);
    style.separator = "," + style.lead;
    return style;
  }
  const JsonValue& last = parent.children.back();
  Style style{std::string(between(bytes, open, begin_of(parent.children.front()))), ", ", ": "};
  if (!last.key.empty()) style.colon = between(bytes, last.key.end, last.range.begin);
  if (parent.children.size() > 1) {
    const std::size_t before = (parent.children.end() - 2)->range.end;
    style.separator = between(bytes, before, begin_of(last));
  } else if (has_line_end(style.lead)) {
    style.separator = "," + style.lead;
  }
  return style;
}

/// `added` one behind the other; `at` is where they are put.
std::string text_of(std::string_view bytes, const JsonDeed& deed, const JsonValue& parent,
                    std::size_t at) {
  const Style style = style_of(bytes, parent);
  const bool is_first = deed.removed.size() == parent.children.size();
  std::string text;
  for (const JsonMember& member : deed.added) {
    const std::string& before = text.empty() && is_first ? style.lead : style.separator;
    const std::size_t newline = before.rfind('\n');
    const std::string_view indentation = newline == std::string::npos
                                             ? indentation_at(bytes, at)
                                             : std::string_view(before).substr(newline + 1);
    text += before;
    if (parent.kind == JsonValue::Kind::object) text += json_key(member.name) + style.colon;
    text += laid(member.text, indentation, ending_of(bytes));
  }
  return text;
}

bool is_removed(const JsonDeed& deed, std::size_t child) {
  return std::ranges::find(deed.removed, child) != deed.removed.end();
}

/// Takes each run of removed children out with the comma before it, or, of the first, behind it.
Splices removals_of(const JsonValue& parent, const JsonDeed& deed) {
  Splices splices;
  const auto& all = parent.children;
  for (std::size_t first = 0; first < all.size(); ++first) {
    if (!is_removed(deed, first)) continue;
    std::size_t last = first;
    while (last + 1 < all.size() && is_removed(deed, last + 1)) ++last;
    if (first > 0) {
      splices.push_back({{all[first - 1].range.end, all[last].range.end}, {}});
    } else if (last + 1 < all.size()) {
      splices.push_back({{begin_of(all[first]), begin_of(all[last + 1])}, {}});
    } else {
      splices.push_back({{parent.range.begin + 1, all[last].range.end}, {}});
    }
    first = last;
  }
  return splices;
}

/// Behind the last child that stays.
std::size_t end_of_kept(const JsonValue& parent, const JsonDeed& deed) {
  for (std::size_t child = parent.children.size(); child > 0; --child) {
    if (!is_removed(deed, child - 1)) return parent.children[child - 1].range.end;
  }
  return parent.range.begin + 1;
}

}  // namespace

Splice replacement_of(std::string_view bytes, const JsonValue& value, std::string_view text) {
  return {value.range, laid(text, indentation_at(bytes, value.range.begin), ending_of(bytes))};
}

Splices splices_of(std::string_view bytes, const JsonValue& parent, const JsonDeed& deed) {
  Splices splices = removals_of(parent, deed);
  if (deed.added.empty()) return splices;
  const std::size_t at = end_of_kept(parent, deed);
  splices.push_back({{at, at}, text_of(bytes, deed, parent, at)});
  sort(splices);
  return splices;
}

}  // namespace patcher
