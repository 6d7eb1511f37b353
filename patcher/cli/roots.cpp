// SPDX-License-Identifier: MIT
#include "patcher/cli/roots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "patcher/cli/named_files.hpp"
#include "patcher/cli/root_finder.hpp"
#include "patcher/cli/root_option.hpp"
#include "patcher/manifest/suggestion.hpp"
#include "patcher/write/recovery.hpp"

namespace patcher {
namespace {

std::string did_you_mean(const std::string& given, const std::vector<std::string>& known) {
  const auto near = language::nearest(given, {known.begin(), known.end()});
  if (near) return fmt::format("did you mean '{}'?", *near);
  return fmt::format("the manifest has '{}'", fmt::join(known, "', '"));
}

std::vector<std::string> tree_names(const Manifest& manifest) {
  std::vector<std::string> names;
  for (const TreeSpec& spec : manifest.trees) names.push_back(spec.name);
  return names;
}

std::vector<std::string> patch_ids(const Manifest& manifest) {
  std::vector<std::string> ids;
  for (const Patch& patch : manifest.patches) ids.push_back(patch.id);
  return ids;
}

/// Errors for names on the command line that the manifest does not have.
Diagnostics unknown_names(const Manifest& manifest, const Options& options) {
  Diagnostics errors;
  const std::vector<std::string> trees = tree_names(manifest);
  const std::vector<std::string> ids = patch_ids(manifest);
  const auto check_tree = [&](const std::string& option, const std::string& name) {
    if (manifest.tree(name) != nullptr) return;
    errors.push_back(usage_error(
        fmt::format("{} names tree '{}', which the manifest does not declare", option, name),
        did_you_mean(name, trees)));
  };
  for (const auto& [name, where] : options.roots) check_tree("--root", name);
  for (const auto& [name, folders] : options.parts) check_tree("--root", name);
  if (!options.tree.empty()) check_tree("--tree", options.tree);
  for (const std::string& id : options.only) {
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) continue;
    errors.push_back(
        usage_error(fmt::format("--only names patch '{}', which the manifest does not have", id),
                    did_you_mean(id, ids)));
  }
  return errors;
}

/// A patch that is asked for and lies outside `--tree` must not be dropped without a word.
Diagnostics outside_tree(const Manifest& manifest, const Options& options) {
  Diagnostics errors;
  for (const Patch& patch : manifest.patches) {
    const bool outside =
        options.only.contains(patch.id) && !options.tree.empty() && options.tree != patch.tree;
    if (!outside) continue;
    errors.push_back(
        usage_error(fmt::format("--only names patch '{}' of tree '{}', but --tree is '{}'",
                                patch.id, patch.tree, options.tree),
                    "drop one of the two"));
  }
  return errors;
}

bool is_in_run(const TreeSpec& spec, const Manifest& manifest, const Options& options) {
  if (!options.tree.empty() && options.tree != spec.name) return false;
  if (options.only.empty()) return true;
  return std::any_of(manifest.patches.begin(), manifest.patches.end(), [&](const Patch& patch) {
    return patch.tree == spec.name && options.only.contains(patch.id);
  });
}

/// Whether a tree that cannot be opened for this reason may be left out: nothing is to be done
/// there but to look for what the manifest no longer has.
bool may_be_left_out(const TreeSpec& spec, const Manifest& manifest, const Options& options,
                     Code why) {
  const bool is_asked_for = manifest.edits(spec.name) || options.roots.contains(spec.name);
  return !is_asked_for && (why == Code::tree_not_found || why == Code::tree_ambiguous);
}

/// The note for a tree that is left out because of `why`.
Diagnostic not_looked_at(Diagnostic why) {
  why.severity = Severity::note;
  why.message +=
      "; it was not looked at: no patch is for it now, but one that the manifest no longer has may "
      "stand there";
  return why;
}

/// A folder of a run, with the words that name it.
struct UsedFolder {
  std::string name;  ///< `tree 'aiter'`, or `'csrc' of tree 'aiter'`.
  std::string path;
};

std::vector<UsedFolder> folders_of(const std::vector<OpenRoot>& roots) {
  std::vector<UsedFolder> folders;
  for (const OpenRoot& root : roots) {
    const std::string tree = fmt::format("tree '{}'", root.spec->name);
    for (const Worktree* folder : root.folders()) {
      folders.push_back(
          {folder->at().empty() ? tree : fmt::format("'{}' of {}", folder->at(), tree),
           folder->root()});
    }
  }
  return folders;
}

void refuse_shared_folders(const std::vector<OpenRoot>& roots, Diagnostics& errors) {
  const std::vector<UsedFolder> folders = folders_of(roots);
  for (auto folder = folders.begin(); folder != folders.end(); ++folder) {
    const auto twin = std::find_if(folders.begin(), folder, [&](const UsedFolder& earlier) {
      std::error_code ignored;  // An unreadable folder has its own error already.
      return std::filesystem::equivalent(earlier.path, folder->path, ignored);
    });
    if (twin == folder) continue;
    errors.push_back(usage_error(
        fmt::format("{} and {} have one root, '{}'", twin->name, folder->name, folder->path),
        "give each its own folder"));
  }
}

std::filesystem::path real_path(const std::string& folder) {
  std::error_code unseen;
  const auto real = std::filesystem::canonical(folder, unseen);
  return unseen ? std::filesystem::path(folder) : real;
}

Diagnostic about_part(const OpenRoot& root, const SplitWorktree::Part& part, Code code) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.where = root.spec->where;
  diagnostic.tree = root.spec->name;
  diagnostic.message = fmt::format("'{}' of tree '{}' is mapped to \"{}\"", part.at.str(),
                                   root.spec->name, part.folder->root());
  return diagnostic;
}

