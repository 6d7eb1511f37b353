// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace patcher {

/// The id that git gives to a file's raw bytes: 40 lower-case hex digits (gitformat-object,
/// SHA-1 over `blob <size>\0<bytes>`), with no filter or line-ending conversion.
struct BlobId {
  std::string hex;
  friend bool operator==(const BlobId&, const BlobId&) = default;
  friend auto operator<=>(const BlobId&, const BlobId&) = default;
};

}  // namespace patcher
