// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/json_text.hpp"
#include "patcher/plan/splice.hpp"

namespace patcher {

/// A value that is to stand in an object or behind an array's last element.
struct JsonMember {
  std::string name;  ///< Of an object's member.
  std::string text;  ///< JSON.
};

/// What is to be done to the children of one object or array.
struct JsonDeed {
  std::vector<std::size_t> removed = {};  ///< Ascending.
  std::vector<JsonMember> added = {};
};

/// Puts `text` in the place of `value` of `bytes`. Further lines of it are indented as the line is
/// that the value begins in, and end as those of `bytes`.
[[nodiscard]] Splice replacement_of(std::string_view bytes, const JsonValue& value,
                                    std::string_view text);

/// Does `deed` to `parent` of `bytes`. New members look like those before them: their separators
/// are copied. In an empty object or array they stand on the line of its bracket, unless that is
/// open over several lines.
[[nodiscard]] Splices splices_of(std::string_view bytes, const JsonValue& parent,
                                 const JsonDeed& deed);

}  // namespace patcher
