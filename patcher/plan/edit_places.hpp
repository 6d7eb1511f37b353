// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/locate/source_text.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/plan/sequence.hpp"

namespace patcher {

/// Where ranges of an earlier version of a file stand in the bytes as found.
struct PlaceMap {
  const View& found;  ///< The bytes as found, with the steps that led to them.
  SourceCache& cache;
};

/// One item of the sequence whose end is the bytes as found.
struct ReplayedItem {
  const Sequence& replay;
  std::size_t index;
  SourceCache& cache;
};

/// Lines and definitions in the found bytes of `ranges`, which are in `path` right before `item`.
/// The item's own step moves them too.
[[nodiscard]] std::vector<FoundPlace> places_after(const ReplayedItem& item, const TreePath& path,
                                                   std::vector<ByteRange> ranges);

/// The same for ranges in a view that was planned from the base of the found bytes: each is led
/// back to the base by the view's own steps, then forward to the found bytes.
[[nodiscard]] std::vector<FoundPlace> places_before(const PlaceMap& map, const TreePath& path,
                                                    std::vector<ByteRange> ranges,
                                                    const View& planned);

}  // namespace patcher
