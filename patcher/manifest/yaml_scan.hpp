// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "patcher/core/byte_range.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::yaml {

// What the event stream does not tell, read from the source at an event's mark.

/// Where a value's content starts, after an anchor and a tag, and whether it has a tag.
struct Content {
  std::size_t offset = 0;
  std::optional<ByteRange> tag;
};
[[nodiscard]] Content content_at(std::string_view text, std::size_t mark);

/// Fills style, chomping, source and body of `scalar`, whose `text` is known and whose content
/// starts at `offset`. Returns whether a quoted scalar is closed; others always are.
[[nodiscard]] bool describe_scalar(Value& scalar, std::string_view text, std::size_t offset);

/// Says whether a plain null (`~`, `null`) is spelled out at `offset`, and how long it is.
[[nodiscard]] std::size_t null_spelling_at(std::string_view text, std::size_t offset);

}  // namespace patcher::yaml
