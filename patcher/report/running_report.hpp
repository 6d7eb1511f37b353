// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/report/text_report.hpp"

namespace patcher {

// What is said of a command while it runs: each function gives one line.

/// `rebuild 'r': make -C build`: what is started. `words` are program and arguments.
[[nodiscard]] std::string render_started(std::string_view what,
                                         const std::vector<std::string>& words, Colour colour);

/// One line that the command wrote, made harmless for a terminal: colours are left out.
[[nodiscard]] std::string render_output(std::string_view line);

/// `rebuild 'r': still running, 2 min 5 s`, without an end of line.
[[nodiscard]] std::string render_waiting(std::string_view what, std::chrono::seconds since);

/// `drift of atom: 12 of 340`, without an end of line.
[[nodiscard]] std::string render_counted(std::string_view what, std::size_t done, std::size_t all);

/// How the command came out.
enum class RunEnd { done, failed };
[[nodiscard]] std::string render_ended(std::string_view what, RunEnd end,
                                       std::chrono::milliseconds took, Colour colour);

/// Program and arguments as one text for people: words with blanks in single quotes.
[[nodiscard]] std::string command_text(const std::vector<std::string>& words);

}  // namespace patcher
