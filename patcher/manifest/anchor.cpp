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
std::string spelling_of(const HunkAnchor& anchor) { return anchor.text; }

std::string_view key_for(const LinesAnchor& /*anchor*/) { return "find"; }
std::string_view key_for(const TextAnchor& /*anchor*/) { return "find_text"; }
std::string_view key_for(const BetweenAnchor& /*anchor*/) { return "between"; }
std::string_view key_for(const RegexAnchor& /*anchor*/) { return "find_regex"; }
std::string_view key_for(const TokensAnchor& /*anchor*/) { return "find_tokens"; }
std::string_view key_for(const NodeAnchor& /*anchor*/) { return "find_node"; }
std::string_view key_for(const SpanAnchor& /*anchor*/) { return "span"; }
std::string_view key_for(const DefinitionAnchor& /*anchor*/) { return "definition"; }
std::string_view key_for(const HunkAnchor& /*anchor*/) { return "hunk"; }

}  // namespace

bool is_pattern(const Anchor& anchor) {
  return !std::holds_alternative<LinesAnchor>(anchor) &&
         !std::holds_alternative<TextAnchor>(anchor) &&
         !std::holds_alternative<BetweenAnchor>(anchor) &&
         !std::holds_alternative<HunkAnchor>(anchor);
}

std::string_view key_of(const SpanEnd& end) {
  return std::visit([](const auto& kind) { return key_for(kind); }, end);
}

std::string_view key_of(const Anchor& anchor) {
  return std::visit([](const auto& kind) { return key_for(kind); }, anchor);
}

std::string spelled(const SpanEnd& end) {
  return std::visit([](const auto& kind) { return spelling_of(kind); }, end);
}

std::string spelled(const Anchor& anchor) {
  return std::visit([](const auto& kind) { return spelling_of(kind); }, anchor);
}

}  // namespace patcher
