// SPDX-License-Identifier: MIT
#include "patcher/tree/checkout_bytes.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <utility>

namespace patcher {
namespace {

/// An attribute as one line of a `.gitattributes` file sets it.
struct Setting {
  std::string spelled;  ///< `eol=crlf`, `-text`.
  std::string name;
  std::string value;  ///< Empty unless one is given.
  bool is_set = false;
};

Setting setting_of(std::string_view word) {
  Setting setting{std::string(word), {}, {}, true};
  // `!name` takes back what was said before, which for our purposes is the same as `-name`.
  if (word.starts_with('-') || word.starts_with('!')) {
    setting.is_set = false;
    word.remove_prefix(1);
  }
  const std::size_t equals = std::min(word.find('='), word.size());
  setting.name = word.substr(0, equals);
  setting.value = word.substr(std::min(equals + 1, word.size()));
  return setting;
}

std::vector<std::string_view> split(std::string_view text, std::string_view at) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(at), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// For each number of components at a path's beginning, whether what came so far catches them.
using Caught = std::vector<bool>;

/// `**` stands for any number of components; at a pattern's end for one at least, because what is
/// in a folder is meant there, not the folder.
Caught after_any(const Caught& caught, std::size_t least) {
  Caught after(caught.size(), false);
  bool any = false;
  for (std::size_t i = least; i < caught.size(); ++i) {
    any = any || caught[i - least];
    after[i] = any;
  }
  return after;
}

Caught after_one(const Caught& caught, const std::string& part,
                 const std::vector<std::string>& path) {
  Caught after(caught.size(), false);
  for (std::size_t i = 0; i < path.size(); ++i) {
    after[i + 1] = caught[i] && ::fnmatch(part.c_str(), path[i].c_str(), 0) == 0;
  }
  return after;
}

/// Whether the components of a pattern catch those of a path.
bool catches(const std::vector<std::string>& pattern, const std::vector<std::string>& path) {
  Caught caught(path.size() + 1, false);
  caught[0] = true;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t least = i > 0 && i + 1 == pattern.size() ? 1 : 0;
    caught = pattern[i] == "**" ? after_any(caught, least) : after_one(caught, pattern[i], path);
  }
  return caught.back();
}

std::vector<std::string> components_of(std::string_view path) {
  std::vector<std::string> components;
  for (const std::string_view part : split(path, "/")) components.emplace_back(part);
  return components;
}

/// The pattern at the head of `line`, which may be quoted, taken off it.
std::string pattern_taken_off(std::string_view& line) {
  const bool is_quoted = line.starts_with('"');
  if (is_quoted) line.remove_prefix(1);
  std::string pattern;
  while (!line.empty()) {
    const char letter = line.front();
    if (is_quoted ? letter == '"' : letter == ' ' || letter == '\t') break;
    pattern += letter;
    line.remove_prefix(1);
  }
  if (!line.empty()) line.remove_prefix(1);
  return pattern;
}

bool has_bare_newline(std::string_view bytes) {
  for (std::size_t at = bytes.find('\n'); at != std::string_view::npos;
       at = bytes.find('\n', at + 1)) {
    if (at == 0 || bytes[at - 1] != '\r') return true;
  }
  return false;
}

using Said = std::map<std::string, CheckoutBytes::Change>;

/// What the attribute `name` is set to, which may be empty; nothing where it is not set.
std::optional<std::string> value_in(const Said& said, const std::string& name) {
  const auto found = said.find(name);
  if (found == said.end()) return std::nullopt;
  Setting setting = setting_of(found->second.attribute);
  return setting.is_set ? std::optional(std::move(setting.value)) : std::nullopt;
}

bool names_utf8(std::string_view encoding) {
  std::string lower(encoding);
  std::ranges::transform(lower, lower.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return lower == "utf-8" || lower == "utf8";
}

/// Whether `eol=crlf` counts for a file: not for one that is no text, and where git guesses, not
/// for what looks binary or has such endings already.
bool may_turn(const Said& said, std::string_view bytes) {
  const auto text = value_in(said, "text");
  if (!text) return !said.contains("text");
  return *text != "auto" || (bytes.find('\0') == std::string_view::npos &&
                             bytes.find("\r\n") == std::string_view::npos);
}

/// The name of the attribute by which a file with these `bytes` gets others; empty if none does.
std::string changing_attribute(const Said& said, std::string_view bytes) {
  if (!value_in(said, "filter").value_or("").empty()) return "filter";
  const std::string encoding = value_in(said, "working-tree-encoding").value_or("");
  if (!encoding.empty() && !names_utf8(encoding)) return "working-tree-encoding";
  const bool has_id =
      bytes.find("$Id$") != std::string_view::npos || bytes.find("$Id:") != std::string_view::npos;
  if (value_in(said, "ident") && has_id) return "ident";
  const bool turns = value_in(said, "eol").value_or("") == "crlf" && may_turn(said, bytes);
  return turns && has_bare_newline(bytes) ? "eol" : "";
}

}  // namespace

/// One line of a `.gitattributes` file.
struct CheckoutBytes::Rule {
  std::vector<std::string>
      pattern;  ///< In components; one that may be at any depth begins with **.
  std::vector<Setting> settings;
  std::uint32_t line = 0;

