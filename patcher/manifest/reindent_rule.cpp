// SPDX-License-Identifier: MIT
#include "patcher/manifest/reindent_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace patcher::language {
namespace {

bool is_whole_lines(const SpanAnchor& span) {
  return std::holds_alternative<LinesAnchor>(span.from) &&
         std::holds_alternative<LinesAnchor>(span.to);
}

/// Says whether new text beside `anchor` is put as whole lines.
bool puts_lines(const Anchor& anchor, Action action) {
  if (const auto* span = std::get_if<SpanAnchor>(&anchor)) return is_whole_lines(*span);
  if (std::holds_alternative<TextAnchor>(anchor)) return false;
  if (std::holds_alternative<RegexAnchor>(anchor)) return false;
  const bool is_within_lines =
      std::holds_alternative<TokensAnchor>(anchor) || std::holds_alternative<NodeAnchor>(anchor);
  return !is_within_lines || action != Action::replace;
}

}  // namespace

void refuse_idle_reindent(const yaml::Value& map, const TextEdit& edit, Findings& findings) {
  const yaml::Value* reindent = yaml::value_of(map, "reindent");
  if (reindent == nullptr) return;
  if (edit.action == Action::replace && edit.text.empty()) {
    findings.error(Code::invalid_manifest, reindent->source,
                   "'reindent' shifts new lines, and the edit puts none", "leave 'reindent' out");
    return;
  }
  const auto is_within = [&](const Anchor& anchor) { return !puts_lines(anchor, edit.action); };
  const auto within = std::find_if(edit.others.begin(), edit.others.end(), is_within);
  const bool is_first = is_within(edit.anchor);
  if (!is_first && within == edit.others.end()) return;
  const Anchor& anchor = is_first ? edit.anchor : *within;
  findings.error(Code::invalid_manifest, reindent->source,
                 fmt::format("'reindent' shifts whole lines, and this edit puts its text into a "
                             "line, where '{}' matches",
                             key_of(anchor)),
                 "use an insertion beside 'find_tokens' or 'find_node', or anchors of whole lines");
}

}  // namespace patcher::language
