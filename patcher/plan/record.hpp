// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/blob_id.hpp"
#include "patcher/core/result.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/plan/view.hpp"

namespace patcher {

/// One replacement that leads from a file's bytes after a patch back to its bytes before.
struct InverseHunk {
  std::size_t offset = 0;  ///< In the bytes after, 0-based.
  std::size_t length = 0;  ///< Bytes taken away at `offset`.
  std::string restore;     ///< Bytes put there.
};

/// What a recorded patch did to one file.
struct RecordedFile {
  TreePath path;
  std::optional<BlobId> before;  ///< None: there was no file.
  std::optional<BlobId> after;   ///< None: there is no file.
  std::uint32_t mode_before = 0;
  std::uint32_t mode_after = 0;
  std::vector<InverseHunk> inverse;  ///< Ascending by offset.
};

/// One patch on a root's stack.
struct RecordedPatch {
  std::string manifest;
  std::string patch;
  std::string tree;
  std::string title;
  std::string revision;
  std::vector<RecordedFile> files;     ///< Ascending by path.
  std::vector<TreePath> made_folders;  ///< Outermost first.
  bool adopted = false;                ///< Its bytes were found as they are, not written.
};

/// Whether two entries are about one patch of one manifest on one tree, at whichever revision.
[[nodiscard]] bool is_same_entry(const RecordedPatch& a, const RecordedPatch& b);

/// A folder of a tree that lay in a place of its own when the record was written.
struct MappedFolder {
  TreePath folder;    ///< In the tree.
  std::string place;  ///< See `Record`.

  friend bool operator==(const MappedFolder&, const MappedFolder&) = default;
};

/// A source of a rebuild as it was when the rebuild's products were last made.
struct BuiltSource {
  TreePath path;
  std::optional<BlobId> blob;  ///< None: there was no file.
  std::uint32_t mode = 0;      ///< Permission bits; 0 where there was no file.

  friend bool operator==(const BuiltSource&, const BuiltSource&) = default;
};

/// What the products of one rebuild were last made of.
struct BuiltFrom {
  std::string tree;
  std::string id;
  std::string manifest;
  /// Ascending by path: those sources that patches changed. None: that is not known, as after a
  /// rebuild that was begun and did not come to its end.
  std::optional<std::vector<BuiltSource>> sources;
};

/// How a check that is of some bytes came out on them.
struct JudgedCheck {
  enum class Verdict {
    open,   ///< It is to run, was begun, or failed: it is pending.
    passed  ///< On the bytes that `digest` stands for.
  };
  PendingCheck name;
  std::string digest;  ///< See ReadyCheck.
  Verdict verdict = Verdict::open;
};

/// `.patcher/record.json` of one root: what was applied, bottom first, and what must still run.
///
/// Holds no time, host or absolute path, so that equal runs give equal records.
struct Record {
  std::vector<RecordedPatch> stack;
  std::vector<PendingRebuild> pending;
  /// Folders of the tree that lay elsewhere, ascending. Only those are written in which the stack
  /// has files. A place is a path from the root, links resolved; where the two have no folder above
  /// them but the root of all files, `sha256:` over the place's own path.
  std::vector<MappedFolder> mapped = {};
  /// Of rebuilds whose sources some patch changed; each once. See plan/rebuild_trigger.hpp.
  std::vector<BuiltFrom> built = {};
  std::vector<JudgedCheck> checks = {};  ///< Of what the stack has; see plan/due_checks.hpp.

  [[nodiscard]] bool empty() const { return stack.empty() && pending.empty(); }
};

/// Whether a patch of `record` has a file in `folder`.
[[nodiscard]] bool has_files_in(const Record& record, const TreePath& folder);

/// Reads a record. Errors: record_unreadable with the place; unsafe_path for a path that leads
/// out of the tree.
[[nodiscard]] Result<Record> parse_record(std::string_view text, const std::string& file);

/// The text of `record`, indented JSON ending in a newline; empty for an empty record.
[[nodiscard]] std::string text_of(const Record& record);

/// What `step` did, as it is recorded.
[[nodiscard]] std::vector<RecordedFile> recorded_files(const PatchStep& step);

/// The entry for `patch`, which a run of the manifest `manifest` applied by `step`.
[[nodiscard]] RecordedPatch recorded_as(const Patch& patch, const std::string& manifest,
                                        const PatchStep& step);

/// The bytes before `file`'s patch, out of the bytes after it. Nothing when a hunk does not lie in
/// `after`.
[[nodiscard]] std::optional<std::string> restored(const RecordedFile& file, std::string_view after);

}  // namespace patcher
