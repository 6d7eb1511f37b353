/// The grammars that are linked in, one function each; third_party/package.json pins their versions.
#pragma once

#include <tree_sitter/api.h>

#ifdef __cplusplus
extern "C" {
#endif

const TSLanguage* tree_sitter_bash(void);
const TSLanguage* tree_sitter_c(void);
const TSLanguage* tree_sitter_cpp(void);
const TSLanguage* tree_sitter_cuda(void);
const TSLanguage* tree_sitter_json(void);
const TSLanguage* tree_sitter_python(void);
const TSLanguage* tree_sitter_toml(void);
const TSLanguage* tree_sitter_yaml(void);

#ifdef __cplusplus
}
#endif
