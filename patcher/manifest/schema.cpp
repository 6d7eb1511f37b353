// SPDX-License-Identifier: MIT
#include "patcher/manifest/schema.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "patcher/manifest/key_table.hpp"

namespace patcher {
namespace {

using language::Choice;
using language::Form;
using language::Key;
using language::Need;
using language::Numbers;
using language::Scalar;
using language::ScalarRule;
using language::Shape;
using language::Table;
using Json = nlohmann::ordered_json;

constexpr int kIndent = 2;

Json scalar_schema(Scalar scalar) {
  const ScalarRule& rule = language::rule_of(scalar);
  if (rule.range) {
    return {{"type", "integer"}, {"minimum", rule.range->least}, {"maximum", rule.range->most}};
  }
  if (scalar == Scalar::boolean) return {{"type", "boolean"}};
  if (scalar == Scalar::affirmed) return {{"const", true}};
  if (!rule.values.empty()) {
    return {{"enum", Json(std::vector<std::string>(rule.values.begin(), rule.values.end()))}};
  }
  Json schema = {{"type", "string"}};
  if (rule.numbers == Numbers::fit) schema["type"] = {"string", "number"};
  if (!rule.pattern.empty()) schema["pattern"] = rule.pattern;
  return schema;
}

/// Makes the schema of one kind of file; every table becomes a definition.
class SchemaWriter {
 public:
  Json file_schema(const Table& table) {
    Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                   {"title", fmt::format("patcher: {}", table.name)}};
    schema.update(map_schema(table));
    schema["definitions"] = definitions_;
    return schema;
  }

 private:
  Json reference_to(const Table& table) {
    const std::string slug(table.slug);
    if (!definitions_.contains(slug)) {
      definitions_[slug] = Json::object();  // holds the place: definitions stay in reading order
      definitions_[slug] = map_schema(table);
    }
    return {{"$ref", "#/definitions/" + slug}};
  }

  Json single_schema(const Shape& shape) {
    Json alternatives = Json::array();
    if (shape.scalar != Scalar::none) alternatives.push_back(scalar_schema(shape.scalar));
    for (const Table* table : shape.maps) alternatives.push_back(reference_to(*table));
    if (alternatives.size() == 1) return alternatives.front();
    return {{"oneOf", alternatives}};
  }

  Json shape_schema(const Shape& shape) {
    Json single = single_schema(shape);
    switch (shape.form) {
      case Form::one:
        return single;
      case Form::list:
        return {{"type", "array"}, {"items", single}};
      case Form::full_list:
        return {{"type", "array"}, {"minItems", 1}, {"items", single}};
      case Form::pair:
        return {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", single}};
      case Form::dictionary:
        return {{"type", "object"},
                {"propertyNames", scalar_schema(shape.names)},
                {"additionalProperties", single}};
      case Form::full_dictionary:
        return {{"type", "object"},
                {"minProperties", 1},
                {"propertyNames", scalar_schema(shape.names)},
                {"additionalProperties", single}};
    }
    return single;
  }

  /// A description beside a `$ref` is ignored by draft-07, so a reference is wrapped.
  Json key_schema(const Key& key) {
    Json schema = shape_schema(key.shape);
    if (schema.contains("$ref")) schema = {{"allOf", Json::array({schema})}};
    schema["description"] = key.doc;
    return schema;
  }

  Json map_schema(const Table& table) {
    Json schema = {{"description", table.doc}, {"type", "object"}};
    Json required = Json::array();
    Json needs = Json::object();
    for (const Key& key : table.keys) {
      schema["properties"][std::string(key.name)] = key_schema(key);
      if (key.need == Need::required) required.push_back(key.name);
      if (!key.needs.empty()) needs[std::string(key.name)] = Json::array({key.needs});
    }
    schema["additionalProperties"] = false;
    if (!required.empty()) schema["required"] = required;
    if (!needs.empty()) schema["dependencies"] = needs;
    for (const Choice& choice : table.choices) schema["oneOf"] = choice_schema(choice);
    return schema;
  }

  static Json choice_schema(const Choice& choice) {
    Json alternatives = Json::array();
    for (const std::string_view name : choice) {
      alternatives.push_back({{"required", Json::array({name})}});
    }
    return alternatives;
  }

  Json definitions_ = Json::object();
};

const Table& table_of(FileKind kind) {
  switch (kind) {
    case FileKind::manifest:
      return language::manifest_table();
    case FileKind::patch:
      return language::patch_table();
    case FileKind::lock:
      return language::lock_table();
  }
  return language::manifest_table();
}

}  // namespace

std::string schema_of(FileKind kind) {
  return SchemaWriter().file_schema(table_of(kind)).dump(kIndent) + "\n";
}

}  // namespace patcher
