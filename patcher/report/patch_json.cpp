// SPDX-License-Identifier: MIT
#include "patcher/report/patch_json.hpp"

#include <fmt/format.h>

#include <string>

#include "patcher/manifest/json_edit.hpp"
#include "patcher/manifest/table_edit.hpp"
#include "patcher/report/escape.hpp"
#include "patcher/report/patch_report.hpp"

namespace patcher {
namespace {

using Json = nlohmann::ordered_json;

std::string octal(std::uint32_t mode) { return fmt::format("{:04o}", mode); }

Json end_json(const SpanEnd& end) {
  if (std::holds_alternative<LinesAnchor>(end)) return valid_utf8(spelled(end));
  return {{std::string(key_of(end)), valid_utf8(spelled(end))}};
}

Json value_of(const Anchor& anchor) {
  if (const auto* between = std::get_if<BetweenAnchor>(&anchor)) {
    return {valid_utf8(between->before), valid_utf8(between->after)};
  }
  if (const auto* span = std::get_if<SpanAnchor>(&anchor)) {
    return {{"from", end_json(span->from)},
            {"to", end_json(span->to)},
            {"end", span->limit == SpanLimit::inclusive ? "inclusive" : "exclusive"}};
  }
  if (std::holds_alternative<DefinitionAnchor>(anchor)) return true;
  return valid_utf8(spelled(anchor));
}

Json anchor_json(const Anchor& anchor) { return {{std::string(key_of(anchor)), value_of(anchor)}}; }

Json scope_json(const Scope& scope) {
  if (scope.is_pinned()) {
    Json json{{"path", valid_utf8(scope.path)}};
    if (scope.pins.signature) json["signature"] = valid_utf8(*scope.pins.signature);
    if (scope.pins.body) json["body"] = *scope.pins.body;
    return json;
  }
  if (!scope.region) return scope.path;
  Json json{{"from", valid_utf8(scope.region->from)}};
  if (scope.region->to) json["to"] = valid_utf8(*scope.region->to);
  return json;
}

std::string_view key_of(Action action) {
  switch (action) {
    case Action::replace:
      return "replace";
    case Action::insert_before:
      return "insert_before";
    case Action::insert_after:
      return "insert_after";
    case Action::insert_between:
      return "insert";
  }
  return "replace";
}

Json edit_json(const TextEdit& edit) {
  Json json{{"file", edit.file.str()}, {"scope", edit.scope ? scope_json(*edit.scope) : ""}};
  if (edit.others.empty()) {
    json.update(anchor_json(edit.anchor));
  } else {
    json["any_of"] = Json::array({anchor_json(edit.anchor)});
    for (const Anchor& other : edit.others) json["any_of"].push_back(anchor_json(other));
  }
  json["count"] = edit.count;
  json[std::string(key_of(edit.action))] = valid_utf8(edit.text);
  if (edit.references == References::expanded) json["expand"] = true;
  if (edit.indent) json["indent"] = *edit.indent;
  if (edit.reindent != 0) json["reindent"] = edit.reindent;
  return json;
}

Json edit_json(const AddFile& edit) {
  return {{"add_file", edit.file.str()},
          {"content", valid_utf8(edit.content)},
          {"mode", octal(edit.mode)}};
}

Json edit_json(const RemoveFile& edit) {
  return {{"remove_file", edit.file.str()}, {"content", valid_utf8(edit.content)}};
}

Json edit_json(const ModeOf& edit) {
  Json json{{"mode_of", edit.file.str()}, {"mode", octal(edit.mode)}};
  if (edit.was) json["was"] = octal(*edit.was);
  return json;
}

Json edit_json(const MoveAway& edit) {
  Json json{{"file", edit.file.str()}, {"moved_to", edit.move->to.str()}};
  if (edit.move->mode) json["mode"] = octal(*edit.move->mode);
  json["hunks"] = Json::array();
  for (const Edit& hunk : edit.move->hunks) {
    json["hunks"].push_back(edit_json(std::get<TextEdit>(hunk.what)));
  }
  return json;
}

Json edit_json(const MoveHere& edit) {
  return {{"file", edit.file.str()}, {"moved_from", edit.move->from.str()}};
}

Json cells_json(const NamedCells& cells) {
  Json json = Json::object();
  for (const auto& [name, value] : cells) json[valid_utf8(name)] = valid_utf8(value);
  return json;
}

Json key_json(const TableKey& key) {
  Json columns = Json::array();
  for (const std::string& name : key.columns) columns.push_back(valid_utf8(name));
  if (!key.header_of) return {{"columns", columns}};
  return {{"header_of", key.header_of->str()}, {"plus", columns}};
}

Json position_json(const RowPosition& position) {
  if (position.side == RowPosition::Side::start) return "start";
  if (position.side == RowPosition::Side::end) return "end";
  const char* side = position.side == RowPosition::Side::before ? "before" : "after";
  return {{side, cells_json(position.row)}};
}

Json chosen_json(const TableEdit& edit, const ChosenRows& rows) {
  Json json{{"table", edit.file.str()},
            {rows.deletes() ? "delete_where" : "update_where", cells_json(rows.where)},
            {"count", rows.count}};
  if (!rows.deletes()) json["set"] = cells_json(rows.set);
  if (!rows.was.empty()) json["was"] = cells_json(rows.was);
  json["key"] = key_json(edit.change->key);
  json["family"] = edit.change->family;
  return json;
}

Json edit_json(const TableEdit& edit) {
  const TableChange& change = *edit.change;
  if (change.chosen) return chosen_json(edit, *change.chosen);
  return {{"table", edit.file.str()},
          {"rows", valid_utf8(*change.rows)},
          {"key", key_json(change.key)},
          {"family", change.family},
          {"position", position_json(change.position)},
          {"default", cells_json(change.defaults)}};
}

Json edit_json(const JsonEdit& edit) {
  const JsonChange& change = *edit.change;
  Json json{{"json", edit.file.str()}, {"set", Json::object()}, {"remove", Json::array()}};
  for (const JsonSet& set : change.set) json["set"][valid_utf8(set.pointer)] = valid_utf8(set.text);
  for (const std::string& pointer : change.remove) json["remove"].push_back(valid_utf8(pointer));
  json["must_be_new"] = change.before == JsonBefore::absent;
  json["must_equal"] = cells_json(change.must_equal);
  return json;
}

}  // namespace

Json json_of(const Patch& patch) {
  Json json{{"id", patch.id},
            {"tree", patch.tree},
            {"title", patch.title},
            {"why", patch.why},
            {"upstream",
             {{"state", name_of(patch.upstream.state)},
              {"links", patch.upstream.links},
              {"drop_when", patch.upstream.drop_when}}},
            {"file", patch.file},
            {"revision", patch.revision},
            {"edits", Json::array()}};
  for (const Edit& edit : patch.edits) {
    json["edits"].push_back(
        std::visit([](const auto& what) { return edit_json(what); }, edit.what));
    if (!edit.optional.empty()) json["edits"].back()["optional"] = valid_utf8(edit.optional);
  }
  json["optional"] = valid_utf8(patch.optional);
  json["when"] = patch.when ? valid_utf8(spelled(*patch.when)) : std::string();
  return json;
}

}  // namespace patcher
