// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"

namespace patcher::yaml {

enum class Kind { scalar, sequence, map };

/// How a scalar is written.
enum class Style { plain, single_quoted, double_quoted, literal, folded };

/// What becomes of the newlines at the end of a block scalar: one stays, none, or all.
enum class Chomping { clip, strip, keep };

struct Entry;

/// One value of a YAML document. Ranges are bytes of its `Source`.
struct Value {
  Kind kind = Kind::scalar;
  /// What a message marks: a plain or quoted scalar whole, the header of a block scalar, a map's
  /// first key, the first token of a sequence, and the key of a value that is left empty.
  ByteRange source = {};

  std::string text = {};  ///< Scalars: the value after folding, chomping and escapes.
  Style style = Style::plain;
  Chomping chomping = Chomping::clip;
  bool spans_lines = false;  ///< Plain and quoted scalars: written over several lines.
  ByteRange body = {};  ///< Block scalars: the lines of the text, blank ones at the end included.
  std::size_t blank_tail = 0;  ///< Block scalars: blank lines at the end of `body`.

  // No initializers here: clang would need the elements' whole types for them.
  std::vector<Value> items;    ///< Sequences.
  std::vector<Entry> entries;  ///< Maps, in the file's order; keys are distinct scalars.
};

/// One key of a map with its value.
struct Entry {
  Value key;
  Value value;
};

/// The value of `key` in `map`, or null when there is none or `map` is no map.
[[nodiscard]] const Value* value_of(const Value& map, std::string_view key);
/// "a text", "a list" or "a map".
[[nodiscard]] std::string_view name_of(Kind kind);
[[nodiscard]] bool is_block(Style style);

}  // namespace patcher::yaml
