// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/splice.hpp"

namespace patcher {

/// A file before and after a patch.
struct Versions {
  const SourceText& before;
  const SourceText& after;
  const Splices& splices;  ///< What makes one out of the other.
};

/// What an edit does to a macro that it stands in.
struct MacroFault {
  std::size_t offset = 0;  ///< In the text after: the line that is wrong.
  std::string message;
  std::string hint;
};

/// Why the macro around `place`, a place of `edit` in the text before, is no longer the one
/// `#define` that it was: a line without its backslash, or one too many. Nothing where all is well.
[[nodiscard]] std::optional<MacroFault> macro_fault(const TextEdit& edit, ByteRange place,
                                                    const Versions& versions);

}  // namespace patcher
