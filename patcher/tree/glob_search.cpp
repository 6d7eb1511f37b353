// SPDX-License-Identifier: MIT
#include "patcher/tree/glob_search.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#include "patcher/core/glob.hpp"
#include "patcher/tree/descriptor.hpp"
#include "patcher/tree/disk_refusal.hpp"
#include "patcher/tree/glob_limits.hpp"
#include "patcher/tree/walk.hpp"

namespace patcher {
namespace {

std::string joined(const std::string& folder, std::string_view name) {
  if (folder.empty() || name.empty()) return folder + std::string(name);
  return fmt::format("{}/{}", folder, name);
}

std::vector<std::string_view> components_of(std::string_view path) {
  std::vector<std::string_view> components;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    components.push_back(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return components;
}

}  // namespace

Result<std::vector<Match>> GlobSearch::run() {
  if (auto first = start()) waiting_.push_back(*std::move(first));
  while (!waiting_.empty()) {
    const std::string folder = std::move(waiting_.back());
    waiting_.pop_back();
    Status searched = search(folder);
    if (!searched) return std::move(searched).error();
  }
  std::ranges::sort(caught_, {}, &Match::path);
  return std::move(caught_);
}

/// Where below the root everything is that the glob can catch here; nothing where it catches
/// nothing here.
std::optional<std::string> GlobSearch::start() const {
  const std::string folder(folder_of(glob_));
  if (at_.empty() || folder == at_) return at_.empty() ? folder : std::string();
  if (folder.starts_with(at_ + "/")) return folder.substr(at_.size() + 1);
  const bool above = folder.empty() || at_.starts_with(folder + "/");
  // A plain glob names one thing in its folder, and the root is not in that folder.
  return above && !is_plain(glob_) ? std::optional(std::string()) : std::nullopt;
}

/// Walks to `path` anew from the root, so that however deep a tree is, few folders are open.
Status GlobSearch::search(const std::string& path) {
  Walk walk(root_, files_, at_);
  for (const std::string_view name : components_of(path)) {
    auto kind = walk.enter(std::string(name));
    if (!kind) return std::move(kind).error();
    if (*kind != EntryKind::folder) return {};
  }
  return list(walk.folder(), path);
}

Status GlobSearch::list(int folder, const std::string& path) {
  if (is_plain(glob_)) return take(folder, path, glob_.substr(glob_.rfind('/') + 1));
  std::vector<std::string> names;
  const int listed = files_.list_folder(folder, names);
  const std::string whole = joined(at_, path);
  if (listed != 0) return disk_refusal("list", whole.empty() ? "." : whole, listed);
  for (const std::string& name : names) {
    Status taken = take(folder, path, name);
    if (!taken) return taken;
  }
  return {};
}

Status GlobSearch::take(int folder, const std::string& path, const std::string& name) {
  // What git or this tool keeps for itself, here and in a tree that lies in this one.
  const auto below = TreePath::parse(joined(path, name));
  if (!below || name == ".patcher") return {};
  const auto full = TreePath::parse(joined(at_, below->str()));
  if (!full) return {};
  if (++names_ > kMostNames)
    return too_wide(glob_, fmt::format("goes through {} names", kMostNames));
  struct stat status{};
  const int seen = files_.stat_at(folder, name, status);
  if (seen == -ENOENT) return {};
  if (seen != 0) return disk_refusal("look at", full->str(), seen);
  if (S_ISDIR(status.st_mode) && !is_plain(glob_)) waiting_.push_back(below->str());
  if (!catches(glob_, full->str())) return {};
  if (S_ISREG(status.st_mode)) return add(folder, name, {*full, {}});
  return S_ISLNK(status.st_mode) ? add(folder, name, {*full, ""}) : Status();
}

/// Adds a file, or a link whose text is still to be read.
Status GlobSearch::add(int folder, const std::string& name, Match match) {
  if (caught_.size() == kMostMatches)
    return too_wide(glob_, fmt::format("catches {}", kMostMatches));
  if (match.leads_to) {
    const int got = files_.read_link(folder, name, *match.leads_to);
    if (got != 0) return disk_refusal("read the link", match.path.str(), got);
  }
  caught_.push_back(std::move(match));
  return {};
}

}  // namespace patcher
