// SPDX-License-Identifier: MIT
#include "patcher/locate/renamed_definition.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "patcher/locate/c_path.hpp"
#include "patcher/locate/definition_pins.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostFound = 3;
// How often each byte of a file may be read: definitions lie in one another.
constexpr std::size_t kMostDepth = 16;

/// The name that the definition of `path` is defined by.
std::string defined_name(std::string_view path, Language language) {
  constexpr std::string_view kMacro = "macro ";
  if (path.starts_with(kMacro)) return std::string(path.substr(kMacro.size()));
  if (is_c_family(language)) {
    const std::string last = c_path_of(path).parts.back();
    return last.substr(0, last.find('<'));
  }
  return std::string(path.substr(path.rfind('.') + 1));  // npos + 1 is 0: the whole path
}

/// Compares definitions with what a scope pins, their names left out.
class PinSearch {
 public:
  PinSearch(const Scope& scope, const SourceText& text)
      : pins_(scope.pins),
        name_(defined_name(scope.path, text.language())),
        text_(text),
        left_(kMostDepth * text.bytes().size()) {}

  /// Says whether `definition` would be what is pinned, had it the pinned name.
  bool is_pinned(const Definition& definition) {
    const Renaming renaming{defined_name(definition.path, text_.language()), name_};
    const bool has_head = !pins_.signature || head_of(definition, text_, renaming) ==
                                                  with_folded_space(*pins_.signature);
    if (!has_head || !pins_.body) return has_head;
    if (definition.range.size() > left_) return false;
    left_ -= definition.range.size();
    return token_digest(definition, text_, renaming) == *pins_.body;
  }

 private:
  const ScopePins& pins_;
  std::string name_;
  const SourceText& text_;
  std::size_t left_;
};

}  // namespace

std::vector<const Definition*> renamed_definitions(const Scope& scope, const SourceText& text) {
  std::vector<const Definition*> found;
  if (!scope.is_pinned() || scope.region) return found;
  PinSearch search(scope, text);
  for (const Definition& definition : text.outline().definitions) {
    if (found.size() == kMostFound) break;
    if (search.is_pinned(definition)) found.push_back(&definition);
  }
  return found;
}

}  // namespace patcher
