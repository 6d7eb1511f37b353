// SPDX-License-Identifier: MIT
#include "patcher/tree/package_lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <ranges>
#include <system_error>
#include <utility>

#include "patcher/tree/small_text.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

using Kind = PackageHit::Kind;

bool is_folder(const fs::path& path) {
  std::error_code unseen;
  return fs::is_directory(path, unseen);
}

bool is_file(const fs::path& path) {
  std::error_code unseen;
  return fs::is_regular_file(path, unseen);
}

std::string real_path_of(const fs::path& path) {
  std::error_code unresolved;
  const fs::path real = fs::canonical(path, unresolved);
  return (unresolved ? path : real).string();
}

PackageHit hit_at(const fs::path& found, Kind kind, std::string by) {
  std::string real = real_path_of(found);
  const std::string folder = kind == Kind::module ? fs::path(real).parent_path().string() : real;
  return {kind, folder, std::move(real), std::move(by)};
}

bool is_part(const PackageHit& hit) { return hit.kind == Kind::namespace_part; }

/// A folder to look in, with the words for what is found there.
struct Place {
  std::string folder;
  std::string by;
  std::size_t index = SearchPath::kAfterPlaces;
};

class Lookup {
 public:
  explicit Lookup(const std::string& version) : version_(version) {}

  /// What `name` is in `places`, taken as the whole path.
  [[nodiscard]] PackageHits in(const std::vector<Place>& places, std::string_view name) const {
    const std::size_t dot = name.find('.');
    const std::string first(name.substr(0, dot));
    std::vector<PackageHit> hits;
    for (const Place& place : places) {
      auto hit = hit_in(place, first);
      if (!hit) continue;
      // A folder without __init__.py counts only where no place has anything better.
      if (!is_part(*hit)) hit->place = place.index;
      hits.push_back(*std::move(hit));
    }
    const bool regular = !std::ranges::all_of(hits, is_part);
    if (regular) std::erase_if(hits, is_part);
    if (dot == std::string_view::npos)
      return regular ? first_of(std::move(hits)) : PackageHits{std::move(hits), {}};
    return regular ? below_first(hits, name.substr(dot + 1))
                   : below_all(hits, name.substr(dot + 1));
  }

