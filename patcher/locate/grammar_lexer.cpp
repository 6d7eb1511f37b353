// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string_view>

#include "patcher/locate/lexing.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

// What the grammars of shell and YAML make of several leaves, or leave gaps in, and is one token.
constexpr std::array<std::string_view, 9> kWholeKinds = {
    "string",       "raw_string",   "ansi_c_string",       "heredoc_body",       "expansion",
    "block_scalar", "plain_scalar", "double_quote_scalar", "single_quote_scalar"};

bool is_whole(TSNode node) {
  const std::string_view kind = ts_node_type(node);
  return ts_node_child_count(node) == 0 ||
         std::find(kWholeKinds.begin(), kWholeKinds.end(), kind) != kWholeKinds.end();
}

/// `range` without the blanks and line ends at its end.
ByteRange trimmed(std::string_view text, ByteRange range) {
  const std::string_view part = text.substr(range.begin, range.size());
  return {range.begin, range.begin + part.find_last_not_of(" \t\r\n") + 1};
}

/// Reads a text from leaf to leaf of its tree.
class LeafReader {
 public:
  explicit LeafReader(std::string_view text) : text_(text) {}

  Descend visit(TSNode node) {
    if (!is_whole(node)) return Descend::into;
    const bool is_body = std::string_view(ts_node_type(node)) == "heredoc_body";
    const ByteRange range = is_body ? whole_body(range_of(node)) : trimmed(text_, range_of(node));
    if (range.empty() || range.begin < at_) return Descend::past;
    read_gap(range.begin);
    at_ = range.end;
    const bool is_comment = std::string_view(ts_node_type(node)) == "comment";
    is_comment ? writer_.saw_gap() : static_cast<void>(writer_.add(range));
    return Descend::past;
  }

  std::vector<SourceToken> finish() && {
    read_gap(text_.size());
    return std::move(writer_).take();
  }

 private:
  /// A heredoc's body with the blanks at its beginning, which the grammar may leave out: it begins
  /// with the line below the one that is read.
  [[nodiscard]] ByteRange whole_body(ByteRange range) const {
    const std::size_t newline = text_.find('\n', at_);
    const bool is_above = newline != std::string_view::npos && newline < range.begin;
    return {is_above ? newline + 1 : range.begin, range.end};
  }

  /// Reads what stands before `end` and is in no leaf: layout; or, in broken text, signs that the
  /// grammar passed over. Those are tokens, so that no search may pass over them too.
  void read_gap(std::size_t end) {
    while (at_ < end) {
      const char byte = text_[at_];
      if (const std::size_t size = line_end_at(text_, at_)) {
        at_ += size;
        writer_.saw_line();
      } else if (byte == ' ' || byte == '\t' || byte == '\r') {
        ++at_;
        writer_.saw_gap();
      } else if (byte == '\\' && line_end_at(text_, at_ + 1) > 0) {
        at_ += 1 + line_end_at(text_, at_ + 1);  // No gap: it may join two parts of one word.
      } else {
        writer_.add({at_, at_ + 1});
        ++at_;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  TokenWriter writer_;
};

}  // namespace

std::vector<SourceToken> lex_by_grammar(std::string_view text, Language language) {
  const SyntaxTree tree(text, language);
  if (!tree.has_tree()) return {};
  LeafReader reader(text);
  walk(tree.root(), [&](TSNode node, std::size_t) { return reader.visit(node); });
  return std::move(reader).finish();
}

}  // namespace patcher
