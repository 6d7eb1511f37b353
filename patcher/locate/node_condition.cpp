// SPDX-License-Identifier: MIT
#include "patcher/locate/node_condition.hpp"

#include <fmt/format.h>
#include <tree_sitter/api.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace patcher {
namespace {

enum class Kind { equal, one_of, match };

struct KnownCondition {
  std::string_view name;
  Kind kind;
  NodeCondition::Sense sense;
};
constexpr auto kKnown = std::to_array<KnownCondition>({
    {"eq?", Kind::equal, NodeCondition::Sense::must},
    {"not-eq?", Kind::equal, NodeCondition::Sense::must_not},
    {"any-of?", Kind::one_of, NodeCondition::Sense::must},
    {"not-any-of?", Kind::one_of, NodeCondition::Sense::must_not},
    {"match?", Kind::match, NodeCondition::Sense::must},
    {"not-match?", Kind::match, NodeCondition::Sense::must_not},
});

constexpr std::string_view kKnownHint =
    "known are #eq?, #not-eq?, #any-of?, #not-any-of?, #match? and #not-match?, each with a "
    "capture first";

using Steps = std::span<const TSQueryPredicateStep>;

std::string_view text_of(const TSQuery* query, const TSQueryPredicateStep& step) {
  std::uint32_t size = 0;
  const char* text = step.type == TSQueryPredicateStepTypeCapture
                         ? ts_query_capture_name_for_id(query, step.value_id, &size)
                         : ts_query_string_value_for_id(query, step.value_id, &size);
  return {text, size};
}

/// As it is spelled, but for the blanks.
std::string spelled(const TSQuery* query, Steps steps) {
  std::string text = fmt::format("#{}", text_of(query, steps.front()));
  for (const TSQueryPredicateStep& step : steps.subspan(1)) {
    const bool is_capture = step.type == TSQueryPredicateStepTypeCapture;
    text += fmt::format(fmt::runtime(is_capture ? " @{}" : " \"{}\""), text_of(query, step));
  }
  return text;
}

bool are_texts(Steps steps) {
  return !steps.empty() && std::all_of(steps.begin(), steps.end(), [](const auto& step) {
    return step.type == TSQueryPredicateStepTypeString;
  });
}

/// Reads one condition; `steps` are its name and what it is about, without the end mark.
class ConditionReader {
 public:
  ConditionReader(const TSQuery* query, Steps steps, std::size_t offset)
      : query_(query), steps_(steps), offset_(offset) {}

  [[nodiscard]] std::variant<NodeCondition, SpellingFault> read() const {
    const std::string_view name = text_of(query_, steps_.front());
    const auto known = std::find_if(kKnown.begin(), kKnown.end(),
                                    [&](const KnownCondition& k) { return k.name == name; });
    if (known == kKnown.end()) {
      return fault(fmt::format("'#{}' is no condition", name), kKnownHint);
    }
    if (steps_.size() < 3 || steps_[1].type != TSQueryPredicateStepTypeCapture) {
      return fault(fmt::format("'#{}' needs a capture and what it is compared with", name),
                   kKnownHint);
    }
    NodeCondition condition{known->sense, steps_[1].value_id};
    condition.spelling = spelled(query_, steps_);
    return compared(*known, std::move(condition));
  }

 private:
  [[nodiscard]] SpellingFault fault(std::string message, std::string_view hint) const {
    return {offset_, std::move(message), std::string(hint)};
  }

  [[nodiscard]] std::variant<NodeCondition, SpellingFault> compared(const KnownCondition& known,
                                                                    NodeCondition condition) const {
    const Steps others = steps_.subspan(2);
    const bool is_one = others.size() == 1;
    if (known.kind == Kind::equal && is_one &&
        others.front().type == TSQueryPredicateStepTypeCapture) {
      condition.same = others.front().value_id;
      return condition;
    }
    if (!are_texts(others) || (known.kind != Kind::one_of && !is_one)) {
      return fault(fmt::format("'#{}' compares with {}", known.name,
                               known.kind == Kind::one_of ? "texts" : "one thing"),
                   kKnownHint);
    }
    if (known.kind != Kind::match) {
      for (const auto& step : others) condition.texts.emplace_back(text_of(query_, step));
      return condition;
    }
    auto pattern = Regex::compile(text_of(query_, others.front()));
    if (const auto* wrong = std::get_if<SpellingFault>(&pattern)) {
      return fault(fmt::format("the pattern of '#{}' is wrong: {}", known.name, wrong->message),
                   wrong->hint);
    }
    condition.pattern = std::get<Regex>(std::move(pattern));
    return condition;
  }

  const TSQuery* query_;
  Steps steps_;
  std::size_t offset_;
};

std::variant<bool, SearchFault> fits(const NodeCondition& condition, std::string_view text,
                                     const CapturedTexts& texts) {
  if (condition.pattern) return condition.pattern->is_in(text);
  if (!condition.same) {
    return std::find(condition.texts.begin(), condition.texts.end(), text) != condition.texts.end();
  }
  const auto& others = texts[*condition.same];
  return std::all_of(others.begin(), others.end(),
                     [&](std::string_view other) { return other == text; });
}

}  // namespace

std::variant<std::vector<NodeCondition>, SpellingFault> conditions_of(const TSQuery* query,
                                                                      std::uint32_t index) {
  std::uint32_t count = 0;
  const auto* first = ts_query_predicates_for_pattern(query, index, &count);
  Steps steps(first, count);
  std::vector<NodeCondition> conditions;
  while (!steps.empty()) {
    const auto end = std::find_if(steps.begin(), steps.end(), [](const auto& step) {
      return step.type == TSQueryPredicateStepTypeDone;
    });
    const auto size = static_cast<std::size_t>(end - steps.begin());
    auto read =
        ConditionReader(query, steps.first(size), ts_query_start_byte_for_pattern(query, index))
            .read();
    if (auto* fault = std::get_if<SpellingFault>(&read)) return std::move(*fault);
    conditions.push_back(std::get<NodeCondition>(std::move(read)));
    steps = steps.subspan(std::min(size + 1, steps.size()));
  }
  return conditions;
}

std::variant<bool, SearchFault> holds(const NodeCondition& condition, const CapturedTexts& texts) {
  for (const std::string_view text : texts[condition.capture]) {
    const auto fit = fits(condition, text, texts);
    if (const auto* fault = std::get_if<SearchFault>(&fit)) return *fault;
    const bool wanted = condition.sense == NodeCondition::Sense::must;
    if (std::get<bool>(fit) != wanted) return false;
  }
  return true;
}

}  // namespace patcher
