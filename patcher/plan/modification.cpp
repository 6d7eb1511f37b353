// SPDX-License-Identifier: MIT
#include "patcher/plan/modification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "patcher/core/glob.hpp"
#include "patcher/core/line_index.hpp"
#include "patcher/locate/near_miss.hpp"
#include "patcher/locate/scope.hpp"
#include "patcher/plan/alternatives.hpp"
#include "patcher/plan/file_state.hpp"
#include "patcher/plan/json_finding.hpp"
#include "patcher/plan/shape.hpp"
#include "patcher/plan/table_choice.hpp"
#include "patcher/plan/table_layout.hpp"

namespace patcher {
namespace {

Note note_of(const TreePath& path, std::string message) {
  return {std::move(message), {path.str(), 0, 0}, {}, {}};
}

bool same_line(const LineIndex& a, const LineIndex& b, std::size_t line) {
  return a.text(line) == b.text(line) && a.ending(line) == b.ending(line);
}

void show_line(Note& note, const LineIndex& lines, std::size_t line, std::uint32_t number) {
  if (line < lines.size()) note.lines.push_back({number, std::string(lines.text(line)), {}});
}

/// Where `found` first differs from the whole file that a patch added.
std::vector<Note> whole_file_notes(const AddFile& edit, const std::string& found) {
  const LineIndex expected_lines(edit.content);
  const LineIndex found_lines(found);
  const std::size_t most = std::min(expected_lines.size(), found_lines.size());
  std::size_t line = 0;
  while (line < most && same_line(expected_lines, found_lines, line)) ++line;
  const auto number = static_cast<std::uint32_t>(line + 1);
  Note note = note_of(edit.file, fmt::format("line {} is the first that differs", number));
  note.where.line = number;
  show_line(note, found_lines, line, number);
  Note expected{"expected", {}, {}, {}};
  show_line(expected, expected_lines, line, 0);
  std::vector<Note> notes{std::move(note)};
  if (!expected.lines.empty()) notes.push_back(std::move(expected));
  return notes;
}

ByteRange searched(const TextEdit& edit, const SourceText& text) {
  if (!edit.scope) return text.all();
  const auto place = place_of(*edit.scope, text);
  const auto* range = std::get_if<ByteRange>(&place);
  return range == nullptr ? text.all() : *range;
}

/// What is near to the result of `shape`; nothing where it is no fixed text.
std::vector<Note> near_result(const Shape& shape, const SourceText& text, ByteRange within,
                              const std::string& file) {
  if (const auto* lines = std::get_if<LineShape>(&shape)) {
    return near_misses(LinePattern{lines->result_lines, lines->old_base}, text, within, file);
  }
  if (const auto* bytes = std::get_if<ByteShape>(&shape)) {
    return near_misses(bytes->result_bytes, text, within, file);
  }
  if (const auto* hunk = std::get_if<HunkShape>(&shape)) {
    return near_misses(near_pattern(hunk->result_bytes), text, within, file);
  }
  const auto& pattern = std::get<PatternShape>(shape);
  if (pattern.lines.lines.empty()) return {};
  return near_misses(LinePattern{pattern.lines.lines, {}}, text, within, file);
}

/// The nearest text to what `edit`, which has one anchor, wrote; nothing where that stands as often
/// as it should, or cannot be told.
std::optional<std::vector<Note>> lost_by(const TextEdit& edit, const SourceText& text) {
  const ByteRange within = searched(edit, text);
  const auto made = shape_of(edit, text.language());
  const auto* shape = std::get_if<Shape>(&made);
  if (shape == nullptr || !is_recognised(*shape)) return std::nullopt;
  const auto sides = sides_of(*shape, text, within);
  const auto* places = std::get_if<Places>(&sides);
  if (places == nullptr || places->results.size() >= edit.count) return std::nullopt;
  return near_result(*shape, text, within, edit.file.str());
}

/// The same for an edit that may have several anchors.
std::optional<std::vector<Note>> lost_text(const TextEdit& edit, const SourceText& text) {
  std::optional<std::vector<Note>> first;
  for (const TextEdit& alternative : alternatives_of(edit)) {
    auto lost = lost_by(alternative, text);
    if (!lost) return std::nullopt;
    if (!first) first = std::move(lost);
  }
  return first;
}

bool is_about(const Edit& edit, const TreePath& path) {
  if (!has_glob(edit)) return file_of(edit) == path;
  return catches(file_of(edit).str(), path.str());
}

/// `edit` as it is about one of its files. How many places a total has in which file is not known.
TextEdit in_file(const TextEdit& edit, const TreePath& path) {
  TextEdit own = edit;
  own.file = path;
  if (edit.files == Files::all_caught) own.count = 1;
  return own;
}

/// What of a table or JSON edit is not as it was written; nothing for others.
std::vector<Note> lost_parts(const Edit& edit, const std::string& file, const std::string& bytes) {
  if (const auto* json = std::get_if<JsonEdit>(&edit.what)) {
    return lost_values(*json->change, file, bytes);
  }
  const auto* table = std::get_if<TableEdit>(&edit.what);
  if (table == nullptr) return {};
  const auto& chosen = table->change->chosen;
  return chosen ? lost_choice(*chosen, file, bytes) : lost_rows(*table->change, file, bytes);
}

std::vector<Note> text_notes(const Modification& moved, const TreePath& path, const Entry& entry) {
  const auto text = moved.cache.of(entry.bytes, language_of(path));
  for (std::size_t i = 0; i < moved.patch->edits.size(); ++i) {
    const Edit& edit = moved.patch->edits[i];
    if (!is_about(edit, path)) continue;
    if (const auto* add = std::get_if<AddFile>(&edit.what)) {
      return whole_file_notes(*add, *entry.bytes);
    }
    std::vector<Note> lost = lost_parts(edit, path.str(), *entry.bytes);
    if (!lost.empty()) return lost;
    const auto* written = std::get_if<TextEdit>(&edit.what);
    auto near = written == nullptr ? std::nullopt : lost_text(in_file(*written, path), *text);
    if (!near) continue;
    std::vector<Note> notes{note_of(path, fmt::format("what edit {} wrote was changed", i))};
    std::move(near->begin(), near->end(), std::back_inserter(notes));
    return notes;
  }
  return {note_of(path, "what this patch wrote stands; the file was changed elsewhere")};
}

std::string spelled(const std::optional<BlobId>& blob, std::uint32_t mode) {
  return blob ? fmt::format("blob {} mode {:04o}", blob->hex, mode) : std::string("no file");
}

std::vector<Note> changed_text_notes(const Modification& moved, const RecordedFile& file,
                                     const Entry& entry, const Chain& chain) {
  const RecordedFile& wrote = *chain.highest;
  const bool is_known = moved.patch != nullptr && moved.patch->revision == moved.recorded.revision;
  if (is_known && is_same_entry(*chain.top, moved.recorded))
    return text_notes(moved, file.path, entry);
  return {note_of(file.path, fmt::format("patch '{}' left {}, found {}", chain.top->patch,
                                         spelled(wrote.after, wrote.mode_after),
                                         spelled(blob_id_of(entry.bytes), entry.mode)))};
}

std::vector<Note> notes_on(const Modification& moved, const RecordedFile& file) {
  const Chain chain = chain_of(file.path, moved.record);
  const Result<Entry> entry = moved.tree.look(file.path);
  if (!entry) return {note_of(file.path, entry.error().diagnostics().front().message)};
  switch (difference_of(*entry, chain)) {
    case Difference::none:
      return {};
    case Difference::gone:
      return {note_of(file.path, "the file is gone")};
    case Difference::back:
      return {note_of(file.path, "it is back at its base, other files of the patch are not")};
    case Difference::there_again:
      return {note_of(file.path, "the file is there again, with other bytes")};
    case Difference::mode:
      return {note_of(file.path, fmt::format("only its mode changed: {:04o}, it was left {:04o}",
                                             entry->mode, chain.highest->mode_after))};
    case Difference::text:
      return changed_text_notes(moved, file, *entry, chain);
    case Difference::other:
      return {note_of(file.path, "it is no regular file any more")};
  }
  return {};
}

/// For a patch whose own files are as they were left: the one above it that is not.
Note covering_note(const Modification& moved) {
  const auto covered = [&](const RecordedFile& file) {
    return !is_same_entry(*chain_of(file.path, moved.record).top, moved.recorded);
  };
  const auto& files = moved.recorded.files;
  const auto file = std::find_if(files.begin(), files.end(), covered);
  if (file == files.end()) return {"what the record says to restore is not what stood there"};
  return note_of(file->path, fmt::format("it lies under patch '{}', which cannot be taken off",
                                         chain_of(file->path, moved.record).top->patch));
}

/// Why a file of the patch cannot be read: what it is now is not known then.
std::optional<Diagnostic> unreadable(const Modification& moved) {
  for (const RecordedFile& file : moved.recorded.files) {
    const Result<Entry> entry = moved.tree.look(file.path);
    if (entry) continue;
    Diagnostic why = entry.error().diagnostics().front();
    if (why.code != Code::io_error) continue;
    why.patch = moved.recorded.patch;
    why.tree = moved.recorded.tree;
    return why;
  }
  return std::nullopt;
}

/// Where some files are back at the base, the others have to follow, by their mode too: git does
/// not know all of its bits.
void add_files_left(const Modification& moved, std::vector<Note>& notes) {
  for (const RecordedFile& file : moved.recorded.files) {
    const Chain chain = chain_of(file.path, moved.record);
    const Result<Entry> entry = moved.tree.look(file.path);
    if (!entry || difference_of(*entry, chain) != Difference::none) continue;
    if (chain.lowest->mode_before == chain.highest->mode_after) {
      notes.push_back(note_of(file.path, "it is as the patch left it"));
      continue;
    }
    notes.push_back(note_of(
        file.path, fmt::format("it is as the patch left it, mode {:04o}; before it was {:04o}",
                               chain.highest->mode_after, chain.lowest->mode_before)));
  }
}

std::string hint_for(const RecordedPatch& recorded) {
  std::vector<std::string> files;
  for (const RecordedFile& file : recorded.files) files.push_back(file.path.str());
  if (files.size() == 1) {
    return fmt::format("take the change back, or restore '{}' from the base; then run again",
                       files.front());
  }
  return fmt::format(
      "take the change back, or restore all files of the patch from the base ('{}'); then run "
      "again",
      fmt::join(files, "', '"));
}

}  // namespace

Diagnostic modified_error(const Modification& moved) {
  if (auto unread = unreadable(moved)) return *std::move(unread);
  Diagnostic diagnostic;
  diagnostic.code = Code::modified;
  diagnostic.message = "the files of this patch changed since it was applied";
  if (moved.patch != nullptr) diagnostic.where = moved.patch->where;
  diagnostic.patch = moved.recorded.patch;
  diagnostic.tree = moved.recorded.tree;
  for (const RecordedFile& file : moved.recorded.files) {
    std::vector<Note> notes = notes_on(moved, file);
    std::move(notes.begin(), notes.end(), std::back_inserter(diagnostic.notes));
  }
  if (diagnostic.notes.empty()) {
    diagnostic.notes.push_back(covering_note(moved));
  } else {
    add_files_left(moved, diagnostic.notes);
  }
  diagnostic.target.file = diagnostic.notes.front().where.file;
  diagnostic.hint = hint_for(moved.recorded);
  return diagnostic;
}

}  // namespace patcher
