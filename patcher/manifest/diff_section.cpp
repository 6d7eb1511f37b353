// SPDX-License-Identifier: MIT
#include "patcher/manifest/diff_section.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "patcher/manifest/diff_hunk.hpp"
#include "patcher/manifest/diff_name.hpp"
#include "patcher/manifest/git_header.hpp"

namespace patcher::language {
namespace {

using Kind = DiffFile::Kind;

constexpr std::string_view kGit = "diff --git ";
constexpr std::string_view kOld = "--- ";
constexpr std::string_view kNew = "+++ ";
/// What git calls a file without a byte.
constexpr std::string_view kEmptyBlob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

bool has_names(const DiffLines& lines) {
  return lines.line().starts_with(kOld) && lines.line_after().starts_with(kNew);
}

bool is_empty_blob(std::string_view blob) { return !blob.empty() && kEmptyBlob.starts_with(blob); }

/// Puts one file's section together.
class SectionReader {
 public:
  SectionReader(DiffLines& lines, Diagnostics& warnings)
      : lines_(lines), start_(lines), warnings_(warnings) {}

  Result<DiffFile> read() {
    file_.line = lines_.number();
    file_.lines = lines_.excerpt(1);
    file_.is_git = lines_.line().starts_with(kGit);
    std::optional<Diagnostic> fault = file_.is_git ? read_head() : std::nullopt;
    if (!fault && has_names(lines_)) fault = read_names();
    while (!fault && begins_hunk(lines_.line())) {
      auto hunk = read_hunk(lines_, warnings_);
      if (!hunk) return std::move(hunk).error();
      file_.hunks.push_back(*std::move(hunk));
    }
    if (!fault) fault = settle();
    if (fault) return *std::move(fault);
    return std::move(file_);
  }

 private:
  std::optional<Diagnostic> read_head() {
    const auto names = git_names_of(lines_.line().substr(kGit.size()));
    lines_.advance();
    auto header = read_git_header(lines_);
    if (!header) return std::move(header).error().diagnostics().front();
    header_ = *std::move(header);
    file_.mode_before = header_.old_mode;
    file_.mode_after = header_.new_mode;
    if (header_.moved_from) {
      file_.kind = Kind::moved;
      file_.prefix = DiffFile::Prefix::dropped;
      file_.before = *header_.moved_from;
      file_.after = *header_.moved_to;
    } else if (names) {
      file_.before = names->first;
      file_.after = names->second;
    } else if (!has_names(lines_)) {
      return start_.error("the two paths cannot be told apart", "quote them as in C");
    }
    if (header_.is_new) become(Kind::added);
    if (header_.is_deleted) become(Kind::removed);
    return std::nullopt;
  }

  void become(Kind kind) {
    file_.kind = kind;
    if (kind == Kind::added) file_.before.clear();
    if (kind == Kind::removed) file_.after.clear();
  }

  /// The two lines `---` and `+++`.
  std::optional<Diagnostic> read_names() {
    for (const std::string_view line : {lines_.line(), lines_.line_after()}) {
      if (!line.ends_with('\r')) continue;
      return lines_.error(
          "the diff's own lines end in CRLF: it cannot be told how those of the "
          "file end",
          "make the diff anew without converting it");
    }
    const auto before = diff_name_of(lines_.line().substr(kOld.size()));
    if (!before) return lines_.error("the path cannot be read");
    const DiffLines old_line = lines_;
    lines_.advance();
    const auto after = diff_name_of(lines_.line().substr(kNew.size()));
    if (!after) return lines_.error("the path cannot be read");
    lines_.advance();
    if (before->path.empty() && after->path.empty()) {
      return old_line.error("both paths are /dev/null");
    }
    return file_.is_git ? compare_names(old_line, *before, *after) : take_names(*before, *after);
  }

