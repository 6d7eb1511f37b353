// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/locate/source_text.hpp"
#include "patcher/plan/finding.hpp"
#include "patcher/plan/shape.hpp"

namespace patcher {

/// One text edit being judged in one version of its file.
struct Search {
  const EditContext& context;
  const TextEdit& edit;
  const SourceText& text;
  Shape shape;
  ByteRange within;
};

/// Where an edit's two sides stand, each place that lies in one of the other kind left out.
struct Places {
  std::vector<Spot> anchors;
  std::vector<Spot> results;

  [[nodiscard]] std::size_t size() const { return anchors.size() + results.size(); }
};

[[nodiscard]] std::vector<ByteRange> ranges_of(const std::vector<Spot>& spots);

}  // namespace patcher
