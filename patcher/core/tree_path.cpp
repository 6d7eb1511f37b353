// SPDX-License-Identifier: MIT
#include "patcher/core/tree_path.hpp"

#include <algorithm>
#include <cctype>

namespace patcher {
namespace {

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t slash = text.find('/', begin);
    parts.push_back(text.substr(begin, slash - begin));
    if (slash == std::string_view::npos) return parts;
    begin = slash + 1;
  }
}

/// git refuses `.git` in every case, because some file systems fold it.
bool is_git_folder(std::string_view part) {
  constexpr std::string_view kGit = ".git";
  return part.size() == kGit.size() &&
         std::equal(part.begin(), part.end(), kGit.begin(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == b;
         });
}

}  // namespace

std::optional<std::string> TreePath::why_unsafe(std::string_view spelling) {
  if (spelling.find('\0') != std::string_view::npos) return "it holds a NUL byte";
  if (spelling.starts_with('/')) return "it is absolute";
  const auto parts = split(spelling);
  for (const std::string_view part : parts) {
    if (part == "..") return "it leads upward by '..'";
    if (is_git_folder(part)) return "it leads into '.git'";
  }
  if (parts.front() == ".patcher") return "it leads into '.patcher'";
  return std::nullopt;
}

std::optional<std::string> TreePath::why_malformed(std::string_view spelling) {
  if (spelling.empty()) return "it is empty";
  for (const std::string_view part : split(spelling)) {
    if (part.empty()) return "it has an empty component";
    if (part == ".") return "it has a '.' component";
  }
  return std::nullopt;
}

std::optional<TreePath> TreePath::parse(std::string_view spelling) {
  if (why_unsafe(spelling) || why_malformed(spelling)) return std::nullopt;
  return TreePath(std::string(spelling));
}

std::vector<std::string_view> TreePath::components() const { return split(text_); }

std::optional<TreePath> TreePath::parent() const {
  const std::size_t slash = text_.rfind('/');
  if (slash == std::string::npos) return std::nullopt;
  return TreePath(text_.substr(0, slash));
}

std::string_view TreePath::name() const {
  const std::size_t slash = text_.rfind('/');
  return std::string_view(text_).substr(slash == std::string::npos ? 0 : slash + 1);
}

std::string_view TreePath::extension() const {
  const std::string_view last = name();
  const std::size_t dot = last.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view{} : last.substr(dot);
}

}  // namespace patcher
