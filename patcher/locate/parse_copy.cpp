// SPDX-License-Identifier: MIT
#include "patcher/locate/parse_copy.hpp"

#include <cstddef>
#include <utility>

#include "patcher/locate/code_tokens.hpp"
#include "patcher/locate/grammar_gaps.hpp"

namespace patcher {
namespace {

void overwrite(std::string& text, ByteRange range, Filler filler) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (text[i] != '\n' && text[i] != '\r') text[i] = static_cast<char>(filler);
  }
}

MacroNames names_of(std::string_view text, const std::vector<MacroDefinition>& macros) {
  MacroNames names;
  for (const MacroDefinition& macro : macros) {
    if (macro.has_parameters) {
      names.functions.insert(macro.name);
    } else if (is_attribute_body(text.substr(macro.body.begin, macro.body.size()), names)) {
      names.attributes.insert(macro.name);
    }
  }
  return names;
}

}  // namespace

ParseCopy parse_copy_of(std::string_view text, MacroKnowledge knowledge) {
  const Tokens tokens = tokens_of(text);
  ParseCopy copy{std::string(text), directives_of(text, tokens, std::move(knowledge)), {}, {}, {}};
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::directive) overwrite(copy.text, token.range(), Filler::blank);
  }
  for (const SkippedBranch& branch : copy.directives.skipped) {
    overwrite(copy.text, branch.range, Filler::blank);
  }
  const CodeTokens code(text, tokens, copy.directives.skipped);
  Rewrites gaps = grammar_gaps(code, names_of(text, copy.directives.macros));
  for (const Rewrite& rewrite : gaps.all) overwrite(copy.text, rewrite.range, rewrite.filler);
  copy.attributes = std::move(gaps.attributes);
  copy.unpaired = code.unpaired();
  for (std::size_t i = 0; i < code.size(); ++i) {
    const std::size_t close = code.close_of(i);
    if (close != i && code.word(i) == "{") copy.braces.push_back(code.span(i, close));
  }
  return copy;
}

}  // namespace patcher
