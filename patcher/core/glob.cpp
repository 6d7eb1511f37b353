// SPDX-License-Identifier: MIT
#include "patcher/core/glob.hpp"

#include <fnmatch.h>

namespace patcher {
namespace {

constexpr std::string_view kAnyFolders = "**/";

bool matches(const std::string& glob, const std::string& path) {
  return fnmatch(glob.c_str(), path.c_str(), 0) == 0;
}

/// Each `**/` from byte `from` on may stand for some folders or for none.
bool matches_with_fewer(const std::string& glob, const std::string& path, std::size_t from) {
  if (matches(glob, path)) return true;
  for (std::size_t at = glob.find(kAnyFolders, from); at != std::string::npos;
       at = glob.find(kAnyFolders, at + 1)) {
    const bool is_component = at == 0 || glob[at - 1] == '/';
    if (!is_component) continue;
    std::string fewer = glob;
    fewer.erase(at, kAnyFolders.size());
    if (matches_with_fewer(fewer, path, at)) return true;
  }
  return false;
}

}  // namespace

bool catches(const std::string& glob, const std::string& path) {
  // Twice the same says no more than once.
  constexpr std::string_view kTwice = "**/**/";
  std::string plain = glob;
  for (std::size_t at = plain.find(kTwice); at != std::string::npos; at = plain.find(kTwice, at)) {
    plain.erase(at, kAnyFolders.size());
  }
  return matches_with_fewer(plain, path, 0);
}

bool is_glob(std::string_view path) {
  constexpr std::string_view kGlob = "*?[";
  return path.find_first_of(kGlob) != std::string_view::npos;
}

bool is_plain(std::string_view glob) {
  constexpr std::string_view kSpecial = "*?[\\";
  return glob.find_first_of(kSpecial) == std::string_view::npos;
}

std::string_view folder_of(std::string_view glob) {
  const std::string_view spelled = glob.substr(0, glob.find_first_of("*?[\\"));
  const std::size_t slash = spelled.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : spelled.substr(0, slash);
}

}  // namespace patcher
