// SPDX-License-Identifier: MIT
#pragma once

#include <archive.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/core/sha256.hpp"
#include "patcher/tree/blob_store.hpp"

// What the sources of this stage that use libarchive have in common; no other stage includes it.

namespace patcher {

struct ArchiveFree {
  void operator()(archive* it) const { archive_read_free(it); }
};
using Archive = std::unique_ptr<archive, ArchiveFree>;

/// Why libarchive's last call for `it` failed, in its words.
[[nodiscard]] std::string reason_of(archive* it);

/// How many bytes are read at once.
inline constexpr std::size_t kBlock = 256U << 10U;

/// A blob's bytes as they are, and their digest.
class PackedBytes {
 public:
  explicit PackedBytes(std::unique_ptr<ByteStream> stream)
      : stream_(std::move(stream)), block_(kBlock) {}

  /// The next bytes, valid until the next call, none at the end; nothing where they cannot be read:
  /// `failure` says why.
  [[nodiscard]] std::optional<std::string_view> next();
  [[nodiscard]] const std::optional<Failure>& failure() const { return failure_; }
  /// `sha256:` and the digest of all bytes so far.
  [[nodiscard]] std::string take_digest() { return "sha256:" + digest_.take_hex(); }

 private:
  std::unique_ptr<ByteStream> stream_;
  std::vector<char> block_;
  Sha256 digest_;
  std::optional<Failure> failure_;
};

/// A layer's archive as it was before it was packed, and its digest.
class UnpackedBytes {
 public:
  /// Of at most `most` bytes; `packed` must outlive this.
  UnpackedBytes(PackedBytes& packed, std::uint64_t most);

  /// The next bytes, valid until the next call, none at the end; nothing where they cannot be
  /// unpacked: `why` says why.
  [[nodiscard]] std::optional<std::string_view> next();
  [[nodiscard]] std::string why() const;
  /// `sha256:` and the digest of all bytes so far.
  [[nodiscard]] std::string take_digest() { return "sha256:" + digest_.take_hex(); }
  /// Opens `reader` for the rest of these bytes; gives what libarchive says. This must outlive it.
  [[nodiscard]] int feed(archive* reader);

 private:
  Archive unpacker_;
  std::vector<char> block_;
  std::uint64_t most_;
  bool is_open_ = false;
  Sha256 digest_;
  std::uint64_t size_ = 0;
};

}  // namespace patcher
