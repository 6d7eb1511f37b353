// SPDX-License-Identifier: MIT
#include "patcher/manifest/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "patcher/manifest/diff_hunk.hpp"
#include "patcher/manifest/diff_lines.hpp"
#include "patcher/manifest/diff_section.hpp"
#include "patcher/manifest/foreign_diff.hpp"

namespace patcher {
namespace {

using language::DiffLines;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Diagnostic unreadable(const std::string& file, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = Code::diff_invalid;
  diagnostic.message = std::move(message);
  diagnostic.where = {file, 1, 1};
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

/// What makes `bytes` no text, if anything does.
std::optional<Diagnostic> not_text(std::string_view bytes, const std::string& file) {
  if (bytes.empty()) {
    return unreadable(file, "the diff is empty",
                      "see why the command that made it printed nothing");
  }
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    return unreadable(file, "the diff is UTF-16, expected the bytes as 'git diff' prints them",
                      "make it anew without a shell that converts what it redirects");
  }
  if (const std::size_t at = bytes.find('\0'); at != std::string_view::npos) {
    Diagnostic found = unreadable(file, "the diff has a NUL byte, expected text",
                                  "a file with NUL bytes is binary: add it whole with 'add_file' "
                                  "and 'from'");
    found.where.line =
        static_cast<std::uint32_t>(std::count(bytes.begin(), bytes.begin() + at, '\n') + 1);
    return found;
  }
  return std::nullopt;
}

/// Goes on to where the next section begins.
void skip_section(DiffLines& lines) {
  lines.advance();
  while (!lines.at_end() && !language::begins_section(lines)) lines.advance();
}

/// Reads all sections of a diff and what stands between them.
class DiffReader {
 public:
  DiffReader(std::string_view bytes, std::string file) : lines_(bytes, file) {
    diff_.file = std::move(file);
  }

  Result<Diff> read() {
    const DiffLines start = lines_;
    while (!lines_.at_end()) read_next();
    if (found_.empty() && diff_.files.empty()) found_.push_back(nothing_in(start));
    if (!found_.empty()) return Failure(std::move(found_));
    return std::move(diff_);
  }

 private:
  void read_next() {
    if (language::begins_section(lines_)) {
      read_file();
    } else if (auto fault = language::stray_fault(lines_)) {
      found_.push_back(*std::move(fault));
      skip_section(lines_);
    } else {
      lines_.advance();
    }
  }

  void read_file() {
    const DiffLines start = lines_;
    auto file = language::read_section(lines_, diff_.warnings);
    if (file) {
      diff_.files.push_back(*std::move(file));
      return;
    }
    append(found_, std::move(file).error().diagnostics());
    lines_ =
        start;  // Where a hunk is too long by its header, it has gone on into the next section.
    skip_section(lines_);
  }

  static Diagnostic nothing_in(const DiffLines& start) {
    const std::string_view format = language::foreign_format(start);
    if (!format.empty()) {
      return start.error(fmt::format("the file is {}, expected a unified diff", format),
                         "make it anew with 'diff -u' or 'git diff'");
    }
    return start.error("the file has no change in it, only prose",
                       "name a file that 'diff -u' or 'git diff' wrote");
  }

  DiffLines lines_;
  Diff diff_;
  Diagnostics found_;
};

}  // namespace

Result<Diff> parse_diff(std::string_view bytes, const std::string& file) {
  if (auto fault = not_text(bytes, file)) return *std::move(fault);
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  return DiffReader(bytes, file).read();
}

}  // namespace patcher
