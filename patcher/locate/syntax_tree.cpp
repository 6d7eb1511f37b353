// SPDX-License-Identifier: MIT
#include "patcher/locate/syntax_tree.hpp"

#include <cstdint>
#include <limits>
#include <optional>

#include "patcher/core/utf8.hpp"
#include "patcher/locate/grammars.hpp"

namespace patcher {
std::string with_utf8_only(std::string_view text) {
  std::string result(text);
  std::size_t at = 0;
  while (at < text.size()) {
    const std::optional<CodePoint> point = utf8_at(text, at);
    if (!point) result[at] = '_';
    at += point ? point->size : 1;
  }
  return result;
}

SyntaxTree::SyntaxTree(std::string_view text, Language language) {
  const TSLanguage* grammar = grammar_of(language);
  if (grammar == nullptr || text.size() >= std::numeric_limits<std::uint32_t>::max()) return;
  const std::unique_ptr<TSParser, Release> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), grammar)) return;
  std::string twin;
  if (!is_utf8(text)) {
    twin = with_utf8_only(text);
    text = twin;
  }
  tree_.reset(ts_parser_parse_string(parser.get(), nullptr, text.data(),
                                     static_cast<std::uint32_t>(text.size())));
}

}  // namespace patcher
