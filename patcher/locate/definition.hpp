// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/directives.hpp"

namespace patcher {

/// How much of a definition's path is known.
enum class Trust { whole_path, last_name_only };

/// What a definition defines.
enum class DefinitionKind {
  other,       ///< A function, class, namespace, ...
  name_space,  ///< A namespace; a scope's path may leave it out.
  macro        ///< A `#define`; its path is `macro NAME`.
};

/// One named definition of a source file.
struct Definition {
  std::string path;  ///< Full path from module level: `CoreManager._create_output_thread`.
  /// Whole lines, from its first decorator's line to its last line's ending; without the rest of a
  /// line on which other code stands.
  ByteRange range;
  std::size_t syntax_errors = 0;  ///< Error and missing nodes inside it.
  /// Whether the path can be trusted: not where a syntax error around the definition may hide one
  /// that encloses it.
  Trust trust = Trust::whole_path;
  /// Of a function of the C family: the types of its parameters, `(int, float*) const`.
  std::string signature = {};
  DefinitionKind kind = DefinitionKind::other;
  std::size_t body_begin = 0;  ///< Where its body begins, behind its head.
};

/// What a grammar says of a file.
struct Outline {
  std::vector<Definition> definitions;   ///< In the order of their beginnings; may nest.
  std::vector<ByteRange> syntax_errors;  ///< Error and missing nodes, outermost, in order.
  std::size_t error_count = 0;           ///< Of all error and missing nodes, inner ones too.
  std::size_t unpaired_count = 0;        ///< Of those, brackets and directives without a partner.
  std::vector<SkippedBranch> skipped;    ///< What the preprocessor leaves out, in order.
  std::string unread;                    ///< Why there is nothing here, if the text was not read.
};

}  // namespace patcher
