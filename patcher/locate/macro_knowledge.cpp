// SPDX-License-Identifier: MIT
#include "patcher/locate/macro_knowledge.hpp"

namespace patcher {

MacroKnowledge::MacroKnowledge(const KnownMacros& known) {
  for (const std::string& name : known.defined) define(name, 1);
  for (const std::string& name : known.undefined) undefine(name);
}

void MacroKnowledge::define(std::string_view name, std::optional<std::int64_t> value) {
  names_.insert_or_assign(std::string(name), Known{true, value});
}

void MacroKnowledge::undefine(std::string_view name) {
  names_.insert_or_assign(std::string(name), Known{false, std::nullopt});
}

void MacroKnowledge::take(std::string_view name, const MacroKnowledge& other) {
  const auto known = other.names_.find(name);
  if (known == other.names_.end()) {
    names_.erase(std::string(name));
  } else {
    names_.insert_or_assign(known->first, known->second);
  }
}

void MacroKnowledge::assume(std::string_view atom, bool holds) {
  assumed_.insert_or_assign(std::string(atom), holds);
}

std::optional<bool> MacroKnowledge::is_defined(std::string_view name) const {
  const auto known = names_.find(name);
  return known == names_.end() ? std::nullopt : std::optional(known->second.defined);
}

std::optional<std::int64_t> MacroKnowledge::value_of(std::string_view name) const {
  const auto known = names_.find(name);
  if (known == names_.end()) return std::nullopt;
  return known->second.defined ? known->second.value : std::optional<std::int64_t>(0);
}

std::optional<bool> MacroKnowledge::assumed(std::string_view atom) const {
  const auto known = assumed_.find(atom);
  return known == assumed_.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace patcher
