// SPDX-License-Identifier: MIT
#include "patcher/report/json_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "patcher/report/drift_json.hpp"
#include "patcher/report/escape.hpp"
#include "patcher/report/patch_json.hpp"
#include "patcher/report/place_text.hpp"
#include "patcher/report/recipe_report.hpp"
#include "patcher/report/unified_diff.hpp"

namespace patcher {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 2;

template <class Item, class ToJson>
Json list_of(const std::vector<Item>& items, ToJson to_json) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(to_json(item));
  return list;
}

Json json_of(const TreeOutcome& tree) {
  Json map = Json::object();
  for (const PartOutcome& part : tree.map) map[valid_utf8(part.path)] = valid_utf8(part.where);
  return {{"tree", valid_utf8(tree.tree)},
          {"where", valid_utf8(tree.where)},
          {"pin", valid_utf8(tree.pin)},
          {"at", valid_utf8(tree.at)},
          {"map", std::move(map)}};
}

Json json_of(const FoundPlace& place) {
  return {{"line", place.line}, {"in", valid_utf8(place.in)}};
}

/// No state is the empty string: it does not apply.
std::string_view name_of_known(std::optional<State> state) {
  return state ? name_of(*state) : std::string_view();
}

Json json_of(const EditOutcome& edit) {
  Json json{{"index", edit.index},
            {"file", valid_utf8(edit.file)},
            {"state", name_of_known(edit.state)},
            {"left_out", valid_utf8(edit.left_out)},
            {"places", list_of(edit.places, [](const FoundPlace& p) { return json_of(p); })}};
  if (edit.alternative) json["alternative"] = *edit.alternative;
  return json;
}

Json json_of(const FileOutcome& file) {
  return {{"file", valid_utf8(file.file)}, {"state", name_of(file.state)}};
}

Json json_of(const PatchOutcome& patch) {
  return {{"id", valid_utf8(patch.id)},
          {"tree", valid_utf8(patch.tree)},
          {"title", valid_utf8(patch.title)},
          {"state", name_of_known(patch.state)},
          {"adopted", patch.adopted},
          {"left_out", valid_utf8(patch.left_out)},
          {"optional", valid_utf8(patch.optional)},
          {"when", valid_utf8(patch.when)},
          {"manifest", valid_utf8(patch.manifest)},
          {"edits", list_of(patch.edits, [](const EditOutcome& e) { return json_of(e); })},
          {"files", list_of(patch.files, [](const FileOutcome& f) { return json_of(f); })}};
}

Json json_of(const PendingRebuild& rebuild) {
  return {{"kind", "rebuild"},
          {"tree", valid_utf8(rebuild.tree)},
          {"id", valid_utf8(rebuild.id)},
          {"manifest", valid_utf8(rebuild.manifest)}};
}

Json json_of(const PendingCheck& check) {
  return {{"kind", "check"},
          {"tree", valid_utf8(check.tree)},
          {"id", valid_utf8(check.id)},
          {"manifest", valid_utf8(check.manifest)},
          {"patch", valid_utf8(check.patch)},
          {"command", valid_utf8(check.command)}};
}

/// Rebuilds first: checks wait for them.
Json pending_of(const Outcome& outcome) {
  Json list = Json::array();
  for (const PendingRebuild& rebuild : outcome.pending) list.push_back(json_of(rebuild));
  for (const PendingCheck& check : outcome.pending_checks) list.push_back(json_of(check));
  return list;
}

Json json_of(const CheckOutcome& check) {
  return {{"tree", valid_utf8(check.tree)},    {"patch", valid_utf8(check.patch)},
          {"id", valid_utf8(check.id)},        {"command", valid_utf8(check.command)},
          {"verdict", name_of(check.verdict)}, {"why", valid_utf8(check.why)}};
}

Json json_of(const NamedPatch& patch) {
  return {{"tree", valid_utf8(patch.tree)}, {"id", valid_utf8(patch.id)}};
}

Json json_of(const ChangedFile& file) {
  return {{"tree", valid_utf8(file.tree)}, {"path", valid_utf8(file.path)}};
}

Json json_of(const LedgerLine& line) {
  return {{"id", valid_utf8(line.id)},
          {"tree", valid_utf8(line.tree)},
          {"why", valid_utf8(line.why)},
          {"links", list_of(line.links, valid_utf8)}};
}

Json json_of(const ScopeOutcome& scope) {
  return {{"path", valid_utf8(scope.path)},
          {"first_line", scope.first_line},
          {"last_line", scope.last_line},
          {"signature", valid_utf8(scope.signature)},
          {"body", scope.body}};
}

Json json_of(const FamilyOutcome& family) {
  return {{"family", valid_utf8(family.name)},
          {"tables", family.tables},
          {"rows", family.rows},
          {"bytes", family.bytes},
          {"headers", family.headers},
          {"ragged", family.ragged},
          {"key", list_of(family.key, valid_utf8)},
          {"inside", family.inside},
          {"across", family.across}};
}

Json json_of(const MutantOutcome& mutant) {
  return {{"mutation", name_of(mutant.mutation)},
          {"verdict", name_of(mutant.verdict)},
          {"state", name_of_known(mutant.state)},
          {"why", valid_utf8(mutant.why)}};
}

