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

}  // namespace

std::string spelled(const Anchor& anchor) {
  return std::visit([](const auto& kind) { return spelling_of(kind); }, anchor);
}

}  // namespace patcher
