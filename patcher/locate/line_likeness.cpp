// SPDX-License-Identifier: MIT
#include "patcher/locate/line_likeness.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "patcher/locate/blanks.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostBigrams = 4096;  // A longer line is judged by its beginning.
constexpr std::size_t kMostWords = 256;     // The table of a comparison has its square of cells.
constexpr double kMostUnlikeSame = 0.95;    // What unlike bytes may reach at most.
constexpr double kSameButBlanks = 0.99;

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  const bool is_letter = ('a' <= (byte | 0x20) && (byte | 0x20) <= 'z') || byte >= 0x80;
  return is_letter || ('0' <= byte && byte <= '9') || byte == '_';
}

bool is_blank_byte(char c) { return kBlanks.find(c) != std::string_view::npos; }

std::string_view trimmed(std::string_view line) {
  return without_trailing_blanks(line.substr(leading_blanks(line).size()));
}

/// Number of elements that two sorted lists share, repeated ones as often as both have them.
std::size_t shared(const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b) {
  std::size_t count = 0;
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() && j != b.end()) {
    count += *i == *j ? 1 : 0;
    const bool step_i = *i <= *j;
    const bool step_j = *j <= *i;
    i += step_i ? 1 : 0;
    j += step_j ? 1 : 0;
  }
  return count;
}

/// The words, runs of blanks and single signs of `line`.
std::vector<ByteRange> words_of(std::string_view line) {
  std::vector<ByteRange> words;
  for (std::size_t begin = 0; begin < line.size();) {
    std::size_t end = begin + 1;
    const auto extend = [&](auto belongs) {
      while (belongs(line[begin]) && end < line.size() && belongs(line[end])) ++end;
    };
    extend(is_word_byte);
    extend(is_blank_byte);
    words.push_back({begin, end});
    begin = end;
  }
  return words;
}

using Words = std::span<const ByteRange>;

/// Compares two lines by the longest common subsequence of their words.
class WordComparison {
 public:
  WordComparison(std::string_view expected, std::string_view found)
      : expected_(expected), found_(found) {}

  LineDifference run() {
    const std::vector<ByteRange> all_expected = words_of(expected_);
    const std::vector<ByteRange> all_found = words_of(found_);
    Words a(all_expected);
    Words b(all_found);
    while (!a.empty() && !b.empty() && same(a.front(), b.front())) {
      a = a.subspan(1);
      b = b.subspan(1);
    }
    while (!a.empty() && !b.empty() && same(a.back(), b.back())) {
      a = a.first(a.size() - 1);
      b = b.first(b.size() - 1);
    }
    if (a.size() > kMostWords || b.size() > kMostWords) {
      add_all(result_.expected, a);
      add_all(result_.found, b);
    } else {
      compare(a, b);
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool same(ByteRange a, ByteRange b) const {
    return expected_.substr(a.begin, a.size()) == found_.substr(b.begin, b.size());
  }

  static void add(std::vector<ByteRange>& marks, ByteRange word) {
    if (!marks.empty() && marks.back().end == word.begin) {
      marks.back().end = word.end;
    } else {
      marks.push_back(word);
    }
  }

  static void add_all(std::vector<ByteRange>& marks, Words words) {
    for (const ByteRange& word : words) add(marks, word);
  }

  void compare(Words a, Words b) {
    // common[i][j]: length of the longest common subsequence of a[i..] and b[j..].
    const std::size_t width = b.size() + 1;
    std::vector<std::uint16_t> common((a.size() + 1) * width, 0);
    for (std::size_t i = a.size(); i-- > 0;) {
      for (std::size_t j = b.size(); j-- > 0;) {
        const std::uint16_t skipped =
            std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
        const auto taken = static_cast<std::uint16_t>(common[(i + 1) * width + j + 1] + 1);
        common[i * width + j] = same(a[i], b[j]) ? taken : skipped;
      }
    }
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
      if (same(a[i], b[j])) {
        ++i;
        ++j;
      } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) {
        add(result_.expected, a[i++]);
      } else {
        add(result_.found, b[j++]);
      }
    }
    add_all(result_.expected, a.subspan(i));
    add_all(result_.found, b.subspan(j));
  }

  std::string_view expected_;
  std::string_view found_;
  LineDifference result_;
};

}  // namespace

LineProfile profile_of(std::string_view line) {
  LineProfile shape{line, without_blanks(line), {}};
  // The beginning counts as a pair too, so that a line of one byte has something to compare.
  unsigned previous = '\n';
  for (const char c : std::string_view(shape.solid).substr(0, kMostBigrams)) {
    const unsigned byte = static_cast<unsigned char>(c);
    shape.bigrams.push_back(static_cast<std::uint16_t>(previous << 8U | byte));
    previous = byte;
  }
  std::sort(shape.bigrams.begin(), shape.bigrams.end());
  return shape;
}

double likeness(const LineProfile& a, const LineProfile& b) {
  if (trimmed(a.line) == trimmed(b.line)) return 1;
  if (a.solid == b.solid) return kSameButBlanks;
  const std::size_t all = a.bigrams.size() + b.bigrams.size();
  const auto both = static_cast<double>(2 * shared(a.bigrams, b.bigrams));
  return kMostUnlikeSame * both / static_cast<double>(all);
}

LineDifference difference(std::string_view expected, std::string_view found) {
  return WordComparison(expected, found).run();
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_word_byte);
}

}  // namespace patcher
