// SPDX-License-Identifier: MIT
#include "patcher/locate/query_parts.hpp"

#include <algorithm>

namespace patcher {
namespace {

/// The last byte of the string whose quote stands at `at`.
std::size_t end_of_text(std::string_view query, std::size_t at) {
  for (++at; at < query.size() && query[at] != '"'; ++at) {
    if (query[at] == '\\') ++at;
  }
  return at;
}

/// Calls `use` with the offset of each byte of `query` that is no part of a string or comment.
template <class Use>
void for_each_sign(std::string_view query, Use use) {
  for (std::size_t at = 0; at < query.size(); ++at) {
    if (query[at] == '"') at = end_of_text(query, at);
    if (at < query.size() && query[at] == ';') at = std::min(query.find('\n', at), query.size());
    if (at < query.size()) use(at);
  }
}

/// The word that stands behind the parenthesis at `at`.
std::string_view word_behind(std::string_view query, std::size_t at) {
  const std::string_view rest = query.substr(at + 1);
  return rest.substr(0, rest.find_first_of(" \t\r\n()[]@\"/.;#!"));
}

/// Where the condition that begins at `begin` ends; `begin` itself where none begins there.
std::size_t end_of_condition(std::string_view part, std::size_t begin) {
  if (part.substr(begin, 2) != "(#") return begin;
  std::ptrdiff_t open = 0;
  std::size_t end = begin;
  for_each_sign(part.substr(begin), [&](std::size_t at) {
    const char sign = part[begin + at];
    if (sign == '(') ++open;
    if (sign == ')') --open;
    if (sign == ')' && open == 0 && end == begin) end = begin + at + 1;
  });
  return end;
}

/// `part` without its captures and conditions.
std::string bare(std::string_view part) {
  std::string result;
  std::size_t copied = 0;
  for_each_sign(part, [&](std::size_t at) {
    if (at < copied) return;
    std::size_t end = end_of_condition(part, at);
    if (part[at] == '@') end = std::min(part.find_first_of(" \t\r\n()[]", at), part.size());
    if (end == at) return;
    result += part.substr(copied, at - copied);
    copied = end;
  });
  return result.append(part.substr(copied));
}

}  // namespace

std::vector<std::string> kinds_in(std::string_view query) {
  std::vector<std::string> kinds;
  for_each_sign(query, [&](std::size_t at) {
    if (query[at] != '(') return;
    const std::string_view kind = word_behind(query, at);
    const bool is_any = kind == "_" || kind == "ERROR" || kind == "MISSING";
    if (!kind.empty() && !is_any) kinds.emplace_back(kind);
  });
  return kinds;
}

std::vector<std::string> inner_nodes_in(std::string_view query) {
  std::vector<std::size_t> open;
  std::vector<std::string_view> parts;
  bool is_paired = true;
  for_each_sign(query, [&](std::size_t at) {
    if (query[at] == '(') open.push_back(at);
    if (query[at] != ')') return;
    is_paired = is_paired && !open.empty();
    if (!is_paired) return;
    const std::size_t begin = open.back();
    open.pop_back();
    if (!open.empty() && !word_behind(query, begin).empty()) {
      parts.push_back(query.substr(begin, at + 1 - begin));
    }
  });
  if (!is_paired || !open.empty()) return {};
  std::stable_sort(parts.begin(), parts.end(),
                   [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
  std::vector<std::string> nodes;
  for (const std::string_view part : parts) {
    std::string node = bare(part);
    const bool is_known = std::find(nodes.begin(), nodes.end(), node) != nodes.end();
    if (!is_known) nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace patcher
