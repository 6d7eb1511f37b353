// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// Preprocessor names that are settled for a whole tree, before any of its files is read.
struct KnownMacros {
  std::vector<std::string> defined;    ///< Taken as defined, with the value 1.
  std::vector<std::string> undefined;  ///< Taken as not defined.
};

inline const KnownMacros kNoMacros;

/// What is known of preprocessor names at one point of a file.
///
/// What nobody says is unknown, until the first condition that asks settles it.
class MacroKnowledge {
 public:
  explicit MacroKnowledge(const KnownMacros& known);

  /// Takes `name` as defined from here on, with `value` when it is a whole number.
  void define(std::string_view name, std::optional<std::int64_t> value);
  void undefine(std::string_view name);
  /// Takes to be known of `name` from here on what `other` knows of it, be it nothing.
  void take(std::string_view name, const MacroKnowledge& other);
  /// Takes the condition spelled `atom` as settled from here on.
  void assume(std::string_view atom, bool holds);

  /// Whether `name` is defined, if that is known.
  [[nodiscard]] std::optional<bool> is_defined(std::string_view name) const;
  /// The number that `name` stands for, if that is known; 0 for one that is not defined.
  [[nodiscard]] std::optional<std::int64_t> value_of(std::string_view name) const;
  /// Whether the condition spelled `atom` was assumed to hold.
  [[nodiscard]] std::optional<bool> assumed(std::string_view atom) const;

 private:
  struct Known {
    bool defined = false;
    std::optional<std::int64_t> value;
  };
  std::map<std::string, Known, std::less<>> names_;
  std::map<std::string, bool, std::less<>> assumed_;
};

}  // namespace patcher
