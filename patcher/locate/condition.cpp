// SPDX-License-Identifier: MIT
#include "patcher/locate/condition.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "patcher/locate/condition_expression.hpp"

namespace patcher {
namespace {

using Kind = ConditionNode::Kind;
using Number = std::optional<std::int64_t>;

// Unsigned arithmetic wraps where signed would be undefined.
std::int64_t wrapped(std::uint64_t number) { return static_cast<std::int64_t>(number); }
std::uint64_t bits(std::int64_t number) { return static_cast<std::uint64_t>(number); }

bool divides(std::int64_t divisor) { return divisor != 0 && divisor != -1; }
bool shifts(std::int64_t by) { return by >= 0 && by < 64; }

struct Computation {
  std::string_view spelling;
  Number (*result)(std::int64_t, std::int64_t);
};
using Int = std::int64_t;
constexpr auto kComputations = std::to_array<Computation>({
    {"+", [](Int a, Int b) -> Number { return wrapped(bits(a) + bits(b)); }},
    {"-", [](Int a, Int b) -> Number { return wrapped(bits(a) - bits(b)); }},
    {"*", [](Int a, Int b) -> Number { return wrapped(bits(a) * bits(b)); }},
    {"/", [](Int a, Int b) { return divides(b) ? Number(a / b) : std::nullopt; }},
    {"%", [](Int a, Int b) { return divides(b) ? Number(a % b) : std::nullopt; }},
    {"<<", [](Int a, Int b) { return shifts(b) ? Number(wrapped(bits(a) << b)) : std::nullopt; }},
    {">>", [](Int a, Int b) { return shifts(b) ? Number(a >> b) : std::nullopt; }},
    {"&", [](Int a, Int b) -> Number { return a & b; }},
    {"|", [](Int a, Int b) -> Number { return a | b; }},
    {"^", [](Int a, Int b) -> Number { return a ^ b; }},
    {"==", [](Int a, Int b) -> Number { return Int{a == b}; }},
    {"!=", [](Int a, Int b) -> Number { return Int{a != b}; }},
    {"<", [](Int a, Int b) -> Number { return Int{a < b}; }},
    {">", [](Int a, Int b) -> Number { return Int{a > b}; }},
    {"<=", [](Int a, Int b) -> Number { return Int{a <= b}; }},
    {">=", [](Int a, Int b) -> Number { return Int{a >= b}; }},
});

Number computed(std::string_view spelled, std::int64_t left, std::int64_t right) {
  for (const Computation& known : kComputations) {
    if (known.spelling == spelled) return known.result(left, right);
  }
  return std::nullopt;
}

/// An unknown comparison by the one of two spellings that both it and its opposite share.
struct Atom {
  std::string text;
  bool holds = true;
};

/// Judges nodes by what is known.
class Judge {
 public:
  Judge(const std::vector<ConditionNode>& nodes, const MacroKnowledge& knowledge)
      : nodes_(&nodes), knowledge_(&knowledge) {}

  [[nodiscard]] std::optional<bool> truth(std::size_t index) const {
    const ConditionNode& node = (*nodes_)[index];
    if (const Number number = number_at(index)) return *number != 0;
    if (is_parenthesis(node)) return truth(node.left);
    const Atom atom = atom_at(index);
    const std::optional<bool> assumed = knowledge_->assumed(atom.text);
    return assumed ? std::optional(*assumed == atom.holds) : std::nullopt;
  }

  /// Makes the node, which is unknown, `wanted` in `knowledge`, the one that is judged by.
  void assume(std::size_t index, bool wanted, MacroKnowledge& knowledge) const {
    const ConditionNode& node = (*nodes_)[index];
    if (truth(index)) return;
    if (is_parenthesis(node)) return assume(node.left, wanted, knowledge);
    if (node.kind == Kind::negation) return assume(node.left, !wanted, knowledge);
    if (node.kind == Kind::defined) return settle(node.text, wanted, knowledge);
    if (node.text == "&&" || node.text == "||") {
      // To make `a && b` hold both must; to make it fail the first that is unknown is enough.
      const bool both = (node.text == "&&") == wanted;
      const bool left_unknown = !truth(node.left);
      if (left_unknown) assume(node.left, wanted, knowledge);
      if (both || !left_unknown) assume(node.right, wanted, knowledge);
      return;
    }
    const Atom atom = atom_at(index);
    knowledge.assume(atom.text, atom.holds == wanted);
  }

