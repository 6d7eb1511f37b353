// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/key_table.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

/// Holds a YAML tree against the tables of keys and reports each misfit.
///
/// What it accepts, the schema of the same tables accepts, and the other way round, but for rules
/// that a schema cannot say. Errors: unknown_key, not_supported, unsafe_path, invalid_manifest.
class ShapeCheck {
 public:
  /// `findings` must outlive this.
  explicit ShapeCheck(Findings& findings) : findings_(&findings) {}

  /// Checks `root`, which should be a map that fits `table`.
  void check(const yaml::Value& root, const Table& table);
  /// Says whether nothing was wrong in `value`, a value that `check` came by.
  [[nodiscard]] bool fits(const yaml::Value& value) const { return !misfits_.contains(&value); }

 private:
  /// A value with the words that name it in messages.
  struct Subject {
    const yaml::Value& value;
    std::string_view name;
  };

  void check_value(Subject subject, const Shape& shape);
  void check_list(Subject subject, const Shape& shape);
  void check_dictionary(Subject subject, const Shape& shape);
  void check_one(Subject subject, const Shape& shape);
  void check_variant(const yaml::Value& map, std::span<const Table* const> tables);
  void check_map(const yaml::Value& map, const Table& table,
                 std::span<const Table* const> siblings);
  void check_key(const yaml::Entry& entry, const Table& table,
                 std::span<const Table* const> siblings);
  void check_presence(const yaml::Value& map, const Table& table,
                      const std::set<std::string_view>& meant);
  void report_no_variant(const yaml::Value& map, std::span<const Table* const> tables);
  void report_unknown(const yaml::Value& key, const std::vector<std::string_view>& known,
                      std::string_view where);
  void report_kind(Subject subject, std::string_view expected);

  Findings* findings_;
  std::set<const yaml::Value*> misfits_;
};

/// The word that `key` of a map most likely means, among the keys of `table`.
[[nodiscard]] std::optional<std::string_view> meant_key(std::string_view key, const Table& table);

}  // namespace patcher::language
