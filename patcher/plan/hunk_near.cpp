// SPDX-License-Identifier: MIT
#include "patcher/plan/hunk_near.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "patcher/locate/near_miss.hpp"
#include "patcher/plan/search_notes.hpp"

namespace patcher {
namespace {

/// `lines` with every ending made `ending`.
std::string with_all_endings(std::string_view lines, std::string_view ending) {
  std::string result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_crlf = lines[i] == '\r' && i + 1 < lines.size() && lines[i + 1] == '\n';
    if (is_crlf) continue;
    lines[i] == '\n' ? result.append(ending) : result.append(1, lines[i]);
  }
  return result;
}

std::vector<Note> notes_at(const Search& search, const std::vector<Spot>& spots,
                           const std::string& message) {
  std::vector<Note> notes;
  for (const Spot& spot : spots) notes.push_back(note_at(search, spot.range, message));
  cap(notes);
  return notes;
}

/// Places of the old side with other line endings.
std::vector<Note> other_endings(const Search& search, const HunkShape& hunk) {
  for (const std::string_view ending : {"\r\n", "\n"}) {
    HunkShape other = hunk;
    other.old_bytes = with_all_endings(hunk.old_bytes, ending);
    const auto notes = notes_at(
        search, sides_of(other, search.text, search.within).anchors,
        fmt::format("the same lines stand here, but they end in {} in the file and not in the diff",
                    ending == "\n" ? "LF" : "CRLF"));
    if (!notes.empty()) return notes;
  }
  return {};
}

/// Places of the old side that do not begin or end the file, or its last line's newline.
std::vector<Note> other_edges(const Search& search, const HunkShape& hunk) {
  HunkShape inside = hunk;
  inside.at_start = false;
  inside.at_end = false;
  auto notes = notes_at(
      search, sides_of(inside, search.text, search.within).anchors,
      fmt::format("the same lines stand here, but the hunk has no context {} them: they must {} "
                  "the file",
                  hunk.at_end ? "below" : "above", hunk.at_end ? "end" : "begin"));
  if (!notes.empty()) return notes;
  const bool is_whole = hunk.old_bytes.ends_with('\n');
  if (hunk.old_bytes == "\n") return {};  // Without its newline, it is no line at all.
  if (is_whole) {
    inside.old_bytes.pop_back();
  } else {
    inside.old_bytes += '\n';
  }
  return notes_at(search, sides_of(inside, search.text, search.within).anchors,
                  is_whole ? "the same lines stand here, but the file ends without a newline"
                           : "the same lines stand here, but with a newline behind the last one");
}

}  // namespace

std::vector<Note> near_hunk(const Search& search, const HunkShape& hunk) {
  if (hunk.old_bytes.empty()) {
    return {{"the hunk says that the file is empty, and it is not", {}, {}, {}}};
  }
  for (const auto look : {other_endings, other_edges}) {
    auto notes = look(search, hunk);
    if (!notes.empty()) return notes;
  }
  return near_misses(near_pattern(hunk.old_bytes), search.text, search.within,
                     search.edit.file.str());
}

}  // namespace patcher
