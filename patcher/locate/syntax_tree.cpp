// SPDX-License-Identifier: MIT
#include "patcher/locate/syntax_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
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
  if (grammar == nullptr) {
    why_unread_ = fmt::format("there is no grammar for {}", name_of(language));
    return;
  }
  if (text.size() > kMostParsedBytes) {
    why_unread_ = fmt::format("it has {} bytes, and the limit for reading definitions is {}",
                              text.size(), kMostParsedBytes);
    return;
  }
  const std::unique_ptr<TSParser, Release> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), grammar)) {
    why_unread_ = fmt::format("the grammar for {} does not fit", name_of(language));
    return;
  }
  if (is_utf8(text)) {
    parse(parser.get(), text);
  } else {
    parse(parser.get(), with_utf8_only(text));
  }
}

void SyntaxTree::parse(TSParser* parser, std::string_view text) {
  TSInput input{};
  input.payload = &text;
  input.encoding = TSInputEncodingUTF8;
  input.read = [](void* payload, std::uint32_t at, TSPoint, std::uint32_t* size) {
    const auto& bytes = *static_cast<const std::string_view*>(payload);
    const std::string_view rest = bytes.substr(std::min<std::size_t>(at, bytes.size()));
    *size = static_cast<std::uint32_t>(rest.size());
    return rest.data();
  };
  // Counted in steps, not in seconds: the same text gets the same verdict on every machine.
  std::size_t hundreds = 0;
  TSParseOptions options{};
  options.payload = &hundreds;
  options.progress_callback = [](TSParseState* state) {
    constexpr std::size_t kMost = kMostParserSteps / 100;
    return ++*static_cast<std::size_t*>(state->payload) > kMost;
  };
  tree_.reset(ts_parser_parse_with_options(parser, nullptr, input, options));
  if (tree_ != nullptr) return;
  why_unread_ = fmt::format("its grammar needs more than {} steps to read it, which is the limit",
                            kMostParserSteps);
}

}  // namespace patcher
