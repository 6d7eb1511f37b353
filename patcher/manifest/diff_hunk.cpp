// SPDX-License-Identifier: MIT
#include "patcher/manifest/diff_hunk.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <utility>

namespace patcher::language {
namespace {

constexpr std::size_t kShownLines = 7;
constexpr std::string_view kMakeAnew = "make the diff anew; it was cut or edited by hand";

/// What a hunk's header says.
struct Header {
  std::size_t old_start = 0;
  std::size_t old_count = 1;
  std::size_t new_start = 0;
  std::size_t new_count = 1;
};

/// Takes `prefix` off the front of `text`, if it is there.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_number(std::string_view& text, std::size_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

/// `12,3`, or `12` for one line.
bool take_range(std::string_view& text, std::size_t& start, std::size_t& count) {
  if (!take_number(text, start)) return false;
  return !take(text, ",") || take_number(text, count);
}

std::optional<Header> header_of(std::string_view line) {
  Header header;
  const bool fits = take(line, "@@ -") && take_range(line, header.old_start, header.old_count) &&
                    take(line, " +") && take_range(line, header.new_start, header.new_count) &&
                    take(line, " @@") && (line.empty() || line.front() == ' ');
  return fits ? std::optional(header) : std::nullopt;
}

/// Puts a hunk together line by line.
class HunkReader {
 public:
  HunkReader(DiffLines& lines, Diagnostics& warnings) : lines_(lines), warnings_(warnings) {}

  Result<DiffHunk> read() {
    const auto header = header_of(lines_.line());
    if (!header) {
      return lines_.error("the hunk's header cannot be read, expected '@@ -12,3 +12,4 @@'",
                          std::string(kMakeAnew));
    }
    header_ = *header;
    start_ = lines_;
    hunk_.old_start = header->old_start;
    hunk_.line = lines_.number();
    hunk_.lines = lines_.excerpt(kShownLines);
    lines_.advance();
    while (old_ < header_.old_count || new_ < header_.new_count) {
      if (auto fault = read_line()) return *std::move(fault);
    }
    if (lines_.line().starts_with("\\ ")) {
      if (auto fault = drop_newline()) return *std::move(fault);
    }
    return finished();
  }

 private:
  std::optional<Diagnostic> read_line() {
    if (lines_.at_end()) return too_short();
    if (lines_.line().starts_with("\\ ")) return drop_newline();
    if (!lines_.is_whole()) {
      return lines_.error("the diff's last line is not whole: it has no newline",
                          std::string(kMakeAnew));
    }
    const char sign = lines_.line().empty() ? ' ' : lines_.line().front();
    if (sign != ' ' && sign != '-' && sign != '+') return too_short();
    const bool in_old = sign != '+';
    const bool in_new = sign != '-';
    const bool is_over =
        (in_old && old_ == header_.old_count) || (in_new && new_ == header_.new_count);
    if (is_over) return too_long();
    if ((in_old && old_ends_) || (in_new && new_ends_)) {
      return lines_.error("a line stands behind the file's last one, which has no newline",
                          std::string(kMakeAnew));
    }
    if (lines_.line().empty()) warn_of_stripped();
    add(sign);
    lines_.advance();
    return std::nullopt;
  }

  void add(char sign) {
    std::string text(lines_.line().substr(lines_.line().empty() ? 0 : 1));
    text += '\n';
    if (sign != '+') {
      hunk_.before += text;
      ++old_;
    }
    if (sign != '-') {
      hunk_.after += text;
      ++new_;
    }
    if (sign == ' ') {
      ++hunk_.context_below;
    } else {
      if (!has_change_) hunk_.context_above = hunk_.context_below;
      has_change_ = true;
      hunk_.context_below = 0;
    }
    last_ = sign;
  }

  /// Takes the newline off the line above, on the sides that it stands on.
  std::optional<Diagnostic> drop_newline() {
    const bool is_early =
        last_ == '\0' || (last_ != '+' && old_ends_) || (last_ != '-' && new_ends_);
    if (is_early) return lines_.error("no line stands above that could lack its newline");
    if (last_ != '+') {
      hunk_.before.pop_back();
      old_ends_ = true;
    }
    if (last_ != '-') {
      hunk_.after.pop_back();
      new_ends_ = true;
    }
    lines_.advance();
    return std::nullopt;
  }

  Result<DiffHunk> finished() {
    if (!has_change_) return start_.error("the hunk changes nothing", std::string(kMakeAnew));
    if (goes_on()) return too_long();
    return std::move(hunk_);
  }

  /// Says whether the next line can only be a part of this hunk. A mail's signature begins with
  /// `-- `, the next file's header with `--- `.
  [[nodiscard]] bool goes_on() const {
    const std::string_view line = lines_.line();
    if (line.empty() || line == "-- " || line == "--") return false;
    if (line.starts_with("--- ") && lines_.line_after().starts_with("+++ ")) return false;
    return line.front() == ' ' || line.front() == '-' || line.front() == '+';
  }

  [[nodiscard]] Diagnostic too_short() const {
    Diagnostic diagnostic =
        start_.error(fmt::format("the hunk ends after {} old and {} new lines, expected {} and {}",
                                 old_, new_, header_.old_count, header_.new_count),
                     std::string(kMakeAnew));
    if (!lines_.at_end()) add_place(diagnostic, "it ends before this line");
    return diagnostic;
  }

  [[nodiscard]] Diagnostic too_long() const {
    Diagnostic diagnostic = start_.error(
        fmt::format("the hunk has more than the {} old and {} new lines that its header says",
                    header_.old_count, header_.new_count),
        std::string(kMakeAnew));
    add_place(diagnostic, "this line is one too many");
    return diagnostic;
  }

  void add_place(Diagnostic& diagnostic, std::string message) const {
    Diagnostic here = lines_.error(std::move(message));
    diagnostic.notes.push_back({std::move(here.message), here.where, {}, std::move(here.lines)});
  }

  void warn_of_stripped() {
    if (has_warned_) return;
    has_warned_ = true;
    Diagnostic warning = lines_.error(
        "an empty line stands in the hunk: it is read as a context line whose blank was stripped",
        "make the diff anew, and keep editors and hooks from trimming it");
    warning.severity = Severity::warning;
    warnings_.push_back(std::move(warning));
  }

  DiffLines& lines_;
  Diagnostics& warnings_;
  DiffLines start_ = lines_;
  Header header_;
  DiffHunk hunk_;
  std::size_t old_ = 0;
  std::size_t new_ = 0;
  bool old_ends_ = false;  // The old file's last line was met, which has no newline.
  bool new_ends_ = false;
  bool has_change_ = false;
  bool has_warned_ = false;
  char last_ = '\0';  // The sign of the line above.
};

}  // namespace

bool begins_hunk(std::string_view line) { return line.starts_with("@@ -"); }

Result<DiffHunk> read_hunk(DiffLines& lines, Diagnostics& warnings) {
  return HunkReader(lines, warnings).read();
}

}  // namespace patcher::language
