// SPDX-License-Identifier: MIT
#include "patcher/locate/tokens.hpp"

#include <algorithm>
#include <array>

#include "patcher/locate/lexing.hpp"
#include "patcher/locate/python_faults.hpp"

namespace patcher {
namespace {

// Words behind which a bracket is no list of arguments and no subscript.
constexpr auto kKeywords = std::to_array<std::string_view>(
    {"and",    "as",    "assert", "async", "await", "del",  "elif",   "else",
     "except", "for",   "from",   "if",    "in",    "is",   "lambda", "not",
     "or",     "raise", "return", "while", "with",  "yield"});
// Words that are keywords in some places or versions and names in others.
constexpr auto kSoftKeywords = std::to_array<std::string_view>({"case", "match", "print", "type"});

/// Whether a bracket belongs to what stands before it: a call's, a subscript's.
enum class Owned { no, yes, unknown };

/// Whether a bracket behind `token`, which stands behind `before`, belongs to it.
Owned owned_by(std::string_view token, std::string_view before) {
  const auto is_among = [&](const auto& words) {
    return std::find(words.begin(), words.end(), token) != words.end();
  };
  if (token == ")" || token == "]" || token == "}") return Owned::yes;
  const bool is_literal = is_digit(token.front()) || token.back() == '"' || token.back() == '\'' ||
                          (token.front() == '.' && token.size() > 1);
  if (is_literal) return Owned::unknown;
  if (!is_word_byte(token.front())) return Owned::no;
  if (before == ".") return Owned::yes;
  if (is_among(kSoftKeywords)) return Owned::unknown;
  return is_among(kKeywords) ? Owned::no : Owned::yes;
}

/// Tells what depends on the brackets and the indentation around each token.
class Arrangement {
 public:
  Arrangement(std::string_view text, std::vector<SourceToken>& tokens, Language language)
      : text_(text), tokens_(tokens), is_python_(language == Language::python) {}

  void run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      SourceToken& token = tokens_[i];
      token.inside = !open_.empty();
      if (token.begins_line) token.column = column_of(token);
      if (token.begins_line && !token.inside) enter_line(token.column);
      token.level = static_cast<std::uint32_t>(columns_.size());
      follow_brackets(i);
    }
  }

 private:
  /// An open bracket: whether a comma before its end is free, how many commas it has, and whether
  /// some of them may be a lambda's.
  struct Open {
    bool is_free = false;
    std::size_t commas = 0;
    bool has_lambda = false;
  };

  [[nodiscard]] std::string_view text_of(std::size_t index) const {
    const ByteRange& range = tokens_[index].range;
    return text_.substr(range.begin, range.size());
  }

  [[nodiscard]] std::uint32_t column_of(const SourceToken& token) const {
    const std::size_t newline =
        token.range.begin == 0 ? std::string_view::npos : text_.rfind('\n', token.range.begin - 1);
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    return static_cast<std::uint32_t>(
        python_indentation(text_.substr(begin, token.range.begin - begin)));
  }

  void enter_line(std::uint32_t column) {
    while (!columns_.empty() && columns_.back() > column) columns_.pop_back();
    const bool is_deeper = columns_.empty() ? column > 0 : columns_.back() < column;
    if (is_deeper) columns_.push_back(column);
  }

  // A parenthesis is a bracket in Python alone: in YAML it may be a whole scalar.
  [[nodiscard]] bool opens(std::string_view sign) const {
    return sign == "[" || sign == "{" || (is_python_ && sign == "(");
  }
  [[nodiscard]] bool closes(std::string_view sign) const {
    return sign == "]" || sign == "}" || (is_python_ && sign == ")");
  }

  /// The bracket that `index` opens.
  [[nodiscard]] Open opened(std::size_t index) const {
    const std::string_view sign = text_of(index);
    const SourceToken& token = tokens_[index];
    const bool begins = index == 0 || (token.begins_line && !token.inside);
    const std::string_view before = index > 1 ? text_of(index - 2) : std::string_view();
    const Owned owned = begins ? Owned::no : owned_by(text_of(index - 1), before);
    // `f(a,)` calls like `f(a)` and `[a,]` is `[a]`, but `(a,)` and `x[a,]` have a tuple.
    const Owned free = sign == "(" ? Owned::yes : Owned::no;
    return {sign == "{" || owned == free};
  }

  void follow_brackets(std::size_t index) {
    const std::string_view sign = text_of(index);
    if (opens(sign)) {
      open_.push_back(opened(index));
    } else if (!open_.empty() && closes(sign)) {
      close(index);
    } else if (!open_.empty()) {
      if (sign == ",") ++open_.back().commas;
      if (sign == "lambda") open_.back().has_lambda = true;
    }
  }

  void close(std::size_t index) {
    const Open& open = open_.back();
    const std::size_t last = text_of(index - 1) == "," ? 1 : 0;
    const bool is_list = open.commas > last && !open.has_lambda;
    // Only Python says that a last comma is nothing.
    tokens_[index].closes_freely = is_python_ && (open.is_free || is_list);
    open_.pop_back();
  }

  std::string_view text_;
  std::vector<SourceToken>& tokens_;
  bool is_python_;
  std::vector<Open> open_;
  std::vector<std::uint32_t> columns_;  // Of the blocks around, outermost first, 0 left out.
};

std::vector<SourceToken> lexed(std::string_view text, Language language) {
  switch (language) {
    case Language::none:
      return {};
    case Language::python:
      return lex_python(text);
    case Language::c:
    case Language::cpp:
    case Language::cuda:
      return lex_c(text, HashLine::directive);
    case Language::json:
      return lex_c(text, HashLine::plain);
    case Language::toml:
      return lex_toml(text);
    case Language::bash:
    case Language::yaml:
      return lex_by_grammar(text, language);
  }
  return {};
}

}  // namespace

Layout layout_of(Language language) {
  switch (language) {
    case Language::python:
    case Language::yaml:
      return Layout::indentation;
    case Language::toml:
      return Layout::lines;
    case Language::bash:
      return Layout::gaps;
    default:
      return Layout::free;
  }
}

bool has_tokens(Language language) { return language != Language::none; }

std::vector<SourceToken> tokens_in(std::string_view text, Language language) {
  std::vector<SourceToken> tokens = lexed(text, language);
  const Layout layout = layout_of(language);
  const bool has_blocks = layout == Layout::lines || layout == Layout::indentation;
  if (has_blocks) Arrangement(text, tokens, language).run();
  return tokens;
}

const std::vector<SourceToken>& source_tokens(const SourceText& text) {
  return text.derived<std::vector<SourceToken>>("tokens", [&] {
    const std::size_t begin = text.all().begin;  // behind the byte order mark
    std::vector<SourceToken> tokens = tokens_in(text.bytes().substr(begin), text.language());
    for (SourceToken& token : tokens) {
      token.range = {token.range.begin + begin, token.range.end + begin};
    }
    return tokens;
  });
}

}  // namespace patcher
