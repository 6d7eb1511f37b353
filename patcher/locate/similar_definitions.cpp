// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

#include "patcher/locate/scope.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostSuggestions = 3;

std::string_view last_name(std::string_view path) {
  path = path.substr(0, path.find('('));
  return path.substr(path.find_last_of(".:") + 1);  // npos + 1 is 0: the whole path
}

/// Levenshtein's distance of two spellings, in bytes.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

/// What a suggestion is sorted by; the smaller, the likelier it was meant.
struct Likeness {
  bool other_name = true;
  std::size_t distance = 0;

  friend auto operator<=>(const Likeness&, const Likeness&) = default;
};

/// The end of `candidate` that has as many names as `path`, which may leave namespaces out.
std::string_view tail_like(std::string_view candidate, std::string_view path) {
  const auto names = [](std::string_view spelled) { return std::ranges::count(spelled, ':') / 2; };
  std::string_view tail = candidate;
  while (names(tail) > names(path)) tail.remove_prefix(tail.find("::") + 2);
  return tail;
}

/// How like `candidate` is to `path`, or nothing when no slip of a pen leads from one to other.
std::optional<Likeness> likeness(std::string_view candidate, std::string_view path) {
  const std::size_t apart = distance(tail_like(candidate, path), path);
  if (last_name(candidate) == last_name(path)) return Likeness{false, apart};
  const std::size_t names_apart = distance(last_name(candidate), last_name(path));
  const bool near_path = apart * 4 <= path.size() + 3;
  const bool near_name = names_apart * 3 <= last_name(path).size();
  if (!near_path && !near_name) return std::nullopt;
  return Likeness{true, std::min(apart, names_apart)};
}

}  // namespace

std::vector<std::string> similar_definitions(std::string_view path, const SourceText& text) {
  std::vector<std::pair<Likeness, std::string>> candidates;
  // A distance takes time by the product of the sizes; nobody means a path as long as this.
  constexpr std::size_t kLongestPath = 500;
  std::size_t budget = 200'000'000;
  if (path.size() > kLongestPath) return {};
  for (const Definition& definition : text.outline().definitions) {
    if (definition.path == path || definition.path.size() > kLongestPath) continue;
    const std::size_t cost = 2 * (definition.path.size() + 1) * (path.size() + 1);
    if (cost > budget) break;
    budget -= cost;
    if (const auto like = likeness(definition.path, path)) {
      candidates.emplace_back(*like, definition.path);
    }
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  std::vector<std::string> paths;
  for (const auto& [like, spelled] : candidates) {
    if (paths.size() < kMostSuggestions) paths.push_back(spelled);
  }
  return paths;
}

}  // namespace patcher
