// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// One place where an anchor stands that is no fixed text.
struct AnchorPlace {
  ByteRange range;  ///< What a replacement takes away; never empty.
  /// What the groups of a regular expression took, by number from 0 on; none for a group that took
  /// no part. Empty for other anchors.
  std::vector<std::optional<ByteRange>> groups = {};
};

/// A place that has to do with a fault, and what it is.
struct FaultPlace {
  std::size_t offset = 0;  ///< Where in the text.
  std::string message;
};

/// Why a search was given up before its end.
struct SearchFault {
  Code code = Code::internal;
  std::string message;
  std::size_t offset = 0;  ///< Where in the text.
  std::string hint;
  std::vector<FaultPlace> places = {};  ///< What is to be seen, that at `offset` included.
};

/// Every place, in ascending order, or why they cannot be told.
using FoundPlaces = std::variant<std::vector<AnchorPlace>, SearchFault>;

/// What is wrong with the spelling of an anchor, or of a text that refers to its groups.
struct SpellingFault {
  std::size_t offset = 0;  ///< Byte of the spelling, 0-based; its size for a missing end.
  std::string message;     ///< "missing closing parenthesis".
  std::string hint = {};
  Code code = Code::invalid_manifest;
};

}  // namespace patcher
