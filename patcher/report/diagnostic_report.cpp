// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "patcher/report/excerpt.hpp"
#include "patcher/report/ink.hpp"
#include "patcher/report/place_text.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

std::string headline_of(const Diagnostic& diagnostic, Colour colour) {
  const std::string place = spelled(leading_place(diagnostic));
  const std::string label = fmt::format("{}:", name_of(diagnostic.severity));
  return fmt::format("{}{}{} {} [{}]\n", place, place.empty() ? "" : ": ",
                     inked(ink_of(diagnostic.severity), label, colour),
                     printable(diagnostic.message), name_of(diagnostic.code));
}

std::string render(const Note& note, Colour colour) {
  const std::string label = inked(Ink::note, "note:", colour);
  return fmt::format("  {}\n{}", sentence_of(note, label), render_excerpt(note.lines, colour));
}

std::string render(const Diagnostic& diagnostic, Colour colour) {
  std::string text = headline_of(diagnostic, colour) + render_excerpt(diagnostic.lines, colour);
  const std::string subject = subject_of(diagnostic);
  if (!subject.empty()) text += fmt::format("  --> {}\n", subject);
  for (const Note& note : diagnostic.notes) text += render(note, colour);
  if (diagnostic.hint.empty()) return text;
  return text +
         fmt::format("  {} {}\n", inked(Ink::hint, "hint:", colour), printable(diagnostic.hint));
}

}  // namespace

std::string render_diagnostics(const Diagnostics& diagnostics, Colour colour) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += render(diagnostic, colour);
  return text;
}

std::string render_summary(const Outcome& outcome, Colour colour) {
  const std::string summary = printable(outcome.summary);
  return (outcome.exit == 0 ? summary : inked(Ink::error, summary, colour)) + "\n";
}

}  // namespace patcher
