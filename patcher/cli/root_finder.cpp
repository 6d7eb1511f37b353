// SPDX-License-Identifier: MIT
#include "patcher/cli/root_finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "patcher/cli/process_environment.hpp"
#include "patcher/cli/root_option.hpp"
#include "patcher/tree/git_tree.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostCopies = 12;

Diagnostic no_root(const TreeSpec& spec, std::vector<Note> tried) {
  Diagnostic diagnostic;
  diagnostic.code = Code::tree_not_found;
  diagnostic.message = fmt::format("tree '{}' is nowhere to be found", spec.name);
  diagnostic.where = spec.where;
  diagnostic.tree = spec.name;
  diagnostic.notes = std::move(tried);
  diagnostic.hint = fmt::format("give its folder with '--root {}=DIR'", spec.name);
  return diagnostic;
}

Note no_folder(const std::string& what, const Place& where) {
  return {what + ": no folder there", where, {}, {}};
}

std::string words_for(const Location& location, const std::string& folder) {
  if (const auto* path = std::get_if<Location::Path>(&location.what)) {
    return fmt::format("path '{}'", path->path);
  }
  return fmt::format("\"{}\"", folder);
}

Diagnostics warning_of(const TreeSpec& spec, const std::string& root,
                       const std::vector<OtherCopy>& others) {
  if (others.empty()) return {};
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = Code::two_copies;
  warning.message = fmt::format("tree '{}' is there {} times: only \"{}\" is edited", spec.name,
                                others.size() + 1, root);
  warning.where = spec.where;
  warning.tree = spec.name;
  for (std::size_t i = 0; i < std::min(others.size(), kMostCopies); ++i) {
    warning.notes.push_back(
        {fmt::format("another copy: \"{}\" ({})", others[i].folder, others[i].by),
         others[i].where});
  }
  warning.hint = fmt::format(
      "remove what is not used, or choose the copy that runs with '--root {}=DIR'", spec.name);
  return {warning};
}

/// Warns where the main folder holds what a part has elsewhere.
Diagnostics warning_of(const TreeSpec& spec, const std::string& root,
                       const SplitWorktree::Part& part) {
  const std::string twin = root + "/" + part.at.str();
  std::error_code unseen;
  const bool other = std::filesystem::is_directory(twin, unseen) &&
                     !std::filesystem::equivalent(twin, part.folder->root(), unseen);
  if (!other) return {};
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = Code::two_copies;
  warning.message = fmt::format("'{}' of tree '{}' is there 2 times: only \"{}\" is edited",
                                part.at.str(), spec.name, part.folder->root());
  warning.where = spec.where;
  warning.tree = spec.name;
  warning.notes.push_back({fmt::format("another copy: \"{}\" (in the root)", twin)});
  warning.hint = "remove what is not used, or leave the mapping out";
  return {warning};
}

}  // namespace

RootFinder::RootFinder(const Manifest& manifest, const Options& options, FileSystem& files)
    : options_(options),
      files_(files),
      locator_(manifest, python_environment()),
      images_(manifest) {}

Result<OpenRoot> RootFinder::find(const TreeSpec& spec) {
  const auto given = options_.roots.find(spec.name);
  if (given != options_.roots.end() && is_stored(given->second)) {
    return find_stored(spec, given->second);
  }
  auto tree = open(spec);
  if (!tree) return std::move(tree).error();
  const std::string root = (*tree)->root();
  Diagnostics warnings = warning_of(spec, root, locator_.other_copies(spec, root));
  for (const SplitWorktree::Part& part : (*tree)->parts()) {
    append(warnings, warning_of(spec, root, part));
  }
  return OpenRoot{&spec, *std::move(tree), std::move(warnings), nullptr};
}

