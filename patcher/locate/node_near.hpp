// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/node_query.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// The places in `within` where the nodes of `query` stand, but where not all of its conditions
/// hold: the few of which the fewest fail, and of those the ones whose texts are likest to what is
/// asked for, each with what it found. `file` is the notes' place.
[[nodiscard]] std::vector<Note> nearest(const NodeQuery& query, const SourceText& text,
                                        ByteRange within, const std::string& file);

/// What of `query`, whose nodes stand nowhere in `within`, is missing there: the first kind of node
/// that it names and that stands nowhere, or else what is around the largest part that does stand.
[[nodiscard]] std::vector<Note> missing_nodes(const NodeQuery& query, const SourceText& text,
                                              ByteRange within, const std::string& file);

}  // namespace patcher
