// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "patcher/core/result.hpp"
#include "patcher/import/change.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// What a patch that is made of a change is called.
struct PatchNames {
  std::string id;
  std::string tree;
  std::string file;  ///< The patch file to be written.
};

/// A patch file with its payloads, not written yet.
struct ImportedPatch {
  std::string file;  ///< The patch file to be written.
  std::string text;
  std::map<std::string, std::string> payloads;  ///< By their paths relative to the patch file.
  std::size_t edits = 0;
  std::size_t tables = 0;  ///< How many of them put rows into a table.
};

/// How rows are said that come at the end of a table.
enum class TableRows { as_rows, as_lines };

/// The folder of a patch file's payloads, relative to it: its name without `.yaml`.
[[nodiscard]] std::string payload_folder(const std::string& patch_file);

/// The patch that makes `change`. The same change gives the same bytes.
///
/// Errors, all of them: place_unfit for what no edit of the language says.
[[nodiscard]] Result<ImportedPatch> patch_of(const Change& change, const PatchNames& names,
                                             SourceCache& cache, TableRows rows);

}  // namespace patcher
