// SPDX-License-Identifier: MIT
#include "patcher/plan/stack.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace patcher {
namespace {

bool is_at(const Entry& entry, const std::optional<BlobId>& blob, std::uint32_t mode) {
  if (!blob) return entry.kind == EntryKind::absent;
  return entry.is_file() && entry.mode == mode && blob_id_of(entry.bytes) == *blob;
}

/// Says whether `entry` has the bytes of `blob`; a checkout does not keep every mode bit.
bool has_bytes(const Entry& entry, const std::optional<BlobId>& blob) {
  if (!blob) return entry.kind == EntryKind::absent;
  return entry.is_file() && blob_id_of(entry.bytes) == *blob;
}

/// Files whose bytes are those below their whole chain, though the record says otherwise.
std::set<TreePath> files_back(const Record& record, const View& view) {
  std::map<TreePath, const RecordedFile*> lowest;
  std::map<TreePath, const RecordedFile*> highest;
  for (const RecordedPatch& patch : record.stack) {
    for (const RecordedFile& file : patch.files) {
      lowest.try_emplace(file.path, &file);
      highest[file.path] = &file;
    }
  }
  std::set<TreePath> back;
  for (const auto& [path, file] : lowest) {
    const Result<Entry> entry = view.look(path);
    const RecordedFile& top = *highest[path];
    if (!entry || is_at(*entry, top.after, top.mode_after)) continue;
    const bool only_mode_changed = file->before == top.after;
    const bool is_back = only_mode_changed ? is_at(*entry, file->before, file->mode_before)
                                           : has_bytes(*entry, file->before);
    if (is_back) back.insert(path);
  }
  return back;
}

Splices forward_splices(const RecordedFile& file, std::string_view after) {
  Splices inverse;
  for (const InverseHunk& hunk : file.inverse) {
    inverse.push_back({{hunk.offset, hunk.offset + hunk.length}, hunk.restore});
  }
  return inverse_of(after, inverse);
}

/// What `file`'s patch did to it, when `entry` is its recorded outcome.
std::optional<FileStep> exact_step(const RecordedFile& file, const Entry& entry) {
  if (!is_at(entry, file.after, file.mode_after)) return std::nullopt;
  FileStep step{{}, entry, {}};
  if (!file.before) return step;
  const std::string_view after = file.after ? std::string_view(*entry.bytes) : "";
  std::optional<std::string> before = restored(file, after);
  if (!before) return std::nullopt;
  const Bytes bytes = std::make_shared<const std::string>(*std::move(before));
  if (blob_id_of(bytes) != *file.before) return std::nullopt;
  if (file.after) step.splices = forward_splices(file, after);
  step.before = {EntryKind::regular, bytes, file.mode_before, {}};
  return step;
}

std::optional<PatchStep> exact_step(const RecordedPatch& patch, const View& view,
                                    const std::set<TreePath>& broken) {
  PatchStep step;
  for (const RecordedFile& file : patch.files) {
    const Result<Entry> entry = view.look(file.path);
    if (!entry || broken.contains(file.path)) return std::nullopt;
    std::optional<FileStep> exact = exact_step(file, *entry);
    if (!exact) return std::nullopt;
    step.files.emplace(file.path, *std::move(exact));
  }
  step.made_folders = patch.made_folders;
  return step;
}

bool all_back(const RecordedPatch& patch, const std::set<TreePath>& back) {
  return !patch.files.empty() &&
         std::all_of(patch.files.begin(), patch.files.end(),
                     [&](const RecordedFile& file) { return back.contains(file.path); });
}

/// Takes the folders that `patch` made for its added files as not there. A record may be edited:
/// any other folder that it names is not ours to remove.
void forget_folders(const RecordedPatch& patch, View& view) {
  for (const TreePath& folder : patch.made_folders) {
    const bool needed =
        std::any_of(patch.files.begin(), patch.files.end(), [&](const RecordedFile& file) {
          return !file.before && file.path.str().starts_with(folder.str() + "/");
        });
    if (needed) view.forget_folder(folder);
  }
}

}  // namespace

PeeledStack peel(const Record& record, const Tree& tree) {
  PeeledStack stack{View(tree), {}, {}, {}, {}};
  const std::set<TreePath> back = files_back(record, stack.base);
  for (auto patch = record.stack.rbegin(); patch != record.stack.rend(); ++patch) {
    if (all_back(*patch, back)) {
      // A checkout takes files away and leaves the folders that we made for them.
      forget_folders(*patch, stack.base);
      stack.gone.push_back(*patch);
    } else if (auto step = exact_step(*patch, stack.base, stack.broken)) {
      for (const auto& [path, file] : step->files) stack.base.put(path, file.before);
      forget_folders(*patch, stack.base);
      stack.layers.push_back({*patch, *std::move(step)});
    } else {
      for (const RecordedFile& file : patch->files) stack.broken.insert(file.path);
      stack.modified.push_back(*patch);
    }
  }
  std::reverse(stack.layers.begin(), stack.layers.end());
  std::reverse(stack.modified.begin(), stack.modified.end());
  std::reverse(stack.gone.begin(), stack.gone.end());
  return stack;
}

}  // namespace patcher