 private:
  static bool is_parenthesis(const ConditionNode& node) {
    return node.kind == Kind::unary && node.text == "+";
  }

  static void settle(const std::string& name, bool defined, MacroKnowledge& knowledge) {
    if (defined) {
      knowledge.define(name, std::nullopt);
    } else {
      knowledge.undefine(name);
    }
  }

  [[nodiscard]] Number number_at(std::size_t index) const {
    const ConditionNode& node = (*nodes_)[index];
    switch (node.kind) {
      case Kind::unknown:
        return std::nullopt;
      case Kind::number:
        return node.number;
      case Kind::name:
        return node.text == "true" ? Number(1) : knowledge_->value_of(node.text);
      case Kind::defined:
        return as_number(knowledge_->is_defined(node.text));
      case Kind::negation: {
        const std::optional<bool> inner = truth(node.left);
        return inner ? as_number(!*inner) : std::nullopt;
      }
      case Kind::unary:
        return signed_number(node.text, number_at(node.left));
      case Kind::binary:
        return binary_number(node);
    }
    return std::nullopt;
  }

  static Number as_number(std::optional<bool> truth) {
    return truth ? Number(*truth ? 1 : 0) : std::nullopt;
  }

  static Number signed_number(std::string_view sign, Number inner) {
    if (!inner) return std::nullopt;
    if (sign == "~") return ~*inner;
    return sign == "-" ? computed("-", 0, *inner) : inner;
  }

  [[nodiscard]] Number binary_number(const ConditionNode& node) const {
    if (node.text == "&&" || node.text == "||") {
      const bool decisive = node.text == "||";
      const std::optional<bool> left = truth(node.left);
      const std::optional<bool> right = truth(node.right);
      if (left == decisive || right == decisive) return as_number(decisive);
      return left && right ? as_number(!decisive) : std::nullopt;
    }
    const Number left = number_at(node.left);
    const Number right = number_at(node.right);
    if (!left || !right) return std::nullopt;
    return computed(node.text, *left, *right);
  }

  [[nodiscard]] std::string text_at(std::size_t index) const {
    const ConditionNode& node = (*nodes_)[index];
    if (is_parenthesis(node)) return text_at(node.left);
    if (node.kind == Kind::number) return node.number ? std::to_string(*node.number) : "?";
    if (node.kind == Kind::binary) {
      return "(" + text_at(node.left) + node.text + text_at(node.right) + ")";
    }
    const bool has_operand = node.kind == Kind::unary || node.kind == Kind::negation;
    return has_operand ? node.text + text_at(node.left) : node.text;
  }

  [[nodiscard]] Atom atom_at(std::size_t index) const {
    constexpr auto kOpposites = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"!=", "=="}, {">=", "<"}, {"<=", ">"}});
    const ConditionNode& node = (*nodes_)[index];
    for (const auto& [spelled, opposite] : kOpposites) {
      if (node.kind != Kind::binary || node.text != spelled) continue;
      return {"(" + text_at(node.left) + std::string(opposite) + text_at(node.right) + ")", false};
    }
    return {text_at(index), true};
  }

  const std::vector<ConditionNode>* nodes_;
  const MacroKnowledge* knowledge_;
};

}  // namespace

bool decide(std::string_view expression, MacroKnowledge& knowledge) {
  const std::vector<ConditionNode> nodes = nodes_of(expression);
  const Judge judge(nodes, knowledge);
  const std::size_t whole = nodes.size() - 1;
  if (const std::optional<bool> known = judge.truth(whole)) return *known;
  judge.assume(whole, true, knowledge);
  return true;
}

std::optional<bool> known_truth(std::string_view expression, const MacroKnowledge& knowledge) {
  const std::vector<ConditionNode> nodes = nodes_of(expression);
  return Judge(nodes, knowledge).truth(nodes.size() - 1);
}

std::optional<NamedNeed> need_of(std::string_view expression, bool wanted) {
  const std::vector<ConditionNode> nodes = nodes_of(expression);
  std::size_t index = nodes.size() - 1;
  while (nodes[index].kind == Kind::negation || nodes[index].kind == Kind::unary) {
    if (nodes[index].kind == Kind::negation) wanted = !wanted;
    index = nodes[index].left;
  }
  const bool is_name = nodes[index].kind == Kind::defined || nodes[index].kind == Kind::name;
  return is_name ? std::optional(NamedNeed{nodes[index].text, wanted}) : std::nullopt;
}

}  // namespace patcher
