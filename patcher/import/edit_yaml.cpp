// SPDX-License-Identifier: MIT
#include "patcher/import/edit_yaml.hpp"

#include <fmt/format.h>

#include "patcher/import/yaml_text.hpp"

namespace patcher {
namespace {

constexpr std::size_t kKeys = 4;  // the column at which an edit's keys stand

std::string keyed(std::string_view key, std::string_view text) {
  return fmt::format("    {}:{}", key, yaml_block(text, kKeys));
}

}  // namespace

std::string yaml_of(const TextEdit& edit) {
  std::string yaml = fmt::format("  - file: {}\n", yaml_inline(edit.file.str()));
  if (edit.scope) yaml += fmt::format("    scope: {}\n", yaml_inline(edit.scope->path));
  if (const auto* between = std::get_if<BetweenAnchor>(&edit.anchor)) {
    yaml += fmt::format("    between:\n      - {}\n      - {}\n", yaml_inline(between->before),
                        yaml_inline(between->after));
  } else {
    yaml += keyed("find", spelled(edit.anchor));
  }
  if (edit.indent) yaml += fmt::format("    indent: {}\n", *edit.indent);
  if (edit.reindent != 0) yaml += fmt::format("    reindent: {}\n", edit.reindent);
  return yaml + keyed(edit.action == Action::insert_between ? "insert" : "replace", edit.text);
}

}  // namespace patcher
