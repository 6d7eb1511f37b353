// SPDX-License-Identifier: MIT
#include "patcher/plan/json_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "patcher/core/json_text.hpp"
#include "patcher/core/line_index.hpp"
#include "patcher/plan/json_layout.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostShown = 120;

/// A place that an edit speaks of.
struct Spot {
  const JsonValue* parent = nullptr;
  const JsonValue* value = nullptr;  ///< Null where nothing stands there.
  std::string name;                  ///< The last part of its pointer.
};

/// What is to be done, and what is done already.
struct Standing {
  std::map<const JsonValue*, JsonDeed> deeds;  ///< By parent.
  Splices replacements;
  std::vector<ByteRange> anchors;
  std::map<const JsonValue*, JsonDeed> undeeds;
  Splices restorations;
  std::vector<ByteRange> results;
  std::size_t gone = 0;  ///< Values that are not there and are to be taken away.
  Diagnostics errors;

  [[nodiscard]] bool has_done() const { return !results.empty() || gone > 0; }
};

std::size_t number_in(const JsonValue& parent, const JsonValue* child) {
  return static_cast<std::size_t>(child - parent.children.data());
}

std::string_view bytes_of(std::string_view bytes, ByteRange range) {
  return bytes.substr(range.begin, range.size());
}

/// The value at `pointer`, an array's last one for `-`; null where there is none.
const JsonValue* value_at(const JsonValue& root, const std::string& pointer) {
  const JsonValue* value = &root;
  for (const std::string& name : json_pointer(pointer).value_or(std::vector<std::string>())) {
    const bool is_last = value->kind == JsonValue::Kind::array && name == "-";
    const bool is_there = is_last && !value->children.empty();
    value = is_there ? &value->children.back() : value->child(name);
    if (value == nullptr) return nullptr;
  }
  return value;
}

/// Judges one edit.
class JsonFinder {
 public:
  JsonFinder(const EditContext& context, const JsonChange& change, const std::string& bytes)
      : context_(context),
        change_(change),
        bytes_(bytes),
        lines_(bytes),
        file_(file_of(context.patch.edits[context.index]).str()) {}

  Finding run() {
    const auto read = read_json(bytes_);
    if (const auto* fault = std::get_if<JsonTextFault>(&read)) {
      return refused(State::drifted, {broken(fmt::format("'{}' is no JSON: {}", file_, fault->why),
                                             fault->offset)});
    }
    root_ = &std::get<JsonValue>(read);
    for (const JsonSet& set : change_.set) judge(set);
    for (const std::string& pointer : change_.remove) judge_removed(pointer);
    if (!found_.errors.empty()) return refused(State::drifted, std::move(found_.errors));
    const bool has_work = !found_.anchors.empty();
    if (has_work && found_.has_done()) return partial();
    if (has_work) return pristine();
    return found_.results.empty() ? nothing_left() : applied();
  }

 private:
  [[nodiscard]] static Finding refused(State state, Diagnostics diagnostics) {
    Finding finding;
    finding.state = state;
    finding.diagnostics = std::move(diagnostics);
    return finding;
  }

  [[nodiscard]] Diagnostic error(Code code, std::string message, std::string hint) const {
    Diagnostic diagnostic = about(context_.patch, context_.index, code, std::move(message));
    diagnostic.hint = std::move(hint);
    return diagnostic;
  }

  [[nodiscard]] Note note(std::size_t offset, std::string message) const {
    Note note{std::move(message), {file_, 0, 0}, {}, {}};
    if (lines_.size() == 0) return note;
    const std::uint32_t number = lines_.number_at(offset);
    note.where = {file_, number, lines_.column_at(offset)};
    note.lines.push_back({number, std::string(lines_.text(number - 1).substr(0, kMostShown)), {}});
    return note;
  }

  [[nodiscard]] Diagnostic broken(std::string message, std::size_t offset) const {
    Diagnostic diagnostic =
        error(Code::json_broken, std::move(message),
              "it was so before this patch: mend the base, or wait for upstream to do so");
    diagnostic.notes = {note(offset, "it stands here")};
    diagnostic.target = diagnostic.notes.front().where;
    return diagnostic;
  }

