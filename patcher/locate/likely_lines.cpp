// SPDX-License-Identifier: MIT
#include "patcher/locate/likely_lines.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

#include "patcher/locate/blanks.hpp"

namespace patcher {
namespace {

constexpr std::size_t kBigrams = std::size_t{1} << 16U;
constexpr std::size_t kProbes = 8;         // Probe lines are counted in the bytes of one word.
constexpr std::size_t kMostBigrams = 255;  // What a byte can count.
constexpr double kLeastLikeness = 0.5;     // Of a line, to be a sign of its place.
constexpr double kLeastShare = 0.3;        // Of a part's bigrams, to be in a line.
constexpr double kMostWeight = 40;         // A line of more bytes is no better evidence.
constexpr std::size_t kMostCandidates = 6;
constexpr std::size_t kNeighbourhood = 4;  // Lines; places this near are seen as one.

/// Calls `use` with each pair of adjacent bytes of `text`, blanks left out, for the first `most`
/// pairs, and returns their number. The beginning of a text makes a pair with its first byte.
template <class Use>
std::size_t for_each_bigram(std::string_view text, std::size_t most, Use use) {
  std::size_t count = 0;
  std::size_t previous = '\n';
  for (const char c : text) {
    if (c == ' ' || c == '\t') continue;
    if (count == most) break;
    const std::size_t byte = static_cast<unsigned char>(c);
    use(previous << 8U | byte);
    previous = byte;
    ++count;
  }
  return count;
}

/// Counts, for up to `kProbes` texts at once, how many bigrams a line shares with each.
class BigramCounter {
 public:
  struct Counts {
    std::array<std::uint8_t, kProbes> shared{};
    std::size_t all = 0;
  };

  /// Adds a probe: pairs are counted for it under `index`. Returns its number of pairs.
  std::size_t add(std::size_t index, std::string_view probe) {
    const std::uint64_t one = std::uint64_t{1} << (8 * index);
    return for_each_bigram(probe, kMostBigrams, [&](std::size_t pair) { table_[pair] |= one; });
  }

  [[nodiscard]] Counts count(std::string_view line) const {
    std::uint64_t sums = 0;
    Counts counts;
    counts.all =
        for_each_bigram(line, kMostBigrams, [&](std::size_t pair) { sums += table_[pair]; });
    for (std::uint8_t& shared : counts.shared) {
      shared = static_cast<std::uint8_t>(sums & 0xffU);
      sums >>= 8U;
    }
    return counts;
  }

 private:
  std::vector<std::uint64_t> table_ = std::vector<std::uint64_t>(kBigrams, 0);
};

/// The indices of the lines that say most about a place: the longest ones.
std::vector<std::size_t> telling_lines(const std::vector<std::string_view>& lines) {
  std::vector<std::size_t> order(lines.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(lines[b].size(), a) < std::pair(lines[a].size(), b);
  });
  order.resize(std::min(order.size(), kProbes));
  std::erase_if(order, [&](std::size_t index) { return is_blank(lines[index]); });
  return order;
}

/// The best few of many scored places, the first of equals first.
class Podium {
 public:
  explicit Podium(std::size_t neighbourhood) : neighbourhood_(neighbourhood) {}

  void offer(std::size_t place, double score) {
    if (score <= 0 || (best_.size() == kMostCandidates && score <= best_.back().score)) return;
    const auto is_near = [&](const Entry& entry) {
      return place < entry.place + neighbourhood_ && entry.place < place + neighbourhood_;
    };
    const auto near = std::find_if(best_.begin(), best_.end(), is_near);
    if (near != best_.end() && near->score >= score) return;
    if (near != best_.end()) best_.erase(near);
    const auto behind = std::find_if(best_.begin(), best_.end(),
                                     [&](const Entry& entry) { return entry.score < score; });
    best_.insert(behind, {place, score});
    if (best_.size() > kMostCandidates) best_.pop_back();
  }

  [[nodiscard]] std::vector<std::size_t> places() const {
    std::vector<std::size_t> result;
    result.reserve(best_.size());
    for (const Entry& entry : best_) result.push_back(entry.place);
    return result;
  }

 private:
  struct Entry {
    std::size_t place;
    double score;
  };
  std::size_t neighbourhood_;
  std::vector<Entry> best_;
};

}  // namespace

LineSpan lines_within(const SourceText& text, ByteRange within) {
  const LineIndex& lines = text.lines();
  if (lines.size() == 0) return {};
  LineSpan span{lines.line_at(within.begin), lines.line_at(within.end)};
  if (lines.whole(span.begin).begin < within.begin) ++span.begin;
  if (lines.whole(span.end).end <= within.end) ++span.end;
  span.end = std::max(span.begin, span.end);
  return span;
}

std::vector<std::size_t> likely_starts(const std::vector<std::string_view>& expected,
                                       const SourceText& text, LineSpan span) {
  struct Probe {
    std::size_t line;
    std::size_t bigrams;
  };
  BigramCounter counter;
  std::vector<Probe> probes;
  for (const std::size_t line : telling_lines(expected)) {
    probes.push_back({line, counter.add(probes.size(), expected[line])});
  }
  // votes[v] is for a beginning at line span.begin + v - expected.size().
  std::vector<float> votes(span.end - span.begin + expected.size() + 1, 0);
  for (std::size_t line = span.begin; line < span.end; ++line) {
    const BigramCounter::Counts counts = counter.count(text.lines().text(line));
    for (std::size_t k = 0; k < probes.size(); ++k) {
      const auto bigrams = static_cast<double>(probes[k].bigrams);
      const double alike = 2.0 * counts.shared[k] / (static_cast<double>(counts.all) + bigrams);
      if (alike < kLeastLikeness) continue;
      const double vote = std::min(alike, 1.0) * std::min(bigrams, kMostWeight);
      votes[line - span.begin + expected.size() - probes[k].line] += static_cast<float>(vote);
    }
  }
  Podium podium(kNeighbourhood);
  for (std::size_t v = 0; v < votes.size(); ++v) {
    const std::size_t start = span.begin + std::max(v, expected.size()) - expected.size();
    podium.offer(start, static_cast<double>(votes[v]));
  }
  return podium.places();
}

std::vector<std::size_t> likely_holders(std::string_view part, const SourceText& text,
                                        LineSpan span) {
  std::vector<std::uint8_t> table(kBigrams, 0);
  const std::size_t wanted =
      for_each_bigram(part, part.size(), [&](std::size_t pair) { table[pair] = 1; });
  Podium podium(1);
  for (std::size_t line = span.begin; line < span.end; ++line) {
    const std::string_view content = text.lines().text(line);
    std::size_t shared = 0;
    const std::size_t all =
        for_each_bigram(content, content.size(), [&](std::size_t pair) { shared += table[pair]; });
    const double share =
        static_cast<double>(std::min(shared, wanted)) / static_cast<double>(wanted);
    // Of two lines that hold as much of it, the shorter one is the likelier.
    const double surplus = static_cast<double>(all) / 1e9;
    if (share >= kLeastShare) podium.offer(line, share - surplus);
  }
  return podium.places();
}

}  // namespace patcher
