// SPDX-License-Identifier: MIT
#include "patcher/manifest/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/manifest/document.hpp"
#include "patcher/manifest/manifest_reader.hpp"
#include "patcher/manifest/mapped_folder.hpp"
#include "patcher/manifest/patch_reader.hpp"

namespace patcher {
namespace {

using language::Document;
using language::Findings;
using language::ManifestDraft;
using language::PatchReference;

Diagnostic not_ours(const Document& document) {
  const yaml::Value& root = document.root;
  return document.source.error(
      Code::invalid_manifest, root.source, "the file is neither a manifest nor a patch",
      "a manifest has 'name', 'trees' and 'patches'; a patch has 'id', 'tree' and 'edits'");
}

Diagnostic is_a_lock(const Document& document) {
  return document.source.error(
      Code::invalid_manifest, document.root.source, "the file is a lock, expected a manifest",
      "name the manifest that it stands beside; its lock is found by itself");
}

/// Reads the patch files of one manifest and judges what they say about each other.
class SetReader {
 public:
  SetReader(const Document& document, const FileSource& files)
      : files_(files), findings_(document.source) {
    draft_ = language::read_manifest(document, findings_);
  }

  Result<LoadedManifest> read() {
    Diagnostics of_patches;
    for (const PatchReference& reference : draft_.references) {
      append(of_patches, read_patch(reference));
    }
    refuse_ledger_twins();
    settle_checks();
    Diagnostics all = findings_.take();
    append(all, std::move(of_patches));
    if (!has_error(all)) append(all, mistyped_parts());
    if (has_error(all)) return Failure(std::move(all));
    return LoadedManifest{std::move(draft_.manifest), std::move(all)};
  }

 private:
  /// Reads one patch; what is wrong with the reference itself goes to the manifest's findings.
  Diagnostics read_patch(const PatchReference& reference) {
    auto document = language::open_document(reference.file, files_);
    if (!document) return keep_placed(document.error().diagnostics(), reference);
    if (language::kind_of(*document) == FileKind::manifest) {
      findings_.error(Code::invalid_manifest, reference.source,
                      fmt::format("'{}' is a manifest, expected a patch", reference.file),
                      "name its patches one by one");
      return {};
    }
    language::ReadPatch read = language::read_patch(*document, files_);
    require_tree(read, *document);
    refuse_twin(read.patch, reference);
    read.patch.where = findings_.source().place(reference.source.begin);
    read.patch.optional = reference.optional;
    read.patch.when = reference.when;
    require_own_tree(read.patch, reference);
    ids_.push_back({read.patch.id, reference.source});
    draft_.manifest.patches.push_back(std::move(read.patch));
    return std::move(read.findings);
  }

  /// Findings about the bytes of the file stay as they are; those about opening it have no place,
  /// and get the one of the reference.
  Diagnostics keep_placed(const Diagnostics& found, const PatchReference& reference) {
    Diagnostics placed;
    for (const Diagnostic& diagnostic : found) {
      if (diagnostic.where.line != 0) {
        placed.push_back(diagnostic);
      } else {
        findings_.relay({diagnostic}, reference.source);
      }
    }
    return placed;
  }

  void require_tree(language::ReadPatch& read, const Document& document) const {
    const yaml::Value* tree = yaml::value_of(document.root, "tree");
    const Manifest& manifest = draft_.manifest;
    if (tree == nullptr || manifest.trees.empty() || manifest.tree(tree->text) != nullptr) return;
    Diagnostic found = document.source.error(
        Code::invalid_manifest, tree->source,
        fmt::format("the tree '{}' is not declared in '{}'", tree->text, manifest.file),
        language::hint_for_tree(tree->text, manifest));
    found.patch = read.patch.id;
    read.findings.push_back(std::move(found));
  }

  /// What another tree has may not decide, because a run may be limited to one.
  void require_own_tree(const Patch& patch, const PatchReference& reference) {
    const bool is_own = !patch.when || patch.when->tree.empty() || patch.when->tree == patch.tree;
    if (is_own || patch.tree.empty()) return;
    findings_.error(Code::invalid_manifest, reference.when_tree,
                    fmt::format("'when' asks tree '{}', but the patch is for tree '{}'",
                                patch.when->tree, patch.tree),
                    "name the patch's own tree");
  }