  /// Follows `pointer`. Nothing, with an error, where its parent is not there or cannot be told.
  [[nodiscard]] std::optional<Spot> spot_of(const std::string& pointer) {
    std::vector<std::string> names = json_pointer(pointer).value_or(std::vector<std::string>());
    Spot spot{nullptr, root_, {}};
    std::string reached;
    for (std::string& name : names) {
      const bool is_parent =
          spot.value != nullptr && (spot.value->kind == JsonValue::Kind::object ||
                                    spot.value->kind == JsonValue::Kind::array);
      if (!is_parent) {
        add_missing(pointer, reached);
        return std::nullopt;
      }
      if (const JsonValue* twice = spot.value->repeated()) {
        found_.errors.push_back(
            broken(fmt::format("an object of '{}' on the way to '{}' has the key '{}' twice", file_,
                               pointer, twice->name),
                   twice->key.begin));
        return std::nullopt;
      }
      spot = {spot.value, spot.value->child(name), std::move(name)};
      reached += "/" + spot.name;
    }
    return spot;
  }

  void add_missing(const std::string& pointer, const std::string& reached) {
    found_.errors.push_back(
        error(Code::key_missing,
              fmt::format("'{}' has no object or array at '{}', on the way to '{}'", file_, reached,
                          pointer),
              "see whether upstream moved or renamed it, then correct the pointer"));
  }

  void judge(const JsonSet& set) {
    const auto spot = spot_of(set.pointer);
    if (!spot) return;
    const bool is_new = change_.before == JsonBefore::absent;
    const JsonValue* there = spot->value;
    const bool is_append = spot->parent->kind == JsonValue::Kind::array && spot->name == "-";
    if (is_append && !spot->parent->children.empty()) there = &spot->parent->children.back();
    if (there != nullptr && text_of(*there) == json_tokens(set.text)) {
      is_new ? add_undeed(*spot, there) : add_restoration(set, *there);
    } else if (is_new) {
      judge_new(set, *spot, is_append);
    } else {
      judge_replaced(set, *spot);
    }
  }

  [[nodiscard]] std::string text_of(const JsonValue& value) const {
    return json_tokens(bytes_of(bytes_, value.range));
  }

  void add_undeed(const Spot& spot, const JsonValue* there) {
    found_.undeeds[spot.parent].removed.push_back(number_in(*spot.parent, there));
    found_.results.push_back(there->range);
  }

  void add_restoration(const JsonSet& set, const JsonValue& there) {
    const auto was = change_.must_equal.find(set.pointer);
    if (was != change_.must_equal.end()) found_.restorations.push_back({there.range, was->second});
    found_.results.push_back(there.range);
  }

  void judge_new(const JsonSet& set, const Spot& spot, bool is_append) {
    if (spot.value != nullptr) {
      Diagnostic taken = error(
          Code::key_present, fmt::format("'{}' has a value at '{}' already", file_, set.pointer),
          "see what upstream put there: drop the value, or set it without 'must_be_new'");
      taken.notes = {note(begin_of(*spot.value), "it stands here")};
      taken.target = taken.notes.front().where;
      found_.errors.push_back(std::move(taken));
      return;
    }
    if (spot.parent->kind == JsonValue::Kind::array && !is_append) {
      found_.errors.push_back(error(
          Code::key_missing,
          fmt::format("'{}' is an element that the array in '{}' has not", set.pointer, file_),
          "a new element goes behind the last one: end the pointer in '/-'"));
      return;
    }
    found_.deeds[spot.parent].added.push_back({spot.name, set.text});
    found_.anchors.push_back({spot.parent->range.begin, spot.parent->range.begin + 1});
  }

  [[nodiscard]] static std::size_t begin_of(const JsonValue& value) {
    return value.key.empty() ? value.range.begin : value.key.begin;
  }

  void add_absent(const std::string& pointer) {
    found_.errors.push_back(error(
        Code::key_missing, fmt::format("'{}' has nothing at '{}'", file_, pointer),
        "see whether upstream renamed it; a value that is to be new needs 'must_be_new: true'"));
  }

  void judge_replaced(const JsonSet& set, const Spot& spot) {
    if (spot.value == nullptr) {
      add_absent(set.pointer);
      return;
    }
    if (!is_as_said(set.pointer, *spot.value)) return;
    found_.replacements.push_back(replacement_of(bytes_, *spot.value, set.text));
    found_.anchors.push_back({begin_of(*spot.value), spot.value->range.end});
  }

