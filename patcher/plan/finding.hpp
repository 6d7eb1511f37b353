// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/splice.hpp"
#include "patcher/plan/state.hpp"
#include "patcher/plan/view.hpp"

namespace patcher {

class SourceCache;

/// How one edit stands to the bytes of its file, before any record is asked.
struct Finding {
  State state = State::drifted;    ///< pristine, applied, partial, drifted, ambiguous or missing.
  std::vector<ByteRange> places;   ///< Of the anchor when pristine, of the result when applied.
  std::size_t seen = 0;            ///< Places of the anchor and of the result, whatever the state.
  std::vector<ByteRange> anchors;  ///< What must survive the patch's other edits, when pristine.
  Splices forward;                 ///< Makes the result, when pristine.
  Splices backward;                ///< Takes the result back, when applied.
  /// When pristine, the whole file that is made where none is. When applied, the whole file, which
  /// the edit made; it goes when that is undone.
  Bytes makes = {};
  bool behind_earlier = false;  ///< An insertion was moved behind an earlier step's text.
  /// The anchor stands nowhere, as after the edit, whose result no bytes could show.
  bool may_be_done = false;
  /// Of several anchors the one that fits, 0-based.
  std::optional<std::size_t> alternative = std::nullopt;
  /// It is certain that nothing of what the edit is about is there: not its file, or not its scope,
  /// or its anchor nowhere.
  bool absent = false;
  /// Of a move: what stands at the edit's file when it is done, or, when it reads as applied, when
  /// it is undone.
  std::optional<Entry> becomes = std::nullopt;
  bool left_out = false;    ///< An optional edit that is absent.
  Diagnostics diagnostics;  ///< Why it is neither.
};

/// Says whether no place of the edit was found, which need not mean that nothing of it is there.
[[nodiscard]] bool has_no_place(const Finding& finding);

/// What an edit is judged in: the bytes of its file and who asks.
struct EditContext {
  const Patch& patch;
  std::size_t index;  ///< 0-based, in the patch's `edits`.
  const View& view;
  SourceCache& cache;
};

/// A diagnostic about the edit at `index` of `patch`, with both places filled in.
[[nodiscard]] Diagnostic about(const Patch& patch, std::size_t index, Code code,
                               std::string message);
/// A diagnostic about `patch` as a whole, at its place in the patch file.
[[nodiscard]] Diagnostic about(const Patch& patch, Code code, std::string message,
                               std::string hint);

/// Judges one edit by design 3: the places of the whole result and those of the anchor inside the
/// scope, each that lies in one of the other kind dropped, counted against `count`.
///
/// An insertion point where an earlier step of the view inserted text moves behind that text.
/// Errors of the disk and unsafe links are findings of state `missing` with their diagnostics.
[[nodiscard]] Finding find_edit(const EditContext& context);

}  // namespace patcher
