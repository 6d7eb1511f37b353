// SPDX-License-Identifier: MIT
#include "patcher/cli/console.hpp"

#include <ostream>
#include <utility>

namespace patcher {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kLongestLine = 65536;
/// Goes to the line's beginning and clears it (ECMA-48, "Erase in Line").
constexpr std::string_view kClear = "\r\x1b[K";

}  // namespace

void Console::started(std::string what, const std::vector<std::string>& words) {
  what_ = std::move(what);
  line_.clear();
  since_ = spoken_ = milliseconds(0);
  show(render_started(what_, words, colour_));
}

void Console::wrote(std::string_view bytes) {
  for (const char byte : bytes) {
    if (byte == '\n' || byte == '\r') {
      end_line();
    } else if (line_.size() < kLongestLine) {
      line_ += byte;
    }
  }
}

/// A lone `\r`, as progress bars have it, ends a line too; the empty one before a `\n` is no line.
void Console::end_line() {
  if (line_.empty()) return;
  show(render_output(line_));
  line_.clear();
}

void Console::waited(milliseconds since) {
  since_ = since;
  const milliseconds every =
      kind_ == Kind::terminal ? milliseconds(seconds(1)) : milliseconds(seconds(60));
  if (since - spoken_ < every) return;
  const std::string text = render_waiting(what_, std::chrono::duration_cast<seconds>(since));
  if (kind_ == Kind::terminal) {
    stream_ << kClear << text << std::flush;
    counts_ = true;
    spoken_ = since;
  } else {
    show(text + "\n");
  }
}

void Console::ended(RunEnd end) {
  end_line();
  show(render_ended(what_, end, since_, colour_));
}

void Console::counted(std::string_view what, std::size_t done, std::size_t all) {
  const std::size_t percent = 100 * done / all;
  if (kind_ != Kind::terminal || (counts_ && percent == percent_)) return;
  percent_ = percent;
  stream_ << kClear << render_counted(what, done, all) << std::flush;
  counts_ = true;
}

void Console::show(const std::string& text) {
  if (std::exchange(counts_, false)) stream_ << kClear;
  stream_ << text << std::flush;
  spoken_ = since_;
}

}  // namespace patcher
