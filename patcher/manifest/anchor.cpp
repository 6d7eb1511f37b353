// SPDX-License-Identifier: MIT
#include "patcher/manifest/anchor.hpp"

namespace patcher {
namespace {

std::string spelling_of(const LinesAnchor& anchor) { return anchor.text; }
std::string spelling_of(const TextAnchor& anchor) { return anchor.text; }
std::string spelling_of(const BetweenAnchor& anchor) { return anchor.before + "\n" + anchor.after; }
std::string spelling_of(const RegexAnchor& anchor) { return anchor.pattern; }
std::string spelling_of(const TokensAnchor& anchor) { return anchor.text; }
std::string spelling_of(const NodeAnchor& anchor) { return anchor.query; }
std::string spelling_of(const SpanAnchor& anchor) {
  return spelled(anchor.from) + "\n" + spelled(anchor.to);
}

std::string spelling_of(const DefinitionAnchor& /*anchor*/) { return {}; }

}  // namespace

std::string spelled(const SpanEnd& end) {
  return std::visit([](const auto& kind) { return spelling_of(kind); }, end);
}

std::string spelled(const Anchor& anchor) {
  return std::visit([](const auto& kind) { return spelling_of(kind); }, anchor);
}

}  // namespace patcher
