// SPDX-License-Identifier: MIT
#include "patcher/locate/node_query.hpp"

#include <fmt/format.h>
#include <tree_sitter/api.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "patcher/locate/grammars.hpp"
#include "patcher/locate/node_matches.hpp"
#include "patcher/manifest/suggestion.hpp"

namespace patcher {
namespace {

/// The word of a query that begins at `offset`.
std::string_view word_at(std::string_view query, std::size_t offset) {
  const std::string_view rest = query.substr(std::min(offset, query.size()));
  constexpr std::string_view kWord =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  return rest.substr(0, rest.find_first_not_of(kWord));
}

std::vector<std::string_view> node_kinds(const TSLanguage* grammar) {
  std::vector<std::string_view> kinds;
  for (std::uint32_t i = 0; i < ts_language_symbol_count(grammar); ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    if (ts_language_symbol_type(grammar, symbol) == TSSymbolTypeRegular) {
      kinds.emplace_back(ts_language_symbol_name(grammar, symbol));
    }
  }
  return kinds;
}

std::vector<std::string_view> field_names(const TSLanguage* grammar) {
  std::vector<std::string_view> names;
  for (std::uint32_t i = 1; i <= ts_language_field_count(grammar); ++i) {
    names.emplace_back(ts_language_field_name_for_id(grammar, static_cast<TSFieldId>(i)));
  }
  return names;
}

std::string meant(std::string_view word, const std::vector<std::string_view>& known) {
  const auto near = language::nearest(word, known);
  return near ? fmt::format("did you mean '{}'?", *near) : "";
}

/// What tree-sitter has against a query.
class Refusal {
 public:
  Refusal(std::string_view query, Language language, std::size_t offset)
      : query_(query), language_(language), offset_(offset) {}

  [[nodiscard]] SpellingFault fault(TSQueryError error) const {
    const TSLanguage* grammar = grammar_of(language_);
    const std::string_view word = word_at(query_, offset_);
    switch (error) {
      case TSQueryErrorNodeType:
        return here(fmt::format("the grammar of {} has no node '{}'", name_of(language_), word),
                    meant(word, node_kinds(grammar)));
      case TSQueryErrorField:
        return here(fmt::format("the grammar of {} has no field '{}'", name_of(language_), word),
                    meant(word, field_names(grammar)));
      case TSQueryErrorCapture:
        return here(fmt::format("nothing is captured as '@{}'", word), "");
      case TSQueryErrorStructure:
        return here("no node can have this inside it, by the grammar", "");
      default:
        return here("the query's syntax is wrong here",
                    "a node is '(kind field: (kind) @capture)', a condition '(#eq? @capture "
                    "\"text\")'");
    }
  }

 private:
  [[nodiscard]] SpellingFault here(std::string message, std::string hint) const {
    return {offset_, std::move(message), std::move(hint)};
  }

