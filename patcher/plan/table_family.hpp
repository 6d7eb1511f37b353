// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "patcher/core/csv.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/table_edit.hpp"
#include "patcher/plan/finding.hpp"
#include "patcher/plan/table_keys.hpp"

namespace patcher {

/// A table of a family.
struct FamilyTable {
  TreePath path;
  std::shared_ptr<const SourceText> source;  ///< Its bytes.
  const CsvTable* table = nullptr;           ///< Owned by `source`.
};

/// Why a table cannot be read by its reader.
struct TableFault {
  TreePath path;
  std::string why;               ///< As the end of a sentence: "it is empty, without a header".
  std::vector<Note> notes = {};  ///< Where.
};

/// All tables that the reader of a family merges, in the order of the family's entries, each once.
struct Family {
  std::vector<FamilyTable> tables;
  std::vector<TableFault> faults = {};
  Diagnostics errors = {};  ///< Of the disk.

  /// The table at `path`, or nothing.
  [[nodiscard]] std::optional<std::size_t> index_of(const TreePath& path) const;
};

/// Reads the tables that the entries `members` (paths and globs) have in `view`. What an entry
/// names and is not there is left out, as the reader leaves it out.
[[nodiscard]] Family read_family(const std::vector<std::string>& members, const View& view,
                                 SourceCache& cache);
/// The columns of the header of the file at `path`; nothing where there is no such file, or none
/// that can be read. Errors: those of Tree::look.
[[nodiscard]] Result<std::optional<std::vector<std::string>>> header_of(const TreePath& path,
                                                                        const View& view,
                                                                        SourceCache& cache);

/// The columns of the key: those named, and of another file's header those that some table has.
///
/// Errors (key_unfit): the file is not there or has no header; a named column that no table has; no
/// column is left.
[[nodiscard]] Result<std::vector<std::string>> key_columns(const EditContext& context,
                                                           const TableChange& change,
                                                           const std::vector<const CsvTable*>& all);

/// What `table` holds in the columns of a key, scanned once for each version of a file.
[[nodiscard]] std::shared_ptr<const KeyScan> scan_of(const FamilyTable& table,
                                                     const std::vector<std::string>& columns);

/// The place of what begins at `offset` of `text`, which stands at `file`, with its line.
[[nodiscard]] Note table_note(const std::string& file, std::string_view text, ByteRange record,
                              std::string message);

/// An error (table_broken) about a table that is not the patch's: it was so before.
[[nodiscard]] Diagnostic broken_table(const EditContext& context, const TreePath& path,
                                      std::string message);
/// The errors for all that keeps the reader of `family` from reading it.
[[nodiscard]] Diagnostics broken_tables(const EditContext& context, const Family& family);

}  // namespace patcher
