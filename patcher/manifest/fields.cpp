// SPDX-License-Identifier: MIT
#include "patcher/manifest/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "patcher/manifest/plain_scalar.hpp"
#include "patcher/manifest/scalar_rule.hpp"

namespace patcher::language {

using yaml::Value;

std::string text_of(const Value& map, std::string_view key) {
  const Value* value = yaml::value_of(map, key);
  return value == nullptr ? std::string() : value->text;
}

std::vector<std::string> texts_of(const Value& map, std::string_view key) {
  std::vector<std::string> texts;
  for (const Value& item : list_of(map, key)) texts.push_back(item.text);
  return texts;
}

std::optional<long> number_of(const Value& map, std::string_view key) {
  std::string text = text_of(map, key);
  if (text.starts_with('+')) text.erase(0, 1);
  return yaml::canonical_integer(text);
}

std::optional<std::uint32_t> mode_of(const Value& map, std::string_view key) {
  const std::string text = text_of(map, key);
  if (!rule_of(Scalar::mode).fits(text)) return std::nullopt;
  std::uint32_t mode = 0;
  for (const char digit : text) mode = 8 * mode + static_cast<std::uint32_t>(digit - '0');
  return mode;
}

const std::vector<Value>& list_of(const Value& map, std::string_view key) {
  static const std::vector<Value> none;
  const Value* value = yaml::value_of(map, key);
  return value == nullptr ? none : value->items;
}

TreePath path_of(const Value& map, std::string_view key) {
  return TreePath::parse(text_of(map, key)).value_or(TreePath());
}

std::vector<Check> checks_of(const Value& map, const Findings& findings) {
  std::vector<Check> checks;
  for (const Value& item : list_of(map, "checks")) {
    checks.push_back({texts_of(item, "run"), texts_of(item, "needs"),
                      findings.source().place(item.source.begin)});
  }
  return checks;
}

std::optional<Scope> scope_of(const Value& map, Findings& findings) {
  const Value* scope = yaml::value_of(map, "scope");
  if (scope == nullptr) return std::nullopt;
  const TreePath file = path_of(map, "file");
  const std::string_view extension = file.extension();
  if (extension != ".py" && extension != ".pyi") {
    findings.error(Code::not_supported, scope->source,
                   fmt::format("scopes in '{}' are part of the language, but this version finds "
                               "them only in .py and .pyi files",
                               file.str()),
                   "leave 'scope' out and make the anchor longer until it is unique");
  }
  return Scope{std::string(without_final_newline(scope->text)),
               findings.source().place(scope->source.begin)};
}

}  // namespace patcher::language
