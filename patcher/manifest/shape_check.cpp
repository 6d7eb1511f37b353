// SPDX-License-Identifier: MIT
#include "patcher/manifest/shape_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "patcher/manifest/scalar_check.hpp"
#include "patcher/manifest/suggestion.hpp"

namespace patcher::language {
namespace {

using yaml::Entry;
using yaml::Kind;
using yaml::Value;

std::vector<std::string_view> names_of(const Table& table) {
  std::vector<std::string_view> names;
  for (const Key& key : table.keys) names.push_back(key.name);
  return names;
}

/// The keys of all of `tables`, each once.
std::vector<std::string_view> names_of(std::span<const Table* const> tables) {
  std::vector<std::string_view> names;
  for (const Table* table : tables) {
    for (const std::string_view name : names_of(*table)) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::vector<std::string_view> selectors_of(std::span<const Table* const> tables) {
  std::vector<std::string_view> names;
  for (const Table* table : tables) names.push_back(table->keys.front().name);
  return names;
}

bool is_later(std::string_view key, const Table& table) {
  return std::ranges::find(table.later, key) != table.later.end();
}

std::string quoted(const std::vector<std::string_view>& names) {
  return fmt::format("'{}'", fmt::join(names, "', '"));
}

}  // namespace

std::optional<std::string_view> meant_key(std::string_view key, const Table& table) {
  return nearest(key, names_of(table));
}

void ShapeCheck::check(const Value& root, const Table& table) {
  const std::array<const Table*, 1> only = {&table};
  check_value({root, table.name}, {.maps = only});
}

void ShapeCheck::check_value(Subject subject, const Shape& shape) {
  const std::size_t before = findings_->errors();
  switch (shape.form) {
    case Form::one:
      check_one(subject, shape);
      break;
    case Form::dictionary:
    case Form::full_dictionary:
      check_dictionary(subject, shape);
      break;
    case Form::list:
    case Form::full_list:
    case Form::pair:
      check_list(subject, shape);
      break;
  }
  if (findings_->errors() != before) misfits_.insert(&subject.value);
}

void ShapeCheck::report_kind(Subject subject, std::string_view expected) {
  const Value& value = subject.value;
  const bool empty = value.kind == Kind::scalar && value.text.empty();
  findings_->error(Code::invalid_manifest, value.source,
                   fmt::format("{} must be {}, found {}", subject.name, expected,
                               empty ? "nothing" : yaml::name_of(value.kind)));
}

void ShapeCheck::check_list(Subject subject, const Shape& shape) {
  const Value& list = subject.value;
  if (list.kind != Kind::sequence) {
    report_kind(subject, "a list");
    return;
  }
  if (shape.form == Form::full_list && list.items.empty()) {
    findings_->error(Code::invalid_manifest, list.source,
                     fmt::format("{} must have at least one entry, found none", subject.name));
  }
  if (shape.form == Form::pair && list.items.size() != 2) {
    findings_->error(
        Code::invalid_manifest, list.source,
        fmt::format("{} must have exactly two lines, found {}", subject.name, list.items.size()));
  }
  const std::string name = fmt::format("an entry of {}", subject.name);
  const bool edits = shape.maps.data() == edit_tables().data();
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    if (edits) findings_->enter_edit(i);
    check_value({list.items[i], name}, {.scalar = shape.scalar, .maps = shape.maps});
  }
  if (edits) findings_->enter_edit(std::nullopt);
}

void ShapeCheck::check_dictionary(Subject subject, const Shape& shape) {
  if (subject.value.kind != Kind::map) {
    report_kind(subject, "a map");
    return;
  }
  if (shape.form == Form::full_dictionary && subject.value.entries.empty()) {
    findings_->error(Code::invalid_manifest, subject.value.source,
                     fmt::format("{} must have at least one entry, found none", subject.name));
  }
  for (const Entry& entry : subject.value.entries) {
    if (entry.key.text == "<<") {
      report_unknown(entry.key, {}, subject.name);
      continue;
    }
    check_scalar(entry.key, fmt::format("a key of {}", subject.name), shape.names, *findings_);
    check_value({entry.value, fmt::format("'{}'", entry.key.text)},
                {.scalar = shape.scalar, .maps = shape.maps});
  }
}

void ShapeCheck::check_one(Subject subject, const Shape& shape) {
  const Value& value = subject.value;
  const bool takes_map = !shape.maps.empty();
  const bool takes_scalar = shape.scalar != Scalar::none;
  if (value.kind == Kind::map && takes_map) {
    check_variant(value, shape.maps);
  } else if (value.kind == Kind::scalar && takes_scalar) {
    check_scalar(value, subject.name, shape.scalar, *findings_);
  } else if (takes_map) {
    report_kind(subject, takes_scalar ? "a text or a map" : "a map");
  } else {
    report_kind(subject, rule_of(shape.scalar).expected);
  }
}

void ShapeCheck::check_variant(const Value& map, std::span<const Table* const> tables) {
  if (tables.size() == 1) {
    check_map(map, *tables.front(), tables);
    return;
  }
  const Table* chosen = nullptr;
  for (const Entry& entry : map.entries) {
    const auto named = std::ranges::find_if(
        tables, [&](const Table* table) { return table->keys.front().name == entry.key.text; });
    if (named == tables.end()) continue;
    if (chosen != nullptr) {
      findings_->error(Code::invalid_manifest, entry.key.source,
                       fmt::format("'{}' and '{}' stand in one map, expected one of them",
                                   chosen->keys.front().name, entry.key.text),
                       "write two entries");
      return;
    }
    chosen = *named;
  }
  if (chosen == nullptr) {
    report_no_variant(map, tables);
  } else {
    check_map(map, *chosen, tables);
  }
}

void ShapeCheck::report_no_variant(const Value& map, std::span<const Table* const> tables) {
  const Table& first = *tables.front();
  const auto later = std::ranges::find_if(
      map.entries, [&](const Entry& entry) { return is_later(entry.key.text, first); });
  if (later != map.entries.end()) {
    check_key(*later, first, tables);
    return;
  }
  const auto known = names_of(tables);
  const auto unknown = std::ranges::find_if(map.entries, [&](const Entry& entry) {
    return std::ranges::find(known, entry.key.text) == known.end();
  });
  if (unknown != map.entries.end()) {
    report_unknown(unknown->key, known, "an entry");
    return;
  }
  findings_->error(
      Code::invalid_manifest, map.source,
      fmt::format("expected exactly one of {}, found none", quoted(selectors_of(tables))));
}

void ShapeCheck::report_unknown(const Value& key, const std::vector<std::string_view>& known,
                                std::string_view where) {
  std::string hint = known.empty() ? "" : "known here: " + quoted(known);
  if (const auto meant = nearest(key.text, known)) hint = fmt::format("did you mean '{}'?", *meant);
  if (key.text == "<<") hint = "merge keys are not part of the language: write the keys out";
  findings_->error(Code::unknown_key, key.source,
                   fmt::format("unknown key '{}' in {}", key.text, where), std::move(hint));
}

void ShapeCheck::check_key(const Entry& entry, const Table& table,
                           std::span<const Table* const> siblings) {
  const std::string_view name = entry.key.text;
  if (const Key* key = key_of(table, name)) {
    check_value({entry.value, fmt::format("'{}'", name)}, key->shape);
    return;
  }
  if (is_later(name, table)) {
    findings_->error(
        Code::not_supported, entry.key.source,
        fmt::format("'{}' is part of the language, but this version cannot do it", name),
        "do without it, or use a newer patcher");
    return;
  }
  const bool elsewhere = std::ranges::any_of(
      siblings, [&](const Table* sibling) { return key_of(*sibling, name) != nullptr; });
  if (elsewhere) {
    findings_->error(Code::unknown_key, entry.key.source,
                     fmt::format("'{}' does not go with '{}'", name, table.keys.front().name),
                     "known here: " + quoted(names_of(table)));
    return;
  }
  report_unknown(entry.key, names_of(table), table.name);
}

void ShapeCheck::check_map(const Value& map, const Table& table,
                           std::span<const Table* const> siblings) {
  std::set<std::string_view> meant;  // a misspelt key is not missing as well
  for (const Entry& entry : map.entries) {
    const auto word = meant_key(entry.key.text, table);
    if (word) meant.insert(*word);
    check_key(entry, table, siblings);
  }
  // What a map needs whose keys are all of a later version is not known.
  const bool is_of_later =
      !map.entries.empty() && std::ranges::all_of(map.entries, [&](const Entry& entry) {
        return is_later(entry.key.text, table);
      });
  if (!is_of_later) check_presence(map, table, meant);
}

void ShapeCheck::check_presence(const Value& map, const Table& table,
                                const std::set<std::string_view>& meant) {
  for (const Key& key : table.keys) {
    if (key.need == Need::required && !meant.contains(key.name)) {
      findings_->error(Code::invalid_manifest, map.source,
                       fmt::format("'{}' is missing in {}", key.name, table.name));
    }
    const Value* value = yaml::value_of(map, key.name);
    if (value != nullptr && !key.needs.empty() && !meant.contains(key.needs)) {
      findings_->error(Code::invalid_manifest, map.source,
                       fmt::format("'{}' needs '{}' beside it", key.name, key.needs));
    }
  }
  for (const Choice& choice : table.choices) {
    const auto there =
        std::ranges::count_if(choice, [&](std::string_view name) { return meant.contains(name); });
    if (there == 1) continue;
    findings_->error(Code::invalid_manifest, map.source,
                     fmt::format("{} must have exactly one of {}, found {}", table.name,
                                 quoted({choice.begin(), choice.end()}), there));
  }
}

}  // namespace patcher::language
