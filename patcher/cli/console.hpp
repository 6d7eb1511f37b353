// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
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
  bool counts_ = false;                  ///< The line with the seconds stands on the terminal.
};

}  // namespace patcher