  void judge_removed(const std::string& pointer) {
    const auto spot = spot_of(pointer);
    if (!spot) return;
    if (spot->value == nullptr) {
      ++found_.gone;
      return;
    }
    if (!is_as_said(pointer, *spot->value)) return;
    if (spot->parent->kind == JsonValue::Kind::array &&
        spot->value != &spot->parent->children.back()) {
      found_.errors.push_back(error(
          Code::place_unfit,
          fmt::format("'{}' is not the last element of its array in '{}': those behind it would "
                      "get other numbers",
                      pointer, file_),
          "set the whole array"));
      return;
    }
    found_.deeds[spot->parent].removed.push_back(number_in(*spot->parent, spot->value));
    found_.anchors.push_back({begin_of(*spot->value), spot->value->range.end});
  }

  bool is_as_said(const std::string& pointer, const JsonValue& value) {
    const auto said = change_.must_equal.find(pointer);
    if (said == change_.must_equal.end()) return true;
    const std::string there = text_of(value);
    if (there == json_tokens(said->second)) return true;
    Diagnostic why = error(
        Code::content_differs,
        fmt::format("'{}' has {} at '{}', expected {}", file_, there.substr(0, kMostShown), pointer,
                    json_tokens(said->second).substr(0, kMostShown)),
        "upstream changed it: see whether the edit is still wanted, then correct 'must_equal'");
    why.notes = {note(begin_of(value), "it stands here")};
    why.target = why.notes.front().where;
    found_.errors.push_back(std::move(why));
    return false;
  }

  [[nodiscard]] Splices splices(std::map<const JsonValue*, JsonDeed>& deeds,
                                const Splices& replacements) const {
    Splices all = replacements;
    for (auto& [parent, deed] : deeds) {
      std::ranges::sort(deed.removed);
      const Splices own = splices_of(bytes_, *parent, deed);
      all.insert(all.end(), own.begin(), own.end());
    }
    sort(all);
    return all;
  }

  [[nodiscard]] Finding pristine() {
    Finding finding;
    finding.state = State::pristine;
    finding.places = found_.anchors;
    finding.anchors = found_.anchors;
    finding.forward = splices(found_.deeds, found_.replacements);
    return finding;
  }

  [[nodiscard]] Finding applied() {
    Finding finding;
    finding.state = State::applied;
    finding.places = found_.results;
    finding.backward = splices(found_.undeeds, found_.restorations);
    return finding;
  }

  /// All that the edit takes away is not there, and it does nothing else.
  [[nodiscard]] Finding nothing_left() {
    for (const std::string& pointer : change_.remove) add_absent(pointer);
    Finding finding = refused(State::drifted, std::move(found_.errors));
    finding.may_be_done = true;
    return finding;
  }

  [[nodiscard]] Finding partial() const {
    Diagnostic diagnostic = error(
        Code::partly_applied,
        fmt::format("{} of {} values of '{}' are as the edit makes them already, the others not",
                    found_.results.size() + found_.gone, change_.set.size() + change_.remove.size(),
                    file_),
        "take what upstream has by now out of the edit");
    for (const ByteRange& done : found_.results) {
      diagnostic.notes.push_back(note(done.begin, "this one is done"));
    }
    Finding finding = refused(State::partial, {std::move(diagnostic)});
    finding.places = found_.results;
    return finding;
  }

  const EditContext& context_;
  const JsonChange& change_;
  const std::string& bytes_;
  LineIndex lines_;
  std::string file_;
  const JsonValue* root_ = nullptr;
  Standing found_;
};

}  // namespace

Finding find_json_edit(const EditContext& context, const JsonChange& change,
                       const std::string& bytes) {
  return JsonFinder(context, change, bytes).run();
}

std::vector<Note> lost_values(const JsonChange& change, const std::string& file,
                              const std::string& bytes) {
  const auto read = read_json(bytes);
  const auto* root = std::get_if<JsonValue>(&read);
  if (root == nullptr) return {};
  std::vector<Note> notes;
  for (const JsonSet& set : change.set) {
    const JsonValue* there = value_at(*root, set.pointer);
    const bool stands =
        there != nullptr && json_tokens(bytes_of(bytes, there->range)) == json_tokens(set.text);
    if (stands) continue;
    notes.push_back(
        {fmt::format("the value that the patch put at '{}' is not there any more", set.pointer),
         {file, 0, 0},
         {},
         {}});
  }
  for (const std::string& pointer : change.remove) {
    if (value_at(*root, pointer) == nullptr) continue;
    notes.push_back({fmt::format("what the patch took away at '{}' is there again", pointer),
                     {file, 0, 0},
                     {},
                     {}});
  }
  return notes;
}

}  // namespace patcher
