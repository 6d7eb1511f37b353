// SPDX-License-Identifier: MIT
#include "patcher/locate/scope.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "patcher/locate/c_path.hpp"
#include "patcher/locate/definition_pins.hpp"

namespace patcher {
namespace {

/// The namespaces of a file, by their full paths.
std::set<std::string> namespaces_of(const Outline& outline) {
  std::set<std::string> all;
  for (const Definition& definition : outline.definitions) {
    if (definition.kind != DefinitionKind::name_space) continue;
    std::string path;
    for (const std::string& part : c_path_of(definition.path).parts) {
      path += path.empty() ? part : "::" + part;
      all.insert(path);
    }
  }
  return all;
}

/// Matches paths that may leave namespaces out.
class CPathMatcher {
 public:
  CPathMatcher(std::string_view wanted, const Outline& outline)
      : wanted_(c_path_of(wanted)), namespaces_(namespaces_of(outline)) {}

  [[nodiscard]] bool matches(const Definition& definition) const {
    if (wanted_.signature && *wanted_.signature != folded(definition.signature)) return false;
    const std::vector<std::string> parts = c_path_of(definition.path).parts;
    return wanted_.is_global ? parts == wanted_.parts : ends(parts);
  }

 private:
  /// Only namespaces may be left out, and only the outermost ones.
  [[nodiscard]] bool ends(const std::vector<std::string>& parts) const {
    if (parts.size() < wanted_.parts.size()) return false;
    const std::size_t left_out = parts.size() - wanted_.parts.size();
    const bool ends_so = std::equal(wanted_.parts.begin(), wanted_.parts.end(),
                                    parts.begin() + static_cast<std::ptrdiff_t>(left_out));
    return ends_so && (left_out == 0 || namespaces_.contains(joined(parts, left_out)));
  }

  static std::string joined(const std::vector<std::string>& parts, std::size_t count) {
    std::string path;
    for (std::size_t i = 0; i < count; ++i) path += (i == 0 ? "" : "::") + parts[i];
    return path;
  }

