// SPDX-License-Identifier: MIT
#include "patcher/manifest/edit_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "patcher/core/glob.hpp"
#include "patcher/manifest/dedent.hpp"
#include "patcher/manifest/digest.hpp"
#include "patcher/manifest/fields.hpp"
#include "patcher/manifest/json_reader.hpp"
#include "patcher/manifest/reindent_rule.hpp"
#include "patcher/manifest/scalar_rule.hpp"
#include "patcher/manifest/table_reader.hpp"

namespace patcher::language {
namespace {

using yaml::Value;

constexpr std::size_t kShownLines = 6;
constexpr std::uint32_t kDefaultMode = 0644;

/// A key that names an action, and the action.
struct NamedAction {
  std::string_view key;
  Action action;
};
constexpr auto kActions = std::to_array<NamedAction>({{"replace", Action::replace},
                                                      {"insert_before", Action::insert_before},
                                                      {"insert_after", Action::insert_after},
                                                      {"insert", Action::insert_between}});

std::string code_of(const Value& map, std::string_view key) {
  return std::string(without_final_newline(text_of(map, key)));
}

/// The anchor whose key `map` has, if it is one that a span may begin or end with.
std::optional<SpanEnd> simple_anchor_of(const Value& map) {
  const auto has = [&](std::string_view key) { return yaml::value_of(map, key) != nullptr; };
  if (has("find")) return LinesAnchor{code_of(map, "find")};
  if (has("find_text")) return TextAnchor{code_of(map, "find_text")};
  if (has("find_regex")) return RegexAnchor{code_of(map, "find_regex")};
  if (has("find_tokens")) return TokensAnchor{code_of(map, "find_tokens")};
  if (has("find_node")) return NodeAnchor{code_of(map, "find_node")};
  return std::nullopt;
}

SpanEnd span_end_of(const Value& span, std::string_view key) {
  const Value* end = yaml::value_of(span, key);
  if (end == nullptr) return {};
  if (end->kind != yaml::Kind::map) return LinesAnchor{code_of(span, key)};
  return simple_anchor_of(*end).value_or(SpanEnd());
}

SpanAnchor span_of(const Value& span) {
  const bool is_inclusive = text_of(span, "end") == "inclusive";
  return {span_end_of(span, "from"), span_end_of(span, "to"),
          is_inclusive ? SpanLimit::inclusive : SpanLimit::exclusive};
}

/// The anchor whose key `map` has.
Anchor anchor_of(const Value& map) {
  if (auto simple = simple_anchor_of(map)) {
    return std::visit([](auto& kind) { return Anchor(std::move(kind)); }, *simple);
  }
  if (const Value* span = yaml::value_of(map, "span")) return span_of(*span);
  if (yaml::value_of(map, "definition") != nullptr) return DefinitionAnchor{};
  const auto& lines = list_of(map, "between");
  return BetweenAnchor{std::string(without_final_newline(lines[0].text)),
                       std::string(without_final_newline(lines[1].text))};
}

void read_anchors(const Value& map, TextEdit& edit) {
  if (yaml::value_of(map, "any_of") == nullptr) {
    edit.anchor = anchor_of(map);
    return;
  }
  const auto& alternatives = list_of(map, "any_of");
  edit.anchor = anchor_of(alternatives.front());
  for (auto other = alternatives.begin() + 1; other != alternatives.end(); ++other) {
    edit.others.push_back(anchor_of(*other));
  }
}

Files files_of(const Value& map, const TreePath& file) {
  if (!is_glob(file.str())) return Files::named;
  return yaml::value_of(map, "count") != nullptr ? Files::all_caught : Files::only_caught;
}

TextEdit text_edit_of(const Value& map, Findings& findings) {
  TextEdit edit;
  edit.file = path_of(map, "file");
  edit.files = files_of(map, edit.file);
  edit.scope = scope_of(map, findings);
  read_anchors(map, edit);
  edit.count = static_cast<std::size_t>(number_of(map, "count").value_or(1));
  for (const NamedAction& named : kActions) {
    const Value* text = yaml::value_of(map, named.key);
    if (text == nullptr) continue;
    edit.action = named.action;
    edit.text = code_of(map, named.key);
    edit.text_where = findings.source().place(text->source.begin);
  }
  if (text_of(map, "expand") == "true") edit.references = References::expanded;
  if (const auto indent = number_of(map, "indent")) edit.indent = static_cast<std::size_t>(*indent);
  edit.reindent = static_cast<int>(number_of(map, "reindent").value_or(0));
  return edit;
}

bool says_the_same(const Anchor& anchor, const std::string& text) {
  if (const auto* lines = std::get_if<LinesAnchor>(&anchor)) {
    return dedented(lines->text) == dedented(text);
  }
  const auto* bytes = std::get_if<TextAnchor>(&anchor);
  return bytes != nullptr && bytes->text == text;
}

/// Says whether the new text of a replacement is an anchor of it again.
bool changes_nothing(const TextEdit& edit) {
  if (edit.action != Action::replace || edit.reindent != 0) return false;
  return says_the_same(edit.anchor, edit.text) ||
         std::any_of(edit.others.begin(), edit.others.end(),
                     [&](const Anchor& other) { return says_the_same(other, edit.text); });
}

bool is_open_span(const Anchor& anchor) {
  const auto* span = std::get_if<SpanAnchor>(&anchor);
  return span != nullptr && span->limit == SpanLimit::exclusive;
}

/// Says whether new text would stand behind a span whose end is what follows the new text.
bool is_behind_open_span(const TextEdit& edit) {
  return edit.action == Action::insert_after &&
         (is_open_span(edit.anchor) ||
          std::any_of(edit.others.begin(), edit.others.end(), is_open_span));
}

/// What looks like a reference to a group in the new text of a pattern with groups, and is none.
std::optional<std::string> idle_reference(const TextEdit& edit) {
  const auto* regex = std::get_if<RegexAnchor>(&edit.anchor);
  if (regex == nullptr || regex->pattern.find('(') == std::string::npos) return std::nullopt;
  const bool is_expanded = edit.references == References::expanded;
  for (std::size_t at = 0; at + 1 < edit.text.size(); ++at) {
    const bool is_sign = edit.text[at] == '\\' || (edit.text[at] == '$' && !is_expanded);
    const bool is_number = edit.text[at + 1] >= '1' && edit.text[at + 1] <= '9';
    if (is_sign && is_number) return edit.text.substr(at, 2);
  }
  return std::nullopt;
}

TextEdit read_text_edit(const Value& map, Findings& findings) {
  TextEdit edit = text_edit_of(map, findings);
  if (is_behind_open_span(edit)) {
    findings.error(Code::invalid_manifest, yaml::value_of(map, "insert_after")->source,
                   "text behind an exclusive span would become a part of it",
                   "use 'insert_before' with the span's 'to' as the anchor, or 'end: inclusive'");
  }
  refuse_idle_reindent(map, edit, findings);
  if (const auto reference = idle_reference(edit)) {
    findings.warning(
        Code::invalid_manifest, yaml::value_of(map, "find_regex")->source,
        fmt::format("'{}' in the new text stands for itself, not for a group", *reference),
        "'expand: true' puts what a group took where '$1' or '${name}' stands");
  }
  if (changes_nothing(edit)) {
    findings.error(Code::invalid_manifest, yaml::value_of(map, "replace")->source,
                   "the edit changes nothing: 'replace' says the same as the anchor",
                   "change 'replace', or leave the edit out");
  }
  return edit;
}

/// The bytes of `content:` or of the file at `from:`, held against `sha256:`.
std::string payload_of(const Value& map, Payloads& payloads, Findings& findings) {
  std::string bytes = text_of(map, "content");
  if (const Value* from = yaml::value_of(map, "from")) {
    auto read = payloads.read(std::string(without_final_newline(from->text)));
    if (!read) {
      findings.relay(read.error().diagnostics(), from->source);
      return {};
    }
    bytes = *std::move(read);
  }
  const Value* expected = yaml::value_of(map, "sha256");
  if (expected == nullptr) return bytes;
  if (const std::string digest = sha256_of(bytes); digest != expected->text) {
    findings.error(
        Code::invalid_manifest, expected->source,
        fmt::format("the bytes have the SHA-256 '{}', expected '{}'", digest, expected->text),
        "look at what changed, then correct the file or the digest");
  }
  return bytes;
}

ModeOf read_mode_of(const Value& map, Findings& findings) {
  ModeOf edit{path_of(map, "mode_of"), mode_of(map, "mode").value_or(kDefaultMode),
              mode_of(map, "was")};
  if (edit.was == edit.mode) {
    findings.error(Code::invalid_manifest, yaml::value_of(map, "mode")->source,
                   "the edit changes nothing: 'mode' and 'was' are the same");
  }
  return edit;
}

void show_anchor(Edit& edit, const Value& value, const yaml::Source& source) {
  edit.anchor_where = source.place(value.source.begin);
  edit.lines = source.excerpt(value.source);
  if (yaml::is_block(value.style) && !value.body.empty()) {
    edit.lines = source.lines_of(value.body, kShownLines);
  }
  if (!value.items.empty()) {
    const ByteRange items = {value.items.front().source.begin, value.items.back().source.end};
    edit.lines = source.lines_of(items, kShownLines);
  }
}

}  // namespace

Edit read_edit(const Value& map, Payloads& payloads, Findings& findings) {
  Edit edit;
  edit.where = findings.source().place(map.source.begin);
  edit.optional = without_final_newline(text_of(map, "optional"));
  const Value* shown = nullptr;
  if (yaml::value_of(map, "add_file") != nullptr) {
    shown = yaml::value_of(map, "add_file");
    edit.what = AddFile{path_of(map, "add_file"), payload_of(map, payloads, findings),
                        mode_of(map, "mode").value_or(kDefaultMode)};
  } else if (yaml::value_of(map, "remove_file") != nullptr) {
    shown = yaml::value_of(map, "remove_file");
    edit.what = RemoveFile{path_of(map, "remove_file"), payload_of(map, payloads, findings)};
  } else if (yaml::value_of(map, "mode_of") != nullptr) {
    shown = yaml::value_of(map, "mode_of");
    edit.what = read_mode_of(map, findings);
  } else if (yaml::value_of(map, "table") != nullptr) {
    shown = yaml::value_of(map, "table");
    edit.what = read_table_edit(map, payloads, findings);
  } else if (yaml::value_of(map, "json") != nullptr) {
    shown = yaml::value_of(map, "json");
    edit.what = read_json_edit(map, findings);
  } else {
    for (const std::string_view key : {"find", "find_text", "find_regex", "find_tokens",
                                       "find_node", "span", "any_of", "definition", "between"}) {
      if (const Value* value = yaml::value_of(map, key)) shown = value;
    }
    edit.what = read_text_edit(map, findings);
  }
  show_anchor(edit, *shown, findings.source());
  return edit;
}

}  // namespace patcher::language
