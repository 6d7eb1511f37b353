// SPDX-License-Identifier: MIT
#include "patcher/manifest/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "patcher/manifest/table_edit.hpp"

namespace patcher {

const TreePath& file_of(const Edit& edit) {
  return std::visit([](const auto& what) -> const TreePath& { return what.file; }, edit.what);
}

bool has_glob(const Edit& edit) {
  const auto* text = std::get_if<TextEdit>(&edit.what);
  return text != nullptr && text->files != Files::named;
}

std::string spelled(const Check& check) {
  if (check.bytecode_has.empty()) return fmt::format("{}", fmt::join(check.run, " "));
  return fmt::format("byte-code of {} has {}", check.file.str(),
                     fmt::join(check.bytecode_has, ", "));
}

namespace {

/// The files besides its own that a table edit is judged by.
std::set<TreePath> read_for(const TableEdit& edit) {
  const std::vector<TreePath> paths = paths_of(*edit.change);
  return {paths.begin(), paths.end()};
}

}  // namespace

std::set<TreePath> files_named_by(const Patch& patch) {
  std::set<TreePath> files;
  for (const Edit& edit : patch.edits) {
    if (!has_glob(edit)) files.insert(file_of(edit));
    const auto* table = std::get_if<TableEdit>(&edit.what);
    if (table != nullptr) files.merge(read_for(*table));
  }
  for (const auto* claims : {&patch.obsolete_if, &patch.ensure}) {
    for (const Claim& claim : *claims) files.insert(claim.file);
  }
  if (patch.when && patch.when->claim) files.insert(patch.when->claim->file);
  return files;
}

std::set<std::string> globs_of(const Patch& patch) {
  std::set<std::string> globs;
  for (const Edit& edit : patch.edits) {
    if (has_glob(edit)) globs.insert(file_of(edit).str());
    const auto* table = std::get_if<TableEdit>(&edit.what);
    if (table == nullptr) continue;
    for (const std::string& glob : globs_of(*table->change)) globs.insert(glob);
  }
  return globs;
}

std::string_view name_of(Upstream::State state) {
  switch (state) {
    case Upstream::State::not_submitted:
      return "not-submitted";
    case Upstream::State::submitted:
      return "submitted";
    case Upstream::State::merged:
      return "merged";
    case Upstream::State::rejected:
      return "rejected";
    case Upstream::State::not_applicable:
      return "not-applicable";
  }
  return "not-submitted";
}

const TreeSpec* Manifest::tree(std::string_view tree_name) const {
  const auto found =
      std::ranges::find_if(trees, [&](const TreeSpec& tree) { return tree.name == tree_name; });
  return found == trees.end() ? nullptr : &*found;
}

bool Manifest::edits(std::string_view tree_name) const {
  return std::ranges::any_of(patches, [&](const Patch& patch) { return patch.tree == tree_name; });
}

}  // namespace patcher
