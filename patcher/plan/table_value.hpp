// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace patcher {

/// What a cell looks like by itself; the bits of a column say what it is as a whole.
///
/// Source: pandas.read_csv with its defaults: what it takes for missing, the order in which it
/// tries types (whole numbers, real ones, truth values, text).
enum class CellKind : std::uint8_t {
  missing = 1,  ///< Empty, or one of the words that stand for nothing: `NA`, `nan`, `None`, ...
  whole = 2,    ///< Fits 64 bits with a sign.
  large = 4,    ///< Fits 64 bits without one only.
  real = 8,
  truth = 16,  ///< `True` or `False`, in three spellings each.
  text = 32
};

/// The kinds of a column's cells, as bits of CellKind.
using CellKinds = std::uint8_t;

/// What the reader makes of a column.
enum class ColumnType {
  numbers,       ///< Whole numbers that fit 64 bits.
  real_numbers,  ///< Double precision; whole numbers beside a missing one are too.
  truth,         ///< Truth values.
  text           ///< Each cell as it is spelled, also where it looks like a number.
};

/// How the values of several tables' columns of one name compare.
enum class Comparison {
  exact,      ///< Numbers by their value, texts by their bytes; a number is never a text.
  as_doubles  ///< All numbers in double precision.
};

/// The kind of a cell that says `value`.
[[nodiscard]] CellKind kind_of(std::string_view value);
/// What the reader makes of a column with cells of `kinds`.
[[nodiscard]] ColumnType type_of(CellKinds kinds);

/// A cell as it is compared: equal for cells that the reader takes for the same.
struct CellValue {
  enum class Tag : std::uint8_t { missing, whole, large, real, text };
  Tag tag = Tag::missing;
  std::uint64_t bits = 0;      ///< Of a number; a negative zero and a real whole number are whole.
  std::string_view text = {};  ///< Of a text.

  friend bool operator==(const CellValue&, const CellValue&) = default;
};

/// The value of a cell that says `value` in a column of `type`. The text must outlive it.
[[nodiscard]] CellValue value_of(std::string_view value, ColumnType type, Comparison comparison);

/// A number that is the same for equal values.
[[nodiscard]] std::uint64_t hash_of(const CellValue& value);

}  // namespace patcher