/// What git or this tool keeps for itself is of no tree, under whatever name.
void refuse_kept_folders(const OpenRoot& root, Diagnostics& errors) {
  for (const SplitWorktree::Part& part : root.parts()) {
    for (const auto& name : real_path(part.folder->root()).relative_path()) {
      const auto why = TreePath::why_unsafe(name.string());
      if (!why) continue;
      errors.push_back(about_part(root, part, Code::unsafe_path));
      errors.back().message += ": " + *why;
      errors.back().hint = "map a folder with sources";
      break;
    }
  }
}

/// The paths of `patch` that a mapped folder has under another name: two records of one file would
/// not know of each other.
void refuse_second_names(const OpenRoot& root, const Patch& patch, Diagnostics& errors) {
  const auto main = real_path(root.where());
  for (const SplitWorktree::Part& part : root.parts()) {
    const auto place = real_path(part.folder->root());
    for (const TreePath& file : files_of(patch, root.tree())) {
      const auto below = (main / file.str()).lexically_relative(place);
      if (below.empty() || *below.begin() == ".." || is_in(file, part.at)) continue;
      Diagnostic diagnostic = about_part(root, part, Code::usage);
      diagnostic.message += fmt::format(", where '{}' lies too", file.str());
      diagnostic.where = patch.where;
      diagnostic.patch = patch.id;
      diagnostic.target.file = file.str();
      diagnostic.hint = fmt::format("name it '{}/{}'", part.at.str(), below.generic_string());
      errors.push_back(std::move(diagnostic));
    }
  }
}

void refuse_unsafe_parts(const Manifest& manifest, const std::vector<OpenRoot>& roots,
                         Diagnostics& errors) {
  for (const OpenRoot& root : roots) {
    refuse_kept_folders(root, errors);
    for (const Patch& patch : manifest.patches) {
      if (patch.tree == root.spec->name) refuse_second_names(root, patch, errors);
    }
  }
}

/// A run that was interrupted in the trees that are there may be why another is not.
void tell_interruptions(const std::vector<OpenRoot>& roots, Diagnostics& errors) {
  for (const OpenRoot& root : roots) {
    for (const Worktree* folder : root.folders()) {
      const auto left = has_journal(*folder);
      if (!left || !*left) continue;
      errors.push_back(interrupted_error(*folder));
      errors.back().tree = root.spec->name;
      errors.back().hint = fmt::format(
          "that run is finished or undone by the next 'patcher apply' or 'patcher revert' that "
          "begins; '--tree {}' begins without the others, and says what to give up where one is "
          "gone for good",
          root.spec->name);
    }
  }
}

}  // namespace

const Tree& OpenRoot::tree() const {
  if (stored) return *stored;
  return *worktree;
}

const std::string& OpenRoot::where() const { return stored ? stored->where() : worktree->root(); }

std::string OpenRoot::commit() const {
  return stored ? stored->commit() : commit_at(worktree->root());
}

InHistory OpenRoot::in_history(const std::string& commit) const {
  return stored ? stored->in_history(commit) : patcher::in_history(worktree->root(), commit);
}

Result<Entry> OpenRoot::look_at_record() const {
  return stored ? stored->look_at_record() : worktree->look_at_record();
}

std::vector<const Worktree*> OpenRoot::folders() const {
  return worktree ? worktree->folders() : std::vector<const Worktree*>();
}

const std::vector<SplitWorktree::Part>& OpenRoot::parts() const {
  static const std::vector<SplitWorktree::Part> none;
  return worktree ? worktree->parts() : none;
}

Result<OpenRoots> open_roots(const Manifest& manifest, const Options& options, FileSystem& files) {
  Diagnostics errors = unknown_names(manifest, options);
  append(errors, faults_of_parts(options));
  if (errors.empty()) errors = outside_tree(manifest, options);
  if (!errors.empty()) return Failure(std::move(errors));
  OpenRoots open;
  RootFinder finder(manifest, options, files);
  for (const TreeSpec& spec : manifest.trees) {
    if (!is_in_run(spec, manifest, options)) continue;
    auto root = finder.find(spec);
    if (root) {
      open.roots.push_back(*std::move(root));
      // What is not edited may be there as often as it likes.
      if (!manifest.edits(spec.name)) open.roots.back().warnings.clear();
      continue;
    }
    Diagnostics why = std::move(root).error().diagnostics();
    const bool is_left_out = may_be_left_out(spec, manifest, options, why.front().code);
    is_left_out ? open.notes.push_back(not_looked_at(std::move(why.front())))
                : append(errors, std::move(why));
  }
  refuse_shared_folders(open.roots, errors);
  refuse_unsafe_parts(manifest, open.roots, errors);
  if (errors.empty()) return open;
  tell_interruptions(open.roots, errors);
  return Failure(std::move(errors));
}

}  // namespace patcher
