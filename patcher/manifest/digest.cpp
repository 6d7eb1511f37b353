// SPDX-License-Identifier: MIT
#include "patcher/manifest/digest.hpp"

#include <nettle/sha2.h>

#include <array>
#include <cstdint>

namespace patcher {

std::string sha256_of(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_ctx context;
  sha256_init(&context);
  // nettle wants unsigned bytes; char may alias them.
  sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  sha256_digest(&context, digest.size(), digest.data());

  std::string hex;
  hex.reserve(2 * digest.size());
  for (const std::uint8_t byte : digest) {
    hex.push_back(kHex[byte >> 4U]);
    hex.push_back(kHex[byte & 0x0fU]);
  }
  return hex;
}

}  // namespace patcher
