// SPDX-License-Identifier: MIT
#include "patcher/write/bytecode.hpp"

#include <cerrno>
#include <utility>

namespace patcher {
namespace {

constexpr std::string_view kSource = ".py";
constexpr std::string_view kBytecode = ".pyc";
constexpr std::string_view kLevel = "opt-";

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Adds the item that removes `name`, if there is a file or a link of that name to remove.
Status add_removal(std::vector<Item>& items, Folder& folder, const std::string& name,
                   FileSystem& files) {
  struct stat status{};
  const int seen = files.stat_at(folder.descriptor, name, status);
  if (seen == -ENOENT) return {};
  if (seen != 0) return folder.refusal("look at", name, seen);
  if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) return {};
  items.push_back({.folder = &folder,
                   .name = name,
                   .before = {.kind = EntryKind::regular},
                   .proof = Proof::waived});
  return {};
}

Result<std::vector<std::string>> cached_names(const Folder& cache, const std::string& module,
                                              FileSystem& files) {
  std::vector<std::string> names;
  if (!cache.exists()) return names;
  const int listed = files.list_folder(cache.descriptor, names);
  if (listed != 0) return cache.refusal("list", {}, listed);
  std::erase_if(names, [&](const std::string& name) { return !is_bytecode_of(module, name); });
  return names;
}

}  // namespace

bool is_bytecode_of(std::string_view module, std::string_view file) {
  if (!take_prefix(file, module) || !take_prefix(file, ".") || !file.ends_with(kBytecode)) {
    return false;
  }
  file.remove_suffix(kBytecode.size());
  const std::size_t dot = file.find('.');
  if (file.substr(0, dot).empty()) return false;
  if (dot == std::string_view::npos) return true;
  std::string_view level = file.substr(dot + 1);
  return take_prefix(level, kLevel) && !level.empty() && level.find('.') == std::string_view::npos;
}

Result<std::vector<Item>> stale_bytecode(Folder& folder, const std::string& source,
                                         Folders& folders, FileSystem& files) {
  std::vector<Item> items;
  if (!folder.exists() || !source.ends_with(kSource) || source.size() == kSource.size()) {
    return items;
  }
  const std::string module = source.substr(0, source.size() - kSource.size());
  auto cache = folders.child(folder, std::string(kBytecodeFolder));
  if (!cache) return std::move(cache).error();
  auto names = cached_names(**cache, module, files);
  if (!names) return std::move(names).error();
  for (const std::string& name : *names) {
    Status added = add_removal(items, **cache, name, files);
    if (!added) return std::move(added).error();
  }
  for (const char* ending : {".pyc", ".pyo"}) {
    Status added = add_removal(items, folder, module + ending, files);
    if (!added) return std::move(added).error();
  }
  return items;
}

}  // namespace patcher
