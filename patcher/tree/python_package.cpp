// SPDX-License-Identifier: MIT
#include "patcher/tree/python_package.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "patcher/tree/package_lookup.hpp"
#include "patcher/tree/python_interpreters.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostShown = 12;  // folders of one interpreter

std::string folders_line(const std::string& program, const SearchPath& path) {
  std::string line;
  for (std::size_t i = 0; i < std::min(path.places.size(), kMostShown); ++i) {
    line += (i == 0 ? "" : ", ") + path.places[i].folder;
  }
  if (path.places.size() > kMostShown) {
    line += fmt::format(" and {} more", path.places.size() - kMostShown);
  }
  if (line.empty()) line = "no folder";
  return fmt::format("{} of {}", line, program.empty() ? "PYTHONPATH" : program);
}

void add_new(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const std::string& one : more) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  }
}

/// What may have named another copy before the live one; all that is unread where there is none.
std::vector<std::string> unread_before(const PackageHits& hits, const SearchPath& path,
                                       std::string_view name) {
  std::size_t last = hits.live.empty() ? SearchPath::kAfterPlaces : 0;
  for (const PackageHit& hit : hits.live) last = std::max(last, hit.place);
  std::vector<std::string> reasons;
  for (const SearchPath::Unread& unread : path.unread) {
    const bool concerns =
        unread.package.empty() || unread.package == name.substr(0, name.find('.'));
    if (concerns && unread.before <= last) reasons.push_back(unread.reason);
  }
  return reasons;
}

/// Copies of a package, each once, in the order in which they were found.
class Copies {
 public:
  void add(const std::vector<PackageHit>& hits, const std::string& program) {
    for (const PackageHit& hit : hits) {
      if (!known_.insert(hit.identity).second) continue;
      std::string by = program.empty() ? hit.by : fmt::format("{} {}", program, hit.by);
      found_.emplace_back(hit.identity, PackageCopy{hit.folder, std::move(by)});
    }
  }

  [[nodiscard]] std::vector<PackageCopy> without(const Copies& others) && {
    std::vector<PackageCopy> left;
    for (auto& [identity, copy] : found_) {
      if (!others.known_.contains(identity)) left.push_back(std::move(copy));
    }
    return left;
  }

 private:
  std::set<std::string> known_;
  std::vector<std::pair<std::string, PackageCopy>> found_;
};

}  // namespace

PythonPackages::PythonPackages(const PythonEnvironment& environment) {
  Interpreters interpreters = interpreters_of(environment);
  doubts_ = std::move(interpreters.doubts);
  passed_over_ = std::move(interpreters.passed_over);
  for (Interpreter& interpreter : interpreters.found) {
    SearchPath path = search_path_of(interpreter, environment);
    installations_.push_back(
        {std::move(interpreter.program), std::move(interpreter.version), std::move(path)});
  }
  if (installations_.empty() && !environment.python_path.empty()) {
    installations_.push_back({{}, {}, search_path_of(environment)});
  }
}

PackageSearch PythonPackages::find(std::string_view name) const {
  PackageSearch search;
  search.doubts = doubts_;
  search.passed_over = passed_over_;
  Copies live;
  Copies shadowed;
  for (const Installation& installation : installations_) {
    const PackageHits hits = package_on(installation.path, name, installation.version);
    live.add(hits.live, installation.program);
    shadowed.add(hits.shadowed, installation.program);
    search.searched.push_back(folders_line(installation.program, installation.path));
    add_new(search.doubts, unread_before(hits, installation.path, name));
    add_new(search.passed_over, installation.path.passed_over);
  }
  // What one interpreter passes over may be what another imports.
  search.shadowed = std::move(shadowed).without(live);
  search.live = std::move(live).without({});
  return search;
}

}  // namespace patcher
