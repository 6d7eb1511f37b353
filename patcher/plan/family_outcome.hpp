// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace patcher {

/// What there is to say about one family of tables.
struct FamilyOutcome {
  std::string name;  ///< As its reader spells it: `a8w8_tuned_gemm`.
  std::size_t tables = 0;
  std::size_t rows = 0;
  std::size_t bytes = 0;
  std::size_t headers = 0;       ///< How many different ones.
  std::size_t ragged = 0;        ///< Rows with fewer cells than their header.
  std::vector<std::string> key;  ///< Its columns; empty where nobody looks for duplicates.
  std::size_t inside = 0;        ///< Keys that rows of one table share.
  std::size_t across = 0;        ///< Keys that rows of several tables share.
};

}  // namespace patcher
