// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "patcher/tree/tree.hpp"

namespace patcher {
namespace {

/// Below it, hashing again costs less than keeping book.
constexpr std::size_t kLarge = std::size_t{1} << 20U;

/// The ids of contents that somebody holds.
class KnownIds {
 public:
  [[nodiscard]] BlobId of(const Bytes& bytes) {
    // What nobody holds any more may come again as other bytes at the same address.
    std::erase_if(known_, [](const Known& known) { return known.bytes.expired(); });
    // To compare costs a tenth of hashing; a file that was written is read again with its bytes.
    const auto found = std::find_if(known_.begin(), known_.end(), [&](const Known& known) {
      const Bytes held = known.bytes.lock();
      return held == bytes || (held && *held == *bytes);
    });
    if (found != known_.end()) return found->id;
    known_.push_back({bytes, blob_id_of(*bytes)});
    return known_.back().id;
  }

 private:
  struct Known {
    std::weak_ptr<const std::string> bytes;
    BlobId id;
  };
  std::vector<Known> known_;
};

}  // namespace

BlobId blob_id_of(const Bytes& bytes) {
  if (bytes->size() < kLarge) return blob_id_of(*bytes);
  thread_local KnownIds known;
  return known.of(bytes);
}

}  // namespace patcher
