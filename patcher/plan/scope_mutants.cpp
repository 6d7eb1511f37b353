// SPDX-License-Identifier: MIT
#include "patcher/plan/scope_mutants.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "patcher/locate/lexing.hpp"
#include "patcher/locate/scope.hpp"

namespace patcher {
namespace {

/// The one definition that `scope` names.
const Definition* definition_of(const Scope& scope, const SourceText& text) {
  const auto named = definitions_named(scope.path, text);
  return named.size() == 1 ? named.front() : nullptr;
}

/// The last name of a definition's path, as a head has it.
std::string last_name(const std::string& path) {
  std::size_t begin = path.size();
  while (begin > 0 && is_word_byte(path[begin - 1])) --begin;
  return path.substr(begin);
}

/// From a definition's beginning to its body.
ByteRange head_of(const Definition& definition) {
  const ByteRange range = definition.range;
  const bool has_body = definition.body_begin > range.begin && definition.body_begin < range.end;
  return {range.begin, has_body ? definition.body_begin : range.end};
}

/// Where `name` stands in `head` as a whole word, ascending.
std::vector<ByteRange> words_in(std::string_view bytes, ByteRange head, std::string_view name) {
  std::vector<ByteRange> words;
  std::size_t at = bytes.find(name, head.begin);
  for (; at < head.end; at = bytes.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_word_byte(bytes[at - 1]);
    const bool ends = end >= bytes.size() || !is_word_byte(bytes[end]);
    if (begins && ends && end <= head.end) words.push_back({at, end});
  }
  return words;
}

/// A mutant of the file of `edit`, which is there as `file`.
Mutant put(Mutation mutation, const TextEdit& edit, Entry file) {
  std::vector<State> expected{State::missing};
  // A definition that is there under its name is not missing.
  if (mutation == Mutation::signature_changed) expected.push_back(State::drifted);
  return {mutation, {{edit.file, std::move(file)}}, std::move(expected), {}};
}

Mutant with_other_region(const TextEdit& edit, const Entry& entry) {
  const std::string& from = edit.scope->region->from;
  const std::size_t at = entry.bytes->find(from);
  const ByteRange line{at, at + from.size()};
  const std::size_t letter = at == std::string::npos ? at : middle_letter(*entry.bytes, line);
  if (at == std::string::npos || letter == line.end) {
    return not_applicable(Mutation::scope_renamed, "no letter is in the line that begins it");
  }
  return put(Mutation::scope_renamed, edit,
             with_bytes(entry, with_other_byte(*entry.bytes, letter)));
}

}  // namespace

Mutant with_renamed_scope(const TextEdit& edit, const SourceText& text, const Entry& entry) {
  if (!edit.scope) return not_applicable(Mutation::scope_renamed, "there is no scope");
  if (edit.scope->region) return with_other_region(edit, entry);
  const Definition* definition = definition_of(*edit.scope, text);
  const std::string name = definition == nullptr ? "" : last_name(definition->path);
  Splices splices;
  if (!name.empty()) {
    for (const ByteRange& word : words_in(text.bytes(), head_of(*definition), name)) {
      splices.push_back({{word.end, word.end}, "_renamed"});
    }
  }
  if (splices.empty()) {
    return not_applicable(Mutation::scope_renamed, "the scope's name is no word of its head");
  }
  return put(Mutation::scope_renamed, edit, with_bytes(entry, spliced(text.bytes(), splices)));
}

Mutant with_other_signature(const TextEdit& edit, const SourceText& text, const Entry& entry) {
  const bool is_definition = edit.scope && !edit.scope->region;
  if (!is_definition) {
    return not_applicable(Mutation::signature_changed, "the scope is no definition");
  }
  const bool spells_it = edit.scope->path.ends_with(')');
  if (!edit.scope->is_pinned() && !spells_it) {
    return not_applicable(Mutation::signature_changed, "the scope does not pin the signature");
  }
  const Definition* definition = definition_of(*edit.scope, text);
  const ByteRange head = definition == nullptr ? ByteRange{} : head_of(*definition);
  const auto words = definition == nullptr
                         ? std::vector<ByteRange>()
                         : words_in(text.bytes(), head, last_name(definition->path));
  const std::size_t name_end = words.empty() ? head.end : words.back().end;
  const std::size_t open = text.bytes().find('(', name_end);
  if (words.empty() || open >= head.end) {
    return not_applicable(Mutation::signature_changed, "the definition's head has no parameters");
  }
  const std::size_t next = text.bytes().find_first_not_of(" \t\r\n", open + 1);
  const bool is_last = next != std::string_view::npos && text.bytes()[next] == ')';
  const bool is_c = is_c_family(text.language());
  const std::string more = std::string(is_c ? "int drilled" : "drilled") + (is_last ? "" : ", ");
  return put(Mutation::signature_changed, edit,
             with_bytes(entry, spliced(text.bytes(), {{{open + 1, open + 1}, more}})));
}

}  // namespace patcher
