// SPDX-License-Identifier: MIT
#include "patcher/manifest/yaml_value.hpp"

#include <algorithm>

namespace patcher::yaml {

const Value* value_of(const Value& map, std::string_view key) {
  const auto found =
      std::ranges::find_if(map.entries, [&](const Entry& entry) { return entry.key.text == key; });
  return found == map.entries.end() ? nullptr : &found->value;
}

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::scalar:
      return "a text";
    case Kind::sequence:
      return "a list";
    case Kind::map:
      return "a map";
  }
  return "a text";
}

bool is_block(Style style) { return style == Style::literal || style == Style::folded; }

}  // namespace patcher::yaml
