// SPDX-License-Identifier: MIT
#include "patcher/manifest/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "patcher/manifest/plain_scalar.hpp"
#include "patcher/manifest/scalar_rule.hpp"

namespace patcher::language {
namespace {

// The files whose definitions the next stages find, by the extensions that they go by.
constexpr auto kMacroFiles = std::to_array<std::string_view>(
    {".c", ".h", ".hpp", ".hh", ".cc", ".cpp", ".cxx", ".inl", ".cu", ".cuh", ".hip"});
constexpr auto kOtherFiles = std::to_array<std::string_view>({".py", ".pyi", ".sh", ".bash"});

}  // namespace

using yaml::Value;

bool has_macros(std::string_view extension) {
  return std::ranges::find(kMacroFiles, extension) != kMacroFiles.end();
}

bool has_definitions(std::string_view extension) {
  return has_macros(extension) || std::ranges::find(kOtherFiles, extension) != kOtherFiles.end();
}

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

std::vector<Check> checks_of(const Value& map, Findings& findings) {
  std::vector<Check> checks;
  std::map<std::string, const Value*> seen;
  for (const Value& item : list_of(map, "checks")) {
    Check check{
        texts_of(item, "run"), texts_of(item, "needs"), findings.source().place(item.source.begin),
        text_of(item, "id"),   text_of(item, "tree"),   texts_of(item, "bytecode_has"),
        path_of(item, "file")};
    check.time_limit = number_of(item, "time_limit").value_or(check.time_limit);
    const std::string name =
        check.id.empty() ? fmt::format("{} {}", check.tree, spelled(check)) : "id " + check.id;
    const auto [first, added] = seen.try_emplace(name, &item);
    if (!added) {
      Diagnostic& twin =
          findings.error(Code::invalid_manifest, item.source,
                         check.id.empty() ? std::string("this check is there twice")
                                          : fmt::format("the id '{}' is used twice", check.id),
                         "keep one of the two, or give each an id of its own");
      twin.notes.push_back(findings.note(first->second->source, "it is here first"));
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

namespace {

ScopePins pins_of(const Value& scope) {
  ScopePins pins;
  if (yaml::value_of(scope, "signature") != nullptr) {
    pins.signature = without_final_newline(text_of(scope, "signature"));
  }
  if (yaml::value_of(scope, "body") != nullptr) pins.body = text_of(scope, "body");
  return pins;
}

}  // namespace

std::optional<Scope> scope_of(const Value& map, Findings& findings) {
  return scope_of(map, path_of(map, "file"), findings);
}

std::optional<Scope> scope_of(const Value& map, const TreePath& file, Findings& findings) {
  const Value* value = yaml::value_of(map, "scope");
  if (value == nullptr) return std::nullopt;
  Scope scope;
  scope.where = findings.source().place(value->source.begin);
  const bool is_map = value->kind == yaml::Kind::map;
  const Value* path = is_map ? yaml::value_of(*value, "path") : value;
  if (path == nullptr) {
    scope.region = Region{std::string(without_final_newline(text_of(*value, "from"))), {}};
    if (yaml::value_of(*value, "to") != nullptr) {
      scope.region->to = without_final_newline(text_of(*value, "to"));
    }
    return scope;
  }
  if (is_map) scope.pins = pins_of(*value);
  scope.path = without_final_newline(path->text);
  const bool is_macro = scope.path.starts_with("macro ");
  if (is_macro ? !has_macros(file.extension()) : !has_definitions(file.extension())) {
    findings.error(Code::invalid_manifest, path->source,
                   fmt::format("'{}' has no {} that 'scope' could name", file.str(),
                               is_macro ? "macros" : "definitions"),
                   "name two lines, 'scope: {from: LINE, to: LINE}', or leave 'scope' out");
  }
  return scope;
}

}  // namespace patcher::language
