// SPDX-License-Identifier: MIT
#include "patcher/report/patch_report.hpp"

#include <fmt/format.h>

#include <string_view>

#include "patcher/manifest/json_edit.hpp"
#include "patcher/manifest/table_edit.hpp"
#include "patcher/report/ink.hpp"

namespace patcher {
namespace {

/// Whether the text stands for whole lines, so that its one optional final newline is implied.
enum class TextForm { whole_lines, bytes };

std::string block(std::string_view label, std::string_view text, TextForm form) {
  std::string result = fmt::format("      {}:\n", label);
  while (true) {
    const std::size_t newline = text.find('\n');
    const bool last = newline == std::string_view::npos;
    const bool ends = !last || form == TextForm::whole_lines;
    result += fmt::format("        |{}{}\n", printable(text.substr(0, newline)), ends ? "\\n" : "");
    if (last) return result;
    text.remove_prefix(newline + 1);
    if (text.empty() && form == TextForm::bytes) return result;
  }
}

std::string_view word_of(Action action) {
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
  return "";
}

std::string end_block(std::string_view name, const SpanEnd& end) {
  const bool is_lines = std::holds_alternative<LinesAnchor>(end);
  return block(fmt::format("{} {}", name, key_of(end)), spelled(end),
               is_lines ? TextForm::whole_lines : TextForm::bytes);
}

std::string span_block(const SpanAnchor& span) {
  const bool takes_end = span.limit == SpanLimit::inclusive;
  return end_block("span from", span.from) +
         end_block(takes_end ? "to, inclusive," : "to, exclusive,", span.to);
}

bool is_lines(const Anchor& anchor) {
  return std::holds_alternative<LinesAnchor>(anchor) ||
         std::holds_alternative<BetweenAnchor>(anchor);
}

std::string anchor_block(const Anchor& anchor) {
  if (const auto* span = std::get_if<SpanAnchor>(&anchor)) return span_block(*span);
  if (std::holds_alternative<DefinitionAnchor>(anchor)) return "      definition: true\n";
  return block(key_of(anchor), spelled(anchor),
               is_lines(anchor) ? TextForm::whole_lines : TextForm::bytes);
}

std::string pin_lines(const ScopePins& pins) {
  std::string text;
  if (pins.signature) text += fmt::format("      signature: {}\n", printable(*pins.signature));
  if (pins.body) text += fmt::format("      body: {}\n", *pins.body);
  return text;
}

std::string body(const TextEdit& edit) {
  std::string text;
  if (edit.scope) text += fmt::format("      scope: {}\n", printable(spelled(*edit.scope)));
  if (edit.scope) text += pin_lines(edit.scope->pins);
  text += fmt::format("      count: {}\n", edit.count);
  if (edit.indent) text += fmt::format("      indent: {}\n", *edit.indent);
  if (edit.reindent != 0) text += fmt::format("      reindent: {:+}\n", edit.reindent);
  if (edit.references == References::expanded) text += "      expand: true\n";
  const TextForm form = is_lines(edit.anchor) ? TextForm::whole_lines : TextForm::bytes;
  if (!edit.others.empty()) text += "      any of:\n";
  text += anchor_block(edit.anchor);
  for (const Anchor& other : edit.others) text += anchor_block(other);
  return text + block(word_of(edit.action), edit.text, form);
}

std::string body(const AddFile& edit) {
  return fmt::format("      mode: {:04o}\n", edit.mode) +
         block("add_file", edit.content, TextForm::bytes);
}

std::string body(const RemoveFile& edit) {
  return block("remove_file", edit.content, TextForm::bytes);
}

std::string body(const ModeOf& edit) {
  return fmt::format("      mode: {:04o}\n      was: {}\n", edit.mode,
                     edit.was ? fmt::format("{:04o}", *edit.was) : "any other");
}

std::string body(const MoveAway& edit) {
  std::string text = fmt::format("      moved to: {}\n", printable(edit.move->to.str()));
  if (edit.move->mode) text += fmt::format("      mode: {:04o}\n", *edit.move->mode);
  for (const Edit& hunk : edit.move->hunks) text += body(std::get<TextEdit>(hunk.what));
  return text;
}

std::string body(const MoveHere& edit) {
  return fmt::format("      moved from: {}\n", printable(edit.move->from.str()));
}

std::string spelled(const TableKey& key) {
  std::string named = fmt::format("{}", fmt::join(key.columns, ", "));
  if (!key.header_of) return named;
  const std::string header = fmt::format("the header of {}", key.header_of->str());
  return named.empty() ? header : fmt::format("{}, {}", header, named);
}

std::string spelled_cell(const std::string& name, const std::string& value) {
  return fmt::format("{} = {}", name, value);
}

std::string spelled(const RowPosition& position) {
  if (position.side == RowPosition::Side::start) return "start";
  if (position.side == RowPosition::Side::end) return "end";
  std::vector<std::string> cells;
  for (const auto& [name, value] : position.row) cells.push_back(spelled_cell(name, value));
  return fmt::format("{} the row with {}",
                     position.side == RowPosition::Side::before ? "before" : "after",
                     fmt::join(cells, ", "));
}

std::string cell_lines(std::string_view label, const NamedCells& cells) {
  std::string text;
  for (const auto& [name, value] : cells) {
    text += fmt::format("      {}: {}\n", label, printable(spelled_cell(name, value)));
  }
  return text;
}

std::string body(const ChosenRows& rows) {
  return fmt::format("      {}: {}\n", rows.deletes() ? "rows taken out" : "rows changed",
                     rows.count) +
         cell_lines("where", rows.where) + cell_lines("set", rows.set) +
         cell_lines("was", rows.was);
}

std::string body(const TableEdit& edit) {
  const TableChange& change = *edit.change;
  std::string text = fmt::format("      key: {}\n", printable(spelled(change.key)));
  for (const std::string& member : change.family) {
    text += fmt::format("      family: {}\n", printable(member));
  }
  if (change.chosen) return text + body(*change.chosen);
  text += fmt::format("      position: {}\n", printable(spelled(change.position)));
  text += cell_lines("default", change.defaults);
  return text + block("rows", *change.rows, TextForm::bytes);
}

std::string body(const JsonEdit& edit) {
  const JsonChange& change = *edit.change;
  std::string text = change.before == JsonBefore::absent ? "      set, must be new\n" : "";
  for (const JsonSet& set : change.set) {
    text += fmt::format("      set: {}\n", printable(set.pointer));
    text += block("to", set.text, TextForm::bytes);
  }
  for (const std::string& pointer : change.remove) {
    text += fmt::format("      remove: {}\n", printable(pointer));
  }
  return text + cell_lines("must equal", change.must_equal);
}

std::string spelled(const Claim& claim) {
  std::string text = printable(claim.file.str());
  if (claim.scope) text += fmt::format(" in {}", printable(spelled(*claim.scope)));
  if (const auto* present = std::get_if<Claim::Present>(&claim.what)) {
    text += fmt::format(": '{}' is present", printable(present->text));
    if (present->count) text += fmt::format(", {} times", *present->count);
    return text;
  }
  if (const auto* absent = std::get_if<Claim::Absent>(&claim.what)) {
    return text + fmt::format(": '{}' is absent", printable(absent->text));
  }
  return text + fmt::format(": parses as {}", std::get<Claim::Parses>(claim.what).language);
}

std::string claims(std::string_view label, const std::vector<Claim>& all) {
  std::string text;
  for (const Claim& claim : all) text += fmt::format("  {:<12} {}\n", label, spelled(claim));
  return text;
}

/// Prose under a label; lines after the first stand under the first.
std::string paragraph(std::string_view label, std::string_view prose) {
  std::string text;
  while (prose.ends_with('\n')) prose.remove_suffix(1);
  while (true) {
    const std::size_t newline = prose.find('\n');
    text += fmt::format("  {:<12} {}\n", label, printable(prose.substr(0, newline)));
    if (newline == std::string_view::npos) return text;
    prose.remove_prefix(newline + 1);
    label = "";
  }
}

std::string head(const Patch& patch, Colour colour) {
  std::string text = fmt::format("{}  {}\n", inked(Ink::note, printable(patch.id), colour),
                                 printable(patch.title));
  text += fmt::format("  {:<12} {}\n", "tree", printable(patch.tree));
  text += fmt::format("  {:<12} {}\n", "file", printable(patch.file));
  text += fmt::format("  {:<12} {}\n", "revision", patch.revision);
  text += paragraph("why", patch.why);
  text += fmt::format("  {:<12} {}\n", "upstream", name_of(patch.upstream.state));
  for (const std::string& link : patch.upstream.links) {
    text += fmt::format("  {:<12} {}\n", "link", printable(link));
  }
  return text + paragraph("drop when", patch.upstream.drop_when);
}

}  // namespace

std::string spelled(const When& when) {
  if (when.claim) return spelled(*when.claim);
  std::string text = fmt::format("tree {}", printable(when.tree));
  if (!when.since.empty()) text += fmt::format(" since {}", when.since);
  if (!when.before.empty()) text += fmt::format(" before {}", when.before);
  return text;
}

std::string render_patch(const Patch& patch, Colour colour) {
  std::string text = head(patch, colour);
  if (!patch.optional.empty()) text += paragraph("optional", patch.optional);
  if (patch.when) text += fmt::format("  {:<12} {}\n", "when", spelled(*patch.when));
  text += claims("obsolete if", patch.obsolete_if);
  for (std::size_t i = 0; i < patch.edits.size(); ++i) {
    const Edit& edit = patch.edits[i];
    text +=
        fmt::format("  edit {}: {}\n", i, inked(Ink::note, printable(file_of(edit).str()), colour));
    text += std::visit([](const auto& what) { return body(what); }, edit.what);
    if (!edit.optional.empty()) {
      text += fmt::format("      optional: {}\n", printable(edit.optional));
    }
  }
  text += claims("ensure", patch.ensure);
  for (const Check& check : patch.checks) {
    text += fmt::format("  {:<12} {}", "check", printable(spelled(check)));
    if (!check.needs.empty()) text += fmt::format(" (needs {})", fmt::join(check.needs, ", "));
    text += "\n";
  }
  return text;
}

}  // namespace patcher