  std::string_view query_;
  Language language_;
  std::size_t offset_;
};

std::optional<std::uint32_t> target_of(const TSQuery* query) {
  for (std::uint32_t i = 0; i < ts_query_capture_count(query); ++i) {
    std::uint32_t size = 0;
    const char* name = ts_query_capture_name_for_id(query, i, &size);
    if (std::string_view(name, size) == "target") return i;
  }
  return std::nullopt;
}

/// What is wrong with the `@target` of one of the query's patterns.
std::optional<SpellingFault> target_fault(const TSQuery* query) {
  constexpr std::string_view kHint = "write '@target' behind the one node that is to be edited";
  const std::optional<std::uint32_t> target = target_of(query);
  if (ts_query_pattern_count(query) == 0) {
    return SpellingFault{0, "there is no node in the query", std::string(kHint)};
  }
  for (std::uint32_t i = 0; i < ts_query_pattern_count(query); ++i) {
    const bool is_one =
        target && ts_query_capture_quantifier_for_id(query, i, *target) == TSQuantifierOne;
    if (is_one) continue;
    return SpellingFault{ts_query_start_byte_for_pattern(query, i),
                         "this pattern's '@target' is not exactly one node", std::string(kHint)};
  }
  return std::nullopt;
}

/// The first place in `within` that the grammar could not read, if any.
std::optional<std::size_t> error_in(const SyntaxTree& tree, ByteRange within) {
  std::optional<std::size_t> first;
  if (!tree.has_tree()) return first;
  walk(tree.root(), [&](TSNode node, std::size_t) {
    const ByteRange range = range_of(node);
    const bool meets = range.begin <= within.end && range.end >= within.begin;
    if (first || !meets || !ts_node_has_error(node)) return Descend::past;
    if (!ts_node_is_error(node) && !ts_node_is_missing(node)) return Descend::into;
    first = std::max(range.begin, within.begin);
    return Descend::past;
  });
  return first;
}

/// Why the nodes in `within` are not all known, if they are not.
std::optional<SearchFault> unseen_nodes(const SourceText& text, ByteRange within) {
  const SyntaxTree& tree = syntax_tree_of(text);
  if (!tree.has_tree()) {
    return SearchFault{Code::syntax_error,
                       fmt::format("the file was not read, because {}", tree.why_unread()),
                       within.begin, "use 'find', 'find_regex' or 'find_tokens'"};
  }
  if (const auto error = error_in(tree, within)) {
    return SearchFault{Code::syntax_error,
                       "the grammar cannot read the text here, so that its nodes are a guess",
                       *error, "name a 'scope' that it can read, or use 'find_tokens'"};
  }
  for (const SkippedBranch& branch : text.outline().skipped) {
    if (branch.is_settled || !within.overlaps(branch.range)) continue;
    return SearchFault{
        Code::scope_ambiguous,
        "nothing settles whether the branch that begins here is compiled, and its "
        "nodes are not seen",
        branch.directive.begin,
        "settle its condition by 'definitions:' or 'undefined:' of the tree, or name "
        "a 'scope' without it"};
  }
  return std::nullopt;
}

FoundPlaces places_in(const NodeQuery& query, const SourceText& text, ByteRange within) {
  if (auto fault = unseen_nodes(text, within)) return *std::move(fault);
  const auto found = matches_of(query, text, within);
  if (const auto* fault = std::get_if<SearchFault>(&found)) return *fault;
  std::set<ByteRange> targets;
  for (const NodeMatch& match : std::get<std::vector<NodeMatch>>(found)) {
    const auto broken = broken_condition(query, text, match);
    if (const auto* fault = std::get_if<SearchFault>(&broken)) return *fault;
    if (std::get<const NodeCondition*>(broken) != nullptr) continue;
    if (match.target.empty()) {
      return SearchFault{Code::empty_match, "the '@target' has no bytes here", match.target.begin,
                         "let '@target' be the node around it"};
    }
    targets.insert(match.target);
  }
  std::vector<AnchorPlace> places;
  for (const ByteRange& target : targets) places.push_back({target});
  return places;
}

}  // namespace

std::variant<NodeQuery, SpellingFault> NodeQuery::compile(std::string_view query,
                                                          Language language) {
  const TSLanguage* grammar = grammar_of(language);
  if (grammar == nullptr) {
    return SpellingFault{0, "the file is in no language whose syntax can be told",
                         "use 'find' or 'find_regex'; known are Python, C, C++, CUDA, shell, JSON, "
                         "YAML and TOML, by the file's extension",
                         Code::not_supported};
  }
  if (query.size() >= std::numeric_limits<std::uint32_t>::max()) {
    return SpellingFault{0, "the query is too long"};
  }
  std::uint32_t offset = 0;
  TSQueryError error = TSQueryErrorNone;
  const std::shared_ptr<const TSQuery> compiled(
      ts_query_new(grammar, query.data(), static_cast<std::uint32_t>(query.size()), &offset,
                   &error),
      [](const TSQuery* made) {
        if (made != nullptr) ts_query_delete(const_cast<TSQuery*>(made));
      });
  if (!compiled) return Refusal(query, language, offset).fault(error);
  if (auto fault = target_fault(compiled.get())) return *std::move(fault);
  std::vector<std::vector<NodeCondition>> conditions;
  for (std::uint32_t i = 0; i < ts_query_pattern_count(compiled.get()); ++i) {
    auto read = conditions_of(compiled.get(), i);
    if (auto* fault = std::get_if<SpellingFault>(&read)) return std::move(*fault);
    conditions.push_back(std::get<std::vector<NodeCondition>>(std::move(read)));
  }
  return NodeQuery(std::string(query), compiled, std::move(conditions));
}

FoundPlaces NodeQuery::find_all(const SourceText& text, ByteRange within) const {
  const std::string key = fmt::format("query {} {} {}", within.begin, within.end, spelling_);
  return text.derived<FoundPlaces>(key, [&] { return places_in(*this, text, within); });
}

}  // namespace patcher
