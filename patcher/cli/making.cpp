// SPDX-License-Identifier: MIT
#include "patcher/cli/making.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "patcher/cli/command_words.hpp"
#include "patcher/cli/disturbance.hpp"
#include "patcher/cli/record_file.hpp"
#include "patcher/cli/signals_held.hpp"

namespace patcher {

Diagnostic rebuild_error(const Rebuild& rebuild, Code code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = rebuild.where;
  diagnostic.tree = rebuild.tree;
  return diagnostic;
}

/// Files that no rebuild may delete: what patches wrote, and what it is made of.
Result<std::set<TreePath>> sources_of(const Rebuild& rebuild, const SessionTree& tree,
                                      const Record& record) {
  std::set<TreePath> sources;
  for (const RecordedPatch& patch : record.stack) {
    for (const RecordedFile& file : patch.files) {
      if (file.after) sources.insert(file.path);
    }
  }
  for (const std::string& glob : rebuild.when_changed) {
    auto matches = tree.root.worktree->match(glob);
    if (!matches) return std::move(matches).error();
    for (const Match& match : *matches) sources.insert(match.path);
  }
  return sources;
}

PendingRebuild Making::which() const {
  return {rebuild_.tree, rebuild_.id, session_.manifest().name};
}
bool Making::has_products() const {
  return missing_products(rebuild_.produces, *tree_.root.worktree).empty();
}

Status Making::make() {
  auto record = read_record(tree_);
  if (!record) return std::move(record).error();
  auto job = job_for(*record);
  if (!job) return std::move(job).error();
  note_begun(which(), *record);
  Status noted = write_record(tree_, *record, means_.files);
  if (!noted) return noted;
  Disturbance disturbance(session_);
  Status made = run(*job);
  if (!made) return made;
  const std::string changed = disturbance.look_again();
  if (!changed.empty()) return built_of_other_bytes(changed);
  note_done(which(), rebuild_, look(), *record);
  return write_record(tree_, *record, means_.files);
}

Diagnostics Making::lose() {
  Diagnostic lost = rebuild_error(
      rebuild_, Code::product_missing,
      fmt::format("what rebuild '{}' made is gone: a later command took '{}' away", rebuild_.id,
                  fmt::join(missing_products(rebuild_.produces, *tree_.root.worktree), "', '")));
  lost.notes.push_back({.message = "the patches stay as they are, and the rebuild is pending"});
  lost.hint = "let no 'remove' or 'produces' of another rebuild catch it; then run again";
  Diagnostics errors{std::move(lost)};
  auto record = read_record(tree_);
  if (record) note_begun(which(), *record);
  Status noted = record ? write_record(tree_, *record, means_.files) : Status(record.error());
  if (!noted) append(errors, std::move(noted).error().diagnostics());
  return errors;
}

LookAt Making::look() const {
  return [this](const TreePath& path) { return tree_.root.worktree->look(path); };
}

Result<RebuildJob> Making::job_for(const Record& record) const {
  const std::string root = real_folder(tree_.root.worktree->root());
  const Stand stand{folder_of_file(session_.manifest().file), root};
  FilledCommand command{
      filled(rebuild_.run, stand), {}, root, std::chrono::seconds(rebuild_.time_limit)};
  Variables own;
  for (const auto& [name, value] : rebuild_.env) own[name] = filled(value, stand);
  command.variables = variables_with(own);
  auto process = process_of(command);
  if (!process) {
    Diagnostic missing = rebuild_error(rebuild_, Code::rebuild_failed,
                                       fmt::format("rebuild '{}' failed: there is no program '{}'",
                                                   rebuild_.id, command.words.front()));
    missing.notes.push_back({.message = "nothing was deleted, and the rebuild is pending"});
    missing.hint = "install it, or name its path; then run again";
    return missing;
  }
  auto sources = sources_of(rebuild_, tree_, record);
  if (!sources) return std::move(sources).error();
  return RebuildJob{rebuild_.id,         rebuild_.tree,       rebuild_.remove, rebuild_.produces,
                    *std::move(sources), *std::move(process), rebuild_.where};
}

Status Making::run(const RebuildJob& job) {
  Console& console = means_.console;
  ProcessWatch watch;
  watch.wrote = [&](std::string_view bytes) { console.wrote(bytes); };
  watch.waited = [&](std::chrono::milliseconds since) { console.waited(since); };
  watch.stop_asked = asked_to_stop;
  console.started(fmt::format("rebuild '{}'", rebuild_.id), job.process.words);
  Status made = run_rebuild(job, {*tree_.root.worktree, means_.files, means_.processes}, watch);
  console.ended(made ? RunEnd::done : RunEnd::failed);
  return made;
}

Diagnostic Making::built_of_other_bytes(const std::string& changed) const {
  Diagnostic error = rebuild_error(
      rebuild_, Code::rebuild_failed,
      fmt::format("rebuild '{}' failed: while it ran, {} changed, which patches wrote", rebuild_.id,
                  changed));
  error.notes.push_back(
      {.message = "what it made may be of other bytes, and the rebuild is pending"});
  error.hint = "have its command leave patched files alone, restore them, and run again";
  return error;
}

}  // namespace patcher
