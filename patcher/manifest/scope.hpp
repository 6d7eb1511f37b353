// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// The lines of a file from one line up to another, which is not part of it.
struct Region {
  std::string from;               ///< The first line, as a whole, without its ending.
  std::optional<std::string> to;  ///< The line that ends it; the end of the file if absent.
};

/// What a definition must still be, besides having its name.
struct ScopePins {
  std::optional<std::string> signature;  ///< Its head, as it is spelled; white space is folded.
  std::optional<std::string> body;       ///< The digest of its tokens, 64 hex digits.
};

/// What limits a search: a named definition, or a region of lines.
struct Scope {
  std::string path;  ///< `CoreManager._create_output_thread`, `macro NAME`; empty for a region.
  Place where = {};
  std::optional<Region> region = {};
  ScopePins pins = {};

  [[nodiscard]] bool is_pinned() const { return pins.signature || pins.body; }
};

/// `scope` for a message: its path, or `from LINE to LINE`.
[[nodiscard]] std::string spelled(const Scope& scope);

}  // namespace patcher
