// SPDX-License-Identifier: MIT
#include "patcher/manifest/scalar_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "patcher/core/tree_path.hpp"
#include "patcher/manifest/plain_scalar.hpp"
#include "patcher/manifest/suggestion.hpp"

namespace patcher::language {
namespace {

constexpr std::string_view kGlobCharacters = "*?[";
/// Blank lines that only set one entry off from the next are usual; more look meant.
constexpr std::size_t kUsualBlankTail = 1;

/// The value as messages quote it: one short line.
std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 60;
  const std::string_view line = text.substr(0, text.find('\n'));
  const bool cut = line.size() < without_final_newline(text).size() || line.size() > kMost;
  return fmt::format("'{}{}'", line.substr(0, kMost), cut ? "..." : "");
}

std::string hint_for(std::string_view text, const ScalarRule& rule) {
  if (rule.values.empty()) return std::string(rule.hint);
  const std::vector<std::string_view> values(rule.values.begin(), rule.values.end());
  if (const auto meant = nearest(text, values)) return fmt::format("did you mean '{}'?", *meant);
  return fmt::format("one of: {}", fmt::join(values, ", "));
}

bool check_integer(const yaml::Node& node, std::string_view key, Scalar scalar,
                   Findings& findings) {
  const ScalarRule& rule = rule_of(scalar);
  std::string_view text = node.text;
  // `reindent: +4` is how the language's own description writes it.
  if (scalar == Scalar::reindent && text.starts_with('+')) text.remove_prefix(1);
  const auto value = yaml::canonical_integer(text);
  const bool plain = node.style == yaml::Style::plain;
  if (plain && value && *value >= rule.range->least && *value <= rule.range->most) return true;
  const std::string found = node.text.empty() ? "nothing" : shown(node.text);
  findings.error(Code::invalid_manifest, node.source,
                 fmt::format("'{}' must be {}, found {}{}", key, rule.expected, found,
                             plain ? "" : " in quotes"),
                 plain || !value ? "" : "leave the quotes out");
  return false;
}

/// A plain scalar that is not the text it looks like.
bool check_trap(const yaml::Node& node, std::string_view key, Findings& findings) {
  if (node.style != yaml::Style::plain) return true;
  const auto trap = yaml::trap_in(node.text);
  if (!trap) return true;
  if (node.text.empty()) {
    findings.error(Code::invalid_manifest, node.source,
                   fmt::format("'{}' has no value, expected a text", key),
                   "write the text, or '\"\"' for an empty one");
    return false;
  }
  findings.error(
      Code::invalid_manifest, node.source,
      fmt::format("'{}' must be a text, but {} can be read as {}", key, shown(node.text), *trap),
      fmt::format("quote it: \"{}\"", node.text));
  return false;
}

bool check_code(const yaml::Node& node, std::string_view key, Findings& findings) {
  if (node.style == yaml::Style::folded) {
    findings.error(Code::invalid_manifest, node.source,
                   fmt::format("'{}' is code, but '>' folds its lines", key), "use '|' instead");
    return false;
  }
  if (node.spans_lines) {
    findings.error(Code::invalid_manifest, node.source,
                   fmt::format("'{}' is code, but a text over several lines is folded", key),
                   "use '|' and put the lines below it");
    return false;
  }
  const bool drops_blanks = node.style == yaml::Style::literal &&
                            node.chomping == yaml::Chomping::clip &&
                            node.blank_tail > kUsualBlankTail;
  if (drops_blanks) {
    findings.warning(Code::invalid_manifest, node.source,
                     fmt::format("the {} blank lines at the end of '{}' are not part of the text",
                                 node.blank_tail, key),
                     "write '|+' to keep them, or delete them");
  }
  return true;
}

bool check_tree_path(const yaml::Node& node, std::string_view key, Scalar scalar,
                     Findings& findings) {
  const std::string_view text = node.text;
  if (const auto why = TreePath::why_unsafe(text)) {
    findings.error(Code::unsafe_path, node.source,
                   fmt::format("the path {} of '{}' is unsafe: {}", shown(text), key, *why),
                   "name a file below the tree's root");
    return false;
  }
  if (const auto why = TreePath::why_malformed(text)) {
    findings.error(Code::invalid_manifest, node.source,
                   fmt::format("the path {} of '{}' is malformed: {}", shown(text), key, *why));
    return false;
  }
  if (scalar == Scalar::tree_glob) return true;
  if (text.find_first_of(kGlobCharacters) == std::string_view::npos) return true;
  findings.error(Code::not_supported, node.source,
                 fmt::format("'{}' holds the glob {}: globs here are part of the language, but "
                             "this version cannot expand them",
                             key, shown(text)),
                 "name the one file");
  return false;
}

bool has_value_of(std::string_view text, const ScalarRule& rule) {
  if (!rule.values.empty()) {
    return std::find(rule.values.begin(), rule.values.end(), text) != rule.values.end();
  }
  return rule.fits == nullptr || rule.fits(text);
}

}  // namespace

void check_scalar(const yaml::Node& node, std::string_view key, Scalar scalar, Findings& findings) {
  const ScalarRule& rule = rule_of(scalar);
  if (rule.range) {
    check_integer(node, key, scalar, findings);
    return;
  }
  // `mode: 0755` is how everybody writes it; its digits are taken as spelled.
  if (scalar != Scalar::mode && !check_trap(node, key, findings)) return;
  if (rule.use == Use::code && !check_code(node, key, findings)) return;
  if (scalar == Scalar::tree_path || scalar == Scalar::tree_glob) {
    check_tree_path(node, key, scalar, findings);
    return;
  }
  if (has_value_of(node.text, rule)) return;
  const bool blank = is_blank(node.text);
  findings.error(Code::invalid_manifest, node.source,
                 fmt::format("'{}' must be {}, found {}", key, rule.expected,
                             blank ? "a blank text" : shown(node.text)),
                 hint_for(node.text, rule));
}

}  // namespace patcher::language
