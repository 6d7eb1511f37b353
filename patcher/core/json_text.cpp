// SPDX-License-Identifier: MIT
#include "patcher/core/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <set>
#include <utility>

#include "patcher/core/utf8.hpp"

namespace patcher {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kBlank = " \t\n\r";
constexpr std::size_t kDeepest = 128;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_utf8(std::uint32_t point, std::string& text) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xc0U | (point >> 6U));
    put(0x80U | (point & 0x3fU));
  } else if (point < 0x10000) {
    put(0xe0U | (point >> 12U));
    put(0x80U | ((point >> 6U) & 0x3fU));
    put(0x80U | (point & 0x3fU));
  } else {
    put(0xf0U | (point >> 18U));
    put(0x80U | ((point >> 12U) & 0x3fU));
    put(0x80U | ((point >> 6U) & 0x3fU));
    put(0x80U | (point & 0x3fU));
  }
}

/// Reads one text from its beginning to its end.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {
    if (text.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  std::variant<JsonValue, JsonTextFault> run() {
    JsonValue value;
    skip_blanks();
    const bool is_read = read(value, 0) && ends();
    if (!is_read) return std::move(fault_);
    return value;
  }

 private:
  bool fail(std::string why, std::size_t offset) {
    fault_ = {std::move(why), std::min(offset, text_.size())};
    return false;
  }

  bool ends() {
    skip_blanks();
    return at_ == text_.size() || fail("something stands behind the value", at_);
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlank, at_), text_.size()); }
  [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool take(char expected, std::string_view why) {
    if (next() != expected) return fail(std::string(why), at_);
    ++at_;
    return true;
  }

  bool read(JsonValue& value, std::size_t depth) {
    if (depth > kDeepest) return fail("it is nested too deep", at_);
    value.range.begin = at_;
    bool is_read = false;
    switch (next()) {
      case '{':
        value.kind = JsonValue::Kind::object;
        is_read = read_all(value, depth, '}');
        break;
      case '[':
        value.kind = JsonValue::Kind::array;
        is_read = read_all(value, depth, ']');
        break;
      case '"':
        value.kind = JsonValue::Kind::string;
        is_read = read_string().has_value();
        break;
      default:
        is_read = read_scalar(value);
    }
    value.range.end = at_;
    return is_read;
  }

  bool read_all(JsonValue& value, std::size_t depth, char close) {
    ++at_;
    skip_blanks();
    if (next() == close) {
      ++at_;
      return true;
    }
    while (true) {
      if (!read_child(value, depth)) return false;
      skip_blanks();
      if (next() != ',') break;
      ++at_;
      skip_blanks();
    }
    return take(close, "a comma or the closing bracket is missing");
  }

  bool read_child(JsonValue& value, std::size_t depth) {
    JsonValue child;
    if (value.kind == JsonValue::Kind::object) {
      child.key.begin = at_;
      auto name = next() == '"' ? read_string() : std::nullopt;
      if (!name) return fault_.why.empty() ? fail("a key in quotes is missing", at_) : false;
      child.key.end = at_;
      child.name = *std::move(name);
      skip_blanks();
      if (!take(':', "a colon is missing")) return false;
      skip_blanks();
    }
    if (!read(child, depth + 1)) return false;
    value.children.push_back(std::move(child));
    return true;
  }

  bool read_scalar(JsonValue& value) {
    for (const std::string_view word : {"true", "false", "null"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return true;
    }
    value.kind = JsonValue::Kind::number;
    return read_number();
  }

  bool read_digits() {
    const std::size_t begin = at_;
    while (is_digit(next())) ++at_;
    return at_ > begin;
  }

  bool read_number() {
    const std::size_t begin = at_;
    if (next() == '-') ++at_;
    const bool is_zero = next() == '0';
    const std::size_t digits = at_;
    if (!read_digits()) return fail("a value is missing", begin);
    if (is_zero && at_ > digits + 1) return fail("a number begins with 0", begin);
    if (next() == '.') {
      ++at_;
      if (!read_digits()) return fail("a number ends in its point", begin);
    }
    if (next() != 'e' && next() != 'E') return true;
    ++at_;
    if (next() == '+' || next() == '-') ++at_;
    return read_digits() || fail("a number ends in its exponent", begin);
  }

  std::optional<std::string> read_string() {
    const std::size_t begin = at_;
    std::string says;
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      constexpr unsigned char kFirstPrinted = 0x20;
      if (static_cast<unsigned char>(text_[at_]) < kFirstPrinted) {
        fail("a string has a control character", at_);
        return std::nullopt;
      }
      if (text_[at_] != '\\') {
        says += text_[at_++];
      } else if (!read_escape(says)) {
        return std::nullopt;
      }
    }
    if (at_ == text_.size()) {
      fail("a string does not end", begin);
      return std::nullopt;
    }
    ++at_;
    return says;
  }

  bool read_escape(std::string& says) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const std::size_t begin = at_++;
    const std::size_t letter = at_ < text_.size() ? kLetters.find(text_[at_]) : kLetters.npos;
    if (letter != kLetters.npos) {
      says += kMeanings[letter];
      ++at_;
      return true;
    }
    auto point = read_unit();
    if (!point) return fail("a string has an escape that there is not", begin);
    const bool is_high = *point >= 0xd800 && *point < 0xdc00;
    if (is_high && next() == '\\') {
      const std::size_t behind = at_++;
      const auto low = read_unit();
      const bool is_pair = low && *low >= 0xdc00 && *low < 0xe000;
      if (is_pair) {
        point = 0x10000 + ((*point - 0xd800) << 10U) + (*low - 0xdc00);
      } else {
        at_ = behind;
      }
    }
    append_utf8(*point, says);
    return true;
  }

  /// The code unit of `uXXXX`.
  std::optional<std::uint32_t> read_unit() {
    constexpr std::size_t kDigits = 4;
    if (next() != 'u' || at_ + kDigits >= text_.size()) return std::nullopt;
    std::uint32_t unit = 0;
    const char* first = text_.data() + at_ + 1;
    const auto read = std::from_chars(first, first + kDigits, unit, 16);
    if (read.ptr != first + kDigits) return std::nullopt;
    at_ += kDigits + 1;
    return unit;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  JsonTextFault fault_;
};

