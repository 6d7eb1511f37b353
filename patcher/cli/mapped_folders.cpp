// SPDX-License-Identifier: MIT
#include "patcher/cli/mapped_folders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

#include "patcher/core/utf8.hpp"
#include "patcher/manifest/digest.hpp"
#include "patcher/manifest/mapped_folder.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

fs::path real_path(const std::string& folder) {
  std::error_code unseen;
  const auto real = fs::canonical(folder, unseen);
  return unseen ? fs::path(folder) : real;
}

/// The ways to write down where a mapped folder lies, the one to write first.
///
/// What lies apart has no path from the root that would not be an absolute one in disguise.
std::vector<std::string> places_of(const fs::path& root, const fs::path& folder) {
  const std::string apart = "sha256:" + sha256_of(folder.string());
  const bool have_common = root.has_relative_path() && folder.has_relative_path() &&
                           *root.relative_path().begin() == *folder.relative_path().begin();
  std::string way = folder.lexically_relative(root).generic_string();
  if (!have_common || !is_utf8(way)) return {apart};
  return {std::move(way), apart};
}

/// A mapped folder of a run.
struct PresentFolder {
  const SplitWorktree::Part* part;
  std::vector<std::string> places;
};

std::vector<PresentFolder> present_folders(const OpenRoot& root) {
  std::vector<PresentFolder> folders;
  const fs::path main = real_path(root.where());
  for (const SplitWorktree::Part& part : root.parts()) {
    folders.push_back({&part, places_of(main, real_path(part.folder->root()))});
  }
  std::ranges::sort(folders, {}, [](const PresentFolder& folder) { return folder.part->at; });
  return folders;
}

std::string listed(const std::vector<TreePath>& folders) {
  std::vector<std::string> names;
  for (const TreePath& folder : folders) names.push_back(fmt::format("'{}'", folder.str()));
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

Diagnostic elsewhere(const OpenRoot& root, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = Code::tree_not_found;
  diagnostic.message = std::move(message);
  diagnostic.where = root.spec->where;
  diagnostic.tree = root.spec->name;
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

Diagnostic other_folders(const OpenRoot& root, const std::vector<TreePath>& then,
                         const std::vector<TreePath>& now) {
  return elsewhere(
      root,
      fmt::format("the record of tree '{}' was written with other folders mapped into "
                  "it: then {}, now {}",
                  root.spec->name, listed(then), listed(now)),
      fmt::format("name the same folders, by 'map:' or '--root {}:FOLDER=DIR'", root.spec->name));
}

Diagnostic another_place(const OpenRoot& root, const MappedFolder& then, const PresentFolder& now) {
  const bool is_known = !then.place.starts_with("sha256:");
  const std::string there = fmt::format("{}/{}", root.where(), then.place);
  return elsewhere(
      root,
      fmt::format("'{}' of tree '{}' is mapped to \"{}\", and what the record says of it was "
                  "written in another folder{}",
                  then.folder.str(), root.spec->name, now.part->folder->root(),
                  is_known ? fmt::format(", \"{}\"", there) : ""),
      "map that folder; what was written there is not here");
}

std::vector<std::string> paths_of(const Manifest& manifest, const SessionTree& tree) {
  std::vector<std::string> paths = paths_named_in(manifest, tree.root.spec->name);
  for (const RecordedPatch& entry : tree.record.stack) {
    for (const RecordedFile& file : entry.files) paths.push_back(file.path.str());
  }
  return paths;
}

Diagnostic unused_folder(const std::string& folder, const SessionTree& tree,
                         const std::vector<std::string>& paths) {
  const auto meant = folder_meant(folder, paths);
  Diagnostic found;
  found.severity = meant ? Severity::error : Severity::warning;
  found.code = meant ? Code::usage : Code::map_unused;
  found.message = fmt::format("'{}' of tree '{}' is mapped, but no file of the patches lies in it",
                              folder, tree.root.spec->name);
  found.where = tree.root.spec->where;
  found.tree = tree.root.spec->name;
  found.hint = meant ? fmt::format("did you mean '{}'?", *meant) : "leave the mapping out";
  return found;
}

}  // namespace

Result<Record> in_these_folders(Record record, const OpenRoot& root) {
  std::vector<TreePath> then;
  std::vector<TreePath> now;
  std::ranges::transform(record.mapped, std::back_inserter(then), &MappedFolder::folder);
  std::ranges::sort(then);
  const std::vector<PresentFolder> present = present_folders(root);
  Diagnostics moved;
  std::vector<MappedFolder> mapped;
  for (const PresentFolder& folder : present) {
    mapped.push_back({folder.part->at, folder.places.front()});
    const auto known = std::ranges::find(record.mapped, folder.part->at, &MappedFolder::folder);
    const bool is_known = known != record.mapped.end();
    if (is_known || has_files_in(record, folder.part->at)) now.push_back(folder.part->at);
    const bool stays = !is_known || std::ranges::count(folder.places, known->place) != 0;
    if (!stays) moved.push_back(another_place(root, *known, folder));
  }
  if (then != now) return other_folders(root, then, now);
  if (!moved.empty()) return Failure(std::move(moved));
  record.mapped = std::move(mapped);
  return record;
}

Diagnostics unused_folders(const Manifest& manifest, const std::vector<SessionTree>& trees) {
  Diagnostics all;
  for (const SessionTree& tree : trees) {
    const std::vector<std::string> paths = paths_of(manifest, tree);
    for (const SplitWorktree::Part& part : tree.root.parts()) {
      const std::string& folder = part.at.str();
      if (!is_used(folder, paths)) all.push_back(unused_folder(folder, tree, paths));
    }
  }
  return all;
}

}  // namespace patcher
