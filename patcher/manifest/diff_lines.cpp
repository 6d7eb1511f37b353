// SPDX-License-Identifier: MIT
#include "patcher/manifest/diff_lines.hpp"

#include <algorithm>
#include <utility>

namespace patcher::language {

std::string_view DiffLines::line() const {
  return bytes_.substr(at_, std::min(bytes_.find('\n', at_), bytes_.size()) - at_);
}

std::string_view DiffLines::line_after() const {
  DiffLines next = *this;
  next.advance();
  return next.line();
}

bool DiffLines::is_whole() const { return bytes_.find('\n', at_) != std::string_view::npos; }

void DiffLines::advance() {
  if (at_end()) return;
  at_ += line().size() + (is_whole() ? 1 : 0);
  ++number_;
}

std::vector<ExcerptLine> DiffLines::excerpt(std::size_t count) const {
  std::vector<ExcerptLine> lines;
  for (DiffLines next = *this; lines.size() < count && !next.at_end(); next.advance()) {
    lines.push_back({next.number(), std::string(next.line()), {}});
  }
  return lines;
}

Diagnostic DiffLines::error(std::string message, std::string hint) const {
  Diagnostic diagnostic;
  diagnostic.code = Code::diff_invalid;
  diagnostic.message = std::move(message);
  diagnostic.where = {file_, number_, 1};
  diagnostic.lines = excerpt(1);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

}  // namespace patcher::language
