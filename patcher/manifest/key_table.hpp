// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "patcher/manifest/scalar_rule.hpp"

namespace patcher::language {

struct Table;

/// How many values, and in what arrangement.
enum class Form {
  one,              ///< One value.
  list,             ///< A list of values, which may be empty.
  full_list,        ///< A list of at least one value.
  pair,             ///< A list of exactly two values.
  dictionary,       ///< A map from names of the user's choice to values; may be empty.
  full_dictionary,  ///< The same with at least one name.
};

/// What a value may be: a scalar of one kind, a map that fits exactly one of several tables, or
/// either; and how many of them.
struct Shape {
  Form form = Form::one;
  Scalar scalar = Scalar::none;
  std::span<const Table* const> maps = {};
  Scalar names = Scalar::none;  ///< Of a dictionary's keys.
};

enum class Need { optional, required };

/// One key of a map.
struct Key {
  std::string_view name;
  Shape shape;
  Need need = Need::optional;
  std::string_view doc;         ///< One line, for editors.
  std::string_view needs = {};  ///< Another key that must stand beside this one.
};

/// Keys of which exactly one must be there.
using Choice = std::span<const std::string_view>;

/// The keys of one kind of map. Where a value may fit one of several tables, the first key of each
/// is what tells them apart.
struct Table {
  std::string_view name;  ///< With its article, for messages: "an edit".
  std::string_view slug;  ///< For the schema's definitions: `find_edit`.
  std::string_view doc;
  std::span<const Key> keys;
  std::span<const Choice> choices = {};
  std::span<const std::string_view> later = {};  ///< Of the language, but not of this version.
};

[[nodiscard]] const Table& manifest_table();
[[nodiscard]] const Table& patch_table();
[[nodiscard]] const Table& lock_table();
/// The key `name` of `table`, or null.
[[nodiscard]] const Key* key_of(const Table& table, std::string_view name);

/// What a check of a patch may be, and what one of a whole set may be.
[[nodiscard]] std::span<const Table* const> check_tables();
[[nodiscard]] std::span<const Table* const> set_check_tables();

/// What a condition on the bytes of a base may be: `present` or `absent`.
[[nodiscard]] std::span<const Table* const> base_claim_tables();

/// What an edit may be; the shape checker says in its findings which edit it is in.
[[nodiscard]] std::span<const Table* const> edit_tables();

}  // namespace patcher::language
