// SPDX-License-Identifier: MIT
#include "patcher/manifest/scalar_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "patcher/core/glob.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/manifest/plain_scalar.hpp"
#include "patcher/manifest/suggestion.hpp"

namespace patcher::language {
namespace {

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

bool is_in(std::optional<long> number, Range range) {
  return number && *number >= range.least && *number <= range.most;
}

void check_integer(const yaml::Value& value, std::string_view name, Scalar scalar,
                   Findings& findings) {
  const ScalarRule& rule = rule_of(scalar);
  std::string_view text = value.text;
  // `reindent: +4` is how the language's own description writes it.
  if (scalar == Scalar::reindent && text.starts_with('+')) text.remove_prefix(1);
  const auto number = yaml::canonical_integer(text);
  const bool plain = value.style == yaml::Style::plain;
  if (plain && is_in(number, rule.range.value_or(Range{}))) return;
  const std::string found = value.text.empty() ? "nothing" : shown(value.text);
  findings.error(Code::invalid_manifest, value.source,
                 fmt::format("{} must be {}, found {}{}", name, rule.expected, found,
                             plain ? "" : " in quotes"),
                 plain || !number ? "" : "leave the quotes out");
}

bool has_value_of(std::string_view text, const ScalarRule& rule) {
  if (!rule.values.empty()) {
    return std::ranges::find(rule.values, text) != rule.values.end();
  }
  return rule.fits == nullptr || rule.fits(text);
}

void check_boolean(const yaml::Value& value, std::string_view name, Scalar scalar,
                   Findings& findings) {
  const ScalarRule& rule = rule_of(scalar);
  const bool is_boolean = has_value_of(value.text, rule);
  const bool plain = value.style == yaml::Style::plain;
  if (plain && is_boolean) return;
  findings.error(
      Code::invalid_manifest, value.source,
      fmt::format("{} must be {}, found {}{}", name, rule.expected,
                  value.text.empty() ? "nothing" : shown(value.text), plain ? "" : " in quotes"),
      is_boolean ? "leave the quotes out" : "");
}

/// A plain scalar that is not the text it looks like.
bool check_trap(const yaml::Value& value, std::string_view name, Findings& findings) {
  if (value.style != yaml::Style::plain) return true;
  const auto trap = yaml::trap_in(value.text);
  if (!trap) return true;
  if (value.text.empty()) {
    findings.error(Code::invalid_manifest, value.source,
                   fmt::format("{} has no value, expected a text", name),
                   "write the text, or '\"\"' for an empty one");
    return false;
  }
  findings.error(
      Code::invalid_manifest, value.source,
      fmt::format("{} must be a text, but {} can be read as {}", name, shown(value.text), *trap),
      fmt::format("quote it: \"{}\"", value.text));
  return false;
}

/// Says whether a comment stands on the line on which `value` ends.
bool has_comment_behind(const yaml::Value& value, const Findings& findings) {
  const std::string_view text = findings.source().text();
  const std::size_t next = text.find_first_not_of(" \t", value.source.end);
  return next != std::string_view::npos && text[next] == '#' && next > value.source.end;
}

bool check_code(const yaml::Value& value, std::string_view name, Findings& findings) {
  if (value.style == yaml::Style::folded) {
    findings.error(Code::invalid_manifest, value.source,
                   fmt::format("{} is code, but '>' folds its lines", name), "use '|' instead");
    return false;
  }
  if (value.spans_lines) {
    findings.error(Code::invalid_manifest, value.source,
                   fmt::format("{} is code, but a text over several lines is folded", name),
                   "use '|' and put the lines below it");
    return false;
  }
  if (value.style == yaml::Style::plain && has_comment_behind(value, findings)) {
    findings.warning(Code::invalid_manifest, value.source,
                     fmt::format("the ' #' behind {} begins a comment of YAML: what follows is no "
                                 "part of the text",
                                 name),
                     "put the text in single quotes, or below a '|', if it belongs to it; else put "
                     "the comment on a line of its own");
  }
  const bool drops_blanks = value.style == yaml::Style::literal &&
                            value.chomping == yaml::Chomping::clip &&
                            value.blank_tail > kUsualBlankTail;
  if (drops_blanks) {
    findings.warning(Code::invalid_manifest, value.source,
                     fmt::format("the {} blank lines at the end of {} are not part of the text",
                                 value.blank_tail, name),
                     "write '|+' to keep them, or delete them");
  }
  return true;
}

void check_tree_path(const yaml::Value& value, std::string_view name, Scalar scalar,
                     Findings& findings) {
  const std::string_view text = value.text;
  if (const auto why = TreePath::why_unsafe(text)) {
    findings.error(Code::unsafe_path, value.source,
                   fmt::format("the path {} of {} is unsafe: {}", shown(text), name, *why),
                   scalar == Scalar::mapped_path
                       ? "name a folder below the root, an absolute path, or a package: '{python: "
                         "NAME, path: FOLDER}'"
                       : "name a file below the tree's root");
    return;
  }
  if (const auto why = TreePath::why_malformed(text)) {
    findings.error(Code::invalid_manifest, value.source,
                   fmt::format("the path {} of {} is malformed: {}", shown(text), name, *why));
    return;
  }
  if (scalar == Scalar::tree_glob) return;
  if (!is_glob(text)) return;
  findings.error(Code::not_supported, value.source,
                 fmt::format("{} is the glob {}, and only the 'file' of an edit may be one", name,
                             shown(text)),
                 "name the one file");
}

}  // namespace

void check_scalar(const yaml::Value& value, std::string_view name, Scalar scalar,
                  Findings& findings) {
  const ScalarRule& rule = rule_of(scalar);
  if (rule.range) {
    check_integer(value, name, scalar, findings);
    return;
  }
  if (scalar == Scalar::boolean || scalar == Scalar::affirmed) {
    check_boolean(value, name, scalar, findings);
    return;
  }
  // `mode: 0755` is how everybody writes it, and a commit may be all digits: both are taken as
  // spelled.
  const bool is_commit = scalar == Scalar::commit && has_value_of(value.text, rule);
  const bool as_spelled = scalar == Scalar::mode || is_commit;
  if (!as_spelled && !check_trap(value, name, findings)) return;
  if (rule.use == Use::code && !check_code(value, name, findings)) return;
  const bool is_below = scalar == Scalar::mapped_path && !value.text.starts_with('/');
  if (is_below || scalar == Scalar::tree_path || scalar == Scalar::tree_glob) {
    check_tree_path(value, name, scalar, findings);
    return;
  }
  if (has_value_of(value.text, rule)) return;
  const bool blank = is_blank(value.text);
  findings.error(Code::invalid_manifest, value.source,
                 fmt::format("{} must be {}, found {}", name, rule.expected,
                             blank ? "a blank text" : shown(value.text)),
                 hint_for(value.text, rule));
}

}  // namespace patcher::language
