// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"

namespace patcher {

enum class Severity { note, warning, error };

/// What a diagnostic is about. `name_of` gives the stable spelling used in output and JSON;
/// cli/exit_code.cpp is the one place that maps a code to an exit code.
enum class Code {
  // the manifest (exit 2)
  invalid_yaml,
  invalid_manifest,
  unknown_key,
  duplicate_key,
  not_supported,
  usage,
  edits_overlap,
  lock_absent,
  lock_invalid,
  diff_invalid,
  table_invalid,
  json_invalid,
  // the content (exit 1)
  anchor_not_found,
  anchor_ambiguous,
  pattern_too_costly,
  empty_match,
  result_elsewhere,
  scope_not_found,
  scope_ambiguous,
  scope_changed,
  file_missing,
  file_ambiguous,
  not_a_regular_file,
  path_in_the_way,
  content_differs,
  mode_differs,
  indentation_unfit,
  place_unfit,
  syntax_error,
  partly_applied,
  round_trip_failed,
  unrecorded,
  modified,
  obsolete,
  patch_conflict,
  patch_blocked,
  ensure_failed,
  stands_on_top,
  state_required,
  interrupted,
  outdated,
  orphan,
  lock_stale,
  lock_drift,
  row_duplicate,
  row_missing,
  column_unfit,
  table_broken,
  table_unread,
  key_unfit,
  json_broken,
  key_missing,
  key_present,
  not_in_tree,
  mutant_accepted,
  claim_untrue,
  // a Dockerfile (exit 1): each rule of 'image lint' is known by its id
  dockerfile_invalid,
  base_tag_only,
  base_floating,
  tag_digest_differ,
  pin_claimed,
  pin_overridden,
  base_unknown,
  pins_differ,
  failure_hidden,
  status_discarded,
  shell_unread,
  tree_edited,
  live_diff,
  patch_fuzz,
  label_by_hand,
  set_mounted,
  patched_touched,
  apply_passed_over,
  not_locked,
  last_run_missing,
  allowance_unreasoned,
  allowance_expired,
  allowance_unused,
  allowance_unread,
  // the environment (exit 3)
  tree_not_found,
  tree_ambiguous,
  history_unknown,
  io_error,
  record_unreadable,
  object_unreadable,
  // safety (exit 5)
  unsafe_path,
  unsafe_link,
  tree_locked,
  // written, but what must run after it failed (exit 4)
  rebuild_failed,
  product_missing,
  check_failed,
  // said, never an error by itself
  link_broken,
  line_endings,
  check_not_run,
  rebuild_pending,
  pin_differs,
  two_copies,
  map_unused,
  left_out,
  bytes_decide,
  bytes_changed_at_checkout,
  recovered,
  internal
};

/// The stable spelling of `code`, in lower case with dashes: `anchor-not-found`.
[[nodiscard]] std::string_view name_of(Code code);
[[nodiscard]] std::string_view name_of(Severity severity);

/// A position in a file that people open: a manifest, a patch file, or a file of a tree.
///
/// Units: 1-based line and 1-based byte column; 0 means unknown. `file` is a path as it was
/// spelled for a manifest, and relative to the tree's root for a file of a tree.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

/// One line shown under a message.
struct ExcerptLine {
  std::uint32_t number = 0;      ///< 1-based; 0 for a line that is not in any file.
  std::string text;              ///< The line's bytes without its ending.
  std::vector<ByteRange> marks;  ///< Byte ranges of `text` to underline; may be empty.
};

/// More to know about a diagnostic: a second place, what was expected, what was found.
struct Note {
  std::string message;
  Place where = {};                     ///< Unknown when `where.file` is empty.
  std::string in = {};                  ///< Innermost definition around `where`, if known.
  std::vector<ExcerptLine> lines = {};  ///< Shown under the note.
};

/// One finding about the user's input or tree, a value; only report/ lays it out.
///
/// `where` is the place in the manifest or patch file that asked; `target` is the place in the
/// tree that it is about. Either may be unknown.
struct Diagnostic {
  Severity severity = Severity::error;
  Code code = Code::internal;
  std::string message;
  Place where = {};
  std::vector<ExcerptLine> lines = {};  ///< Source shown under `where`, when there is any.
  std::string patch = {};
  std::optional<std::size_t> edit = {};  ///< 0-based index in the patch's `edits`.
  std::string tree = {};
  Place target = {};
  std::string in = {};  ///< Innermost definition around `target`, if known.
  std::vector<Note> notes = {};
  std::string hint = {};  ///< The next step, in the imperative; may be empty.
};

using Diagnostics = std::vector<Diagnostic>;

/// Says whether any of `diagnostics` is an error.
[[nodiscard]] bool has_error(const Diagnostics& diagnostics);

/// Moves all of `more` to the end of `all`.
void append(Diagnostics& all, Diagnostics more);

}  // namespace patcher
