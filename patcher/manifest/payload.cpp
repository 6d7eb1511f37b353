// SPDX-License-Identifier: MIT
#include "patcher/manifest/payload.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "patcher/manifest/digest.hpp"
#include "patcher/manifest/document.hpp"

namespace patcher::language {
namespace {
constexpr std::size_t kTotalLimit = std::size_t{256} << 20U;
}

Result<std::string> Payloads::read(const std::string& spelling) {
  auto bytes = files_->read(beside(patch_file_, spelling), kPayloadLimit);
  if (!bytes) return bytes;
  if (frames_.size() + bytes->size() > kTotalLimit) {
    return Diagnostic{.code = Code::usage,
                      .message = fmt::format("the payloads of '{}' are larger than {} bytes",
                                             patch_file_, kTotalLimit)};
  }
  frames_ += framed(*bytes);
  const bool known =
      std::ranges::any_of(read_, [&](const PayloadFile& file) { return file.file == spelling; });
  if (!known) read_.push_back({spelling, sha256_of(*bytes)});
  return bytes;
}

std::string framed(std::string_view bytes) { return fmt::format("{}\n{}", bytes.size(), bytes); }

}  // namespace patcher::language
