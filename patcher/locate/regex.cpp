// SPDX-License-Identifier: MIT
#include "patcher/locate/regex.hpp"

#include <fmt/format.h>
#include <pcre2.h>

#include <array>
#include <cstdint>
#include <utility>

namespace patcher {
namespace {

struct Release {
  void operator()(pcre2_code_8* code) const { pcre2_code_free_8(code); }
  void operator()(pcre2_compile_context_8* context) const { pcre2_compile_context_free_8(context); }
  void operator()(pcre2_match_context_8* context) const { pcre2_match_context_free_8(context); }
  void operator()(pcre2_match_data_8* data) const { pcre2_match_data_free_8(data); }
};

PCRE2_SPTR8 bytes_of_pattern(std::string_view text) {
  return reinterpret_cast<PCRE2_SPTR8>(text.data());
}

std::string message_of(int error) {
  constexpr std::size_t kLongest = 256;
  std::array<PCRE2_UCHAR8, kLongest> buffer{};
  const int size = pcre2_get_error_message_8(error, buffer.data(), buffer.size());
  if (size <= 0) return fmt::format("error {}", error);
  return {buffer.begin(), buffer.begin() + size};
}

/// A verb in capitals at the beginning sets limits and newlines, which are not a pattern's to set.
bool begins_with_setting(std::string_view pattern) {
  return pattern.size() > 2 && pattern.starts_with("(*") && pattern[2] >= 'A' && pattern[2] <= 'Z';
}

bool can_be_empty(const pcre2_code_8* code) {
  std::uint32_t answer = 0;
  return pcre2_pattern_info_8(code, PCRE2_INFO_MATCHEMPTY, &answer) == 0 && answer != 0;
}

/// What a search may cost. PCRE2's own limits hold for each starting point anew, so that a pattern
/// can still take hours; this one holds for a whole search, and counts the same everywhere.
class Budget {
 public:
  explicit Budget(std::size_t subject) : left_(kLeast + kForByte * subject) {}

  /// PCRE2 calls this before each item that it tries; another result than 0 ends the search.
  static int spend(pcre2_callout_block_8* block, void* budget) {
    auto& self = *static_cast<Budget*>(budget);
    const std::size_t at = block->current_position;
    const std::size_t cost = kForItem + (at > self.last_ ? at - self.last_ : self.last_ - at);
    self.last_ = at;
    if (cost > self.left_) return PCRE2_ERROR_CALLOUT;
    self.left_ -= cost;
    return 0;
  }

 private:
  // In steps of about two nanoseconds: a quarter of a second, and more for a large text, of which
  // an ordinary pattern needs 40 steps for each byte at most.
  static constexpr std::size_t kLeast = 100'000'000;
  static constexpr std::size_t kForByte = 64;
  static constexpr std::size_t kForItem = 16;