Json json_of(const EditDrill& edit) {
  return {{"index", edit.index},
          {"file", valid_utf8(edit.file)},
          {"mutants", list_of(edit.mutants, [](const MutantOutcome& m) { return json_of(m); })}};
}

Json json_of(const PatchDrill& drill) {
  return {{"patch", valid_utf8(drill.id)},
          {"tree", valid_utf8(drill.tree)},
          {"drop_signals", list_of(drill.drop_signals, valid_utf8)},
          {"why_not", valid_utf8(drill.why_not)},
          {"edits", list_of(drill.edits, [](const EditDrill& e) { return json_of(e); })}};
}

Json json_of(const Note& note) {
  return {{"message", valid_utf8(note.message)},
          {"file", valid_utf8(note.where.file)},
          {"line", note.where.line},
          {"in", valid_utf8(note.in)}};
}

Json json_of(const Diagnostic& diagnostic) {
  const Place& where = diagnostic.where;
  const Place& about = diagnostic.target.file.empty() ? where : diagnostic.target;
  return {
      {"severity", name_of(diagnostic.severity)},
      {"code", name_of(diagnostic.code)},
      {"patch", valid_utf8(diagnostic.patch)},
      {"edit", diagnostic.edit ? Json(*diagnostic.edit) : Json(nullptr)},
      {"tree", valid_utf8(diagnostic.tree)},
      {"file", valid_utf8(about.file)},
      {"line", about.line},
      {"column", about.column},
      {"in", valid_utf8(diagnostic.in)},
      {"message", valid_utf8(diagnostic.message)},
      {"hint", valid_utf8(diagnostic.hint)},
      {"where", {{"file", valid_utf8(where.file)}, {"line", where.line}, {"column", where.column}}},
      {"notes", list_of(diagnostic.notes, [](const Note& n) { return json_of(n); })}};
}

/// `image-init` for `image init`.
std::string in_one_word(std::string command) {
  std::ranges::replace(command, ' ', '-');
  return command;
}

Json json_of(const Outcome& outcome) {
  Json json = {
      {"schema", fmt::format("patcher.{}/1", in_one_word(valid_utf8(outcome.command)))},
      {"manifest", valid_utf8(outcome.manifest)},
      {"exit", outcome.exit},
      {"trees", list_of(outcome.trees, [](const TreeOutcome& t) { return json_of(t); })},
      {"patches", list_of(outcome.patches, [](const PatchOutcome& p) { return json_of(p); })},
      {"pending", pending_of(outcome)},
      {"changed", list_of(outcome.changed, [](const ChangedFile& f) { return json_of(f); })},
      {"rebuilt", list_of(outcome.rebuilt, valid_utf8)},
      {"checks", list_of(outcome.checks, [](const CheckOutcome& c) { return json_of(c); })},
      {"adopted", list_of(outcome.settled.adopted, [](const NamedPatch& p) { return json_of(p); })},
      {"upgraded",
       list_of(outcome.settled.upgraded, [](const NamedPatch& p) { return json_of(p); })},
      {"removed", list_of(outcome.settled.removed, [](const NamedPatch& p) { return json_of(p); })},
      {"diagnostics", list_of(outcome.diagnostics, [](const Diagnostic& d) { return json_of(d); })},
      {"ledger", list_of(outcome.ledger, [](const LedgerLine& l) { return json_of(l); })},
      {"summary", valid_utf8(outcome.summary)}};
  if (outcome.shown) json["patch"] = json_of(*outcome.shown);
  if (outcome.command == "scope") {
    json["scopes"] = list_of(outcome.scopes, [](const ScopeOutcome& s) { return json_of(s); });
  }
  if (!outcome.families.empty()) {
    json["families"] = list_of(outcome.families, [](const FamilyOutcome& f) { return json_of(f); });
  }
  if (!outcome.drills.empty()) {
    json["drill"] = list_of(outcome.drills, [](const PatchDrill& d) { return json_of(d); });
  }
  if (!outcome.document.empty()) json["document"] = valid_utf8(outcome.document);
  if (outcome.recipe) json["dockerfile"] = render_recipe(*outcome.recipe);
  if (outcome.command == "diff") json["diff"] = valid_utf8(render_diff(outcome.diffs));
  return json;
}

/// `json` with what would steer a terminal written as `\uNNNN`.
///
/// The library leaves DEL, C1 controls and text directions as they are. Outside of its strings
/// JSON text is ASCII with line feeds, so that every other one of these is inside a string.
std::string safe_on_terminal(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  while (!json.empty()) {
    const Character character = first_character(json);
    if (steers_terminal(character) && character.point != U'\n') {
      text += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(character.point.value_or(0)));
    } else {
      text += json.substr(0, character.size);
    }
    json.remove_prefix(character.size);
  }
  return text;
}

}  // namespace

std::string render_json(const Outcome& outcome) {
  return safe_on_terminal(json_of(outcome).dump(kIndent)) + "\n";
}

std::string render_json(const Outcome& outcome, const DriftFound& found) {
  Json json = json_of(outcome);
  add_drift(found, json);
  return safe_on_terminal(json.dump(kIndent)) + "\n";
}

}  // namespace patcher
