// SPDX-License-Identifier: MIT
#include "patcher/plan/view.hpp"

#include <algorithm>
#include <utility>

#include "patcher/core/glob.hpp"

namespace patcher {

bool same_content(const Entry& a, const Entry& b) {
  if (a.kind != b.kind) return false;
  return !a.is_file() || (a.mode == b.mode && (a.bytes == b.bytes || *a.bytes == *b.bytes));
}

bool agrees(const View& a, const View& b) {
  const std::vector<TreePath> touched = a.touched();
  return std::all_of(touched.begin(), touched.end(), [&](const TreePath& path) {
    const Result<Entry> left = a.look(path);
    const Result<Entry> right = b.look(path);
    return left && right && same_content(*left, *right);
  });
}

Entry regular_file(std::string bytes, std::uint32_t mode) {
  return {EntryKind::regular, std::make_shared<const std::string>(std::move(bytes)), mode, {}};
}

Result<std::vector<TreePath>> folders_made(const PatchStep& step, const View& view) {
  std::set<TreePath> made;
  for (const auto& [path, file] : step.files) {
    if (file.before.is_file() || !file.after.is_file()) continue;
    const auto missing = view.missing_folders(path);
    if (!missing) return missing.error();
    made.insert(missing->begin(), missing->end());
  }
  return std::vector<TreePath>(made.begin(), made.end());
}

View::View(const Tree& tree) : tree_(&tree), read_(std::make_shared<std::map<TreePath, Entry>>()) {}

Result<Entry> View::look(const TreePath& path) const {
  if (const auto laid = overlays_.find(path); laid != overlays_.end()) return laid->second.entry;
  if (const auto known = read_->find(path); known != read_->end()) return known->second;
  Result<Entry> entry = tree_->look(path);
  if (entry) read_->emplace(path, *entry);
  return entry;
}

void View::put(const TreePath& path, Entry entry) {
  overlays_[path] = Overlay{std::move(entry), {}, {}};
}

void View::advance(const PatchStep& step) {
  for (const auto& [path, file] : step.files) {
    Overlay& overlay = overlays_[path];
    for (ByteRange& range : overlay.inserted) range = moved(range, file.splices);
    const std::vector<ByteRange> ranges = new_ranges(file.splices);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      if (file.splices[i].is_insertion()) overlay.inserted.push_back(ranges[i]);
    }
    overlay.entry = file.after;
    overlay.steps.push_back(file.splices);
  }
  for (const TreePath& folder : step.made_folders) {
    absent_folders_.erase(folder);
    made_folders_.insert(folder);
  }
}

Result<std::vector<TreePath>> View::missing_folders(const TreePath& path) const {
  std::vector<TreePath> missing;
  for (auto folder = path.parent(); folder; folder = folder->parent()) {
    if (made_folders_.contains(*folder)) break;
    if (!absent_folders_.contains(*folder)) {
      const Result<Entry> entry = look(*folder);
      if (!entry) return entry.error();
      if (entry->kind == EntryKind::folder) break;
    }
    missing.insert(missing.begin(), *folder);
  }
  return missing;
}

std::vector<ByteRange> View::inserted(const TreePath& path) const {
  const auto laid = overlays_.find(path);
  return laid == overlays_.end() ? std::vector<ByteRange>{} : laid->second.inserted;
}

Result<std::vector<Match>> View::match(const std::string& glob) const {
  Result<std::vector<Match>> found = tree_->match(glob);
  if (!found) return found;
  std::erase_if(*found, [&](const Match& match) { return overlays_.contains(match.path); });
  for (const auto& [path, overlay] : overlays_) {
    if (overlay.entry.is_file() && catches(glob, path.str())) found->push_back({path, {}});
  }
  std::ranges::sort(*found, {}, &Match::path);
  return found;
}

std::vector<TreePath> View::looked_at() const {
  std::vector<TreePath> paths;
  for (const auto& [path, entry] : *read_) paths.push_back(path);
  return paths;
}

std::vector<TreePath> View::touched() const {
  std::vector<TreePath> paths;
  for (const auto& [path, overlay] : overlays_) paths.push_back(path);
  return paths;
}

std::vector<Splices> View::steps(const TreePath& path) const {
  const auto laid = overlays_.find(path);
  return laid == overlays_.end() ? std::vector<Splices>{} : laid->second.steps;
}

}  // namespace patcher