Result<OpenRoot> RootFinder::find_stored(const TreeSpec& spec, const std::string& where) {
  if (options_.parts.contains(spec.name)) {
    return Diagnostic{.code = Code::not_supported,
                      .message = fmt::format(
                          "--root {}={}: folders of a {} cannot lie elsewhere", spec.name, where,
                          where.starts_with(kGitPrefix) ? "commit" : "tree in an image"),
                      .hint = "leave '--root TREE:FOLDER' out"};
  }
  if (where.starts_with(kImagePrefix)) return images_.find(spec, where);
  auto tree = open_git_tree(where);
  if (!tree) {
    Diagnostics why = std::move(tree).error().diagnostics();
    for (Diagnostic& diagnostic : why) diagnostic.tree = spec.name;
    return Failure(std::move(why));
  }
  return OpenRoot{&spec, nullptr, {}, *std::move(tree)};
}

Result<RootFinder::Tree> RootFinder::open(const TreeSpec& spec) {
  const auto given = options_.roots.find(spec.name);
  return given == options_.roots.end() ? open_located(spec) : open_given(spec, given->second);
}

Result<RootFinder::Tree> RootFinder::open_given(const TreeSpec& spec, const std::string& where) {
  auto main = Worktree::open(where, files_);
  if (!main) return std::move(main).error();
  Parts parts;
  const auto given = options_.parts.find(spec.name);
  if (given == options_.parts.end()) return std::make_unique<SplitWorktree>(*std::move(main));
  for (const auto& [at, folder] : given->second) {
    auto part = Worktree::open(folder, files_, at);
    if (!part) return std::move(part).error();
    parts.push_back({TreePath::parse(at).value_or(TreePath()), *std::move(part)});
  }
  return std::make_unique<SplitWorktree>(*std::move(main), std::move(parts));
}

Result<RootFinder::Tree> RootFinder::open_located(const TreeSpec& spec) {
  Notes tried;
  for (const Location& location : spec.locate) {
    auto tree = open_entry(location, spec, tried);
    if (!tree || *tree) return tree;
  }
  return no_root(spec, std::move(tried));
}

/// Gives null where the entry leads nowhere.
Result<RootFinder::Tree> RootFinder::open_entry(const Location& location, const TreeSpec& spec,
                                                Notes& tried) {
  auto located = locator_.follow(location, spec);
  if (!located) return std::move(located).error();
  std::ranges::move(located->tried, std::back_inserter(tried));
  if (!located->folder) return Tree();
  auto main = open_if_there(*located->folder, {});
  if (!main) return std::move(main).error();
  if (!*main) {
    tried.push_back(no_folder(words_for(location, *located->folder), location.where));
    return Tree();
  }
  Parts parts;
  for (const MappedPart& mapped : location.map) {
    auto part = open_part(mapped, spec, *located->folder, tried);
    if (!part) return std::move(part).error();
    if (!*part) return Tree();
    parts.push_back({mapped.at, *std::move(part)});
  }
  return std::make_unique<SplitWorktree>(*std::move(main), std::move(parts));
}

/// Gives null where there is no such folder.
Result<RootFinder::Folder> RootFinder::open_part(const MappedPart& part, const TreeSpec& spec,
                                                 const std::string& root, Notes& tried) {
  auto located = locator_.follow(part, spec, root);
  if (!located) return std::move(located).error();
  std::ranges::move(located->tried, std::back_inserter(tried));
  if (!located->folder) return Folder();
  auto folder = open_if_there(*located->folder, part.at.str());
  if (folder && !*folder) {
    const std::string what = fmt::format("'{}', mapped to \"{}\"", part.at.str(), *located->folder);
    tried.push_back(no_folder(what, part.where));
  }
  return folder;
}

/// Gives null where there is no such folder.
Result<RootFinder::Folder> RootFinder::open_if_there(const std::string& folder,
                                                     const std::string& at) {
  auto worktree = Worktree::open(folder, files_, at);
  if (worktree) return worktree;
  if (worktree.error().diagnostics().front().code == Code::tree_not_found) return Folder();
  return worktree;
}

}  // namespace patcher
