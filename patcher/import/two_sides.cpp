// SPDX-License-Identifier: MIT
#include "patcher/import/two_sides.hpp"

#include <algorithm>
#include <variant>

#include "patcher/locate/scope.hpp"

namespace patcher {
namespace {

std::vector<std::size_t> starts_of(const std::vector<std::string_view>& lines) {
  std::vector<std::size_t> starts;
  std::size_t at = 0;
  for (const std::string_view line : lines) {
    starts.push_back(at);
    at += line.size();
  }
  starts.push_back(at);
  return starts;
}

}  // namespace

TwoSides::TwoSides(const TreePath& file, const Bytes& before, const Bytes& after,
                   SourceCache& cache)
    : file_(file),
      before_(cache.of(before, language_of(file))),
      after_(cache.of(after, language_of(file))),
      old_lines_(lines_of(before_->bytes())),
      new_lines_(lines_of(after_->bytes())),
      old_starts_(starts_of(old_lines_)),
      new_starts_(starts_of(new_lines_)) {}

ByteRange TwoSides::old_bytes(const LineRegion& region) const {
  return {old_starts_[region.first], old_starts_[region.end]};
}

ByteRange TwoSides::new_bytes(const LineRegion& region) const {
  return {new_starts_[region.new_first], new_starts_[region.new_end]};
}

const std::optional<SharedScope>& TwoSides::scope_of(std::size_t definition) const {
  const auto [known, is_new] = scopes_.try_emplace(definition);
  if (!is_new) return known->second;
  const Definition& found = before_->outline().definitions[definition];
  const std::string path = own_spelling(found, *before_);
  if (path.empty()) return known->second;
  const auto there = place_of(Scope{path}, *before_);
  const auto later = place_of(Scope{path}, *after_);
  const auto* range = std::get_if<ByteRange>(&there);
  const auto* range_after = std::get_if<ByteRange>(&later);
  if (range == nullptr || range_after == nullptr || *range != found.range) return known->second;
  known->second = SharedScope{path, *range, *range_after};
  return known->second;
}

std::vector<SharedScope> TwoSides::scopes_around(const LineRegion& lines) const {
  if (!has_scopes(before_->language())) return {};
  const ByteRange range = old_bytes(lines);
  std::vector<SharedScope> scopes;
  const auto& definitions = before_->outline().definitions;
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    if (!definitions[i].range.contains(range)) continue;
    if (const auto& scope = scope_of(i)) scopes.push_back(*scope);
  }
  std::ranges::stable_sort(scopes, {},
                           [](const SharedScope& scope) { return scope.before.size(); });
  return scopes;
}

}  // namespace patcher
