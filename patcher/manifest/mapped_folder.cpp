// SPDX-License-Identifier: MIT
#include "patcher/manifest/mapped_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "patcher/core/glob.hpp"
#include "patcher/manifest/suggestion.hpp"

namespace patcher {
namespace {

/// All folders above `path`; of a glob, those that it spells out.
void add_folders_of(std::string_view path, std::set<std::string>& folders) {
  const std::string_view plain = path.substr(0, path.find_first_of("*?["));
  for (std::size_t slash = plain.find('/'); slash != std::string_view::npos;
       slash = plain.find('/', slash + 1)) {
    folders.emplace(plain.substr(0, slash));
  }
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace

std::vector<std::string> paths_named_in(const Manifest& manifest, std::string_view tree) {
  std::vector<std::string> paths;
  for (const Patch& patch : manifest.patches) {
    if (patch.tree != tree) continue;
    for (const TreePath& file : files_named_by(patch)) paths.push_back(file.str());
    for (const std::string& glob : globs_of(patch)) paths.push_back(glob);
  }
  for (const Rebuild& rebuild : manifest.rebuilds) {
    if (rebuild.tree != tree) continue;
    for (const auto* globs : {&rebuild.when_changed, &rebuild.remove, &rebuild.produces}) {
      paths.insert(paths.end(), globs->begin(), globs->end());
    }
  }
  return paths;
}

bool is_used(std::string_view folder, const std::vector<std::string>& paths) {
  const std::string inside = fmt::format("{}/", folder);
  return std::ranges::any_of(paths, [&](const std::string& path) {
    // What a glob catches in the folder is known where the tree is.
    const std::string_view above = is_glob(path) ? folder_of(path) : std::string_view(path);
    const bool may_reach = is_glob(path) && (above.empty() || inside.starts_with(above));
    return may_reach || path == folder || path.starts_with(inside);
  });
}

std::optional<std::string> folder_meant(std::string_view folder,
                                        const std::vector<std::string>& paths) {
  std::set<std::string> folders;
  for (const std::string& path : paths) add_folders_of(path, folders);
  const auto same = std::ranges::find_if(folders, [&](const std::string& known) {
    return in_lower_case(known) == in_lower_case(folder);
  });
  if (same != folders.end()) return *same;
  const auto near = language::nearest(folder, {folders.begin(), folders.end()});
  return near ? std::optional<std::string>(*near) : std::nullopt;
}

}  // namespace patcher
