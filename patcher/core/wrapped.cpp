// SPDX-License-Identifier: MIT
#include "patcher/core/wrapped.hpp"

#include <algorithm>

namespace patcher {

std::string wrapped(std::string_view text, std::size_t width) {
  std::string result;
  std::size_t column = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", at + 1), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (word.front() == ' ' && column + word.size() > width) {
      result += '\n';
      result += word.substr(1);
      column = word.size() - 1;
    } else {
      result += word;
      column = word.front() == '\n' ? word.size() - 1 : column + word.size();
    }
    at = end;
  }
  return result;
}

}  // namespace patcher