/// A pointer's reference token as the key that it names.
std::optional<std::string> unescaped(std::string_view token) {
  std::string name;
  for (std::size_t at = 0; at < token.size(); ++at) {
    if (token[at] != '~') {
      name += token[at];
      continue;
    }
    const std::string_view escape = token.substr(at++, 2);
    if (escape != "~0" && escape != "~1") return std::nullopt;
    name += escape == "~0" ? '~' : '/';
  }
  return name;
}

}  // namespace

const JsonValue* JsonValue::child(std::string_view wanted) const {
  if (kind == Kind::object) {
    const auto found = std::ranges::find(children, wanted, &JsonValue::name);
    return found == children.end() ? nullptr : &*found;
  }
  if (kind != Kind::array || wanted.empty()) return nullptr;
  const bool is_number =
      std::ranges::all_of(wanted, is_digit) && (wanted.size() == 1 || wanted.front() != '0');
  std::size_t number = 0;
  const auto read = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  const bool is_there = is_number && read.ec == std::errc() && number < children.size();
  return is_there ? &children[number] : nullptr;
}

const JsonValue* JsonValue::repeated() const {
  if (kind != Kind::object) return nullptr;
  std::set<std::string_view> seen;
  for (const JsonValue& member : children) {
    if (!seen.insert(member.name).second) return &member;
  }
  return nullptr;
}

std::variant<JsonValue, JsonTextFault> read_json(std::string_view text) {
  if (!is_utf8(text)) return JsonTextFault{"it is not UTF-8", 0};
  return JsonReader(text).run();
}

std::string json_tokens(std::string_view text) {
  std::string tokens;
  bool is_quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (!is_quoted && kBlank.find(c) != std::string_view::npos) continue;
    tokens += c;
    if (c == '"') is_quoted = !is_quoted;
    const bool is_escape = is_quoted && c == '\\' && at + 1 < text.size();
    if (is_escape) tokens += text[++at];
  }
  return tokens;
}

std::optional<std::vector<std::string>> json_pointer(std::string_view pointer) {
  std::vector<std::string> tokens;
  while (!pointer.empty()) {
    if (pointer.front() != '/') return std::nullopt;
    pointer.remove_prefix(1);
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    auto name = unescaped(token);
    if (!name) return std::nullopt;
    tokens.push_back(*std::move(name));
    pointer.remove_prefix(token.size());
  }
  return tokens;
}

std::string json_key(std::string_view name) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string key = "\"";
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      key += '\\';
      key += c;
    } else if (byte < 0x20) {
      key += "\\u00";
      key += kHex[byte >> 4U];
      key += kHex[byte & 0xfU];
    } else {
      key += c;
    }
  }
  return key + '"';
}

}  // namespace patcher
