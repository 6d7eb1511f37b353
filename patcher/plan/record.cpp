// SPDX-License-Identifier: MIT
#include "patcher/plan/record.hpp"

#include <algorithm>
#include <utility>

#include "patcher/manifest/manifest.hpp"
#include "patcher/tree/split_worktree.hpp"

namespace patcher {
namespace {

std::optional<BlobId> id_of(const Entry& entry) {
  if (!entry.is_file()) return std::nullopt;
  return blob_id_of(entry.bytes);
}

std::vector<InverseHunk> hunks_of(const FileStep& step) {
  if (!step.before.is_file()) return {};
  // A file that is gone is restored whole.
  if (!step.after.is_file()) return {{0, 0, *step.before.bytes}};
  std::vector<InverseHunk> hunks;
  for (Splice& splice : inverse_of(*step.before.bytes, step.splices)) {
    hunks.push_back({splice.range.begin, splice.range.size(), std::move(splice.text)});
  }
  return hunks;
}

}  // namespace

bool is_same_entry(const RecordedPatch& a, const RecordedPatch& b) {
  return a.manifest == b.manifest && a.tree == b.tree && a.patch == b.patch;
}

bool has_files_in(const Record& record, const TreePath& folder) {
  return std::ranges::any_of(record.stack, [&](const RecordedPatch& entry) {
    return std::ranges::any_of(entry.files,
                               [&](const RecordedFile& file) { return is_in(file.path, folder); });
  });
}

std::vector<RecordedFile> recorded_files(const PatchStep& step) {
  std::vector<RecordedFile> files;
  for (const auto& [path, file] : step.files) {
    files.push_back({path, id_of(file.before), id_of(file.after), file.before.mode, file.after.mode,
                     hunks_of(file)});
  }
  return files;
}

RecordedPatch recorded_as(const Patch& patch, const std::string& manifest, const PatchStep& step) {
  RecordedPatch entry;
  entry.manifest = manifest;
  entry.patch = patch.id;
  entry.tree = patch.tree;
  entry.title = patch.title;
  entry.revision = patch.revision;
  entry.files = recorded_files(step);
  entry.made_folders = step.made_folders;
  return entry;
}

std::optional<std::string> restored(const RecordedFile& file, std::string_view after) {
  Splices splices;
  std::size_t end = 0;
  for (const InverseHunk& hunk : file.inverse) {
    const bool inside = hunk.offset >= end && hunk.offset <= after.size() &&
                        hunk.length <= after.size() - hunk.offset;
    if (!inside) return std::nullopt;
    end = hunk.offset + hunk.length;
    splices.push_back({{hunk.offset, end}, hunk.restore});
  }
  return spliced(after, splices);
}

}  // namespace patcher
