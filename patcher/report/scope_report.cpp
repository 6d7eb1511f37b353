// SPDX-License-Identifier: MIT
#include "patcher/report/scope_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

/// `text` as a YAML scalar in single quotes.
std::string quoted(const std::string& text) {
  std::string scalar = "'";
  for (const char byte : printable(text)) scalar += byte == '\'' ? "''" : std::string(1, byte);
  return scalar + "'";
}

std::string lines_of(const ScopeOutcome& scope) {
  return fmt::format("{}-{}", scope.first_line, scope.last_line);
}

}  // namespace

std::string render_scopes(const std::vector<ScopeOutcome>& scopes) {
  std::size_t width = 0;
  for (const ScopeOutcome& scope : scopes) width = std::max(width, lines_of(scope).size());
  std::string text;
  for (const ScopeOutcome& scope : scopes) {
    text += fmt::format("  {:>{}}  {}\n", lines_of(scope), width, printable(scope.path));
  }
  return text;
}

std::string render_pins(const std::vector<ScopeOutcome>& scopes) {
  std::string text;
  for (const ScopeOutcome& scope : scopes) {
    text += fmt::format("scope:\n  path: {}\n  signature: {}\n  body: {}\n", quoted(scope.path),
                        quoted(scope.signature), scope.body);
  }
  return text;
}

}  // namespace patcher
