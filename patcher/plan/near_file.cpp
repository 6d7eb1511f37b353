// SPDX-License-Identifier: MIT
#include "patcher/plan/near_file.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "patcher/core/tree_path.hpp"
#include "patcher/manifest/suggestion.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostNamed = 3;

/// Every file below `folder`, or nothing where that cannot be told.
std::vector<std::string> files_below(const TreePath& folder, const Tree& tree) {
  if (folder.str().find_first_of("*?[\\") != std::string::npos) return {};
  const auto found = tree.match(folder.str() + "/*");
  std::vector<std::string> files;
  if (!found) return files;
  for (const Match& match : *found) files.push_back(match.path.str());
  return files;
}

std::vector<std::string> named_as(const TreePath& path, const std::vector<std::string>& files) {
  std::vector<std::string> same;
  for (const std::string& file : files) {
    const auto other = TreePath::parse(file);
    if (other && other->name() == path.name()) same.push_back(file);
  }
  return same;
}

/// What may be meant by `path`, as a hint; empty when nothing is near.
std::string hint_for(const TreePath& path, const Tree& tree) {
  constexpr int kFoldersUp = 2;
  auto folder = path.parent();
  for (int up = 0; folder && up < kFoldersUp; ++up, folder = folder->parent()) {
    const std::vector<std::string> files = files_below(*folder, tree);
    const auto near = language::nearest(path.str(), {files.begin(), files.end()});
    if (near) return fmt::format("did you mean '{}'?", *near);
    const std::vector<std::string> same = named_as(path, files);
    if (!same.empty() && same.size() <= kMostNamed) {
      return fmt::format("a file of that name stands at '{}': see whether upstream moved it",
                         fmt::join(same, "', '"));
    }
  }
  return {};
}

}  // namespace

void hint_at_near_files(const Tree& tree, Diagnostics& diagnostics) {
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.code != Code::file_missing) continue;
    const auto path = TreePath::parse(diagnostic.target.file);
    if (!path) continue;
    std::string hint = hint_for(*path, tree);
    if (!hint.empty()) diagnostic.hint = std::move(hint);
  }
}

}  // namespace patcher
