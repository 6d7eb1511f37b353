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
std::vector<std::string> unread_before(const PackageHits& hits, const SearchPath& path) {
  std::size_t last = hits.live.empty() ? SearchPath::kAfterPlaces : 0;
  for (const PackageHit& hit : hits.live) last = std::max(last, hit.place);
  std::vector<std::string> reasons;
  for (const SearchPath::Unread& unread : path.unread) {
    if (unread.before <= last) reasons.push_back(unread.reason);
  }
  return reasons;
}

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
  std::set<std::string> live;
  std::set<std::string> shadowed;
  std::vector<std::pair<std::string, PackageCopy>> others;
  for (const Installation& installation : installations_) {
    const PackageHits hits = package_on(installation.path, name, installation.version);
    const std::string& program = installation.program;
    const auto copy_of = [&](const PackageHit& hit) {
      return PackageCopy{hit.folder, program.empty() ? hit.by : program + " " + hit.by};
    };
    for (const PackageHit& hit : hits.live) {
      if (live.insert(hit.identity).second) search.live.push_back(copy_of(hit));
    }
    for (const PackageHit& hit : hits.shadowed) {
      if (shadowed.insert(hit.identity).second) others.emplace_back(hit.identity, copy_of(hit));
    }
    search.searched.push_back(folders_line(program, installation.path));
    add_new(search.doubts, unread_before(hits, installation.path));
    add_new(search.passed_over, installation.path.passed_over);
  }
  // What one interpreter passes over may be what another imports.
  for (auto& [identity, copy] : others) {
    if (!live.contains(identity)) search.shadowed.push_back(std::move(copy));
  }
  return search;
}

}  // namespace patcher