  std::size_t left_;
  std::size_t last_ = 0;
};

/// One search of one text.
class Search {
 public:
  Search(const pcre2_code_8* code, std::string_view subject)
      : code_(code),
        subject_(subject),
        budget_(subject.size()),
        context_(pcre2_match_context_create_8(nullptr)),
        data_(pcre2_match_data_create_from_pattern_8(code, nullptr)) {
    constexpr std::uint32_t kMostHeap = 64 * 1024;  // KiB
    constexpr std::uint32_t kMostSteps = 10'000'000;
    pcre2_set_heap_limit_8(context_.get(), kMostHeap);
    pcre2_set_match_limit_8(context_.get(), kMostSteps);
    pcre2_set_callout_8(context_.get(), Budget::spend, &budget_);
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// Moves on to the next match; its error is PCRE2's, positive for a match.
  int next() {
    const int result = pcre2_match_8(code_, bytes_of_pattern(subject_), subject_.size(), at_, 0,
                                     data_.get(), context_.get());
    if (result > 0) at_ = ends()[1];
    return result;
  }

  /// The match that `next` found, offsets counted from `origin`.
  [[nodiscard]] AnchorPlace place(std::size_t origin) const {
    AnchorPlace place;
    for (std::size_t i = 0; i < pcre2_get_ovector_count_8(data_.get()); ++i) {
      const bool took_part = ends()[2 * i] != PCRE2_UNSET;
      place.groups.emplace_back();
      if (took_part) place.groups.back() = {origin + ends()[2 * i], origin + ends()[2 * i + 1]};
    }
    place.range = *place.groups.front();
    return place;
  }

  [[nodiscard]] bool is_empty() const { return ends()[0] >= ends()[1]; }
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  [[nodiscard]] const PCRE2_SIZE* ends() const { return pcre2_get_ovector_pointer_8(data_.get()); }

  const pcre2_code_8* code_;
  std::string_view subject_;
  Budget budget_;
  std::unique_ptr<pcre2_match_context_8, Release> context_;
  std::unique_ptr<pcre2_match_data_8, Release> data_;
  std::size_t at_ = 0;
};

SearchFault too_costly(std::size_t offset, int error) {
  return {Code::pattern_too_costly,
          fmt::format("the pattern is too costly: the search was given up ({})",
                      error == PCRE2_ERROR_CALLOUT ? "too many steps" : message_of(error)),
          offset,
          "write it without repetitions inside repetitions, anchor it with '^', or name a 'scope'"};
}

SearchFault empty_match(std::size_t offset) {
  return {Code::empty_match, "the pattern matches an empty text here", offset,
          "let it match the text beside the place, and use 'insert_before' or 'insert_after'"};
}

FoundPlaces matches_in(const pcre2_code_8* code, const SourceText& text, ByteRange within) {
  Search search(code, text.bytes().substr(within.begin, within.size()));
  std::vector<AnchorPlace> places;
  int result = search.next();
  while (result > 0) {
    if (search.is_empty()) return empty_match(within.begin + search.at());
    places.push_back(search.place(within.begin));
    result = search.next();
  }
  if (result != PCRE2_ERROR_NOMATCH) return too_costly(within.begin + search.at(), result);
  return places;
}

}  // namespace

std::variant<Regex, SpellingFault> Regex::compile(std::string_view pattern) {
  if (begins_with_setting(pattern)) {
    return SpellingFault{0, "settings at the beginning of a pattern are not allowed",
                         "leave them out: a pattern is matched byte by byte, with fixed limits"};
  }
  const std::unique_ptr<pcre2_compile_context_8, Release> context(
      pcre2_compile_context_create_8(nullptr));
  pcre2_set_newline_8(context.get(), PCRE2_NEWLINE_ANYCRLF);
  pcre2_set_bsr_8(context.get(), PCRE2_BSR_ANYCRLF);
  constexpr std::uint32_t kOptions =
      PCRE2_MULTILINE | PCRE2_NEVER_UTF | PCRE2_NEVER_UCP | PCRE2_AUTO_CALLOUT;
  int error = 0;
  PCRE2_SIZE offset = 0;
  std::shared_ptr<pcre2_code_8> code(pcre2_compile_8(bytes_of_pattern(pattern), pattern.size(),
                                                     kOptions, &error, &offset, context.get()),
                                     Release());
  if (!code) return SpellingFault{offset, message_of(error)};
  if (can_be_empty(code.get())) {
    return SpellingFault{0, "it can match an empty text, which stands everywhere",
                         "let it match at least one byte"};
  }
  return Regex(std::string(pattern), std::move(code));
}

std::size_t Regex::groups() const {
  std::uint32_t count = 0;
  pcre2_pattern_info_8(code_.get(), PCRE2_INFO_CAPTURECOUNT, &count);
  return count;
}

std::optional<std::size_t> Regex::group_named(const std::string& name) const {
  const int number =
      pcre2_substring_number_from_name_8(code_.get(), bytes_of_pattern(std::string_view(name)));
  if (number <= 0) return std::nullopt;
  return static_cast<std::size_t>(number);
}

FoundPlaces Regex::find_all(const SourceText& text, ByteRange within) const {
  const std::string key = fmt::format("regex {} {} {}", within.begin, within.end, pattern_);
  return text.derived<FoundPlaces>(key, [&] { return matches_in(code_.get(), text, within); });
}

std::variant<std::optional<AnchorPlace>, SearchFault> Regex::find_first(const SourceText& text,
                                                                        ByteRange within) const {
  Search search(code_.get(), text.bytes().substr(within.begin, within.size()));
  const int result = search.next();
  if (result > 0) return std::optional(search.place(within.begin));
  if (result == PCRE2_ERROR_NOMATCH) return std::optional<AnchorPlace>();
  return too_costly(within.begin, result);
}

std::variant<bool, SearchFault> Regex::is_in(std::string_view bytes) const {
  Search search(code_.get(), bytes);
  const int result = search.next();
  if (result <= 0 && result != PCRE2_ERROR_NOMATCH) return too_costly(0, result);
  return result > 0;
}

}  // namespace patcher