  /// Holds the names against what the header of a git section says.
  std::optional<Diagnostic> compare_names(const DiffLines& where, const DiffName& before,
                                          const DiffName& after) {
    const bool fits = before.path.empty() == (file_.kind == Kind::added) &&
                      after.path.empty() == (file_.kind == Kind::removed);
    if (!fits) {
      return where.error(
          "'/dev/null' and the section's header do not agree on whether the file is "
          "new or deleted",
          "make the diff anew; it was edited by hand");
    }
    if (file_.kind == Kind::moved) return std::nullopt;
    const bool has_head = !file_.before.empty() || !file_.after.empty();
    if (has_head && (before.path != file_.before || after.path != file_.after)) {
      return where.error("'diff --git' names other paths than this line and the next",
                         "make the diff anew; it was edited by hand");
    }
    file_.before = before.path;
    file_.after = after.path;
    return std::nullopt;
  }

  std::optional<Diagnostic> take_names(const DiffName& before, const DiffName& after) {
    file_.before = before.path;
    file_.after = after.path;
    was_never_ = before.path.empty() || is_epoch(before.stamp);
    is_gone_ = after.path.empty() || is_epoch(after.stamp);
    return std::nullopt;
  }

  /// Judges the section as a whole.
  std::optional<Diagnostic> settle() {
    const bool has_one = file_.hunks.size() == 1;
    if (!file_.is_git && was_never_ && has_one && file_.hunks.front().before.empty()) {
      become(Kind::added);
    }
    if (!file_.is_git && is_gone_ && has_one && file_.hunks.front().after.empty()) {
      become(Kind::removed);
    }
    if (file_.before.empty() && file_.kind != Kind::added) return not_whole("old", "new");
    if (file_.after.empty() && file_.kind != Kind::removed) return not_whole("new", "deleted");
    switch (file_.kind) {
      case Kind::added:
        return settle_whole(header_.new_blob, &DiffHunk::before, "new");
      case Kind::removed:
        return settle_whole(header_.old_blob, &DiffHunk::after, "deleted");
      case Kind::changed:
        return file_.hunks.empty() && file_.mode_before == file_.mode_after ? says_nothing()
                                                                            : std::nullopt;
      case Kind::moved:
        return std::nullopt;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Diagnostic> not_whole(std::string_view side,
                                                    std::string_view word) const {
    return start_.error(
        fmt::format("the file is {}, but the section has {} lines of it, or none at "
                    "all, expected one hunk without",
                    word, side),
        "make the diff anew; it was cut or edited by hand");
  }

  /// A file that comes or goes has all its lines in one hunk, or none where it is empty.
  [[nodiscard]] std::optional<Diagnostic> settle_whole(std::string_view blob,
                                                       std::string DiffHunk::* other,
                                                       std::string_view word) const {
    if (file_.hunks.empty()) {
      if (is_empty_blob(blob)) return std::nullopt;
      return start_.error(fmt::format("the file is {}, but its bytes are not in the diff", word),
                          "make the diff anew, without '--irreversible-delete' and '--binary'");
    }
    const bool is_whole = file_.hunks.size() == 1 && (file_.hunks.front().*other).empty();
    if (is_whole) return std::nullopt;
    return not_whole(word == "new" ? "old" : "new", word);
  }

  [[nodiscard]] std::optional<Diagnostic> says_nothing() const {
    return start_.error("the section says no change of the file",
                        "make the diff anew; it was cut or edited by hand");
  }

  DiffLines& lines_;
  DiffLines start_;
  Diagnostics& warnings_;
  DiffFile file_;
  GitHeader header_;
  bool was_never_ = false;  // A plain section's old file was not there, by its name or time.
  bool is_gone_ = false;    // Its new file is not there.
};

}  // namespace

bool begins_section(const DiffLines& lines) {
  return lines.line().starts_with(kGit) || has_names(lines);
}

Result<DiffFile> read_section(DiffLines& lines, Diagnostics& warnings) {
  return SectionReader(lines, warnings).read();
}

}  // namespace patcher::language
