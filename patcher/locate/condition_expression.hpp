// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// One node of an `#if` expression; its operands are indices of other nodes.
struct ConditionNode {
  enum class Kind {
    unknown,   ///< What no rule here knows: a call such as `__has_include(...)`.
    number,    ///< A literal.
    name,      ///< A preprocessor name used as a number.
    defined,   ///< `defined NAME`.
    negation,  ///< `!` of `left`.
    unary,     ///< `+`, `-` or `~` of `left`; parentheses are `+`.
    binary     ///< An operator between `left` and `right`.
  };
  Kind kind = Kind::unknown;
  std::string text;                    ///< The name, the operator, or the spelling of the unknown.
  std::optional<std::int64_t> number;  ///< Of a literal that is a whole number.
  std::size_t left = 0;
  std::size_t right = 0;
};

/// The nodes of `expression`, operands before what they are operands of; the last is the whole.
///
/// An expression that cannot be read, or has more than 1,000 nodes or 100 levels, is one unknown
/// node. `and`, `or` and `not` are read as the operators that they spell.
/// Source: ISO C++20, 15.2 [cpp.cond].
[[nodiscard]] std::vector<ConditionNode> nodes_of(std::string_view expression);

/// The value of the literal `spelling`, suffix and digit separators allowed; nothing for a fraction
/// or a number that 64 bits cannot hold.
[[nodiscard]] std::optional<std::int64_t> whole_number(std::string_view spelling);

}  // namespace patcher
