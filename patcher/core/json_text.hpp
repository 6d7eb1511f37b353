// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "patcher/core/byte_range.hpp"

namespace patcher {

/// A value of a JSON text, and where it stands there. Ranges are bytes of the text, half open.
struct JsonValue {
  enum class Kind { object, array, string, number, word };
  Kind kind = Kind::word;
  ByteRange range;                       ///< Of the value, its quotes or brackets included.
  ByteRange key;                         ///< Of its key, with the quotes; empty where it has none.
  std::string name = {};                 ///< What the key says.
  std::vector<JsonValue> children = {};  ///< Of an object or array, in order.

  /// The member `wanted` of an object, or the element of an array that has this number; null where
  /// there is none. Of a key that stands twice the first one.
  [[nodiscard]] const JsonValue* child(std::string_view wanted) const;
  /// A key that the object has twice: its later place.
  [[nodiscard]] const JsonValue* repeated() const;
};

/// Where a text stops being JSON.
struct JsonTextFault {
  std::string why;         ///< The end of a sentence: "a value is missing".
  std::size_t offset = 0;  ///< In bytes.
};

/// Reads `text`, at most 128 values deep; a byte order mark before it is left out.
/// Source: RFC 8259. Keys may stand twice, see JsonValue::repeated.
[[nodiscard]] std::variant<JsonValue, JsonTextFault> read_json(std::string_view text);

/// `text`, which is JSON, without the white space between its tokens.
[[nodiscard]] std::string json_tokens(std::string_view text);

/// The reference tokens of a JSON pointer; nothing where it is none.
/// Source: RFC 6901.
[[nodiscard]] std::optional<std::vector<std::string>> json_pointer(std::string_view pointer);

/// `name` as a key of JSON, with its quotes.
[[nodiscard]] std::string json_key(std::string_view name);

}  // namespace patcher
