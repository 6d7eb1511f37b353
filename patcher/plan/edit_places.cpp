// SPDX-License-Identifier: MIT
#include "patcher/plan/edit_places.hpp"

#include <algorithm>
#include <utility>

namespace patcher {
namespace {

std::vector<FoundPlace> named(const PlaceMap& map, const TreePath& path,
                              const std::vector<ByteRange>& ranges) {
  std::vector<FoundPlace> places;
  const Result<Entry> entry = map.found.look(path);
  if (!entry || !entry->is_file()) return places;
  const auto text = map.cache.of(entry->bytes, language_of(path));
  for (const ByteRange& range : ranges) {
    places.push_back({text->lines().number_at(range.begin), text->definition_at(range.begin)});
  }
  return places;
}

}  // namespace

std::vector<FoundPlace> places_after(const ReplayedItem& item, const TreePath& path,
                                     std::vector<ByteRange> ranges) {
  const std::vector<Placed>& items = item.replay.items;
  for (std::size_t i = item.index; i < items.size(); ++i) {
    if (!items[i].step) continue;
    const auto file = items[i].step->files.find(path);
    if (file == items[i].step->files.end()) continue;
    for (ByteRange& range : ranges) range = moved(range, file->second.splices);
  }
  return named({item.replay.end, item.cache}, path, ranges);
}

std::vector<FoundPlace> places_before(const PlaceMap& map, const TreePath& path,
                                      std::vector<ByteRange> ranges, const View& planned) {
  std::vector<Splices> back = planned.steps(path);
  std::vector<Splices> forward = map.found.steps(path);
  // Steps that both took lead nowhere else: text that they brought is where it is.
  const auto [own, other] = std::mismatch(back.begin(), back.end(), forward.begin(), forward.end());
  back.erase(back.begin(), own);
  forward.erase(forward.begin(), other);
  for (ByteRange& range : ranges) {
    for (auto step = back.rbegin(); step != back.rend(); ++step) {
      range.begin = origin_of(range.begin, *step);
    }
    range.end = range.begin;
    for (const Splices& step : forward) range = moved(range, step);
  }
  return named(map, path, ranges);
}

}  // namespace patcher
