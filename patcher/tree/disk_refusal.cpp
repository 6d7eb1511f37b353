// SPDX-License-Identifier: MIT
#include "patcher/tree/disk_refusal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <system_error>

namespace patcher {

Diagnostic disk_refusal(const std::string& doing, const std::string& path, int error) {
  const std::string why = std::generic_category().message(std::abs(error));
  return {.code = Code::io_error,
          .message = fmt::format("cannot {} \"{}\": {}", doing, path, why),
          .target = {.file = path}};
}

Diagnostic link_refusal(int folder, const std::string& name, const std::string& path) {
  std::array<char, PATH_MAX> leads{};
  const ssize_t length = ::readlinkat(folder, name.c_str(), leads.data(), leads.size());
  std::string message = fmt::format("\"{}\" is a symbolic link", path);
  if (length > 0) {
    message +=
        fmt::format(" to \"{}\"", std::string_view(leads.data(), static_cast<std::size_t>(length)));
  }
  return {.code = Code::unsafe_link,
          .message = std::move(message),
          .target = {.file = path},
          .hint = "name the file by its path without links, or make it a part of the tree"};
}

}  // namespace patcher
