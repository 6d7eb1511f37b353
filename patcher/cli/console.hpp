// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/report/running_report.hpp"

namespace patcher {

/// Tells people, on one stream, what a command does while it runs.
///
/// What it writes is shown line by line. When it is silent, a terminal gets a line that counts the
/// seconds and is written over; anything else gets a whole line each minute.
class Console {
 public:
  enum class Kind { plain, terminal };

  Console(std::ostream& stream, Kind kind, Colour colour)
      : stream_(stream), kind_(kind), colour_(colour) {}

  /// `what` names it: "rebuild 'r'".
  void started(std::string what, const std::vector<std::string>& words);
  void wrote(std::string_view bytes);
  /// `since` the start; called again and again.
  void waited(std::chrono::milliseconds since);
  void ended(RunEnd end);
  /// How far a long command of our own is: on a terminal, one line that is written over.
  void counted(std::string_view what, std::size_t done, std::size_t all);
  /// Takes that line away.
  void settle() { show({}); }

 private:
  void show(const std::string& text);
  void end_line();

  std::ostream& stream_;
  Kind kind_;
  Colour colour_;
  std::string what_;
  std::string line_;                     ///< Begun and not ended.
  std::chrono::milliseconds since_{0};   ///< The start, when it was told last.
  std::chrono::milliseconds spoken_{0};  ///< When something was shown last.
  bool counts_ = false;                  ///< A line that counts stands on the terminal.
  std::size_t percent_ = 0;              ///< What it said last of a command of our own.
};

}  // namespace patcher
