// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/plan/outcome.hpp"

namespace patcher {

/// Whether text may carry terminal colours.
enum class Colour { off, on };

/// Renders `diagnostics` as a good compiler does: place, severity, message, source with carets,
/// notes, hint. Ends in a newline unless there is nothing to say.
[[nodiscard]] std::string render_diagnostics(const Diagnostics& diagnostics, Colour colour);

/// Renders trees, patches and edits with their states, changed files, pending rebuilds and ledger
/// of `outcome`, for people. Diagnostics and the summary line are not part of it.
[[nodiscard]] std::string render_states(const Outcome& outcome, Colour colour);

/// The last line of a run for people: `outcome.summary`, ending in a newline.
[[nodiscard]] std::string render_summary(const Outcome& outcome, Colour colour);

/// `bytes` with control bytes and bytes that are not UTF-8 escaped (`\x1b`), so that it can be
/// shown on a terminal and put into JSON.
///
/// Escaped are C0 controls but the tab, line feeds included; DEL; C1 controls; the characters that
/// embed, override or isolate a text direction. A backslash stays, so there is no way back.
[[nodiscard]] std::string printable(std::string_view bytes);

}  // namespace patcher
