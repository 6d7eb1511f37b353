// SPDX-License-Identifier: MIT
#include "patcher/manifest/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace patcher::language {
namespace {
constexpr std::size_t kMostFindings = 100;
}

Diagnostic& Findings::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::error) ++errors_;
  diagnostic.patch = patch_;
  diagnostic.edit = edit_;
  if (found_.size() >= kMostFindings) {
    ++dropped_;
    last_dropped_ = std::move(diagnostic);
    return last_dropped_;
  }
  const auto after =
      std::ranges::upper_bound(found_, diagnostic, [](const Diagnostic& a, const Diagnostic& b) {
        return std::tie(a.where.line, a.where.column) < std::tie(b.where.line, b.where.column);
      });
  return *found_.insert(after, std::move(diagnostic));
}

Diagnostic& Findings::error(Code code, ByteRange range, std::string message, std::string hint) {
  return add(source_->error(code, range, std::move(message), std::move(hint)));
}

Diagnostic& Findings::warning(Code code, ByteRange range, std::string message, std::string hint) {
  Diagnostic made = source_->error(code, range, std::move(message), std::move(hint));
  made.severity = Severity::warning;
  return add(std::move(made));
}

void Findings::relay(const Diagnostics& found, ByteRange range) {
  for (Diagnostic diagnostic : found) {
    if (diagnostic.where.line == 0) {
      diagnostic.where = source_->place(range.begin);
      diagnostic.lines = source_->excerpt(range);
    }
    add(std::move(diagnostic));
  }
}

Note Findings::note(ByteRange range, std::string message) const {
  return {.message = std::move(message),
          .where = source_->place(range.begin),
          .lines = source_->excerpt(range)};
}

void Findings::name_patch(const std::string& id) {
  patch_ = id;
  for (Diagnostic& diagnostic : found_) diagnostic.patch = id;
}

Diagnostics Findings::take() {
  if (dropped_ != 0) {
    found_.push_back({.severity = errors_ == 0 ? Severity::warning : Severity::error,
                      .code = last_dropped_.code,
                      .message = fmt::format("{} more findings are not shown", dropped_),
                      .where = last_dropped_.where,
                      .patch = patch_});
  }
  return std::exchange(found_, {});
}

}  // namespace patcher::language
