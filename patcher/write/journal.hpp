// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/blob_id.hpp"
#include "patcher/core/result.hpp"
#include "patcher/write/item.hpp"

namespace patcher {

/// What identifies a regular file's content for a journal.
struct FileState {
  std::string blob;  ///< Its git blob id in hex; empty where the bytes do not matter.
  std::uint32_t mode = 0;
};

/// One name that a run changes, as its journal remembers it.
struct JournalItem {
  std::string path;                 ///< Below the root, canonical and safe.
  std::optional<FileState> before;  ///< None: there was no file.
  std::optional<FileState> after;   ///< None: the file is to be removed.
  std::string staged;               ///< Temporary name of the new file; empty where there is none.
  std::string kept;                 ///< Temporary name of the original; empty where there is none.
  Proof proof = Proof::needed;
};

/// What one run is about to do in one root, written before it does anything there, so that a later
/// run can finish or undo it.
///
/// While it stands as `.patcher/journal.json` the run may be undone; the first root's is renamed to
/// `.patcher/commit.json` once everything is staged, and from then on the run is to be finished.
/// In a run over several roots the first root's is `.patcher/settled.json` while the other roots'
/// are written or removed, so that at any other time a root without one is not the run's root.
struct Journal {
  std::string run;                      ///< The run's token.
  std::vector<std::string> roots = {};  ///< Real paths of the run's roots; the first has the mark.
  std::vector<std::string> names = {};  ///< Of each root: `TREE`, or `TREE:FOLDER` for a part.
  std::size_t seat = 0;                 ///< Which of `roots` this journal is of.
  std::vector<JournalItem> items = {};  ///< In the order of the exchange.
  std::vector<std::string> made = {};   ///< Folders that the run makes, outermost first.
  std::vector<std::string> emptied =
      {};  ///< Folders that go at the end if nothing is in them, in order.
};

inline constexpr std::string_view kJournalFile = "journal.json";
inline constexpr std::string_view kCommitFile = "commit.json";
inline constexpr std::string_view kSettledFile = "settled.json";
/// A journal that is being written; nothing was changed yet where only this one is left.
inline constexpr std::string_view kUnfinishedJournal = "journal.new";

/// The text of `journal`, indented JSON ending in a newline.
[[nodiscard]] std::string text_of(const Journal& journal);

/// Reads a journal. Anything that is not exactly what `text_of` writes is refused, unsafe paths
/// and temporary names of another form too: what it says will be renamed and removed.
///
/// Errors: record_unreadable, unsafe_path, with `file` as the place.
[[nodiscard]] Result<Journal> parse_journal(std::string_view text, const std::string& file);

}  // namespace patcher
