// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <vector>

#include "patcher/manifest/key_table.hpp"

namespace patcher::language {
namespace {

constexpr Shape one(Scalar scalar) { return {.scalar = scalar}; }
constexpr Shape list_of(Scalar scalar) { return {.form = Form::list, .scalar = scalar}; }
constexpr Shape full_list_of(Scalar scalar) { return {.form = Form::full_list, .scalar = scalar}; }

constexpr auto kBaseKeys = std::to_array<Key>(
    {{"image", one(Scalar::filled_text), Need::required, "The image that holds the trees."},
     {"digest", one(Scalar::image_digest), Need::optional, "The image's digest."}});
constexpr Table kBase = {"'base'", "base", "The image that the trees come from.", kBaseKeys};
constexpr auto kBaseMaps = std::to_array<const Table*>({&kBase});

constexpr auto kMappedPackageKeys = std::to_array<Key>(
    {{"python", one(Scalar::package), Need::required, "An installed Python package."},
     {"path", one(Scalar::tree_path), Need::optional, "A folder below the package's folder."}});
constexpr Table kMappedPackage = {"a mapped place", "mapped_package",
                                  "A folder of an installed Python package.", kMappedPackageKeys};
constexpr auto kMappedPackages = std::to_array<const Table*>({&kMappedPackage});
constexpr Key kMap = {"map",
                      {.form = Form::dictionary,
                       .scalar = Scalar::mapped_path,
                       .maps = kMappedPackages,
                       .names = Scalar::tree_path},
                      Need::optional,
                      "Folders of the tree that lie elsewhere: below this root, at an absolute "
                      "path, or in another package."};

constexpr auto kPathLocationKeys = std::to_array<Key>(
    {{"path", one(Scalar::path), Need::required, "A folder that may be the tree's root."}, kMap});
constexpr Table kPathLocation = {"a location with 'path'", "path_location", "A folder.",
                                 kPathLocationKeys};
constexpr auto kPythonLocationKeys = std::to_array<Key>(
    {{"python", one(Scalar::package), Need::required, "An installed Python package."},
     {"up", one(Scalar::up), Need::optional, "Folders to go up from the package's folder."},
     kMap});
constexpr Table kPythonLocation = {"a location with 'python'", "python_location",
                                   "An installed Python package.", kPythonLocationKeys};
constexpr auto kLocations = std::to_array<const Table*>({&kPathLocation, &kPythonLocation});

constexpr auto kTreeKeys = std::to_array<Key>(
    {{"upstream", one(Scalar::filled_text), Need::required, "The tree's repository."},
     {"commit", one(Scalar::commit), Need::required,
      "The commit that the patches are written for."},
     {"locate",
      {.form = Form::list, .maps = kLocations},
      Need::optional,
      "Where the tree may be, in the order in which the places are tried."},
     {"definitions", list_of(Scalar::macro), Need::optional,
      "Preprocessor macros that count as defined."},
     {"undefined", list_of(Scalar::macro), Need::optional,
      "Preprocessor macros that count as not defined."}});
constexpr Table kTree = {"a tree", "tree", "A source tree and its pin.", kTreeKeys};
constexpr auto kTreeMaps = std::to_array<const Table*>({&kTree});

constexpr auto kHistoryKeys = std::to_array<Key>(
    {{"tree", one(Scalar::name), Need::required, "The patch's own tree."},
     {"since", one(Scalar::commit), Need::optional, "A commit that the tree's history must have."},
     {"before", one(Scalar::commit), Need::optional,
      "A commit that the tree's history must not have."}});
constexpr Table kHistory = {"a condition with 'tree'", "history_condition",
                            "Bases from one commit on, or before one.", kHistoryKeys};

// Not constexpr: the tables of conditions on bytes are another file's.
const auto kWhens = [] {
  std::vector<const Table*> tables(base_claim_tables().begin(), base_claim_tables().end());
  tables.push_back(&kHistory);
  return tables;
}();
const auto kEntryKeys = std::to_array<Key>(
    {{"patch", one(Scalar::path), Need::required, "The patch file, relative to this manifest."},
     {"optional", one(Scalar::filled_text), Need::optional,
      "Why the patch may be left out where what it edits is not there."},
     {"when", {.maps = kWhens}, Need::optional, "The bases that the patch is for."}});
const Table kEntry = {"an entry of 'patches'", "patch_entry", "A patch of the set.", kEntryKeys};
const auto kEntryMaps = std::to_array<const Table*>({&kEntry});

constexpr auto kRebuildKeys = std::to_array<Key>(
    {{"id", one(Scalar::id), Need::required, "The rebuild's name."},
     {"tree", one(Scalar::name), Need::required, "The tree whose files it builds."},
     {"when_changed", full_list_of(Scalar::tree_glob), Need::required,
      "Files or globs; a change in one of them makes the rebuild run."},
     {"remove", list_of(Scalar::tree_glob), Need::optional, "What to delete before it runs."},
     {"run", full_list_of(Scalar::text), Need::required,
      "Program and arguments; {here} and {root} are replaced."},
     {"produces", list_of(Scalar::tree_glob), Need::optional,
      "Files that the command must make anew; what stands there is deleted before it runs."},
     {"env",
      {.form = Form::dictionary, .scalar = Scalar::text, .names = Scalar::environment_name},
      Need::optional,
      "Environment variables for the command; {here} and {root} are replaced."},
     {"time_limit", one(Scalar::seconds), Need::optional,
      "Seconds after which the command is ended; 3600 if left out."}});
constexpr Table kRebuild = {"a rebuild", "rebuild", "A command for changed files.", kRebuildKeys};
constexpr auto kRebuildMaps = std::to_array<const Table*>({&kRebuild});

constexpr auto kLedgerKeys = std::to_array<Key>(
    {{"id", one(Scalar::id), Need::required, "The name of the fix."},
     {"tree", one(Scalar::name), Need::required, "The tree that it is about."},
     {"why", one(Scalar::filled_text), Need::required, "Why it is not carried."},
     {"links", list_of(Scalar::url), Need::optional, "Pull requests, issues, commits."},
     {"title", one(Scalar::title), Need::optional, "One line: what the fix does."}});
constexpr Table kLedger = {"an entry of 'ledger'", "ledger_entry",
                           "A fix that is known and not carried.", kLedgerKeys};
constexpr auto kLedgerMaps = std::to_array<const Table*>({&kLedger});

const auto kManifestKeys = std::to_array<Key>(
    {{"version", one(Scalar::language_version), Need::required,
      "The version of the manifest language: 1."},
     {"name", one(Scalar::name), Need::required, "The manifest's name."},
     {"base", {.maps = kBaseMaps}, Need::optional, "The image that the trees come from."},
     {"trees",
      {.form = Form::full_dictionary, .maps = kTreeMaps, .names = Scalar::name},
      Need::required,
      "The source trees, by name."},
     {"patches",
      {.form = Form::full_list, .scalar = Scalar::path, .maps = kEntryMaps},
      Need::required,
      "The patch files, in the order in which they apply."},
     {"rebuilds",
      {.form = Form::list, .maps = kRebuildMaps},
      Need::optional,
      "Commands that must run when certain files changed."},
     {"checks",
      {.form = Form::list, .maps = set_check_tables()},
      Need::optional,
      "Commands that judge the whole set once it is written."},
     {"ledger",
      {.form = Form::list, .maps = kLedgerMaps},
      Need::optional,
      "Fixes that are known and not carried."},
     {"min_patcher", one(Scalar::program_version), Need::optional,
      "The oldest version of patcher that can read this file."}});
const Table kManifest = {"a manifest", "manifest", "An ordered set of patches over pinned trees.",
                         kManifestKeys};

}  // namespace

const Table& manifest_table() { return kManifest; }

const Key* key_of(const Table& table, std::string_view name) {
  const auto found =
      std::ranges::find_if(table.keys, [&](const Key& key) { return key.name == name; });
  return found == table.keys.end() ? nullptr : &*found;
}

}  // namespace patcher::language
