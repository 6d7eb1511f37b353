// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "patcher/core/utf8.hpp"
#include "patcher/manifest/lock.hpp"
#include "patcher/manifest/plain_scalar.hpp"

namespace patcher {
namespace {

constexpr std::string_view kHead = "# Written by 'patcher lock'. Do not edit: run it again.\n";

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Says whether every YAML reader takes `text` for itself without quotes.
bool is_plain_text(std::string_view text) {
  constexpr std::string_view kInside = "_./+@-";
  constexpr std::string_view kFirst = "_./";
  constexpr std::string_view kOfNumbers = "0123456789_.+-";
  if (text.find_first_not_of(kOfNumbers) == std::string_view::npos) return false;
  if (yaml::trap_in(text)) return false;
  if (!is_letter_or_digit(text[0]) && kFirst.find(text[0]) == std::string_view::npos) return false;
  return std::ranges::all_of(text, [&](char c) {
    return is_letter_or_digit(c) || kInside.find(c) != std::string_view::npos;
  });
}

/// `point` in a double-quoted text; everything but ASCII is escaped, so that what a name looks like
/// is what it is.
std::string escaped(char32_t point) {
  const auto number = static_cast<std::uint32_t>(point);
  if (point == U'"' || point == U'\\') return {'\\', static_cast<char>(number)};
  if (number >= 0x20 && number < 0x7f) return {static_cast<char>(number)};
  if (number <= 0xff) return fmt::format("\\x{:02x}", number);
  if (number <= 0xffff) return fmt::format("\\u{:04x}", number);
  return fmt::format("\\U{:08x}", number);
}

std::string quoted(std::string_view text) {
  if (is_plain_text(text)) return std::string(text);
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = utf8_at(text, at).value_or(CodePoint{U'\ufffd', 1});
    result += escaped(point.value);
    at += point.size;
  }
  return result + "\"";
}

std::string text_of(const LockedPatch& patch) {
  std::string text =
      fmt::format("  - id: {}\n    tree: {}\n    sha256: {}\n    revision: {}\n", quoted(patch.id),
                  quoted(patch.tree), quoted(patch.sha256), patch.revision);
  if (patch.payloads.empty()) return text;
  text += "    payloads:\n";
  for (const PayloadFile& payload : patch.payloads) {
    text += fmt::format("      {}: {}\n", quoted(payload.file), quoted(payload.sha256));
  }
  return text;
}

std::string text_of(const TreePath& path, const LockedFile& file) {
  std::string text =
      fmt::format("      {}:\n        base: {}\n", quoted(path.str()), spelled(file.base));
  if (file.chain.empty()) return text;
  text += "        after:\n";
  for (const LockedFile::Step& step : file.chain) {
    text += fmt::format("          {}: {}\n", quoted(step.patch), spelled(step.after));
  }
  return text;
}

std::string text_of(const std::string& glob, const LockedGlob& locked) {
  std::string text = fmt::format("      {}:\n", quoted(glob));
  if (locked.files.empty()) return text + "        files: {}\n";
  text += "        files:\n";
  for (const auto& [path, entry] : locked.files) {
    text += fmt::format("          {}: {}\n", quoted(path.str()), spelled(entry));
  }
  return text;
}

std::string text_of(const LockedTree& tree) {
  std::string inside;
  if (!tree.commit.empty()) inside += fmt::format("    commit: {}\n", quoted(tree.commit));
  if (!tree.files.empty()) inside += "    files:\n";
  for (const auto& [path, file] : tree.files) inside += text_of(path, file);
  if (!tree.globs.empty()) inside += "    globs:\n";
  for (const auto& [glob, locked] : tree.globs) inside += text_of(glob, locked);
  return fmt::format("  {}:{}", quoted(tree.name), inside.empty() ? " {}\n" : "\n" + inside);
}

}  // namespace

std::string text_of(const Lock& lock) {
  std::string text = fmt::format("{}version: 1\nmanifest:\n  name: {}\n  sha256: {}\n", kHead,
                                 quoted(lock.manifest), quoted(lock.sha256));
  text += lock.patches.empty() ? "patches: []\n" : "patches:\n";
  for (const LockedPatch& patch : lock.patches) text += text_of(patch);
  text += "trees:\n";
  for (const LockedTree& tree : lock.trees) text += text_of(tree);
  return text;
}

}  // namespace patcher
