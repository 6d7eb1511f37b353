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

[[nodiscard]] std::vector<ByteRange> ranges_of(const std::vector<Spot>& spots);

}  // namespace patcher
