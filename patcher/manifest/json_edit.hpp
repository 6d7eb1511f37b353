// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// A value that a JSON edit puts somewhere.
struct JsonSet {
  std::string pointer;  ///< RFC 6901; `-` at its end is behind an array's last element.
  std::string text;     ///< The value as it is written, valid JSON without a final newline.
};

/// Whether the values that an edit sets are there before.
enum class JsonBefore { there, absent };

/// What a JSON edit does: it sets values and takes some away, and leaves every other byte.
struct JsonChange {
  std::vector<JsonSet> set = {};
  std::vector<std::string> remove = {};  ///< Pointers.
  JsonBefore before = JsonBefore::there;
  /// By pointer, what stands there before, compared token by token.
  std::map<std::string, std::string> must_equal = {};
};

/// Says whether the file's bytes alone tell what undoes `change` where it reads as applied: all of
/// it adds members, or replaces values that are said to have been one token.
[[nodiscard]] bool is_undone_by_bytes(const JsonChange& change);

}  // namespace patcher
