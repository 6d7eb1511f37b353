// SPDX-License-Identifier: MIT
#include "patcher/history/upstream_share.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/line_diff.hpp"

namespace patcher {
namespace {

constexpr std::string_view kBlank = " \t\r\n\f\v";

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kBlank) - begin + 1);
}

std::string without_blanks(std::string_view text) {
  std::string bare(text);
  std::erase_if(bare, [](char letter) { return kBlank.find(letter) != std::string_view::npos; });
  return bare;
}

std::size_t count_in(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

/// How often each line that is not blank is there.
using Counts = std::map<std::string_view, std::size_t>;

Counts counts_of(std::string_view text) {
  Counts counts;
  for (const std::string_view line : lines_of(text)) ++counts[trimmed(line)];
  return counts;
}

std::size_t count_of(const Counts& counts, std::string_view line) {
  const auto found = counts.find(line);
  return found == counts.end() ? 0 : found->second;
}

/// How many of `wanted` are more often in `more` than in `less`, each as often as it is.
std::size_t excess(const Counts& wanted, const Counts& more, const Counts& less) {
  std::size_t sum = 0;
  for (const auto& [line, count] : wanted) {
    const std::size_t had = count_of(less, line);
    const std::size_t has = count_of(more, line);
    sum += std::min(count, has > had ? has - had : 0);
  }
  return sum;
}

std::size_t sum_of(const Counts& counts) {
  std::size_t sum = 0;
  for (const auto& [line, count] : counts) sum += count;
  return sum;
}

std::string_view bytes_of(const Entry& entry) {
  return entry.is_file() ? std::string_view(*entry.bytes) : std::string_view();
}

/// What a patch does to one file, in lines.
struct FileLines {
  Counts added;
  Counts removed;
  std::vector<std::string> runs;  ///< What it brings in one place, without blanks.
};

FileLines lines_of(const FileStep& step) {
  FileLines result;
  const auto before = patcher::lines_of(bytes_of(step.before));
  const auto after = patcher::lines_of(bytes_of(step.after));
  for (const LineChange& change : changes_between(before, after)) {
    std::string run;
    for (std::size_t i = change.after; i < change.after + change.added; ++i) {
      ++result.added[trimmed(after[i])];
      run += without_blanks(after[i]);
    }
    for (std::size_t i = change.before; i < change.before + change.removed; ++i) {
      ++result.removed[trimmed(before[i])];
    }
    if (!run.empty()) result.runs.push_back(std::move(run));
  }
  result.added.erase("");
  result.removed.erase("");
  return result;
}

/// Adds what became of one file to `share`; says whether all of it was done.
bool add_file(const FileStep& step, const Entry& now, UpstreamShare& share) {
  const FileLines lines = lines_of(step);
  const Counts before = counts_of(bytes_of(step.before));
  const Counts after = counts_of(bytes_of(now));
  const std::size_t gone = excess(lines.removed, before, after);
  share.added += sum_of(lines.added);
  share.there += excess(lines.added, after, before);
  share.removed += sum_of(lines.removed);
  share.gone += gone;
  const std::string bare_before = without_blanks(bytes_of(step.before));
  const std::string bare_after = without_blanks(bytes_of(now));
  const bool is_there = std::ranges::all_of(lines.runs, [&](const std::string& run) {
    return count_in(bare_after, run) > count_in(bare_before, run);
  });
  return is_there && gone == sum_of(lines.removed);
}

}  // namespace

std::optional<UpstreamShare> share_of(const PatchStep& step, const Tree& after) {
  UpstreamShare share;
  bool is_whole = true;
  for (const auto& [path, file] : step.files) {
    const Result<Entry> now = after.look(path);
    if (!now) return std::nullopt;
    is_whole = add_file(file, *now, share) && is_whole;
  }
  if (share.added + share.removed == 0) return std::nullopt;
  share.is_whole = is_whole;
  return share;
}

}  // namespace patcher
