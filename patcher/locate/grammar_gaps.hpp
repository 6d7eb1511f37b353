// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/code_tokens.hpp"

namespace patcher {

/// What takes the place of bytes that a grammar cannot read. Line endings stay.
enum class Filler : char {
  blank = ' ',   ///< Nothing.
  letter = '_',  ///< One name.
  zero = '0',    ///< One number.
  equals = '='   ///< A part of another operator.
};

/// Bytes to be overwritten for a grammar.
struct Rewrite {
  ByteRange range;
  Filler filler = Filler::blank;
};

/// Names that the file's own `#define` lines settle.
struct MacroNames {
  std::set<std::string, std::less<>> attributes;  ///< Stand for attributes or for nothing.
  std::set<std::string, std::less<>> functions;   ///< Take arguments.
};

/// What has to change in a text for its grammar to read it.
struct Rewrites {
  std::vector<Rewrite> all;           ///< In the order of the tokens that caused them.
  std::vector<ByteRange> attributes;  ///< Blanked words that belong to a declaration, in order.
};

/// What the grammars of the C family cannot read in `tokens`.
///
/// - words of CUDA and HIP (`__global__`, `__launch_bounds__(...)`), attributes in every spelling,
/// and
///   macros of `macros.attributes`;
/// - upper-case words and words that begin with `__` in front of a declaration's type;
/// - launch configurations `<<<...>>>`;
/// - invocations of macros that stand as a statement without `;`, or whose arguments are no
///   expressions; a macro is a name of `macros.functions` or an upper-case one;
/// - types as arguments, pointers to members, `= {}` as a default argument, a pointer without a
/// name that has a default,
///   `>=` in template arguments, `extern template`, template arguments of operators, and lambdas
///   with a result but no parameters.
[[nodiscard]] Rewrites grammar_gaps(const CodeTokens& tokens, const MacroNames& macros);

/// Whether `body`, the body of a macro without parameters, stands for attributes or for nothing.
[[nodiscard]] bool is_attribute_body(std::string_view body, const MacroNames& macros);

}  // namespace patcher
