// SPDX-License-Identifier: MIT
#include "patcher/report/running_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "patcher/report/ink.hpp"

namespace patcher {
namespace {

constexpr std::size_t kWidestLine = 2000;  // in bytes
constexpr char kEscape = '\x1b';

/// `line` without the sequences that colour text or move the cursor (ECMA-48, "Control Sequence").
std::string without_sequences(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const bool begins = line.size() > 1 && line[0] == kEscape && line[1] == '[';
    if (!begins) {
      text += line.front();
      line.remove_prefix(1);
      continue;
    }
    std::size_t end = 2;
    while (end < line.size() && (line[end] < '@' || line[end] > '~')) ++end;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return text;
}

std::string span_of(std::chrono::seconds time) {
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(time);
  const auto rest = (time - minutes).count();
  return minutes.count() == 0 ? fmt::format("{} s", rest)
                              : fmt::format("{} min {} s", minutes.count(), rest);
}

bool needs_quotes(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%{}";
  return word.empty() || word.find_first_not_of(kPlain) != std::string_view::npos;
}

}  // namespace

std::string render_started(std::string_view what, const std::vector<std::string>& words,
                           Colour colour) {
  return fmt::format("{} {}\n", inked(Ink::note, fmt::format("{}:", printable(what)), colour),
                     printable(command_text(words)));
}

std::string render_output(std::string_view line) {
  std::string text = printable(without_sequences(line.substr(0, kWidestLine)));
  if (line.size() > kWidestLine) text += " ...";
  return fmt::format("  | {}\n", text);
}

std::string render_waiting(std::string_view what, std::chrono::seconds since) {
  return fmt::format("{}: still running, {}", printable(what), span_of(since));
}

std::string render_counted(std::string_view what, std::size_t done, std::size_t all) {
  return fmt::format("{}: {} of {}", printable(what), done, all);
}

std::string render_ended(std::string_view what, RunEnd end, std::chrono::milliseconds took,
                         Colour colour) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(took);
  const bool done = end == RunEnd::done;
  return fmt::format(
      "{} {} after {}\n", inked(Ink::note, fmt::format("{}:", printable(what)), colour),
      inked(done ? Ink::good : Ink::error, done ? "done" : "failed", colour), span_of(seconds));
}

std::string command_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    text += needs_quotes(word) ? fmt::format("'{}'", word) : word;
  }
  return text;
}

}  // namespace patcher
