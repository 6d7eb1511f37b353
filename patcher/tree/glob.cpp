// SPDX-License-Identifier: MIT
#include "patcher/tree/glob.hpp"

#include <fnmatch.h>

namespace patcher {
namespace {
constexpr std::string_view kSpecial = "*?[\\";
}

bool catches(const std::string& glob, const std::string& path) {
  return fnmatch(glob.c_str(), path.c_str(), 0) == 0;
}

bool is_plain(std::string_view glob) {
  return glob.find_first_of(kSpecial) == std::string_view::npos;
}

std::string_view folder_of(std::string_view glob) {
  const std::string_view spelled = glob.substr(0, glob.find_first_of(kSpecial));
  const std::size_t slash = spelled.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : spelled.substr(0, slash);
}

}  // namespace patcher
