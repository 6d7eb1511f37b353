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

/// A folder to look in, with the words for what is found there; or a finder's packages without
/// `__init__.py`, which Python asks for like a folder.
struct Place {
  std::string folder;
  std::string by;
  std::size_t index = SearchPath::kAfterPlaces;
  const SearchPath::Finder* finder = nullptr;
};

/// A package's name as far as it is found, and what is left of it.
struct Name {
  std::string parent;  ///< With its final dot; empty for a top-level package.
  std::string_view rest;

  [[nodiscard]] std::string first() const { return std::string(rest.substr(0, rest.find('.'))); }
  [[nodiscard]] bool is_last() const { return rest.find('.') == std::string_view::npos; }
  [[nodiscard]] Name below() const {
    return {parent + first() + ".", rest.substr(rest.find('.') + 1)};
  }
};

class Lookup {
 public:
  explicit Lookup(const std::string& version) : version_(version) {}

  /// What `name` is in `places`, taken as the whole path.
  [[nodiscard]] PackageHits in(const std::vector<Place>& places, const Name& name) const {
    std::vector<PackageHit> hits;
    std::vector<Place> parts;
    for (const Place& place : places) {
      if (place.finder != nullptr) {
        add_portions(place, name, hits, parts);
      } else {
        add_hit(place, name, hits, parts);
      }
    }
    const bool regular = !std::ranges::all_of(hits, is_part);
    if (regular) std::erase_if(hits, is_part);
    if (name.is_last() && regular) return first_of(std::move(hits));
    if (name.is_last()) return {hits, {}, hits.empty() && !parts.empty()};
    if (regular) return below_first(hits, name.below());
    return parts.empty() ? PackageHits{} : in(parts, name.below());
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
  /// Adds what stands in `place` itself.
  void add_hit(const Place& place, const Name& name, std::vector<PackageHit>& hits,
               std::vector<Place>& parts) const {
    auto hit = hit_in(place, name.first());
    if (!hit) return;
    // A folder without __init__.py counts only where no place has anything better.
    if (is_part(*hit)) parts.push_back({hit->folder, hit->by});
    if (!is_part(*hit)) hit->place = place.index;
    hits.push_back(*std::move(hit));
  }

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
                                        const Name& name) const {
    PackageHits all;
    for (std::size_t i = 0; i < parents.size(); ++i) {
      if (parents[i].kind == Kind::module) continue;
      PackageHits own = in({{parents[i].folder, parents[i].by, parents[i].place}}, name);
      std::ranges::move(own.live, std::back_inserter(i == 0 ? all.live : all.shadowed));
      std::ranges::move(own.shadowed, std::back_inserter(all.shadowed));
    }
    return all;
  }

  /// The folders that a finder has for a package without `__init__.py`, and the finder itself,
  /// which is asked again for what is below.
  static void add_portions(const Place& place, const Name& name, std::vector<PackageHit>& hits,
                           std::vector<Place>& parts) {
    const EditableFinder& finder = place.finder->finder;
    const auto known = finder.namespaces.find(name.parent + name.first());
    if (known == finder.namespaces.end()) return;
    for (const std::string& folder : known->second) {
      if (!fs::path(folder).is_absolute() || !is_folder(folder)) continue;
      hits.push_back(hit_at(folder, Kind::namespace_part, place.by));
      parts.push_back({hits.back().folder, place.by});
    }
    parts.push_back(place);
  }

  const std::string& version_;
};

std::vector<Place> places_of(const SearchPath& path) {
  std::vector<Place> places;
  for (std::size_t i = 0; i <= path.places.size(); ++i) {
    for (const SearchPath::Finder& finder : path.finders) {
      if (finder.before != i) continue;
      places.push_back({{}, fmt::format("by {}", finder.file), i, &finder});
    }
    if (i == path.places.size()) break;
    const auto& [folder, by] = path.places[i];
    places.push_back(
        {folder, by.empty() ? fmt::format("in {}", folder) : fmt::format("by {}", by), i});
  }
  return places;
}

/// Whether Python has a package in which it would look for `name` at all.
bool has_parent(const SearchPath& path, std::string_view name, const std::string& version) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return true;
  const std::string_view parent = name.substr(0, dot);
  const PackageHits hits = package_on(path, parent, version);
  return hits.is_hollow || (!hits.live.empty() && hits.live.front().kind != Kind::module);
}

}  // namespace

PackageHits package_on(const SearchPath& path, std::string_view name, const std::string& version) {
  const Lookup lookup(version);
  PackageHits hits = lookup.in(places_of(path), {{}, name});
  const bool may_be_mapped = !path.finders.empty() && has_parent(path, name, version);
  for (const SearchPath::Finder& finder : path.finders) {
    auto hit = may_be_mapped ? lookup.by(finder, std::string(name)) : std::nullopt;
    const bool is_first = hits.live.empty() && !hits.is_hollow;
    if (hit) (is_first ? hits.live : hits.shadowed).push_back(*std::move(hit));
  }
  // A project's folder alone makes nothing importable.
  for (const EditableProject& project : path.projects) {
    for (const std::string& folder : {project.folder, project.folder + "/src"}) {
      PackageHits own = lookup.in({{folder, fmt::format("by {}", project.record)}}, {{}, name});
      std::erase_if(own.live, is_part);
      std::ranges::move(own.live, std::back_inserter(hits.shadowed));
    }
  }
  return hits;
}

}  // namespace patcher
