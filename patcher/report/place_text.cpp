// SPDX-License-Identifier: MIT
#include "patcher/report/place_text.hpp"

#include <fmt/format.h>

#include <vector>

#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

/// `place in definition`, or the one of the two that is known.
std::string located(const std::string& place, const std::string& in) {
  if (in.empty()) return place;
  return fmt::format("{}{}in {}", place, place.empty() ? "" : " ", printable(in));
}

std::string ownership_of(const Diagnostic& diagnostic) {
  std::vector<std::string> parts;
  if (!diagnostic.tree.empty()) parts.push_back(fmt::format("tree {}", printable(diagnostic.tree)));
  if (!diagnostic.patch.empty())
    parts.push_back(fmt::format("patch {}", printable(diagnostic.patch)));
  if (diagnostic.edit) parts.push_back(fmt::format("edit {}", *diagnostic.edit));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

const Place& leading_place(const Diagnostic& diagnostic) {
  return diagnostic.where.file.empty() ? diagnostic.target : diagnostic.where;
}

std::string spelled(const Place& place) {
  if (place.file.empty()) return {};
  std::string text = printable(place.file);
  if (place.line == 0) return text;
  text += fmt::format(":{}", place.line);
  if (place.column != 0) text += fmt::format(":{}", place.column);
  return text;
}

std::string subject_of(const Diagnostic& diagnostic) {
  const bool target_leads = diagnostic.where.file.empty();
  const std::string place =
      located(target_leads ? std::string() : spelled(diagnostic.target), diagnostic.in);
  const std::string ownership = ownership_of(diagnostic);
  if (place.empty() || ownership.empty()) return place + ownership;
  return fmt::format("{} ({})", place, ownership);
}

std::string sentence_of(const Note& note, const std::string& label) {
  const std::string place = located(spelled(note.where), note.in);
  return fmt::format("{}{}{} {}", place, place.empty() ? "" : ": ", label, printable(note.message));
}

}  // namespace patcher
