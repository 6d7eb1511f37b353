// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "patcher/core/diagnostic.hpp"
#include "patcher/manifest/diff_lines.hpp"

namespace patcher::language {

/// What is wrong with the next line, outside every section: something that says a change and is no
/// part of a unified diff, so that to pass over it would be to skip it. Nothing for prose.
[[nodiscard]] std::optional<Diagnostic> stray_fault(const DiffLines& lines);

/// What kind of diff begins at the next line or below it, with its article, where it is no unified
/// one: "an ed script". Empty where nothing looks like a diff.
[[nodiscard]] std::string_view foreign_format(const DiffLines& lines);

}  // namespace patcher::language
