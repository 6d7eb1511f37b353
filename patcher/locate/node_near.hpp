// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/node_query.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// The places in `within` where the nodes of `query` stand and only one of its conditions fails,
/// the first few, each with what it found; where there is none, the first kind of node that the
/// query names and that stands nowhere in `within`. `file` is the notes' place.
[[nodiscard]] std::vector<Note> nearest(const NodeQuery& query, const SourceText& text,
                                        ByteRange within, const std::string& file);

}  // namespace patcher
