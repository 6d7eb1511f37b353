// SPDX-License-Identifier: MIT
#pragma once

#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "patcher/core/sha256.hpp"

// Image layouts for tests, written by hand so that they can be as wrong as need be.

namespace patcher {

/// A tar archive (ustar, and pax where a name is long or not ASCII).
class Tar {
 public:
  Tar& file(const std::string& name, const std::string& bytes, unsigned mode = 0644) {
    return entry('0', name, {}, bytes, mode);
  }
  Tar& folder(const std::string& name, unsigned mode = 0755) {
    return entry('5', name, {}, {}, mode);
  }
  Tar& link(const std::string& name, const std::string& leads_to) {
    return entry('2', name, leads_to, {}, 0777);
  }
  Tar& hard_link(const std::string& name, const std::string& target) {
    return entry('1', name, target, {}, 0644);
  }
  Tar& fifo(const std::string& name) { return entry('6', name, {}, {}, 0644); }
  /// Any record of a pax header, for the next entry.
  Tar& pax(const std::string& key, const std::string& value) {
    std::string record = " " + key + "=" + value + "\n";
    std::size_t length = record.size() + 1;
    while (std::to_string(length).size() + record.size() != length) ++length;
    pax_ += std::to_string(length) + record;
    return *this;
  }
  /// The archive without its end.
  [[nodiscard]] const std::string& open() const { return bytes_; }
  [[nodiscard]] std::string bytes() const { return bytes_ + std::string(1024, '\0'); }

 private:
  Tar& entry(char type, const std::string& name, const std::string& target,
             const std::string& bytes, unsigned mode) {
    const auto is_plain = [](const std::string& text) {
      return text.size() < 100 && text.find_first_of("\x80\xc3\xc5") == std::string::npos;
    };
    if (!is_plain(name)) pax("path", name);
    if (!is_plain(target)) pax("linkpath", target);
    const std::string extended = std::exchange(pax_, {});
    if (!extended.empty()) raw('x', "pax", {}, extended, 0644);
    raw(type, is_plain(name) ? name : "long", is_plain(target) ? target : "long", bytes, mode);
    return *this;
  }
  void raw(char type, const std::string& name, const std::string& target, const std::string& bytes,
           unsigned mode) {
    std::string header(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) {
      header.replace(at, text.size(), text);
    };
    const auto number = [](std::uint64_t value, int width) {
      std::array<char, 32> text{};
      const int length = std::snprintf(text.data(), text.size(), "%0*llo", width,
                                       static_cast<unsigned long long>(value));
      return std::string(text.data(), static_cast<std::size_t>(length));
    };
    put(0, name);
    put(100, number(mode, 7));
    put(108, number(0, 7));
    put(116, number(0, 7));
    put(124, number(bytes.size(), 11));
    put(136, number(1700000000, 11));
    put(148, "        ");
    put(156, std::string(1, type));
    put(157, target);
    put(257, std::string("ustar\00000", 8));
    unsigned sum = 0;
    for (const char byte : header) sum += static_cast<unsigned char>(byte);
    put(148, number(sum, 6) + std::string("\0 ", 2));
    bytes_ += header + bytes + std::string((512 - bytes.size() % 512) % 512, '\0');
  }

  std::string bytes_;
  std::string pax_;
};

inline std::string gzip(const std::string& bytes) {
  z_stream stream{};
  constexpr int kWithGzipHeader = 31;
  if (deflateInit2(&stream, 6, Z_DEFLATED, kWithGzipHeader, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib");
  }
  std::string packed(deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string zstd(const std::string& bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3));
  return packed;
}

/// A layer with the bytes that its digests are of.
struct MadeLayer {
  std::string archive;
  std::string packed;
  std::string media_type;
};
inline MadeLayer plain_layer(const Tar& tar) {
  return {tar.bytes(), tar.bytes(), "application/vnd.oci.image.layer.v1.tar"};
}
inline MadeLayer gzip_layer(const Tar& tar) {
  return {tar.bytes(), gzip(tar.bytes()), "application/vnd.oci.image.layer.v1.tar+gzip"};
}
inline MadeLayer zstd_layer(const Tar& tar) {
  return {tar.bytes(), zstd(tar.bytes()), "application/vnd.oci.image.layer.v1.tar+zstd"};
}

/// An image layout in a folder.
class LayoutMaker {
 public:
  using Json = nlohmann::json;
  static constexpr const char* kManifest = "application/vnd.oci.image.manifest.v1+json";
  static constexpr const char* kIndex = "application/vnd.oci.image.index.v1+json";

  explicit LayoutMaker(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_ / "blobs/sha256");
    put("oci-layout", R"({"imageLayoutVersion": "1.0.0"})");
  }

  static std::string digest_of(const std::string& bytes) {
    Sha256 digest;
    digest.update(bytes);
    return "sha256:" + digest.take_hex();
  }
  [[nodiscard]] std::filesystem::path blob(const std::string& digest) const {
    return folder_ / "blobs/sha256" / digest.substr(7);
  }
  void put(const std::string& path, const std::string& bytes) const {
    std::ofstream(folder_ / path, std::ios::binary) << bytes;
  }
  /// Writes a blob, and gives its descriptor.
  [[nodiscard]] Json add(const std::string& bytes, const std::string& media_type) const {
    const std::string digest = digest_of(bytes);
    std::ofstream(blob(digest), std::ios::binary) << bytes;
    return {{"mediaType", media_type}, {"digest", digest}, {"size", bytes.size()}};
  }
  /// Writes an image, and gives the descriptor of its manifest.
  [[nodiscard]] Json add_image(const std::vector<MadeLayer>& layers, Json config = Json::object(),
                               const std::string& machine = "amd64") const {
    Json manifest{{"schemaVersion", 2}, {"mediaType", kManifest}, {"layers", Json::array()}};
    config["os"] = "linux";
    config["architecture"] = machine;
    config["rootfs"] = {{"type", "layers"}, {"diff_ids", Json::array()}};
    for (const MadeLayer& layer : layers) {
      manifest["layers"].push_back(add(layer.packed, layer.media_type));
      config["rootfs"]["diff_ids"].push_back(digest_of(layer.archive));
    }
    manifest["config"] = add(config.dump(), "application/vnd.oci.image.config.v1+json");
    return add(manifest.dump(), kManifest);
  }
  /// Writes `index.json`.
  void name(const std::vector<Json>& manifests) const {
    put("index.json", Json{{"schemaVersion", 2}, {"manifests", manifests}}.dump());
  }
  /// Makes the layout one of a single image.
  void image(const std::vector<MadeLayer>& layers, Json config = Json::object()) const {
    name({add_image(layers, std::move(config))});
  }
  [[nodiscard]] std::string path() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace patcher
