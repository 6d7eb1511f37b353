// SPDX-License-Identifier: MIT
#include "patcher/manifest/table_edit.hpp"

#include <algorithm>

#include "patcher/core/glob.hpp"

namespace patcher {

bool is_read_as(const std::string& member, const TreePath& path) {
  if (!is_glob(member)) return member == path.str();
  const auto depth = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '/');
  };
  return depth(member) == depth(path.str()) && catches(member, path.str()) &&
         path.name().find("untuned") == std::string_view::npos;
}

bool is_undone_by_bytes(const TableChange& change) {
  if (!change.chosen) return true;
  const ChosenRows& rows = *change.chosen;
  return !rows.deletes() && std::ranges::all_of(rows.set, [&](const auto& cell) {
    return rows.was.contains(cell.first);
  });
}

std::vector<TreePath> paths_of(const TableChange& change) {
  std::vector<TreePath> paths;
  if (change.key.header_of) paths.push_back(*change.key.header_of);
  for (const std::string& member : change.family) {
    if (const auto path = TreePath::parse(member); path && !is_glob(member)) {
      paths.push_back(*path);
    }
  }
  return paths;
}

std::vector<std::string> globs_of(const TableChange& change) {
  std::vector<std::string> globs;
  std::copy_if(change.family.begin(), change.family.end(), std::back_inserter(globs), is_glob);
  return globs;
}

}  // namespace patcher
