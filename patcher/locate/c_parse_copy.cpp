// SPDX-License-Identifier: MIT
#include "patcher/locate/c_parse_copy.hpp"

#include <cstdint>
#include <utility>

namespace patcher {
namespace {

/// What the language itself settles, unless `known` says otherwise.
MacroKnowledge knowledge_of(Language language, const KnownMacros& known) {
  constexpr std::int64_t kStandard = 202002;
  MacroKnowledge knowledge(known);
  if (knowledge.is_defined("__cplusplus")) return knowledge;
  if (language == Language::c) {
    knowledge.undefine("__cplusplus");
  } else {
    knowledge.define("__cplusplus", kStandard);
  }
  return knowledge;
}

}  // namespace

ParseCopy c_parse_copy_of(std::string_view text, Language language, const KnownMacros& known) {
  return parse_copy_of(text, knowledge_of(language, known));
}

}  // namespace patcher
