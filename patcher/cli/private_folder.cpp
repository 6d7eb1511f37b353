// SPDX-License-Identifier: MIT
#include "patcher/cli/private_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace patcher {

Result<PrivateFolder> PrivateFolder::make() {
  const char* named = std::getenv("TMPDIR");
  const bool is_usable = named != nullptr && *named == '/';
  std::string path = fmt::format("{}/patcher-check-XXXXXX", is_usable ? named : "/tmp");
  if (mkdtemp(path.data()) == nullptr) {
    Diagnostic diagnostic;
    diagnostic.code = Code::io_error;
    diagnostic.message =
        fmt::format("no folder for checks could be made at '{}': {}", path, std::strerror(errno));
    diagnostic.hint = "name a folder that can be written by the variable TMPDIR";
    return diagnostic;
  }
  return PrivateFolder(std::move(path));
}

PrivateFolder::~PrivateFolder() {
  std::error_code left;
  if (!path_.empty()) std::filesystem::remove_all(path_, left);
}

}  // namespace patcher
