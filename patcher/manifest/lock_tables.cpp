// SPDX-License-Identifier: MIT
#include <array>

#include "patcher/manifest/key_table.hpp"

namespace patcher::language {
namespace {

constexpr Shape one(Scalar scalar) { return {.scalar = scalar}; }
constexpr Shape dictionary_of(Scalar names, Scalar scalar) {
  return {.form = Form::dictionary, .scalar = scalar, .names = names};
}

constexpr auto kManifestKeys = std::to_array<Key>(
    {{"name", one(Scalar::name), Need::required, "The manifest's name."},
     {"sha256", one(Scalar::sha256), Need::required, "Of the manifest's bytes."}});
constexpr Table kManifest = {"'manifest'", "locked_manifest", "The manifest as it was.",
                             kManifestKeys};
constexpr auto kManifestMaps = std::to_array<const Table*>({&kManifest});

constexpr auto kPatchKeys = std::to_array<Key>(
    {{"id", one(Scalar::id), Need::required, "The patch's id."},
     {"tree", one(Scalar::name), Need::required, "The tree that it edits."},
     {"sha256", one(Scalar::sha256), Need::required, "Of the patch file's bytes."},
     {"revision", one(Scalar::image_digest), Need::required,
      "Of the patch file and its payloads, as a record names it."},
     {"payloads", dictionary_of(Scalar::path, Scalar::sha256), Need::optional,
      "The payload files with the digests of their bytes."}});
constexpr Table kPatch = {"a locked patch", "locked_patch", "A patch as it was.", kPatchKeys};
constexpr auto kPatchMaps = std::to_array<const Table*>({&kPatch});

constexpr auto kFileKeys = std::to_array<Key>(
    {{"base", one(Scalar::git_entry), Need::required, "What it is below every patch."},
     {"after", dictionary_of(Scalar::id, Scalar::git_entry), Need::optional,
      "What it is after each patch that writes it, in the manifest's order."}});
constexpr Table kFile = {"a locked file", "locked_file", "A file that is read or written.",
                         kFileKeys};
constexpr auto kFileMaps = std::to_array<const Table*>({&kFile});

constexpr auto kGlobKeys =
    std::to_array<Key>({{"files", dictionary_of(Scalar::tree_glob, Scalar::git_entry),
                         Need::required, "What it catches below every patch."}});
constexpr Table kGlob = {"a locked glob", "locked_glob", "What a glob catches.", kGlobKeys};
constexpr auto kGlobMaps = std::to_array<const Table*>({&kGlob});

constexpr auto kTreeKeys =
    std::to_array<Key>({{"commit", one(Scalar::commit), Need::optional, "The manifest's pin."},
                        {"files",
                         {.form = Form::dictionary, .maps = kFileMaps, .names = Scalar::tree_glob},
                         Need::optional,
                         "The files that the set reads or writes."},
                        {"globs",
                         {.form = Form::dictionary, .maps = kGlobMaps, .names = Scalar::tree_glob},
                         Need::optional,
                         "The globs that the set names."}});
constexpr Table kTree = {"a locked tree", "locked_tree", "A tree as it was.", kTreeKeys};
constexpr auto kTreeMaps = std::to_array<const Table*>({&kTree});

constexpr auto kLockKeys = std::to_array<Key>(
    {{"version", one(Scalar::language_version), Need::required, "The version of the lock: 1."},
     {"manifest", {.maps = kManifestMaps}, Need::required, "The manifest as it was."},
     {"patches",
      {.form = Form::list, .maps = kPatchMaps},
      Need::required,
      "The patches as they were, in the manifest's order."},
     {"trees",
      {.form = Form::full_dictionary, .maps = kTreeMaps, .names = Scalar::name},
      Need::required,
      "The trees as they were, in the manifest's order."}});
constexpr Table kLock = {"a lock", "lock", "What a set and its trees were; written by the program.",
                         kLockKeys};

}  // namespace

const Table& lock_table() { return kLock; }

}  // namespace patcher::language