  static std::optional<Rule> from(std::string_view line, std::uint32_t number);
  [[nodiscard]] Said says(const std::string& file) const;
};

Said CheckoutBytes::Rule::says(const std::string& file) const {
  Said said;
  for (const Setting& setting : settings) {
    said.insert_or_assign(setting.name, Change{setting.spelled, file, line});
  }
  return said;
}

std::optional<CheckoutBytes::Rule> CheckoutBytes::Rule::from(std::string_view line,
                                                             std::uint32_t number) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  // Macros are not followed: the one that git brings, `binary`, is said below.
  if (line.empty() || line.starts_with('#') || line.starts_with("[attr]")) return std::nullopt;
  const std::string spelled = pattern_taken_off(line);
  // What ends in a slash would be a folder, and a folder has no bytes.
  if (spelled.empty() || spelled.starts_with('!') || spelled.ends_with('/')) return std::nullopt;
  Rule rule{components_of(spelled), {}, number};
  if (spelled.find('/') == std::string::npos) rule.pattern.insert(rule.pattern.begin(), "**");
  for (const std::string_view word : split(line, " \t\r")) {
    rule.settings.push_back(setting_of(word));
    if (word == "binary") rule.settings.push_back(setting_of("-text"));
  }
  return rule;
}

CheckoutBytes::CheckoutBytes(Read read) : read_(std::move(read)) {}
CheckoutBytes::CheckoutBytes(CheckoutBytes&&) noexcept = default;
CheckoutBytes& CheckoutBytes::operator=(CheckoutBytes&&) noexcept = default;
CheckoutBytes::~CheckoutBytes() = default;

const std::vector<CheckoutBytes::Rule>& CheckoutBytes::rules_in(const std::string& folder) {
  const auto [known, is_new] = rules_.try_emplace(folder);
  const Bytes bytes =
      is_new ? read_(folder.empty() ? ".gitattributes" : folder + "/.gitattributes") : nullptr;
  if (!bytes) return known->second;
  std::string_view left = *bytes;
  for (std::uint32_t number = 1; !left.empty(); ++number) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    auto rule = Rule::from(left.substr(0, end), number);
    if (rule) known->second.push_back(*std::move(rule));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return known->second;
}

Said CheckoutBytes::said_of(const TreePath& path) {
  Said said;
  std::vector<std::string> below = components_of(path.str());
  std::string folder;
  // Deeper folders come later, and the last word counts.
  while (!below.empty()) {
    const std::string file = folder.empty() ? ".gitattributes" : folder + "/.gitattributes";
    for (const Rule& rule : rules_in(folder)) {
      if (!catches(rule.pattern, below)) continue;
      Said now = rule.says(file);
      now.merge(said);
      said = std::move(now);
    }
    folder += (folder.empty() ? "" : "/") + below.front();
    below.erase(below.begin());
  }
  return said;
}

std::optional<CheckoutBytes::Change> CheckoutBytes::change_of(const TreePath& path,
                                                              std::string_view bytes) {
  const Said said = said_of(path);
  const std::string name = changing_attribute(said, bytes);
  if (name.empty()) return std::nullopt;
  return said.at(name);
}

}  // namespace patcher
