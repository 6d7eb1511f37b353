// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/imported_work.hpp"
#include "patcher/cli/new_files.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/import/imported_patch.hpp"
#include "patcher/import/proof.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

/// What a run makes.
struct Made {
  Files files;
  std::size_t patches = 0;
  std::size_t edits = 0;
};

bool is_series(const Options& options) { return !options.import.series.empty(); }

/// The names of the patch at `index` of `count`: those of a series are numbered.
PatchNames names_of(const Options& options, std::size_t index, std::size_t count) {
  if (!is_series(options)) return {options.id, options.tree, options.out};
  const std::size_t width = std::to_string(count).size();
  const std::string id = fmt::format("{}-{:0{}}", options.id, index + 1, width);
  return {id, options.tree, (fs::path(options.out) / (id + ".yaml")).string()};
}

void add_files(const ImportedPatch& patch, const std::string& out, Files& files) {
  files.emplace(out, patch.text);
  const fs::path folder = fs::path(out).parent_path();
  for (const auto& [path, bytes] : patch.payloads) files.emplace((folder / path).string(), bytes);
}

/// The patch of `piece`. Where its tables are not such that rows can be put into them, they are
/// texts like any other.
Result<ImportedPatch> proved_patch(const ImportedPiece& piece, const PatchNames& names) {
  SourceCache cache;
  auto patch = patch_of(piece.change, names, cache, TableRows::as_rows);
  if (!patch) return patch;
  Status proved = prove(*patch, piece.change, *piece.tree, cache);
  if (!proved && patch->tables > 0) {
    patch = patch_of(piece.change, names, cache, TableRows::as_lines);
    if (!patch) return patch;
    proved = prove(*patch, piece.change, *piece.tree, cache);
  }
  if (!proved) return std::move(proved).error();
  return patch;
}

/// Makes the patches, and proves each on the tree that those before it leave.
Result<Made> made_of(const Options& options, const ImportedWork& work) {
  Made made;
  for (std::size_t i = 0; i < work.pieces.size(); ++i) {
    const ImportedPiece& piece = work.pieces[i];
    const PatchNames names = names_of(options, i, work.pieces.size());
    const auto patch = proved_patch(piece, names);
    if (!patch) return patch.error();
    add_files(*patch, names.file, made.files);
    made.edits += patch->edits;
    ++made.patches;
  }
  return made;
}

/// Makes the patches, proves them, and writes them.
Result<Made> carried_out(const Options& options, FileSystem& files, Outcome& outcome) {
  if (!is_series(options)) {
    const Status is_free = refuse_existing({{options.out, {}}});
    if (!is_free) return is_free.error();
  }
  auto work = imported_work(options, files);
  if (!work) return std::move(work).error();
  append(outcome.diagnostics, std::move(work->notes));
  auto made = made_of(options, *work);
  if (!made) return made;
  const Status free = refuse_existing(made->files);
  if (!free) return free.error();
  const Status done = write_new_files(made->files, files);
  if (!done) return done.error();
  for (const auto& [path, bytes] : made->files) outcome.changed.push_back({"", path});
  return made;
}

}  // namespace

Outcome import_command(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  const auto made = carried_out(options, files, outcome);
  if (!made) return failed(std::move(outcome), made.error());
  const std::string patches =
      is_series(options) ? fmt::format(" in {}", counted(made->patches, "patch", "patches")) : "";
  outcome.summary = fmt::format("{}: {}{} imported, proved in memory", options.out,
                                counted(made->edits, "edit", "edits"), patches);
  return concluded(std::move(outcome), ExitCode::done);
}

}  // namespace patcher
