// SPDX-License-Identifier: MIT
#include "patcher/locate/grammars.hpp"

#include <tree_sitter/api.h>

extern "C" {
const TSLanguage* tree_sitter_python(void);
const TSLanguage* tree_sitter_c(void);
const TSLanguage* tree_sitter_cpp(void);
const TSLanguage* tree_sitter_cuda(void);
const TSLanguage* tree_sitter_bash(void);
const TSLanguage* tree_sitter_json(void);
const TSLanguage* tree_sitter_yaml(void);
const TSLanguage* tree_sitter_toml(void);
}

namespace patcher {
namespace {

const TSLanguage* linked_grammar(Language language) {
  switch (language) {
    case Language::none:
      return nullptr;
    case Language::python:
      return tree_sitter_python();
    case Language::c:
      return tree_sitter_c();
    case Language::cpp:
      return tree_sitter_cpp();
    case Language::cuda:
      return tree_sitter_cuda();
    case Language::bash:
      return tree_sitter_bash();
    case Language::json:
      return tree_sitter_json();
    case Language::yaml:
      return tree_sitter_yaml();
    case Language::toml:
      return tree_sitter_toml();
  }
  return nullptr;
}

}  // namespace

const TSLanguage* grammar_of(Language language) {
  const TSLanguage* grammar = linked_grammar(language);
  if (grammar == nullptr) return nullptr;
  const std::uint32_t abi = ts_language_abi_version(grammar);
  const bool readable =
      TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION <= abi && abi <= TREE_SITTER_LANGUAGE_VERSION;
  return readable ? grammar : nullptr;
}

}  // namespace patcher