  void refuse_twin(const Patch& patch, const PatchReference& reference) {
    const auto twin =
        std::ranges::find_if(ids_, [&](const SeenId& seen) { return seen.id == patch.id; });
    if (twin == ids_.end() || patch.id.empty()) return;
    Diagnostic& found = findings_.error(Code::invalid_manifest, reference.source,
                                        fmt::format("two patches have the id '{}'", patch.id),
                                        "give one of the two another id");
    found.notes.push_back(findings_.note(twin->source, "the other one is named here"));
    found.patch = patch.id;
  }

  void refuse_ledger_twins() {
    for (const LedgerEntry& entry : draft_.manifest.ledger) {
      const auto twin =
          std::ranges::find_if(ids_, [&](const SeenId& seen) { return seen.id == entry.id; });
      if (twin == ids_.end()) continue;
      const std::size_t at =
          findings_.source().offset_at(entry.where.line - 1, entry.where.column - 1);
      Diagnostic& found = findings_.error(
          Code::invalid_manifest, {at, at + entry.id.size()},
          fmt::format("'{}' stands in 'ledger', but the manifest carries a patch of this id",
                      entry.id),
          "take it out of one of the two");
      found.notes.push_back(findings_.note(twin->source, "the patch is named here"));
    }
  }

  /// A check of the set runs in a tree that the set edits: only there can it be recorded.
  void settle_checks() {
    Manifest& manifest = draft_.manifest;
    const auto edited = std::ranges::find_if(
        manifest.trees, [&](const TreeSpec& tree) { return manifest.edits(tree.name); });
    for (Check& check : manifest.checks) {
      if (check.tree.empty() && edited != manifest.trees.end()) check.tree = edited->name;
      if (manifest.tree(check.tree) == nullptr || manifest.edits(check.tree)) continue;
      const std::size_t at =
          findings_.source().offset_at(check.where.line - 1, check.where.column - 1);
      findings_.error(
          Code::invalid_manifest, {at, at + 1},
          fmt::format("no patch of the set is for tree '{}', so that the check would never run",
                      check.tree),
          "name a tree that the set edits");
    }
  }

  /// A mapped folder of which the patches know only one that is spelled nearly so. One that they
  /// know nothing like may be another manifest's, and is told where its record is known.
  Diagnostics mistyped_parts() {
    for (const TreeSpec& spec : draft_.manifest.trees) {
      const std::vector<std::string> paths = paths_named_in(draft_.manifest, spec.name);
      for (const Location& location : spec.locate) {
        for (const MappedPart& part : location.map) refuse_mistyped(part, paths);
      }
    }
    return findings_.take();
  }

  void refuse_mistyped(const MappedPart& part, const std::vector<std::string>& paths) {
    const std::string& folder = part.at.str();
    const auto meant = is_used(folder, paths) ? std::nullopt : folder_meant(folder, paths);
    if (!meant) return;
    const std::size_t at = findings_.source().offset_at(part.where.line - 1, part.where.column - 1);
    findings_.error(Code::invalid_manifest, {at, at + folder.size()},
                    fmt::format("'{}' is mapped, but no file of the patches lies in it", folder),
                    fmt::format("did you mean '{}'?", *meant));
  }

  struct SeenId {
    std::string id;
    ByteRange source;
  };

  const FileSource& files_;
  Findings findings_;
  ManifestDraft draft_;
  std::vector<SeenId> ids_;
};

/// A patch file as a manifest of one patch, whose tree has no pin and no location.
Result<LoadedManifest> manifest_of_patch(const Document& document, const FileSource& files) {
  language::ReadPatch read = language::read_patch(document, files);
  if (has_error(read.findings)) return Failure(std::move(read.findings));
  LoadedManifest loaded;
  loaded.manifest.name = read.patch.id;
  loaded.manifest.file = read.patch.file;
  loaded.manifest.sha256 = read.patch.sha256;
  loaded.manifest.trees.push_back(
      {read.patch.tree, {}, {}, {}, {}, {}, Place{read.patch.file, 1, 1}});
  loaded.manifest.patches.push_back(std::move(read.patch));
  loaded.warnings = std::move(read.findings);
  return loaded;
}

}  // namespace

Result<LoadedManifest> load_manifest(const std::string& path, const FileSource& source) {
  auto document = language::open_document(path, source);
  if (!document) {
    Diagnostics found = std::move(document).error().diagnostics();
    for (Diagnostic& diagnostic : found) diagnostic.where.file = path;
    return Failure(std::move(found));
  }
  const auto kind = language::kind_of(*document);
  if (!kind) return not_ours(*document);
  if (*kind == FileKind::lock) return is_a_lock(*document);
  if (*kind == FileKind::patch) return manifest_of_patch(*document, source);
  return SetReader(*document, source).read();
}

}  // namespace patcher