  CPath wanted_;
  std::set<std::string> namespaces_;
};

ScopeFault fault(ScopeFault::Kind kind) {
  ScopeFault result;
  result.kind = kind;
  return result;
}

ScopeFault ambiguous(const std::vector<const Definition*>& found, const SourceText& text) {
  // To find a spelling takes looks at every definition, and nobody reads more than a few of them.
  constexpr std::size_t kMostSpellings = 10;
  const bool are_few = found.size() <= 10 * kMostSpellings;
  ScopeFault result = fault(ScopeFault::Kind::ambiguous);
  for (const Definition* definition : found) {
    result.places.push_back(definition->range);
    if (result.spellings.size() == kMostSpellings) continue;
    result.spellings.push_back(are_few ? own_spelling(*definition, text) : std::string());
  }
  return result;
}

std::string last_name(std::string_view path, Language language) {
  if (is_c_family(language)) return c_path_of(path).parts.back();
  return std::string(path.substr(path.rfind('.') + 1));  // npos + 1 is 0: the whole path
}

/// A definition that `path` may name, but whose own path a syntax error makes doubtful; or null.
const Definition* doubtful_twin(std::string_view path, const SourceText& text) {
  const std::string name = last_name(path, text.language());
  for (const Definition& definition : text.outline().definitions) {
    if (definition.trust == Trust::whole_path) continue;
    if (last_name(definition.path, text.language()) == name) return &definition;
  }
  return nullptr;
}

std::variant<ByteRange, ScopeFault> place_of_definition(std::string_view path,
                                                        const SourceText& text) {
  if (!has_scopes(text.language())) return fault(ScopeFault::Kind::no_definitions);
  if (!text.outline().unread.empty()) return fault(ScopeFault::Kind::unread);
  const auto found = definitions_named(path, text);
  if (found.size() > 1) return ambiguous(found, text);
  if (const Definition* doubtful = doubtful_twin(path, text)) {
    ScopeFault result = fault(ScopeFault::Kind::untrusted);
    result.places.push_back(doubtful->range);
    return result;
  }
  if (found.empty()) return fault(ScopeFault::Kind::missing);
  const auto other = skipped_definition(path, text, Branches::unsettled);
  if (!other) return found.front()->range;
  ScopeFault result = fault(ScopeFault::Kind::unsettled);
  result.places = {found.front()->range, other->name};
  result.branch = other->branch;
  return result;
}

/// The lines of `text` from line `first` on that are `wanted`.
std::vector<std::size_t> lines_that_are(std::string_view wanted, const LineIndex& lines,
                                        std::size_t first) {
  std::vector<std::size_t> found;
  for (std::size_t line = first; line < lines.size(); ++line) {
    if (lines.text(line) == wanted) found.push_back(line);
  }
  return found;
}

std::variant<std::size_t, ScopeFault> only_line(const std::string& wanted, const LineIndex& lines,
                                                std::size_t first) {
  const std::vector<std::size_t> found = lines_that_are(wanted, lines, first);
  if (found.size() == 1) return found.front();
  ScopeFault result =
      fault(found.empty() ? ScopeFault::Kind::line_missing : ScopeFault::Kind::line_repeated);
  result.line = wanted;
  if (first < lines.size()) result.below = lines.whole(first).begin;
  for (const std::size_t line : found) result.places.push_back(lines.whole(line));
  return result;
}

std::variant<ByteRange, ScopeFault> place_of_region(const Region& region, const SourceText& text) {
  const LineIndex& lines = text.lines();
  const auto first = only_line(region.from, lines, 0);
  if (const auto* fault = std::get_if<ScopeFault>(&first)) return *fault;
  const std::size_t begin = std::get<std::size_t>(first);
  if (!region.to) return ByteRange{lines.whole(begin).begin, text.all().end};
  const auto last = only_line(*region.to, lines, begin + 1);
  if (const auto* fault = std::get_if<ScopeFault>(&last)) return *fault;
  return ByteRange{lines.whole(begin).begin, lines.whole(std::get<std::size_t>(last)).begin};
}

}  // namespace

std::string own_spelling(const Definition& definition, const SourceText& text) {
  const std::string& path = definition.path;
  for (const std::string& tried :
       {path, "::" + path, path + definition.signature, "::" + path + definition.signature}) {
    const auto found = definitions_named(tried, text);
    if (found.size() == 1 && found.front() == &definition) return tried;
  }
  return {};
}

std::vector<const Definition*> definitions_named(std::string_view path, const SourceText& text) {
  const Outline& outline = text.outline();
  std::vector<const Definition*> found;
  const auto add_if = [&](auto matches) {
    for (const Definition& definition : outline.definitions) {
      if (matches(definition)) found.push_back(&definition);
    }
  };
  if (is_c_family(text.language())) {
    const CPathMatcher matcher(path, outline);
    add_if([&](const Definition& definition) { return matcher.matches(definition); });
  } else {
    add_if([&](const Definition& definition) { return definition.path == path; });
  }
  return found;
}

std::variant<ByteRange, ScopeFault> place_of(const Scope& scope, const SourceText& text) {
  return scope.region ? place_of_region(*scope.region, text)
                      : place_of_definition(scope.path, text);
}

std::optional<ScopeFault> broken_pin(const Scope& scope, const SourceText& text) {
  if (!scope.is_pinned()) return std::nullopt;
  const Definition& definition = *definitions_named(scope.path, text).front();
  const std::string head = head_of(definition, text);
  if (scope.pins.signature && with_folded_space(*scope.pins.signature) != head) {
    ScopeFault result = fault(ScopeFault::Kind::head_changed);
    result.places.push_back(definition.range);
    result.found = head;
    return result;
  }
  const std::string digest = token_digest(definition, text);
  if (!scope.pins.body || *scope.pins.body == digest) return std::nullopt;
  ScopeFault result = fault(ScopeFault::Kind::tokens_changed);
  result.places.push_back(definition.range);
  result.found = digest;
  return result;
}

}  // namespace patcher
