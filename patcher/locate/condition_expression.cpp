// SPDX-License-Identifier: MIT
#include "patcher/locate/condition_expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "patcher/locate/c_tokens.hpp"

namespace patcher {
namespace {

using Kind = ConditionNode::Kind;

constexpr std::size_t kMostNodes = 1000;
constexpr std::size_t kMostLevels = 100;

struct Operator {
  std::string_view spelling;
  int precedence;
};
// Longest first, so that `<` does not hide `<=`.
constexpr auto kOperators = std::to_array<Operator>({{"<<", 8},
                                                     {">>", 8},
                                                     {"<=", 7},
                                                     {">=", 7},
                                                     {"==", 6},
                                                     {"!=", 6},
                                                     {"&&", 2},
                                                     {"||", 1},
                                                     {"*", 10},
                                                     {"/", 10},
                                                     {"%", 10},
                                                     {"+", 9},
                                                     {"-", 9},
                                                     {"<", 7},
                                                     {">", 7},
                                                     {"&", 5},
                                                     {"^", 4},
                                                     {"|", 3}});

/// Reads an expression into nodes; the last one made is the whole.
class ExpressionReader {
 public:
  explicit ExpressionReader(std::string_view text) : text_(text), tokens_(tokens_of(text)) {}

  /// The nodes, or one that is unknown when the expression cannot be read.
  std::vector<ConditionNode> nodes() && {
    const std::optional<std::size_t> whole = binary(1, 0);
    if (!whole || at_ != tokens_.size()) {
      return {{Kind::unknown, spelling(0, tokens_.size()), {}, 0, 0}};
    }
    return std::move(nodes_);
  }

 private:
  [[nodiscard]] std::string_view word(std::size_t index) const {
    if (index >= tokens_.size()) return {};
    const ByteRange range = tokens_[index].range();
    return text_.substr(range.begin, range.size());
  }
  [[nodiscard]] std::string spelling(std::size_t first, std::size_t last) const {
    std::string result;
    for (std::size_t i = first; i < last; ++i) {
      if (!result.empty()) result += ' ';
      result += word(i);
    }
    return result;
  }

  /// The operator that stands at token `at_`, and how many tokens it takes.
  [[nodiscard]] std::pair<const Operator*, std::size_t> operator_here() const {
    constexpr auto kSpelledOut =
        std::to_array<std::pair<std::string_view, std::string_view>>({{"and", "&&"}, {"or", "||"}});
    if (at_ >= tokens_.size()) return {nullptr, 0};
    for (const Operator& known : kOperators) {
      const std::size_t begin = tokens_[at_].begin;
      if (text_.substr(begin, known.spelling.size()) == known.spelling) {
        return {&known, known.spelling.size()};
      }
    }
    for (const auto& [spelled, meant] : kSpelledOut) {
      if (word(at_) != spelled) continue;
      return {std::ranges::find(kOperators, meant, &Operator::spelling), 1};
    }
    return {nullptr, 0};
  }

  std::optional<std::size_t> add(ConditionNode node) {
    if (nodes_.size() >= kMostNodes) return std::nullopt;
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
  }

  /// Reads operators of at least `precedence`.
  std::optional<std::size_t> binary(int precedence, std::size_t level) {
    std::optional<std::size_t> left = unary(level + 1);
    while (left) {
      const auto [found, size] = operator_here();
      if (found == nullptr || found->precedence < precedence) return left;
      at_ += size;
      const std::optional<std::size_t> right = binary(found->precedence + 1, level + 1);
      if (!right) return std::nullopt;
      left = add({Kind::binary, std::string(found->spelling), {}, *left, *right});
    }
    return std::nullopt;
  }

  std::optional<std::size_t> unary(std::size_t level) {
    if (level > kMostLevels) return std::nullopt;
    const std::string_view here = word(at_);
    if (here == "!" || here == "not") return operand_of(Kind::negation, "!", level);
    if (here == "-" || here == "~" || here == "+") {
      return operand_of(Kind::unary, std::string(here), level);
    }
    if (here == "(") {
      ++at_;
      const std::optional<std::size_t> inner = binary(1, level + 1);
      if (!inner || word(at_) != ")") return std::nullopt;
      ++at_;
      return add({Kind::unary, "+", {}, *inner, 0});
    }
    return atom();
  }

  std::optional<std::size_t> operand_of(Kind kind, std::string text, std::size_t level) {
    ++at_;
    const std::optional<std::size_t> operand = unary(level + 1);
    if (!operand) return std::nullopt;
    return add({kind, std::move(text), {}, *operand, 0});
  }

  std::optional<std::size_t> atom() {
    if (at_ >= tokens_.size()) return std::nullopt;
    const std::size_t first = at_++;
    const TokenKind kind = tokens_[first].kind;
    if (kind == TokenKind::number) {
      return add({Kind::number, {}, whole_number(word(first)), 0, 0});
    }
    if (kind == TokenKind::literal) {
      return add({Kind::unknown, std::string(word(first)), {}, 0, 0});
    }
    if (kind != TokenKind::word) return std::nullopt;
    if (word(first) == "defined") return defined();
    if (word(at_) != "(") return add({Kind::name, std::string(word(first)), {}, 0, 0});
    if (!skip_parentheses()) return std::nullopt;
    return add({Kind::unknown, spelling(first, at_), {}, 0, 0});
  }

  std::optional<std::size_t> defined() {
    const bool has_parenthesis = word(at_) == "(";
    if (has_parenthesis) ++at_;
    const std::string name(word(at_));
    ++at_;
    if (name.empty() || !is_c_word_byte(name.front())) return std::nullopt;
    if (has_parenthesis && word(at_++) != ")") return std::nullopt;
    return add({Kind::defined, name, {}, 0, 0});
  }

  bool skip_parentheses() {
    std::size_t depth = 0;
    while (at_ < tokens_.size()) {
      const std::string_view here = word(at_++);
      if (here == "(") ++depth;
      if (here == ")" && --depth == 0) return true;
    }
    return false;
  }

  std::string_view text_;
  Tokens tokens_;
  std::size_t at_ = 0;
  std::vector<ConditionNode> nodes_;
};

}  // namespace

std::optional<std::int64_t> whole_number(std::string_view spelling) {
  std::string digits(spelling);
  std::erase(digits, '\'');
  while (!digits.empty() &&
         std::string_view("uUlLzZ").find(digits.back()) != std::string_view::npos) {
    digits.pop_back();
  }
  int base = 10;
  std::size_t skipped = 0;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    skipped = 2;
  } else if (digits.starts_with("0b") || digits.starts_with("0B")) {
    base = 2;
    skipped = 2;
  } else if (digits.size() > 1 && digits.front() == '0') {
    base = 8;
  }
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data() + skipped, end, value, base);
  return error == std::errc() && stopped == end ? std::optional(value) : std::nullopt;
}

std::vector<ConditionNode> nodes_of(std::string_view expression) {
  return ExpressionReader(expression).nodes();
}

}  // namespace patcher
