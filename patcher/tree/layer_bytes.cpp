// SPDX-License-Identifier: MIT
#include "patcher/tree/layer_bytes.hpp"

#include <archive_entry.h>
#include <fmt/format.h>

#include <cerrno>
#include <utility>

namespace patcher {
namespace {

la_ssize_t give_packed(archive* it, void* from, const void** bytes) {
  auto* packed = static_cast<PackedBytes*>(from);
  const auto next = packed->next();
  if (!next) {
    archive_set_error(it, EIO, "it cannot be read");
    return ARCHIVE_FATAL;
  }
  *bytes = next->data();
  return static_cast<la_ssize_t>(next->size());
}

la_ssize_t give_unpacked(archive* it, void* from, const void** bytes) {
  auto* unpacked = static_cast<UnpackedBytes*>(from);
  const auto next = unpacked->next();
  if (!next) {
    archive_set_error(it, EIO, "%s", unpacked->why().c_str());
    return ARCHIVE_FATAL;
  }
  *bytes = next->data();
  return static_cast<la_ssize_t>(next->size());
}

}  // namespace

std::string reason_of(archive* it) {
  const char* reason = archive_error_string(it);
  return reason == nullptr ? "for no known reason" : reason;
}

std::optional<std::string_view> PackedBytes::next() {
  auto got = stream_->read(block_);
  if (!got) {
    failure_ = std::move(got).error();
    return std::nullopt;
  }
  const std::string_view bytes(block_.data(), *got);
  digest_.update(bytes);
  return bytes;
}

UnpackedBytes::UnpackedBytes(PackedBytes& packed, std::uint64_t most)
    : unpacker_(archive_read_new()), block_(kBlock), most_(most) {
  archive* it = unpacker_.get();
  archive_read_support_filter_gzip(it);
  archive_read_support_filter_zstd(it);
  archive_read_support_format_raw(it);
  archive_entry* whole = nullptr;
  is_open_ = archive_read_open(it, &packed, nullptr, give_packed, nullptr) == ARCHIVE_OK &&
             archive_read_next_header(it, &whole) == ARCHIVE_OK;
}

std::optional<std::string_view> UnpackedBytes::next() {
  if (!is_open_) return std::nullopt;
  const la_ssize_t got = archive_read_data(unpacker_.get(), block_.data(), block_.size());
  if (got < 0) return std::nullopt;
  const std::string_view bytes(block_.data(), static_cast<std::size_t>(got));
  digest_.update(bytes);
  size_ += bytes.size();
  if (size_ > most_) return std::nullopt;
  return bytes;
}

std::string UnpackedBytes::why() const {
  if (size_ > most_) return fmt::format("it has more than {} bytes", most_);
  return reason_of(unpacker_.get());
}

int UnpackedBytes::feed(archive* reader) {
  return archive_read_open(reader, this, nullptr, give_unpacked, nullptr);
}

}  // namespace patcher
