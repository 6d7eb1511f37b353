// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// The place that leads a diagnostic: where it was asked for, else what it is about.
[[nodiscard]] const Place& leading_place(const Diagnostic& diagnostic);

/// `place` as `file:line:column`, printable, without what is unknown; empty without a file.
[[nodiscard]] std::string spelled(const Place& place);

/// What a diagnostic is about, as far as its leading place does not say it already, printable:
/// `a.py:440 in Engine.run (tree atom, patch atom-x, edit 0)`. Empty when there is nothing to add.
[[nodiscard]] std::string subject_of(const Diagnostic& diagnostic);

/// `a.py:440 in Engine.run: note: nearest text`, printable, without what is unknown; `label` is
/// put for the word `note:`.
[[nodiscard]] std::string sentence_of(const Note& note, const std::string& label);

}  // namespace patcher