  /// What a finder maps `name` to.
  [[nodiscard]] std::optional<PackageHit> by(const SearchPath::Finder& finder,
                                             const std::string& name) const {
    // Later entries are asked first; an entry for a parent stands for all below it.
    for (const auto& [package, target] : std::views::reverse(finder.finder.mapping)) {
      if (name != package && !name.starts_with(package + ".")) continue;
      std::string rest = name.substr(package.size());
      std::ranges::replace(rest, '.', '/');
      return mapped(target + rest, finder.file);
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<PackageHit> mapped(const fs::path& target,
                                                 const std::string& file) const {
    const std::string by = fmt::format("by {}", file);
    if (!target.is_absolute()) return std::nullopt;
    if (!module_file(target, "__init__").empty()) return hit_at(target, Kind::package, by);
    const std::string module = module_file(target.parent_path(), target.filename().string());
    if (!module.empty()) return hit_at(module, Kind::module, by);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<PackageHit> hit_in(const Place& place,
                                                 const std::string& name) const {
    const fs::path folder = fs::path(place.folder) / name;
    const bool has_folder = is_folder(folder);
    if (has_folder && !module_file(folder, "__init__").empty()) {
      return hit_at(folder, Kind::package, place.by);
    }
    const std::string module = module_file(place.folder, name);
    if (!module.empty()) return hit_at(module, Kind::module, place.by);
    if (!has_folder) return std::nullopt;
    return hit_at(folder, Kind::namespace_part, place.by);
  }

  /// The file of the module `name` in `folder`; empty when there is none.
  [[nodiscard]] std::string module_file(const fs::path& folder, const std::string& name) const {
    for (const char* ending : {".py", ".pyc", ".abi3.so", ".so"}) {
      if (is_file(folder / (name + ending))) return folder / (name + ending);
    }
    const auto names = names_in(folder);
    if (!names) return {};
    const auto built = std::ranges::find_if(*names, [&](const std::string& file) {
      return is_built(file, name) && is_file(folder / file);
    });
    return built == names->end() ? std::string() : (folder / *built).string();
  }

  /// Whether `file` is the module `name` built for this version:
  /// `m.cpython-311-x86_64-linux-gnu.so` for `m` and 3.11.
  [[nodiscard]] bool is_built(std::string_view file, const std::string& name) const {
    std::string digits = version_;
    std::erase(digits, '.');
    return file.starts_with(fmt::format("{}.cpython-{}-", name, digits)) && file.ends_with(".so");
  }

  static PackageHits first_of(std::vector<PackageHit> hits) {
    PackageHits all;
    for (PackageHit& hit : hits)
      (all.live.empty() ? all.live : all.shadowed).push_back(std::move(hit));
    return all;
  }

  [[nodiscard]] PackageHits below_first(const std::vector<PackageHit>& parents,
                                        std::string_view rest) const {
    PackageHits all;
    for (std::size_t i = 0; i < parents.size(); ++i) {
      if (parents[i].kind == Kind::module) continue;
      PackageHits own = in({{parents[i].folder, parents[i].by, parents[i].place}}, rest);
      std::ranges::move(own.live, std::back_inserter(i == 0 ? all.live : all.shadowed));
      std::ranges::move(own.shadowed, std::back_inserter(all.shadowed));
    }
    return all;
  }

  [[nodiscard]] PackageHits below_all(const std::vector<PackageHit>& parents,
                                      std::string_view rest) const {
    std::vector<Place> places;
    for (const PackageHit& parent : parents)
      places.push_back({parent.folder, parent.by, parent.place});
    return places.empty() ? PackageHits{} : in(places, rest);
  }

  const std::string& version_;
};

std::vector<Place> places_of(const SearchPath& path) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < path.places.size(); ++i) {
    const auto& [folder, by] = path.places[i];
    places.push_back(
        {folder, by.empty() ? fmt::format("in {}", folder) : fmt::format("by {}", by), i});
  }
  return places;
}

/// Adds the folders of a package that finders say has no `__init__.py`.
void add_namespaces(const SearchPath& path, const std::string& name,
                    std::vector<PackageHit>& hits) {
  for (const SearchPath::Finder& finder : path.finders) {
    const auto known = finder.finder.namespaces.find(name);
    if (known == finder.finder.namespaces.end()) continue;
    for (const std::string& folder : known->second) {
      if (!fs::path(folder).is_absolute() || !is_folder(folder)) continue;
      hits.push_back(hit_at(folder, Kind::namespace_part, fmt::format("by {}", finder.file)));
    }
  }
}

}  // namespace

PackageHits package_on(const SearchPath& path, std::string_view name, const std::string& version) {
  const Lookup lookup(version);
  PackageHits hits = lookup.in(places_of(path), name);
  if (std::ranges::all_of(hits.live, is_part)) add_namespaces(path, std::string(name), hits.live);
  for (const SearchPath::Finder& finder : path.finders) {
    auto hit = lookup.by(finder, std::string(name));
    if (hit) (hits.live.empty() ? hits.live : hits.shadowed).push_back(*std::move(hit));
  }
  // Only where nothing else knows the package: a project's folder alone makes nothing importable.
  std::vector<PackageHit>& known = hits.live.empty() ? hits.live : hits.shadowed;
  for (const EditableProject& project : path.projects) {
    for (const std::string& folder : {project.folder, project.folder + "/src"}) {
      PackageHits own = lookup.in({{folder, fmt::format("by {}", project.record)}}, name);
      std::erase_if(own.live, is_part);
      std::ranges::move(own.live, std::back_inserter(known));
    }
  }
  return hits;
}

}  // namespace patcher
