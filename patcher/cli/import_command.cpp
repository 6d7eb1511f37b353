// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/new_files.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/import/applied_diff.hpp"
#include "patcher/import/compared_trees.hpp"
#include "patcher/import/diff_message.hpp"
#include "patcher/import/imported_patch.hpp"
#include "patcher/import/proof.hpp"
#include "patcher/manifest/diff.hpp"
#include "patcher/tree/git_tree.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

/// A change with the tree that has its old side.
struct Taken {
  std::unique_ptr<Tree> tree;
  Change change;
};

bool is_git(const std::string& where) { return where.starts_with(kGitPrefix); }

Result<std::unique_ptr<Tree>> opened(const std::string& where, FileSystem& files) {
  if (is_git(where)) {
    auto tree = open_git_tree(where);
    if (!tree) return std::move(tree).error();
    return std::unique_ptr<Tree>(*std::move(tree));
  }
  auto tree = Worktree::open(where, files);
  if (!tree) return std::move(tree).error();
  return std::unique_ptr<Tree>(*std::move(tree));
}

Result<Taken> of_diff(const Options& options, FileSystem& files) {
  const auto root = options.roots.find(options.tree);
  if (root == options.roots.end()) {
    return usage_error(
        fmt::format("a diff needs the tree that it was made from: there is no --root "
                    "for tree '{}'",
                    options.tree),
        fmt::format("write '--root {}=WHERE': a folder, or git:REPO@REV", options.tree));
  }
  const auto bytes = DiskSource{}.read(options.import.diff, kMostBytes);
  if (!bytes) return bytes.error();
  const auto diff = parse_diff(*bytes, options.import.diff);
  if (!diff) return diff.error();
  auto tree = opened(root->second, files);
  if (!tree) return std::move(tree).error();
  DiffedTree diffed(**tree);
  const Status applied = diffed.apply(*diff, {});
  if (!applied) return applied.error();
  const std::string name = std::filesystem::path(options.import.diff).filename().string();
  return Taken{*std::move(tree), {diffed.changes(), message_of_diff(*bytes, name)}};
}

Result<Taken> of_two_sides(const Options& options, FileSystem& files) {
  auto before = opened(options.import.from, files);
  if (!before) return std::move(before).error();
  auto after = opened(options.import.to, files);
  if (!after) return std::move(after).error();
  const bool has_git = is_git(options.import.from) || is_git(options.import.to);
  auto changed = differences(**before, **after, has_git ? Modes::of_git : Modes::to_the_bit);
  if (!changed) return std::move(changed).error();
  return Taken{*std::move(before), {*std::move(changed), message_titled("a change of a tree")}};
}

Result<Taken> taken(const Options& options, FileSystem& files) {
  auto result =
      options.import.diff.empty() ? of_two_sides(options, files) : of_diff(options, files);
  if (!result) return result;
  if (result->change.files.empty()) {
    return Diagnostic{.code = Code::content_differs,
                      .message = "there is nothing to import: both sides are the same",
                      .hint = "name another revision of the old side"};
  }
  if (!options.import.title.empty()) result->change.message.title = options.import.title;
  if (!options.import.why.empty()) result->change.message.why = options.import.why;
  return result;
}

std::map<std::string, std::string> files_of(const ImportedPatch& patch, const std::string& out) {
  std::map<std::string, std::string> files{{out, patch.text}};
  const std::filesystem::path folder = std::filesystem::path(out).parent_path();
  for (const auto& [path, bytes] : patch.payloads) files.emplace((folder / path).string(), bytes);
  return files;
}

/// Makes the patch, proves it, and writes it; gives how many edits it has.
Result<std::size_t> carried_out(const Options& options, FileSystem& files, Outcome& outcome) {
  const Status is_free = refuse_existing({{options.out, {}}});
  if (!is_free) return is_free.error();
  const auto source = taken(options, files);
  if (!source) return source.error();
  const PatchNames names{options.id, options.tree, options.out};
  SourceCache cache;
  const auto patch = patch_of(source->change, names, cache);
  if (!patch) return patch.error();
  const Status proved = prove(*patch, names, source->change, *source->tree);
  if (!proved) return proved.error();
  const auto written = files_of(*patch, options.out);
  const Status free = refuse_existing(written);
  if (!free) return free.error();
  const Status done = write_new_files(written, files);
  if (!done) return done.error();
  for (const auto& [path, bytes] : written) outcome.changed.push_back({"", path});
  return patch->edits;
}

}  // namespace

Outcome import_command(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  const auto edits = carried_out(options, files, outcome);
  if (!edits) return failed(std::move(outcome), edits.error());
  outcome.summary = fmt::format("{}: {} imported, proved in memory", options.out,
                                counted(*edits, "edit", "edits"));
  return concluded(std::move(outcome), ExitCode::done);
}

}  // namespace patcher
