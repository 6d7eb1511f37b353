// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/anchor_place.hpp"
#include "patcher/locate/line_pattern.hpp"
#include "patcher/locate/node_query.hpp"
#include "patcher/locate/regex.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/locate/token_pattern.hpp"
#include "patcher/manifest/anchor.hpp"

namespace patcher {

/// One end of a span, ready to be searched.
using SpanEndFinder = std::variant<LinePattern, std::string, Regex, TokenPattern, NodeQuery>;

/// What stands from one anchor up to another.
class Span {
 public:
  /// Compiles both ends for a file of `language`. A fault's offset is one of the ends' spellings,
  /// one below the other.
  [[nodiscard]] static std::variant<Span, SpellingFault> compile(const SpanAnchor& anchor,
                                                                 Language language);

  /// Every span in `within`: from each place of the first end up to the one place of the other end
  /// between there and the next place of the first. Where nothing of the other end is below, there
  /// is no span.
  ///
  /// Faults: anchor_ambiguous where the other end stands more than once, or not before the next
  /// place of the first; those of the ends.
  [[nodiscard]] FoundPlaces find_all(const SourceText& text, ByteRange within) const;

  /// Whether both ends are whole lines, and so every span.
  [[nodiscard]] bool is_whole_lines() const;
  [[nodiscard]] const SpanEndFinder& from() const { return from_; }
  [[nodiscard]] const SpanEndFinder& to() const { return to_; }

 private:
  Span(SpanEndFinder from, SpanEndFinder to, SpanLimit limit)
      : from_(std::move(from)), to_(std::move(to)), limit_(limit) {}

  SpanEndFinder from_;
  SpanEndFinder to_;
  SpanLimit limit_;
};

/// Which end of `span` is missing in `within`, and what comes nearest to it.
[[nodiscard]] std::vector<Note> nearest(const Span& span, const SourceText& text, ByteRange within,
                                        const std::string& file);

}  // namespace patcher
