// SPDX-License-Identifier: MIT
#include "patcher/image/shell_path.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

namespace patcher {
namespace {

/// More ways through a script at once than this are not followed.
constexpr std::size_t kMostPaths = 256;

auto key_of(const ShellPath& path) {
  return std::tie(path.status, path.end, path.mode.errexit, path.mode.pipefail, path.ran,
                  path.failed, path.carries, path.made_good, path.fresh_loss, path.variables);
}

/// What `word` is on `path`, or nothing where that is not known.
std::optional<std::string> value_of(const ShellWord& word, const ShellPath& path) {
  std::string value;
  for (const ShellPiece& piece : word.pieces) {
    if (piece.kind == ShellPiece::Kind::literal) {
      value += piece.text;
      continue;
    }
    const auto known = path.variables.find(piece.text);
    const bool is_status = piece.kind == ShellPiece::Kind::variable && piece.text == "?";
    if (is_status) {
      value += path.status == 0 ? "0" : "1";
    } else if (piece.kind == ShellPiece::Kind::variable && known != path.variables.end()) {
      value += known->second;
    } else {
      return std::nullopt;
    }
  }
  return value;
}

std::optional<int> number_in(const std::string& text) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || read != end || text.empty()) return std::nullopt;
  return number;
}

std::optional<bool> compared(const std::string& left, const std::string& sign,
                             const std::string& right) {
  const std::optional<int> a = number_in(left);
  const std::optional<int> b = number_in(right);
  if (sign == "=" || sign == "==") return left == right;
  if (sign == "!=") return left != right;
  if (!a || !b) return std::nullopt;
  if (sign == "-eq") return *a == *b;
  if (sign == "-ne") return *a != *b;
  if (sign == "-gt") return *a > *b;
  if (sign == "-ge") return *a >= *b;
  if (sign == "-lt") return *a < *b;
  if (sign == "-le") return *a <= *b;
  return std::nullopt;
}

}  // namespace

void add_paths(ShellPaths& paths, ShellPaths more) {
  for (ShellPath& path : more) {
    const bool is_known = std::ranges::any_of(
        paths, [&](const ShellPath& known) { return key_of(known) == key_of(path); });
    if (!is_known && paths.size() < kMostPaths) paths.push_back(std::move(path));
  }
}

ShellPath dropped(ShellPath path, LossKind kind, ByteRange at) {
  if (path.carries) path.lost = Loss{kind, at};
  path.carries = false;
  return path;
}

ShellPath ended_well(ShellPath path) {
  path.status = 0;
  path.carries = false;
  path.fresh_loss = false;
  return path;
}

ShellPaths going_on(ShellPaths& paths) {
  ShellPaths going;
  ShellPaths ended;
  for (ShellPath& path : paths) (path.goes_on() ? going : ended).push_back(std::move(path));
  paths = std::move(ended);
  return going;
}

std::optional<int> status_of_test(const ShellNode& test, const ShellPath& path) {
  std::vector<std::string> words;
  for (const ShellWord& word : test.words) {
    std::optional<std::string> value = value_of(word, path);
    if (!value) return std::nullopt;
    words.push_back(*std::move(value));
  }
  if (words.front() == "[" || words.front() == "[[") words.pop_back();
  if (words.size() == 3 && (words[1] == "-z" || words[1] == "-n")) {
    return words[2].empty() == (words[1] == "-z") ? 0 : 1;
  }
  if (words.size() != 4) return std::nullopt;
  const std::optional<bool> holds = compared(words[1], words[2], words[3]);
  if (!holds) return std::nullopt;
  return *holds ? 0 : 1;
}

}  // namespace patcher
