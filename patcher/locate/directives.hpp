// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/c_tokens.hpp"
#include "patcher/locate/condition.hpp"
#include "patcher/locate/macro_knowledge.hpp"

namespace patcher {

/// One `#define` that is read.
struct MacroDefinition {
  std::string name;
  ByteRange range;  ///< The directive with its continuation lines.
  ByteRange body;   ///< What stands behind the name and the parameters; may be empty.
  bool has_parameters = false;
};

/// A part of a file that its conditional directives leave out.
struct SkippedBranch {
  ByteRange range;                ///< Between two directives.
  ByteRange directive;            ///< The directive that the branch follows.
  std::optional<NamedNeed> need;  ///< What would make it read, where that is one name.
  /// Whether it is known to be left out; else only an unknown condition was taken to hold.
  bool is_settled = false;
};

/// What the directives of a file say.
struct Directives {
  std::vector<MacroDefinition> macros;  ///< Of the parts that are read, in order.
  std::vector<SkippedBranch> skipped;   ///< In order; none overlaps another.
  std::vector<ByteRange> faults;        ///< Directives that are out of place or unknown.
};

/// Reads the directives among `tokens`, the tokens of `text`.
///
/// Of each group of branches one is read: the first whose condition holds by `knowledge`, the
/// file's own `#define` lines above it, and what earlier conditions settled. A condition that stays
/// unknown holds (`decide`), so that by default the first branch is read, and one name means one
/// thing throughout the file.
[[nodiscard]] Directives directives_of(std::string_view text, const Tokens& tokens,
                                       MacroKnowledge knowledge);

}  // namespace patcher
