// SPDX-License-Identifier: MIT
#include "patcher/report/ink.hpp"

#include <fmt/format.h>

namespace patcher {
namespace {

std::string_view parameters_of(Ink ink) {
  switch (ink) {
    case Ink::error:
      return "1;31";
    case Ink::warning:
      return "33";
    case Ink::note:
      return "36";
    case Ink::hint:
      return "32";
    case Ink::mark:
      return "1;32";
    case Ink::good:
      return "32";
  }
  return "0";
}

}  // namespace

Ink ink_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return Ink::note;
    case Severity::warning:
      return Ink::warning;
    case Severity::error:
      return Ink::error;
  }
  return Ink::error;
}

Ink ink_of(State state) {
  switch (state) {
    case State::applied:
      return Ink::good;
    case State::pristine:
    case State::excluded:
      return Ink::note;
    case State::unrecorded:
    case State::obsolete:
    case State::outdated:
    case State::orphan:
      return Ink::warning;
    case State::partial:
    case State::drifted:
    case State::ambiguous:
    case State::missing:
    case State::modified:
    case State::blocked:
      return Ink::error;
  }
  return Ink::error;
}

std::string inked(Ink ink, std::string_view text, Colour colour) {
  if (colour == Colour::off) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", parameters_of(ink), text);
}

}  // namespace patcher
