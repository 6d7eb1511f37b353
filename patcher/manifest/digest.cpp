// SPDX-License-Identifier: MIT
#include "patcher/manifest/digest.hpp"

#include "patcher/core/sha256.hpp"

namespace patcher {

std::string sha256_of(std::string_view bytes) {
  Sha256 digest;
  digest.update(bytes);
  return digest.take_hex();
}

}  // namespace patcher
