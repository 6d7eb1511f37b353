// SPDX-License-Identifier: MIT
#include "patcher/manifest/edit_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "patcher/manifest/dedent.hpp"
#include "patcher/manifest/digest.hpp"
#include "patcher/manifest/fields.hpp"
#include "patcher/manifest/scalar_rule.hpp"

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

Anchor anchor_of(const Value& map) {
  if (yaml::value_of(map, "find") != nullptr) return LinesAnchor{code_of(map, "find")};
  if (yaml::value_of(map, "find_text") != nullptr) return TextAnchor{code_of(map, "find_text")};
  if (yaml::value_of(map, "find_regex") != nullptr) return RegexAnchor{code_of(map, "find_regex")};
  if (yaml::value_of(map, "find_tokens") != nullptr) {
    return TokensAnchor{code_of(map, "find_tokens")};
  }
  if (yaml::value_of(map, "find_node") != nullptr) return NodeAnchor{code_of(map, "find_node")};
  const auto& lines = list_of(map, "between");
  return BetweenAnchor{std::string(without_final_newline(lines[0].text)),
                       std::string(without_final_newline(lines[1].text))};
}

TextEdit text_edit_of(const Value& map, Findings& findings) {
  TextEdit edit;
  edit.file = path_of(map, "file");
  edit.scope = scope_of(map, findings);
  edit.anchor = anchor_of(map);
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

/// Says whether the new text of a replacement is the anchor again.
bool changes_nothing(const TextEdit& edit) {
  if (edit.action != Action::replace || edit.reindent != 0) return false;
  if (const auto* lines = std::get_if<LinesAnchor>(&edit.anchor)) {
    return dedented(lines->text) == dedented(edit.text);
  }
  const auto* text = std::get_if<TextAnchor>(&edit.anchor);
  return text != nullptr && text->text == edit.text;
}

TextEdit read_text_edit(const Value& map, Findings& findings) {
  TextEdit edit = text_edit_of(map, findings);
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
  } else {
    for (const std::string_view key :
         {"find", "find_text", "find_regex", "find_tokens", "find_node", "between"}) {
      if (const Value* value = yaml::value_of(map, key)) shown = value;
    }
    edit.what = read_text_edit(map, findings);
  }
  show_anchor(edit, *shown, findings.source());
  return edit;
}

}  // namespace patcher::language
