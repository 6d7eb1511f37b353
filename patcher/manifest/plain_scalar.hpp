// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace patcher::yaml {

/// What some YAML reader takes the plain scalar `text` for, when that is not the same text: "null",
/// "a truth value", "a number", "a time", "a date". Nothing for what every reader gives back as
/// spelled, which are words, single letters, and numbers in their canonical decimal spelling.
///
/// Examples: `on`, `~`, `3.10`, `1e3`, `012`, `0x1f`, `1_000`, `12:30:00`, `.inf`, `2026-08-22` are
/// traps; `N`, `y`, `3`, `3.5`, `1.2.3` are not.
/// Source: YAML 1.1 types (yaml.org/type), and the core schema of YAML 1.2.2, 10.3.2.
[[nodiscard]] std::optional<std::string_view> trap_in(std::string_view text);

/// The value of a canonical decimal integer (`0`, `-3`, `17`; at most nine digits), or nothing.
[[nodiscard]] std::optional<long> canonical_integer(std::string_view text);

}  // namespace patcher::yaml
