// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/locate/blanks.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

// What the grammars call a literal that may span lines.
constexpr std::array<std::string_view, 12> kLiteralKinds = {"string",
                                                            "string_literal",
                                                            "raw_string_literal",
                                                            "char_literal",
                                                            "raw_string",
                                                            "ansi_c_string",
                                                            "heredoc_body",
                                                            "block_scalar",
                                                            "double_quote_scalar",
                                                            "single_quote_scalar",
                                                            "plain_scalar",
                                                            "heredoc_redirect"};

bool is_literal(std::string_view kind) {
  return std::find(kLiteralKinds.begin(), kLiteralKinds.end(), kind) != kLiteralKinds.end();
}

bool spans_lines(std::string_view text, ByteRange range) {
  return text.substr(range.begin, range.size()).find('\n') != std::string_view::npos;
}

void add_by_grammar(const SyntaxTree& tree, std::string_view text, std::vector<ByteRange>& found) {
  walk(tree.root(), [&](TSNode node, std::size_t) {
    const ByteRange range = range_of(node);
    if (!spans_lines(text, range)) return Descend::past;
    if (!is_literal(ts_node_type(node))) return Descend::into;
    found.push_back(range);
    return Descend::past;
  });
}

/// Adds what stands between two of the same triple quotes; to the text's end without a second.
void add_triple_quoted(std::string_view text, std::vector<ByteRange>& found) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = std::min(text.find(R"(""")", at), text.find("'''", at));
    if (begin == std::string_view::npos) return;
    const std::size_t close = text.find(text.substr(begin, 3), begin + 3);
    const std::size_t end = close == std::string_view::npos ? text.size() : close + 3;
    if (spans_lines(text, {begin, end})) found.push_back({begin, end});
    at = end;
  }
}

/// The word that ends a here document, when `text` is what follows a `<<`.
std::string_view heredoc_word(std::string_view text) {
  constexpr std::string_view kWord =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  text.remove_prefix(std::min(text.find_first_not_of("- \t'\"\\"), text.size()));
  return text.substr(0, text.find_first_not_of(kWord));
}

/// Adds each `<<WORD` with the lines up to the one that is WORD; shifts have no such line.
void add_heredocs(std::string_view text, std::vector<ByteRange>& found) {
  const LineIndex lines(text);
  std::size_t at = text.find("<<");
  while (at != std::string_view::npos) {
    const std::string_view word = heredoc_word(text.substr(at + 2));
    std::size_t last = lines.line_at(at) + 1;
    const auto ends = [&](std::size_t line) {
      const std::string_view content = lines.text(line);
      return content.substr(leading_blanks(content).size()) == word;
    };
    while (last < lines.size() && !ends(last)) ++last;
    const bool is_heredoc = !word.empty() && last < lines.size();
    if (is_heredoc) found.push_back({at, lines.content(last).end});
    at = text.find("<<", is_heredoc ? found.back().end : at + 2);
  }
}

/// `ranges` in order, those that overlap made one.
std::vector<ByteRange> merged(std::vector<ByteRange> ranges) {
  std::sort(ranges.begin(), ranges.end());
  std::vector<ByteRange> result;
  for (const ByteRange& range : ranges) {
    if (!result.empty() && result.back().overlaps(range)) {
      result.back().end = std::max(result.back().end, range.end);
    } else {
      result.push_back(range);
    }
  }
  return result;
}

}  // namespace

std::vector<ByteRange> multi_line_literals(std::string_view text, Language language) {
  std::vector<ByteRange> found;
  const SyntaxTree tree(text, language);
  if (tree.has_tree()) add_by_grammar(tree, text, found);
  // New text is often a fragment that no grammar reads (`elif x:`), where an error may hide a
  // literal: then both ways count, since to find one too many is only to ask for `indent:`.
  if (!tree.has_tree() || ts_node_has_error(tree.root())) {
    add_triple_quoted(text, found);
    add_heredocs(text, found);
  }
  return merged(std::move(found));
}

}  // namespace patcher
