// SPDX-License-Identifier: MIT
#include "patcher/manifest/scalar_rule.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "patcher/core/tree_path.hpp"

namespace patcher::language {
namespace {

constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kBlank = " \t\n\r\f\v";

bool in(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
bool is_alpha(char c) { return in(c, kLower) || in(c, kUpper); }
bool is_word(char c) { return is_alpha(c) || in(c, kDigits) || c == '_'; }
bool all(std::string_view text, bool (*allowed)(char)) {
  return std::ranges::all_of(text, allowed);
}
bool is_hex(std::string_view text, std::size_t size) {
  return text.size() == size && text.find_first_not_of(kHex) == std::string_view::npos;
}

bool is_filled(std::string_view text) { return !is_blank(text); }
bool is_line(std::string_view text) {
  const std::string_view line = without_final_newline(text);
  return is_filled(line) && line.find('\n') == std::string_view::npos;
}
bool is_name(std::string_view text) {
  return !text.empty() && (is_alpha(text[0]) || in(text[0], kDigits)) &&
         all(text, [](char c) { return is_word(c) || c == '.' || c == '-'; });
}
bool is_id(std::string_view text) {
  return is_name(text) && text.find_first_of(kUpper) == std::string_view::npos;
}
bool is_url(std::string_view text) {
  const std::size_t separator = text.find("://");
  return separator != std::string_view::npos && separator > 0 && separator + 3 < text.size() &&
         text.find_first_of(kBlank) == std::string_view::npos;
}
bool is_commit(std::string_view text) { return is_hex(text, 40); }
bool is_sha256(std::string_view text) { return is_hex(text, 64); }
bool is_image_digest(std::string_view text) {
  return text.starts_with("sha256:") && is_sha256(text.substr(7));
}
bool is_program_version(std::string_view text) {
  std::size_t parts = 0;
  while (true) {
    const std::size_t digits = std::min(text.find_first_not_of(kDigits), text.size());
    if (digits == 0 || digits > 4) return false;
    ++parts;
    text.remove_prefix(digits);
    if (text.empty()) return parts == 3;
    if (text[0] != '.') return false;
    text.remove_prefix(1);
  }
}
bool is_identifier(std::string_view text) {
  return !text.empty() && !in(text[0], kDigits) && all(text, is_word);
}
bool is_package(std::string_view text) {
  while (true) {
    const std::size_t dot = text.find('.');
    if (!is_identifier(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}
bool is_mode(std::string_view text) {
  if (text.size() == 4 && text[0] == '0') text.remove_prefix(1);
  return text.size() == 3 && text.find_first_not_of("01234567") == std::string_view::npos;
}
bool is_git_entry(std::string_view text) {
  if (text == "absent" || text == "other") return true;
  const std::string_view mode = text.substr(0, text.find(' '));
  const bool known = mode == "100644" || mode == "100755" || mode == "120000";
  return known && text.size() > mode.size() && is_hex(text.substr(mode.size() + 1), 40);
}
bool is_fragment(std::string_view text) {
  const std::string_view line = without_final_newline(text);
  return !line.empty() && line.find('\n') == std::string_view::npos;
}
bool is_mapped_path(std::string_view text) {
  if (text.starts_with('/'))
    return without_final_newline(text).find('\n') == std::string_view::npos;
  return TreePath::parse(text).has_value() && text.find_first_of("*?[") == std::string_view::npos;
}
bool is_insertion(std::string_view text) { return !without_final_newline(text).empty(); }
bool is_not_empty(std::string_view text) { return !text.empty(); }

constexpr auto kStates = std::to_array<std::string_view>(
    {"not-submitted", "submitted", "merged", "rejected", "not-applicable"});
constexpr auto kLanguages =
    std::to_array<std::string_view>({"python", "c", "cpp", "cuda", "bash", "json", "yaml", "toml"});

constexpr auto kLimits = std::to_array<std::string_view>({"exclusive", "inclusive"});
constexpr auto kRowPositions = std::to_array<std::string_view>({"start", "end"});
constexpr auto kLabels = std::to_array<std::string_view>({"gpu", "network", "rocm"});
constexpr auto kAffirmed = std::to_array<std::string_view>({"true"});
constexpr auto kBooleans = std::to_array<std::string_view>({"true", "false"});

constexpr std::string_view kFilled = R"re([^ \t\n\r\f\v])re";
constexpr std::string_view kOneLine = R"re(^[^\n]*[^ \t\n\r\f\v][^\n]*\n?$)re";
constexpr std::string_view kSafeGlob =
    R"re(^(?!\.patcher(/|$))(?!(.*/)?(\.|\.\.|\.[gG][iI][tT])?(/|$)))re";
constexpr std::string_view kSafePath =
    R"re(^(?!\.patcher(/|$))(?!(.*/)?(\.|\.\.|\.[gG][iI][tT])?(/|$))[^*?\[]+$)re";
constexpr std::string_view kMappedPath =
    R"re(^(/[^\n]*\n?$|(?!\.patcher(/|$))(?!(.*/)?(\.|\.\.|\.[gG][iI][tT])?(/|$))[^*?\[]+$))re";

// In the order of `Scalar`.
constexpr auto kRules = std::to_array<ScalarRule>({
    {.expected = "nothing"},
    {.expected = "the whole number 1", .range = Range{1, 1}},
    {.expected = "a whole number of at least 1", .range = Range{1, 1'000'000}},
    {.expected = "a number of bytes", .range = Range{0, 1000}},
    {.expected = "a number of columns", .range = Range{-1000, 1000}},
    {.expected = "a number of folders", .range = Range{0, 100}},
    {.expected = "a number of seconds, at most a day", .range = Range{1, 86400}},
    {.expected = "a text"},
    {.expected = "a text", .pattern = kFilled, .fits = is_filled},
    {.expected = "a text of one line", .pattern = kOneLine, .fits = is_line},
    {.expected = "a name of letters, digits, '.', '_' and '-'",
     .pattern = "^[A-Za-z0-9][A-Za-z0-9._-]*$",
     .fits = is_name},
    {.expected = "an id of lower-case letters, digits, '.', '_' and '-'",
     .pattern = "^[a-z0-9][a-z0-9._-]*$",
     .fits = is_id},
    {.expected = "a path", .pattern = kOneLine, .fits = is_line},
    {.expected = "a path below the tree's root", .pattern = kSafePath},
    {.expected = "a path or glob below the tree's root", .pattern = kSafeGlob},
    {.expected = "an absolute path, or one below the root",
     .pattern = kMappedPath,
     .fits = is_mapped_path},
    {.expected = "the full name of a definition", .pattern = kOneLine, .fits = is_line},
    {.expected = "a URL",
     .pattern = R"re(^[^ \t\n\r\f\v]+://[^ \t\n\r\f\v]+$)re",
     .fits = is_url,
     .numbers = Numbers::unfit},
    {.expected = "40 lower-case hex digits", .pattern = "^[0-9a-f]{40}$", .fits = is_commit},
    {.expected = "64 lower-case hex digits", .pattern = "^[0-9a-f]{64}$", .fits = is_sha256},
    {.expected = "'sha256:' and 64 lower-case hex digits",
     .pattern = "^sha256:[0-9a-f]{64}$",
     .fits = is_image_digest,
     .numbers = Numbers::unfit},
    {.expected = "a version like 0.1.0",
     .pattern = R"re(^[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}$)re",
     .fits = is_program_version,
     .numbers = Numbers::unfit},
    {.expected = "the name of a Python package",
     .pattern = R"re(^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$)re",
     .fits = is_package,
     .numbers = Numbers::unfit},
    {.expected = "the name of a preprocessor macro",
     .pattern = "^[A-Za-z_][A-Za-z0-9_]*$",
     .fits = is_identifier,
     .numbers = Numbers::unfit},
    {.expected = "the name of an environment variable",
     .pattern = "^[A-Za-z_][A-Za-z0-9_]*$",
     .fits = is_identifier,
     .numbers = Numbers::unfit},
    {.expected = "a state", .values = kStates, .numbers = Numbers::unfit},
    {.expected = "a language", .values = kLanguages, .numbers = Numbers::unfit},
    {.expected = "3 or 4 octal digits up to 0777", .pattern = "^0?[0-7]{3}$", .fits = is_mode},
    {.expected = "a git file mode and blob id, 'absent' or 'other'",
     .pattern = "^(absent|other|(100644|100755|120000) [0-9a-f]{40})$",
     .fits = is_git_entry,
     .numbers = Numbers::unfit},
    {.expected = "true or false", .values = kBooleans, .numbers = Numbers::unfit},
    {.expected = "true", .values = kAffirmed, .numbers = Numbers::unfit},
    {.expected = "'exclusive' or 'inclusive'", .values = kLimits, .numbers = Numbers::unfit},
    {.expected = "'start' or 'end'", .values = kRowPositions, .numbers = Numbers::unfit},
    {.expected = "'gpu', 'network' or 'rocm'", .values = kLabels, .numbers = Numbers::unfit},
    {.expected = "lines that are not all blank",
     .pattern = kFilled,
     .fits = is_filled,
     .use = Use::code,
     .hint = "name at least one line that is not blank, so that the place can be recognised"},
    {.expected = "lines that are not all blank",
     .pattern = kFilled,
     .fits = is_filled,
     .use = Use::code,
     .hint = "keep at least one of the anchor's lines, so that the result can be recognised"},
    {.expected = "text to insert",
     .pattern = R"re([^\n]|\n\n)re",
     .fits = is_insertion,
     .use = Use::code,
     .hint = "write the lines to insert, or leave the edit out"},
    {.expected = "a text within one line",
     .pattern = R"re(^[^\n]+\n?$)re",
     .fits = is_fragment,
     .use = Use::code,
     .hint = "use 'find' for whole lines"},
    {.expected = "a pattern",
     .pattern = R"re([^\n]|\n\n)re",
     .fits = is_insertion,
     .use = Use::code},
    {.expected = "a text", .use = Use::code},
    {.expected = "one line that is not blank",
     .pattern = kOneLine,
     .fits = is_line,
     .use = Use::code},
    {.expected = "the bytes of a file", .use = Use::code},
    {.expected = "bytes to look for",
     .pattern = R"re(^[\s\S])re",
     .fits = is_not_empty,
     .use = Use::code},
});
static_assert(std::size(kRules) == static_cast<std::size_t>(Scalar::code_bytes) + 1);

}  // namespace

const ScalarRule& rule_of(Scalar scalar) { return kRules[static_cast<std::size_t>(scalar)]; }

bool is_blank(std::string_view text) {
  return text.find_first_not_of(kBlank) == std::string_view::npos;
}

std::string_view without_final_newline(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

}  // namespace patcher::language
