// SPDX-License-Identifier: MIT
#include "patcher/locate/node_matches.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace patcher {
namespace {

struct Release {
  void operator()(TSQueryCursor* cursor) const { ts_query_cursor_delete(cursor); }
};

/// What a search may cost, counted as tree-sitter counts: it asks every hundred steps. A step costs
/// more the more matches are begun and not ended, so that too many of those end it at once.
class Budget {
 public:
  Budget(const TSQueryCursor* cursor, std::size_t size)
      : cursor_(cursor), left_(kLeast + size / kBytesForOne) {}

  /// Another result than false ends the search.
  static bool spend(TSQueryCursorState* state) {
    auto& self = *static_cast<Budget*>(state->payload);
    if (self.is_spent()) return true;
    --self.left_;
    return false;
  }

  [[nodiscard]] bool is_spent() const {
    return left_ == 0 || ts_query_cursor_did_exceed_match_limit(cursor_);
  }

 private:
  static constexpr std::size_t kLeast = 5'000;
  // A node takes two steps and at least one byte, and few files have one in less than three bytes.
  static constexpr std::size_t kBytesForOne = 25;

  const TSQueryCursor* cursor_;
  std::size_t left_;
};

SearchFault too_costly(std::size_t offset) {
  return {Code::pattern_too_costly, "the query is too costly: the search was given up", offset,
          "name the nodes on the way to '@target' instead of '(_)', without '*' and '+'"};
}

ByteRange without_end_blanks(std::string_view text, ByteRange range) {
  const std::string_view part = text.substr(range.begin, range.size());
  const std::size_t last = part.find_last_not_of(" \t\r\n");
  return {range.begin, range.begin + (last == std::string_view::npos ? 0 : last + 1)};
}

/// One search of one tree.
class Search {
 public:
  Search(const NodeQuery& query, const SourceText& text)
      : query_(query),
        text_(text),
        cursor_(ts_query_cursor_new()),
        budget_(cursor_.get(), text.bytes().size()),
        options_{&budget_, Budget::spend} {
    constexpr std::uint32_t kMostAtOnce = 256;  // Matches that are begun and not ended.
    ts_query_cursor_set_match_limit(cursor_.get(), kMostAtOnce);
    ts_query_cursor_exec_with_options(cursor_.get(), query.compiled(), syntax_tree_of(text).root(),
                                      &options_);
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  std::optional<NodeMatch> next() {
    TSQueryMatch found;
    if (!ts_query_cursor_next_match(cursor_.get(), &found)) return std::nullopt;
    NodeMatch match{found.pattern_index, {}, {}};
    match.captures.resize(ts_query_capture_count(query_.compiled()));
    for (std::uint16_t i = 0; i < found.capture_count; ++i) {
      const TSQueryCapture& capture = found.captures[i];
      match.captures[capture.index].push_back(range_of(capture.node));
      if (name_of(capture.index) != "target") continue;
      match.target = without_end_blanks(text_.bytes(), range_of(capture.node));
    }
    return match;
  }

  [[nodiscard]] bool is_given_up() const { return budget_.is_spent(); }

 private:
  [[nodiscard]] std::string_view name_of(std::uint32_t capture) const {
    std::uint32_t size = 0;
    const char* name = ts_query_capture_name_for_id(query_.compiled(), capture, &size);
    return {name, size};
  }

  const NodeQuery& query_;
  const SourceText& text_;
  std::unique_ptr<TSQueryCursor, Release> cursor_;
  Budget budget_;
  TSQueryCursorOptions options_;
};

CapturedTexts texts_of(const NodeMatch& match, const SourceText& text) {
  CapturedTexts texts;
  for (const std::vector<ByteRange>& nodes : match.captures) {
    texts.emplace_back();
    for (const ByteRange& node : nodes) {
      texts.back().push_back(text.bytes().substr(node.begin, node.size()));
    }
  }
  return texts;
}

}  // namespace

std::variant<std::vector<NodeMatch>, SearchFault> matches_of(const NodeQuery& query,
                                                             const SourceText& text,
                                                             ByteRange within) {
  std::vector<NodeMatch> matches;
  if (!syntax_tree_of(text).has_tree()) return matches;
  Search search(query, text);
  while (auto match = search.next()) {
    if (within.contains(match->target)) matches.push_back(*std::move(match));
  }
  if (search.is_given_up()) return too_costly(within.begin);
  return matches;
}

std::vector<const NodeCondition*> broken_conditions(const NodeQuery& query, const SourceText& text,
                                                    const NodeMatch& match) {
  const CapturedTexts texts = texts_of(match, text);
  std::vector<const NodeCondition*> broken;
  for (const NodeCondition& condition : query.conditions()[match.pattern]) {
    const auto held = holds(condition, texts);
    const bool* is_held = std::get_if<bool>(&held);
    if (is_held == nullptr || !*is_held) broken.push_back(&condition);
  }
  return broken;
}

std::variant<const NodeCondition*, SearchFault> broken_condition(const NodeQuery& query,
                                                                 const SourceText& text,
                                                                 const NodeMatch& match) {
  const CapturedTexts texts = texts_of(match, text);
  for (const NodeCondition& condition : query.conditions()[match.pattern]) {
    const auto held = holds(condition, texts);
    if (const auto* fault = std::get_if<SearchFault>(&held)) {
      SearchFault here = *fault;
      here.offset = match.target.begin;
      return here;
    }
    if (!std::get<bool>(held)) return &condition;
  }
  return static_cast<const NodeCondition*>(nullptr);
}

}  // namespace patcher
