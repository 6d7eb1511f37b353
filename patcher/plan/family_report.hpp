// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/plan/family_outcome.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// The names of the families that the reader in `source` merges, ascending, each once: the last
/// text of each call of `get_config_file`.
///
/// Source: aiter, jit/core.py, AITER_CONFIG.
[[nodiscard]] std::vector<std::string> families_named_in(std::string_view source);

/// All that a report says of the tables of one tree.
struct FamilyReport {
  std::vector<FamilyOutcome> families;  ///< By name.
  /// Errors (table_broken): tables that cannot be read, keys that a family of several tables has
  /// twice. The latter in a lone table, which is never merged, is a warning.
  Diagnostics found;
};

/// Judges every family of `tree`, an aiter checkout or the folder that an installed aiter is in.
///
/// Errors: file_missing when there is no aiter/jit/core.py, or no family is named in it; those of
/// Tree::look and Tree::match.
[[nodiscard]] Result<FamilyReport> report_families(const Tree& tree);

}  // namespace patcher
