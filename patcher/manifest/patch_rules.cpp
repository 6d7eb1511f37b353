// SPDX-License-Identifier: MIT
#include "patcher/manifest/patch_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "patcher/core/glob.hpp"
#include "patcher/manifest/dedent.hpp"
#include "patcher/manifest/fields.hpp"
#include "patcher/manifest/json_edit.hpp"
#include "patcher/manifest/payload.hpp"
#include "patcher/manifest/table_edit.hpp"

namespace patcher::language {
namespace {

/// The text that `anchor` looks for, its common indentation left out.
std::string text_of_anchor(const Anchor& anchor) {
  const auto* lines = std::get_if<LinesAnchor>(&anchor);
  return lines != nullptr ? dedented(lines->text) : spelled(anchor);
}

/// Equal for two choices of the same rows for the same deed.
std::string spelled(const std::optional<ChosenRows>& chosen) {
  if (!chosen) return {};
  std::string text;
  for (const auto* cells : {&chosen->where, &chosen->set, &chosen->was}) {
    for (const auto& [name, cell] : *cells) text += framed(name) + framed(cell);
    text += framed("");
  }
  return text;
}

/// Equal for two edits that do the same at the same place.
std::string deed_of(const Edit& edit) {
  std::vector<std::string> parts = {file_of(edit).str(), std::to_string(edit.what.index())};
  if (const auto* text = std::get_if<TextEdit>(&edit.what)) {
    parts.push_back(text->scope ? spelled(*text->scope) : "");
    parts.push_back(std::to_string(static_cast<int>(text->action)));
    parts.push_back(text->indent ? std::to_string(*text->indent) : "");
    parts.push_back(std::to_string(text->anchor.index()));
    parts.push_back(text_of_anchor(text->anchor));
    for (const Anchor& other : text->others) parts.push_back(text_of_anchor(other));
  }
  if (const auto* table = std::get_if<TableEdit>(&edit.what)) {
    parts.push_back(table->change->payload);
    parts.push_back(spelled(table->change->chosen));
  }
  if (const auto* json = std::get_if<JsonEdit>(&edit.what)) {
    for (const JsonSet& set : json->change->set) parts.push_back(set.pointer + '=' + set.text);
    for (const std::string& pointer : json->change->remove) parts.push_back(pointer);
  }
  std::string deed;
  for (const std::string& part : parts) deed += framed(part);
  return deed;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// An anchor of a patch.
struct Anchored {
  const Edit* edit;
  std::string text;
  bool is_pattern = false;
};

bool may_be_in(const TextEdit& edit, const TreePath& file) {
  if (edit.files == Files::named) return edit.file == file;
  return catches(edit.file.str(), file.str());
}

/// The anchors of all edits that may be about `file`.
std::vector<Anchored> anchors_in(const TreePath& file, const std::vector<Edit>& edits) {
  std::vector<Anchored> anchors;
  for (const Edit& edit : edits) {
    const auto* text = std::get_if<TextEdit>(&edit.what);
    if (text == nullptr || !may_be_in(*text, file)) continue;
    anchors.push_back({&edit, text_of_anchor(text->anchor), is_pattern(text->anchor)});
    for (const Anchor& other : text->others) {
      anchors.push_back({&edit, text_of_anchor(other), is_pattern(other)});
    }
  }
  return anchors;
}

}  // namespace

void Twins::check(const Edit& edit, ByteRange source, Findings& findings) {
  const Note here{
      .message = "the other edit stands here", .where = edit.where, .lines = edit.lines};
  const auto [first, added] = seen_.try_emplace(deed_of(edit), here);
  if (added) return;
  Diagnostic& found = findings.error(
      Code::edits_overlap, source,
      fmt::format("two edits do the same at the same place of '{}'", file_of(edit).str()),
      "keep one of the two, or join their new texts");
  found.notes.push_back(first->second);
}

void refuse_absent_anchors(const std::vector<yaml::Value>& claims, const std::vector<Edit>& edits,
                           Findings& findings) {
  for (const yaml::Value& claim : claims) {
    const yaml::Value* absent = yaml::value_of(claim, "absent");
    if (absent == nullptr) continue;
    const std::vector<Anchored> anchors = anchors_in(path_of(claim, "file"), edits);
    const std::string text = dedented(absent->text);
    const std::string_view sought = trimmed(text);
    // What a pattern finds is not known here: its absence may be mere drift as well.
    const auto own = std::ranges::find_if(anchors, [&](const Anchored& anchor) {
      const bool is_in = !sought.empty() && anchor.text.find(sought) != std::string::npos;
      return is_in || anchor.is_pattern;
    });
    if (own == anchors.end()) continue;
    Diagnostic& found = findings.error(
        Code::invalid_manifest, absent->source,
        "'obsolete_if' asks for the absence of the patch's own anchor, expected other evidence",
        "name something that upstream's own cure brought, with 'present'");
    found.notes.push_back({.message = "the anchor stands here",
                           .where = own->edit->anchor_where,
                           .lines = own->edit->lines});
  }
}

}  // namespace patcher::language
