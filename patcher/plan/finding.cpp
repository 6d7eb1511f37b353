// SPDX-License-Identifier: MIT
#include "patcher/plan/finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/table_edit.hpp"
#include "patcher/plan/json_finding.hpp"
#include "patcher/plan/move_finding.hpp"
#include "patcher/plan/table_finding.hpp"
#include "patcher/plan/text_finding.hpp"

namespace patcher {
namespace {

Finding unfit(State state, Diagnostic diagnostic) {
  Finding finding;
  finding.state = state;
  finding.diagnostics.push_back(std::move(diagnostic));
  return finding;
}

Finding whole_file(State state) {
  Finding finding;
  finding.state = state;
  return finding;
}

Finding missing(const EditContext& context, const Entry& entry) {
  const std::string& path = file_of(context.patch.edits[context.index]).str();
  if (entry.kind == EntryKind::folder || entry.kind == EntryKind::other) {
    const bool is_new = std::holds_alternative<AddFile>(context.patch.edits[context.index].what);
    Diagnostic diagnostic = about(
        context.patch, context.index, Code::not_a_regular_file,
        fmt::format("'{}' is {}: {} stands there", path,
                    is_new ? "to be a new file" : "not a regular file",
                    entry.kind == EntryKind::folder ? "a folder" : "a device, FIFO or socket"));
    diagnostic.hint = is_new
                          ? "choose another path for the new file, or see what upstream put there"
                          : "see what upstream made of the file, or whether the root is right";
    return unfit(State::missing, std::move(diagnostic));
  }
  Diagnostic diagnostic = about(context.patch, context.index, Code::file_missing,
                                fmt::format("'{}' is not in tree '{}'", path, context.patch.tree));
  diagnostic.hint = "see whether upstream moved or removed the file, or whether the root is right";
  Finding finding = unfit(State::missing, std::move(diagnostic));
  finding.absent = true;
  return finding;
}

/// Which of the folders above `path` is a file.
std::string file_above(const TreePath& path, const View& view) {
  for (auto folder = path.parent(); folder; folder = folder->parent()) {
    const Result<Entry> entry = view.look(*folder);
    if (entry && entry->is_file()) return folder->str();
  }
  return path.str();
}

Finding in_the_way(const EditContext& context, const std::string& path) {
  Diagnostic diagnostic =
      about(context.patch, context.index, Code::path_in_the_way,
            fmt::format("'{}' needs a folder '{}', and a file stands there", path,
                        file_above(file_of(context.patch.edits[context.index]), context.view)));
  diagnostic.hint = "see whether upstream made a file of that folder, or choose another path";
  return unfit(State::drifted, std::move(diagnostic));
}

Finding differs(const EditContext& context, const std::string& path, const Entry& found,
                const std::string& expected) {
  const BlobId found_id = blob_id_of(found.bytes);
  Diagnostic diagnostic =
      about(context.patch, context.index, Code::content_differs,
            fmt::format("'{}' holds other bytes: expected blob {} ({} bytes), found blob {} ({} "
                        "bytes)",
                        path, blob_id_of(expected).hex, expected.size(), found_id.hex,
                        found.bytes->size()));
  diagnostic.hint = "compare the two: take what upstream has now into the patch, or drop the edit";
  return unfit(State::drifted, std::move(diagnostic));
}

Finding mode_differs(const EditContext& context, const std::string& path, std::uint32_t found,
                     std::uint32_t expected) {
  Diagnostic diagnostic =
      about(context.patch, context.index, Code::mode_differs,
            fmt::format("'{}' has mode {:04o}, expected {:04o}", path, found, expected));
  diagnostic.hint = "see whether upstream changed the mode, or whoever copied the tree";
  return unfit(State::drifted, std::move(diagnostic));
}

Finding find_whole(const EditContext& context, const AddFile& edit, const Entry& entry) {
  const std::string& path = edit.file.str();
  if (entry.kind == EntryKind::absent) return whole_file(State::pristine);
  if (entry.kind == EntryKind::in_file) return in_the_way(context, path);
  if (!entry.is_file()) return missing(context, entry);
  if (*entry.bytes != edit.content) return differs(context, path, entry, edit.content);
  if (entry.mode != edit.mode) return mode_differs(context, path, entry.mode, edit.mode);
  return whole_file(State::applied);
}

Finding find_whole(const EditContext& context, const RemoveFile& edit, const Entry& entry) {
  if (entry.kind == EntryKind::absent) return whole_file(State::applied);
  if (entry.kind == EntryKind::in_file) return in_the_way(context, edit.file.str());
  if (!entry.is_file()) return missing(context, entry);
  if (*entry.bytes != edit.content) return differs(context, edit.file.str(), entry, edit.content);
  return whole_file(State::pristine);
}

Finding find_whole(const EditContext& context, const ModeOf& edit, const Entry& entry) {
  if (!entry.is_file()) return missing(context, entry);
  if (entry.mode == edit.mode) return whole_file(State::applied);
  if (edit.was && entry.mode != *edit.was) {
    return mode_differs(context, edit.file.str(), entry.mode, *edit.was);
  }
  return whole_file(State::pristine);
}

Finding find_whole(const EditContext& context, const TextEdit& edit, const Entry& entry) {
  if (!entry.is_file()) return missing(context, entry);
  const auto text = context.cache.of(entry.bytes, language_of(edit.file));
  return find_text_edit(context, edit, *text);
}

Finding find_whole(const EditContext& context, const MoveAway& edit, const Entry& /*entry*/) {
  return find_move(context, *edit.move);
}

Finding find_whole(const EditContext& context, const MoveHere& edit, const Entry& /*entry*/) {
  return find_move(context, *edit.move);
}

Finding find_whole(const EditContext& context, const TableEdit& edit, const Entry& entry) {
  if (entry.kind == EntryKind::in_file) return in_the_way(context, edit.file.str());
  const bool may_be_made = entry.kind == EntryKind::absent && !edit.change->chosen;
  const bool may_be_edited = entry.is_file() || may_be_made;
  return may_be_edited ? find_table_edit(context, edit) : missing(context, entry);
}

Finding find_whole(const EditContext& context, const JsonEdit& edit, const Entry& entry) {
  if (!entry.is_file()) return missing(context, entry);
  return find_json_edit(context, *edit.change, *entry.bytes);
}

}  // namespace

bool has_no_place(const Finding& finding) {
  const bool in_vain = finding.state == State::drifted || finding.state == State::missing;
  return in_vain && finding.seen == 0 && !finding.diagnostics.empty() &&
         std::all_of(finding.diagnostics.begin(), finding.diagnostics.end(),
                     [](const Diagnostic& why) {
                       return why.code == Code::anchor_not_found ||
                              why.code == Code::scope_not_found || why.code == Code::file_missing;
                     });
}

Diagnostic about(const Patch& patch, std::size_t index, Code code, std::string message) {
  const Edit& edit = patch.edits[index];
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = edit.anchor_where;
  diagnostic.lines = edit.lines;
  diagnostic.patch = patch.id;
  diagnostic.edit = edit.number;
  diagnostic.tree = patch.tree;
  diagnostic.target.file = file_of(edit).str();
  return diagnostic;
}

Diagnostic about(const Patch& patch, Code code, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = patch.where;
  diagnostic.patch = patch.id;
  diagnostic.tree = patch.tree;
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

Finding find_edit(const EditContext& context) {
  const Edit& edit = context.patch.edits[context.index];
  const Result<Entry> entry = context.view.look(file_of(edit));
  if (!entry) {
    Finding finding;
    finding.state = State::missing;
    for (const Diagnostic& cause : entry.error().diagnostics()) {
      Diagnostic mine = about(context.patch, context.index, cause.code, cause.message);
      mine.hint = cause.hint;
      mine.notes = cause.notes;
      finding.diagnostics.push_back(std::move(mine));
    }
    return finding;
  }
  return std::visit([&](const auto& what) { return find_whole(context, what, *entry); }, edit.what);
}

}  // namespace patcher
