// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/import/two_sides.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// How the change of one text is said.
struct SaidText {
  std::vector<TextEdit> edits;  ///< In the order of their places.
  std::string hunks;            ///< What only hunks of a diff can say, ascending; may be empty.
};

/// Which kinds of edit may say a change.
enum class Sayings { anchored_or_hunks, hunks_only };

/// The smallest edits that turn the old text of `sides` into the new one, each in its one place.
///
/// Changes that share the lines that they need are said as one. Errors: place_unfit, for each run
/// of lines that no edit says.
[[nodiscard]] Result<SaidText> said_text(const TwoSides& sides, Sayings sayings);

}  // namespace patcher
