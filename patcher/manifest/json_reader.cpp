// SPDX-License-Identifier: MIT
#include "patcher/manifest/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "patcher/core/json_text.hpp"
#include "patcher/manifest/fields.hpp"
#include "patcher/manifest/json_edit.hpp"
#include "patcher/manifest/scalar_rule.hpp"

namespace patcher::language {
namespace {

using yaml::Value;
using Tokens = std::vector<std::string>;

/// A key that `value` or anything in it has twice.
const JsonValue* repeated_in(const JsonValue& value) {
  if (const JsonValue* found = value.repeated()) return found;
  for (const JsonValue& child : value.children) {
    if (const JsonValue* found = repeated_in(child)) return found;
  }
  return nullptr;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kBlank) - first + 1));
}

/// Reads one edit.
class JsonEditReader {
 public:
  JsonEditReader(const Value& map, Findings& findings) : map_(map), findings_(findings) {}

  JsonEdit run() {
    JsonEdit edit;
    edit.file = path_of(map_, "json");
    auto change = std::make_shared<JsonChange>();
    if (text_of(map_, "must_be_new") == "true") change->before = JsonBefore::absent;
    if (const Value* set = value("set")) read_set(*set, *change);
    if (const Value* remove = value("remove")) read_removed(*remove, *change);
    if (const Value* equal = value("must_equal")) read_equal(*equal, *change);
    if (change->set.empty() && change->remove.empty() && !has_fault_) {
      refuse(*value("json"), Code::invalid_manifest,
             "the edit changes nothing: it has neither 'set' nor 'remove'", "add one of them");
    }
    refuse_idle(*change);
    edit.change = std::move(change);
    return edit;
  }

 private:
  [[nodiscard]] const Value* value(std::string_view key) const { return yaml::value_of(map_, key); }

  void refuse(const Value& at, Code code, std::string message, std::string hint) {
    has_fault_ = true;
    findings_.error(code, at.source, std::move(message), std::move(hint));
  }

  std::string json_of(const Value& spelled) {
    std::string text = trimmed(spelled.text);
    const auto read = read_json(text);
    if (const auto* fault = std::get_if<JsonTextFault>(&read)) {
      refuse(spelled, Code::json_invalid,
             fmt::format("the value is no JSON: {} at its byte {}", fault->why, fault->offset),
             "write JSON: a text has quotes of its own, as in '\"text\"'");
    } else if (const JsonValue* twice = repeated_in(std::get<JsonValue>(read))) {
      refuse(spelled, Code::json_invalid,
             fmt::format("the value has the key '{}' twice in one object", twice->name),
             "leave one of the two out");
    }
    return text;
  }

  /// The pointer that `spelled` is, held against those before.
  std::string pointer_of(const Value& spelled) {
    std::string text(without_final_newline(spelled.text));
    const auto tokens = json_pointer(text);
    if (!tokens || tokens->empty()) {
      refuse(spelled, Code::json_invalid,
             fmt::format("'{}' is no JSON pointer to a part of the file", text),
             "write '/key/key': '~1' is a '/' in a key, '~0' a '~'");
      return text;
    }
    for (const Tokens& other : pointers_) refuse_within(spelled, *tokens, other);
    pointers_.push_back(*tokens);
    return text;
  }

  void refuse_within(const Value& spelled, const Tokens& one, const Tokens& other) {
    const auto length = static_cast<std::ptrdiff_t>(std::min(one.size(), other.size()));
    if (!std::equal(one.begin(), one.begin() + length, other.begin())) return;
    refuse(spelled, Code::invalid_manifest,
           fmt::format("'{}' names the place of another pointer, or one in it or around it",
                       spelled.text),
           "give the value of the outer one as it is to be");
  }

  void read_set(const Value& set, JsonChange& change) {
    for (const yaml::Entry& entry : set.entries) {
      change.set.push_back({pointer_of(entry.key), json_of(entry.value)});
      const bool is_append = change.set.back().pointer.ends_with("/-");
      if (!is_append || change.before == JsonBefore::absent) continue;
      refuse(entry.key, Code::invalid_manifest, "nothing stands behind an array's last element",
             "say 'must_be_new: true'");
    }
  }

  void read_removed(const Value& remove, JsonChange& change) {
    for (const Value& item : remove.items) change.remove.push_back(pointer_of(item));
  }

  void read_equal(const Value& equal, JsonChange& change) {
    for (const yaml::Entry& entry : equal.entries) {
      const std::string pointer(without_final_newline(entry.key.text));
      change.must_equal[pointer] = json_of(entry.value);
      const bool is_set =
          std::ranges::find(change.set, pointer, &JsonSet::pointer) != change.set.end() &&
          change.before == JsonBefore::there;
      const bool is_removed = std::ranges::find(change.remove, pointer) != change.remove.end();
      if (is_set || is_removed) continue;
      refuse(
          entry.key, Code::invalid_manifest,
          fmt::format("'must_equal' names '{}', where the edit finds no value to change", pointer),
          "name what 'set' replaces or 'remove' takes away");
    }
  }

  void refuse_idle(const JsonChange& change) {
    for (const JsonSet& set : change.set) {
      const auto was = change.must_equal.find(set.pointer);
      const bool is_idle = was != change.must_equal.end() && was->second == set.text;
      if (!is_idle) continue;
      refuse(*value("set"), Code::invalid_manifest,
             fmt::format("the edit changes nothing at '{}': 'set' and 'must_equal' are the same",
                         set.pointer),
             "change 'set', or leave it out");
    }
  }

  const Value& map_;
  Findings& findings_;
  std::vector<Tokens> pointers_;
  bool has_fault_ = false;
};

}  // namespace

JsonEdit read_json_edit(const Value& map, Findings& findings) {
  return JsonEditReader(map, findings).run();
}

}  // namespace patcher::language
