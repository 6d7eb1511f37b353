// SPDX-License-Identifier: MIT
#include "patcher/tree/disk_refusal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace patcher {

Diagnostic disk_refusal(const std::string& doing, const std::string& path, int error) {
  const std::string why = std::generic_category().message(std::abs(error));
  return {.code = Code::io_error,
          .message = fmt::format("cannot {} \"{}\": {}", doing, path, why),
          .target = {.file = path},
          .hint = std::abs(error) == EPERM
                      ? "see whether it, or its folder, may be appended to only or not changed at "
                        "all (lsattr)"
                      : ""};
}

Diagnostic link_refusal(const std::string& path, std::string_view leads) {
  std::string message = fmt::format("\"{}\" is a symbolic link", path);
  if (!leads.empty()) message += fmt::format(" to \"{}\"", leads);
  return {.code = Code::unsafe_link,
          .message = std::move(message),
          .target = {.file = path},
          .hint = "name the file by its path without links, or make it a part of the tree"};
}

Diagnostic link_refusal(int folder, const std::string& name, const std::string& path) {
  std::array<char, PATH_MAX> leads{};
  const ssize_t length = ::readlinkat(folder, name.c_str(), leads.data(), leads.size());
  const auto size = static_cast<std::size_t>(std::max<ssize_t>(length, 0));
  return link_refusal(path, {leads.data(), size});
}

}  // namespace patcher
