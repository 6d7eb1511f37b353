// SPDX-License-Identifier: MIT
#include "patcher/report/github_report.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "patcher/report/place_text.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

std::string_view command_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "notice";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "error";
}

std::string_view escape_of(char letter) {
  switch (letter) {
    case '%':
      return "%25";
    case '\r':
      return "%0D";
    case '\n':
      return "%0A";
    case ':':
      return "%3A";
    case ',':
      return "%2C";
    default:
      return {};
  }
}

/// `text` with those of its characters escaped that are in `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char letter : text) {
    if (special.find(letter) == std::string_view::npos) {
      result += letter;
    } else {
      result += escape_of(letter);
    }
  }
  return result;
}

// Source: actions/toolkit, packages/core/src/command.ts, escapeProperty and escapeData.
std::string escaped_property(std::string_view text) { return escaped(text, "%\r\n:,"); }
std::string escaped_data(std::string_view text) { return escaped(text, "%\r\n"); }

std::string properties_of(const Diagnostic& diagnostic) {
  const Place& place = leading_place(diagnostic);
  std::vector<std::string> parts;
  if (!place.file.empty()) parts.push_back("file=" + escaped_property(printable(place.file)));
  if (place.line != 0) parts.push_back(fmt::format("line={}", place.line));
  if (place.column != 0) parts.push_back(fmt::format("col={}", place.column));
  parts.push_back(fmt::format("title={}", escaped_property(name_of(diagnostic.code))));
  return fmt::format("{}", fmt::join(parts, ","));
}

/// The message and all that a viewer shows below it, one a line.
std::string message_of(const Diagnostic& diagnostic) {
  std::string text = printable(diagnostic.message);
  const std::string subject = subject_of(diagnostic);
  if (!subject.empty()) text += fmt::format("\n--> {}", subject);
  for (const Note& note : diagnostic.notes) text.append("\n").append(sentence_of(note, "note:"));
  if (!diagnostic.hint.empty()) text += fmt::format("\nhint: {}", printable(diagnostic.hint));
  return text;
}

}  // namespace

std::string render_github(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    text += fmt::format("::{} {}::{}\n", command_of(diagnostic.severity), properties_of(diagnostic),
                        escaped_data(message_of(diagnostic)));
  }
  return text;
}

}  // namespace patcher
