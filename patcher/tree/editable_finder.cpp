// SPDX-License-Identifier: MIT
#include "patcher/tree/editable_finder.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace patcher {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

void append_utf8(std::string& text, std::uint32_t point) {
  const auto tail = [&](int shift) {
    text += static_cast<char>(0x80U | ((point >> static_cast<unsigned>(shift)) & 0x3FU));
  };
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else if (point < 0x800) {
    text += static_cast<char>(0xC0U | (point >> 6U));
    tail(0);
  } else if (point < 0x10000) {
    text += static_cast<char>(0xE0U | (point >> 12U));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0U | (point >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// Reads Python literals off the front of a text; after the first that is none, it stays failed.
class Literals {
 public:
  explicit Literals(std::string_view text) : text_(text) {}

  [[nodiscard]] bool failed() const { return failed_; }

  /// Reads `{KEY: VALUE, ...}`, handing each key to `take_value`, which reads its value.
  template <class TakeValue>
  void dict(TakeValue take_value) {
    sequence('{', '}', [&] {
      std::string key = string();
      need(':');
      take_value(std::move(key));
    });
  }

  std::vector<std::string> list() {
    std::vector<std::string> items;
    sequence('[', ']', [&] { items.push_back(string()); });
    return items;
  }

  /// Reads `'...'` or `"..."`, as repr writes them.
  std::string string() {
    skip_blank();
    const char quote = text_.empty() ? '\0' : text_.front();
    if (quote != '\'' && quote != '"') failed_ = true;
    if (failed_) return {};
    text_.remove_prefix(1);
    std::string value;
    while (!failed_ && !takes(quote)) take_character(value);
    return value;
  }

  /// Whether nothing but blanks and a comment is left on the line.
  [[nodiscard]] bool ends_line() const {
    const std::string_view rest = text_.substr(0, text_.find('\n'));
    const std::size_t first = rest.find_first_not_of(kBlank);
    return first == std::string_view::npos || rest[first] == '#';
  }

 private:
  template <class TakeItem>
  void sequence(char open, char close, TakeItem take_item) {
    need(open);
    skip_blank();
    while (!failed_ && !takes(close)) {
      take_item();
      skip_blank();
      if (!takes(',') && (text_.empty() || text_.front() != close)) failed_ = true;
      skip_blank();
    }
  }

  void take_character(std::string& value) {
    const char c = text_.empty() ? '\n' : text_.front();
    if (c == '\n' || c == '\r') {
      failed_ = true;
      return;
    }
    text_.remove_prefix(1);
    if (c != '\\') {
      value += c;
    } else {
      take_escape(value);
    }
  }

  /// The escapes that repr writes, and no other.
  void take_escape(std::string& value) {
    constexpr std::string_view kEscapes = "\\'\"ntr";
    constexpr std::string_view kMeant = "\\'\"\n\t\r";
    const char c = text_.empty() ? '\n' : text_.front();
    if (!text_.empty()) text_.remove_prefix(1);
    const std::size_t known = kEscapes.find(c);
    if (known != std::string_view::npos) {
      value += kMeant[known];
    } else if (c == 'x') {
      take_code_point(2, value);
    } else if (c == 'u') {
      take_code_point(4, value);
    } else if (c == 'U') {
      take_code_point(8, value);
    } else {
      failed_ = true;
    }
  }

  void take_code_point(std::size_t digits, std::string& value) {
    std::uint32_t point = 0;
    const std::string_view hex = text_.substr(0, digits);
    const auto read = std::from_chars(hex.data(), hex.data() + hex.size(), point, 16);
    const bool surrogate = point >= 0xD800 && point < 0xE000;
    failed_ = failed_ || hex.size() != digits || read.ec != std::errc() ||
              read.ptr != hex.data() + hex.size() || point == 0 || point > 0x10FFFF || surrogate;
    if (failed_) return;
    text_.remove_prefix(digits);
    append_utf8(value, point);
  }

  void skip_blank() {
    text_.remove_prefix(std::min(text_.find_first_not_of(kBlank), text_.size()));
  }
  bool takes(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  void need(char c) {
    skip_blank();
    if (!takes(c)) failed_ = true;
  }

  std::string_view text_;
  bool failed_ = false;
};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// What follows `NAME =` or `NAME: TYPE =`; empty, and so no literal, for any other use of NAME.
std::string_view value_after(std::string_view name, std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  const std::size_t next = line.find_first_not_of(kBlank, name.size());
  const std::size_t equals = line.find('=');
  const bool assigns = next != std::string_view::npos && equals != std::string_view::npos &&
                       (line[next] == '=' || line[next] == ':');
  return assigns ? text.substr(equals + 1) : std::string_view();
}

/// The values of all lines that begin with NAME.
std::vector<std::string_view> values_of(std::string_view name, std::string_view text) {
  std::vector<std::string_view> values;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::string_view rest = text.substr(begin);
    const bool longer = rest.size() > name.size() && is_word(rest[name.size()]);
    if (rest.starts_with(name) && !longer) values.push_back(value_after(name, rest));
    begin += std::min(rest.find('\n'), rest.size()) + 1;
  }
  return values;
}

}  // namespace

std::optional<EditableFinder> parse_editable_finder(std::string_view text) {
  const auto mappings = values_of("MAPPING", text);
  const auto namespaces = values_of("NAMESPACES", text);
  // Set twice, or changed later: only Python knows what it is in the end.
  if (mappings.size() != 1 || namespaces.size() > 1) return std::nullopt;
  EditableFinder finder;
  Literals mapping(mappings.front());
  mapping.dict([&](std::string package) {
    finder.mapping.emplace_back(std::move(package), mapping.string());
  });
  if (mapping.failed() || !mapping.ends_line()) return std::nullopt;
  if (namespaces.empty()) return finder;
  Literals others(namespaces.front());
  others.dict([&](const std::string& package) { finder.namespaces[package] = others.list(); });
  if (others.failed() || !others.ends_line()) return std::nullopt;
  return finder;
}

}  // namespace patcher
