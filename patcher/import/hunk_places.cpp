// SPDX-License-Identifier: MIT
#include "patcher/import/hunk_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "patcher/core/line_diff.hpp"
#include "patcher/core/line_index.hpp"
#include "patcher/plan/splice.hpp"

namespace patcher {
namespace {

using Places = std::vector<ByteRange>;

Diagnostic about_hunk(const Diff& diff, const DiffHunk& hunk, Code code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = {diff.file, hunk.line, 1};
  diagnostic.lines = hunk.lines;
  return diagnostic;
}

/// Where the lines of one text begin; one more for its end.
std::vector<std::size_t> starts_of(std::string_view text) {
  std::vector<std::size_t> starts;
  std::size_t at = 0;
  for (const std::string_view line : lines_of(text)) {
    starts.push_back(at);
    at += line.size();
  }
  starts.push_back(at);
  return starts;
}

bool stands_at(const DiffHunk& hunk, std::string_view text, std::size_t begin) {
  if (text.compare(begin, hunk.before.size(), hunk.before) != 0) return false;
  const std::size_t end = begin + hunk.before.size();
  return hunk.before.ends_with('\n') || end == text.size();
}

/// The places that the headers name, if every hunk stands there.
std::optional<Places> at_their_lines(std::string_view text, const std::vector<DiffHunk>& hunks) {
  const std::vector<std::size_t> starts = starts_of(text);
  Places places;
  for (const DiffHunk& hunk : hunks) {
    // A side without lines is named by the line above it.
    const std::size_t line = hunk.before.empty() ? hunk.old_start : hunk.old_start - 1;
    if (line >= starts.size()) return std::nullopt;
    const std::size_t begin = starts[line];
    if (!stands_at(hunk, text, begin)) return std::nullopt;
    places.push_back({begin, begin + hunk.before.size()});
  }
  return places;
}

Places all_places(std::string_view text, const DiffHunk& hunk) {
  Places places;
  const std::vector<std::size_t> starts = starts_of(text);
  for (std::size_t line = 0; line + 1 < starts.size(); ++line) {
    if (stands_at(hunk, text, starts[line])) {
      places.push_back({starts[line], starts[line] + hunk.before.size()});
    }
  }
  return places;
}

Diagnostic no_one_place(std::string_view text, const TreePath& path, const Diagnostic& at_hunk,
                        const Places& places) {
  Diagnostic diagnostic = at_hunk;
  diagnostic.target.file = path.str();
  diagnostic.code = places.empty() ? Code::anchor_not_found : Code::anchor_ambiguous;
  diagnostic.message =
      places.empty()
          ? fmt::format("the hunk does not stand in '{}'", path.str())
          : fmt::format("the hunk stands in {} places of '{}', none of them all hunks' own lines",
                        places.size(), path.str());
  diagnostic.hint =
      "the diff was made from other bytes: give the revision that it was made on as '--root'";
  const LineIndex lines(text);
  for (const ByteRange& place : places) {
    diagnostic.notes.push_back({"it stands here", {path.str(), lines.number_at(place.begin), 1}});
  }
  return diagnostic;
}

/// The one place of each hunk, wherever it is.
Result<Places> in_one_place(std::string_view text, const TreePath& path, const Diff& diff,
                            const DiffFile& file) {
  Places found;
  Diagnostics errors;
  for (const DiffHunk& hunk : file.hunks) {
    const Places places = all_places(text, hunk);
    if (places.size() == 1) {
      found.push_back(places.front());
    } else {
      errors.push_back(
          no_one_place(text, path, about_hunk(diff, hunk, Code::anchor_not_found, ""), places));
    }
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return found;
}

/// Hunks that only add lines, without context, could go anywhere: no bytes speak against it.
Diagnostics floating_hunks(std::string_view text, const Diff& diff, const DiffFile& file) {
  Diagnostics errors;
  for (const DiffHunk& hunk : file.hunks) {
    if (!hunk.before.empty() || text.empty()) continue;
    errors.push_back(about_hunk(diff, hunk, Code::place_unfit,
                                "the hunk has neither context nor removed lines: nothing says "
                                "where its lines belong"));
    errors.back().hint = "make the diff with context";
  }
  return errors;
}

}  // namespace

Result<std::string> with_hunks(std::string_view text, const TreePath& path, const Diff& diff,
                               const DiffFile& file) {
  Diagnostics floating = floating_hunks(text, diff, file);
  if (!floating.empty()) return Failure(std::move(floating));
  std::optional<Places> places = at_their_lines(text, file.hunks);
  if (!places) {
    auto found = in_one_place(text, path, diff, file);
    if (!found) return std::move(found).error();
    places = *std::move(found);
  }
  Splices splices;
  for (std::size_t i = 0; i < file.hunks.size(); ++i) {
    splices.push_back({(*places)[i], file.hunks[i].after});
  }
  sort(splices);
  for (std::size_t i = 1; i < splices.size(); ++i) {
    if (splices[i].range.begin >= splices[i - 1].range.end) continue;
    return about_hunk(diff, file.hunks[i], Code::edits_overlap, "two hunks share lines");
  }
  return spliced(text, splices);
}

}  // namespace patcher
