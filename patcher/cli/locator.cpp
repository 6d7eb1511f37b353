// SPDX-License-Identifier: MIT
#include "patcher/cli/locator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace patcher {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNotes = 12;  // of one kind, for one package

bool is_same_folder(const std::string& a, const std::string& b) {
  std::error_code unseen;
  return fs::equivalent(a, b, unseen);
}

bool is_folder(const std::string& path) {
  std::error_code unseen;
  return fs::is_directory(path, unseen);
}

/// The folder `up` folders above `folder`, which has no links in it; never the root of all files.
std::optional<std::string> folder_above(const std::string& folder, std::size_t up) {
  fs::path above = folder;
  for (std::size_t i = 0; i < up; ++i) above = above.parent_path();
  if (!above.has_relative_path()) return std::nullopt;
  return above.string();
}

/// A note for each of `sentences` about `package`, as many as can be read.
void add_notes(const std::string& package, const std::vector<std::string>& sentences,
               const Place& where, std::vector<Note>& notes) {
  const std::size_t shown = std::min(sentences.size(), kMostNotes);
  for (std::size_t i = 0; i < shown; ++i) {
    notes.push_back({fmt::format("python package '{}': {}", package, sentences[i]), where});
  }
  if (shown == sentences.size()) return;
  notes.push_back(
      {fmt::format("python package '{}': and {} more", package, sentences.size() - shown), where});
}

/// The copies that were found, or else where none was.
std::vector<std::string> findings_of(const PackageSearch& search) {
  std::vector<std::string> sentences;
  for (const PackageCopy& copy : search.live) {
    sentences.push_back(fmt::format("\"{}\" ({})", copy.folder, copy.by));
  }
  if (!sentences.empty()) return sentences;
  for (const std::string& searched : search.searched) sentences.push_back("not in " + searched);
  for (const PackageCopy& copy : search.shadowed) {
    sentences.push_back(
        fmt::format("\"{}\" ({}) is a copy that is not imported", copy.folder, copy.by));
  }
  if (sentences.empty()) sentences.emplace_back("no Python interpreter was found");
  return sentences;
}

Diagnostic ambiguous(const std::string& package, const TreeSpec& spec, const PackageSearch& search,
                     const Place& where) {
  Diagnostic diagnostic;
  diagnostic.code = Code::tree_ambiguous;
  diagnostic.message = fmt::format("tree '{}': {} the python package '{}' is {} cannot be told",
                                   spec.name, search.live.empty() ? "whether" : "which copy of",
                                   package, search.live.empty() ? "installed" : "imported");
  diagnostic.where = where;
  diagnostic.tree = spec.name;
  add_notes(package, findings_of(search), where, diagnostic.notes);
  add_notes(package, search.doubts, where, diagnostic.notes);
  diagnostic.hint = fmt::format("choose one with '--root {}=DIR'", spec.name);
  return diagnostic;
}

}  // namespace

PackageSearch Locator::search(const std::string& package) {
  if (!packages_) packages_.emplace(environment_);
  return packages_->find(package);
}

std::string Locator::beside_manifest(const std::string& path) const {
  return (fs::path(manifest_.file).parent_path() / path).string();
}

Result<Located> Locator::package_folder(const std::string& package, const TreeSpec& spec,
                                        const Place& where) {
  const PackageSearch found = search(package);
  if (found.live.size() > 1 || !found.doubts.empty()) return ambiguous(package, spec, found, where);
  if (!found.live.empty()) return Located{found.live.front().folder, {}};
  std::vector<Note> tried;
  add_notes(package, findings_of(found), where, tried);
  add_notes(package, found.passed_over, where, tried);
  return Located{{}, std::move(tried)};
}

Result<Located> Locator::follow(const Location& location, const TreeSpec& spec) {
  if (const auto* path = std::get_if<Location::Path>(&location.what)) {
    return Located{beside_manifest(path->path), {}};
  }
  const auto& [package, up] = std::get<Location::Python>(location.what);
  auto located = package_folder(package, spec, location.where);
  if (!located || !located->folder) return located;
  auto root = folder_above(*located->folder, up);
  if (root) return Located{std::move(root), {}};
  return Located{{},
                 {{fmt::format("python package '{}': \"{}\" has no {} folders above it", package,
                               *located->folder, up),
                   location.where}}};
}

Result<Located> Locator::follow(const MappedPart& part, const TreeSpec& spec,
                                const std::string& root) {
  if (const auto* path = std::get_if<MappedPart::Path>(&part.what)) {
    return Located{(fs::path(root) / path->path).string(), {}};
  }
  const auto& [package, below] = std::get<MappedPart::Python>(part.what);
  auto located = package_folder(package, spec, part.where);
  if (located && located->folder && !below.empty()) *located->folder += "/" + below;
  return located;
}

std::vector<OtherCopy> Locator::all_copies(const TreeSpec& spec) {
  std::vector<OtherCopy> copies;
  for (const Location& location : spec.locate) {
    if (const auto* path = std::get_if<Location::Path>(&location.what)) {
      copies.push_back({beside_manifest(path->path), "named in 'locate'", location.where});
      continue;
    }
    const auto& [package, up] = std::get<Location::Python>(location.what);
    PackageSearch found = search(package);
    std::ranges::move(found.shadowed, std::back_inserter(found.live));
    for (PackageCopy& copy : found.live) {
      auto root = folder_above(copy.folder, up);
      if (root) copies.push_back({*std::move(root), std::move(copy.by), location.where});
    }
  }
  return copies;
}

std::vector<OtherCopy> Locator::other_copies(const TreeSpec& spec, const std::string& root) {
  std::vector<OtherCopy> others;
  if (!has_choice(spec)) return others;
  for (OtherCopy& copy : all_copies(spec)) {
    const bool known = std::ranges::any_of(
        others, [&](const OtherCopy& other) { return is_same_folder(other.folder, copy.folder); });
    if (is_folder(copy.folder) && !known && !is_same_folder(copy.folder, root)) {
      others.push_back(std::move(copy));
    }
  }
  return others;
}

bool Locator::has_choice(const TreeSpec& spec) const {
  std::size_t paths = 0;
  for (const Location& location : spec.locate) {
    const auto* path = std::get_if<Location::Path>(&location.what);
    if (path == nullptr) return true;
    if (is_folder(beside_manifest(path->path))) ++paths;
  }
  return paths > 1;
}

}  // namespace patcher
