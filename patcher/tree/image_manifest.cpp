// SPDX-License-Identifier: MIT
#include "patcher/tree/image_manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>

#include "patcher/core/sha256.hpp"

namespace patcher {
namespace {

using Json = nlohmann::json;

/// The largest manifest, index or configuration that is read, in bytes.
constexpr std::uint64_t kMostJson = 16U << 20U;
constexpr std::size_t kMostLayers = 1000;

constexpr std::string_view kIndex = "application/vnd.oci.image.index.v1+json";
constexpr std::string_view kDockerIndex =
    "application/vnd.docker.distribution.manifest.list.v2+json";
constexpr std::array<std::string_view, 2> kManifests = {
    "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json"};
constexpr std::array<std::string_view, 2> kConfigs = {
    "application/vnd.oci.image.config.v1+json", "application/vnd.docker.container.image.v1+json"};

/// A JSON file of a layout, with the words to refuse it.
class JsonFile {
 public:
  JsonFile(const BlobStore& store, std::string path) : store_(store), path_(std::move(path)) {}

  [[nodiscard]] Diagnostic refusal(const std::string& why) const {
    return {.code = Code::object_unreadable,
            .message = fmt::format(R"("{}" of "{}" {})", path_, store_.where(), why),
            .where = {store_.where() + "/" + path_},
            .hint = "copy the image once more"};
  }
  [[nodiscard]] Result<std::string> bytes() const {
    auto stream = store_.open(path_);
    if (!stream) return std::move(stream).error();
    if ((*stream)->size() > kMostJson) {
      return refusal(fmt::format("has {} bytes, more than a description has", (*stream)->size()));
    }
    std::string text((*stream)->size(), '\0');
    std::size_t filled = 0;
    while (filled < text.size()) {
      auto got = (*stream)->read(std::span(text).subspan(filled));
      if (!got) return std::move(got).error();
      if (*got == 0) return refusal("ends early");
      filled += *got;
    }
    return text;
  }
  [[nodiscard]] Result<Json> object(std::string_view text) const {
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return refusal("is no JSON object");
    return json;
  }

 private:
  const BlobStore& store_;
  std::string path_;
};

bool is_digest(const std::string& text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr std::size_t kLength = 64;
  const std::string_view hex = std::string_view(text).substr(std::min(text.size(), std::size_t{7}));
  return text.starts_with("sha256:") && hex.size() == kLength &&
         hex.find_first_not_of(kHex) == std::string_view::npos;
}

/// The text at `key`; empty where it is not there or something else.
std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The object or list at `key`; null where it is not there.
const Json& part_at(const Json& json, const char* key) {
  static const Json nothing;
  if (!json.is_object()) return nothing;
  const auto found = json.find(key);
  return found == json.end() ? nothing : *found;
}

ImageTexts texts_of(const Json& json) {
  ImageTexts texts;
  if (!json.is_object()) return texts;
  for (const auto& [key, value] : json.items()) {
    if (value.is_string()) texts.emplace(key, value.get<std::string>());
  }
  return texts;
}

std::string platform_of(const Json& json) {
  if (!json.is_object()) return {};
  const std::string system = text_at(json, "os");
  const std::string machine = text_at(json, "architecture");
  const std::string variant = text_at(json, "variant");
  if (system.empty() && machine.empty()) return {};
  return system + "/" + machine + (variant.empty() ? "" : "/" + variant);
}

Result<BlobDescriptor> descriptor_of(const Json& json, const JsonFile& file) {
  if (!json.is_object()) return file.refusal("names a blob by no object");
  BlobDescriptor blob{text_at(json, "mediaType"), text_at(json, "digest"), 0,
                      texts_of(part_at(json, "annotations")),
                      platform_of(part_at(json, "platform"))};
  if (!is_digest(blob.digest)) {
    Diagnostic refusal = file.refusal(
        fmt::format("names a blob by \"{}\", which is no SHA-256 digest", blob.digest));
    if (blob.digest.starts_with("sha512:")) refusal.code = Code::not_supported;
    return refusal;
  }
  const Json& size = part_at(json, "size");
  if (!size.is_number_unsigned()) {
    return file.refusal(fmt::format("says no size of the blob {}", blob.digest));
  }
  blob.size = size.get<std::uint64_t>();
  return blob;
}

Result<std::vector<BlobDescriptor>> descriptors_of(const Json& list, const char* what,
                                                   const JsonFile& file) {
  if (!list.is_array()) return file.refusal(fmt::format("has no list \"{}\"", what));
  if (list.size() > kMostLayers) {
    return file.refusal(fmt::format("has {} \"{}\", more than {}", list.size(), what, kMostLayers));
  }
  std::vector<BlobDescriptor> blobs;
  for (const Json& item : list) {
    auto blob = descriptor_of(item, file);
    if (!blob) return std::move(blob).error();
    blobs.push_back(*std::move(blob));
  }
  return blobs;
}

/// A description of one of the `known` media types, by its digest.
Result<Json> read_blob(const BlobStore& store, const BlobDescriptor& blob,
                       std::span<const std::string_view> known) {
  const JsonFile file(store, blob_path(blob.digest));
  if (std::ranges::find(known, blob.media_type) == known.end()) {
    Diagnostic refusal = file.refusal(fmt::format(R"(is of media type "{}", not "{}" or its like)",
                                                  blob.media_type, known.front()));
    refusal.code = Code::not_supported;
    refusal.hint = "name an image of files by layers";
    return refusal;
  }
  auto bytes = file.bytes();
  if (!bytes) return std::move(bytes).error();
  if (bytes->size() != blob.size) {
    return file.refusal(fmt::format("has {} bytes, not {}", bytes->size(), blob.size));
  }
  Sha256 digest;
  digest.update(*bytes);
  const std::string own = digest.take_hex();
  if ("sha256:" + own != blob.digest) {
    return file.refusal(fmt::format("has other bytes: their SHA-256 is {}", own));
  }
  return file.object(*bytes);
}

}  // namespace

bool is_index(const std::string& media_type) {
  return media_type == kIndex || media_type == kDockerIndex;
}

std::string blob_path(const std::string& digest) {
  return "blobs/sha256/" + digest.substr(digest.find(':') + 1);
}

Result<std::vector<BlobDescriptor>> read_layout_index(const BlobStore& store) {
  const JsonFile file(store, "index.json");
  auto bytes = file.bytes();
  if (!bytes) return std::move(bytes).error();
  auto json = file.object(*bytes);
  if (!json) return std::move(json).error();
  return descriptors_of(part_at(*json, "manifests"), "manifests", file);
}

Result<std::vector<BlobDescriptor>> read_index(const BlobStore& store, const BlobDescriptor& blob) {
  constexpr std::array<std::string_view, 2> kKnown = {kIndex, kDockerIndex};
  auto json = read_blob(store, blob, kKnown);
  if (!json) return std::move(json).error();
  return descriptors_of(part_at(*json, "manifests"), "manifests",
                        JsonFile(store, blob_path(blob.digest)));
}

Result<ImageManifest> read_manifest(const BlobStore& store, const BlobDescriptor& blob) {
  auto json = read_blob(store, blob, kManifests);
  if (!json) return std::move(json).error();
  const JsonFile file(store, blob_path(blob.digest));
  auto config = descriptor_of(part_at(*json, "config"), file);
  if (!config) return std::move(config).error();
  auto layers = descriptors_of(part_at(*json, "layers"), "layers", file);
  if (!layers) return std::move(layers).error();
  return ImageManifest{*std::move(config), *std::move(layers),
                       texts_of(part_at(*json, "annotations"))};
}

Result<ImageConfig> read_config(const BlobStore& store, const ImageManifest& manifest) {
  auto json = read_blob(store, manifest.config, kConfigs);
  if (!json) return std::move(json).error();
  const JsonFile file(store, blob_path(manifest.config.digest));
  ImageConfig config;
  config.platform = platform_of(*json);
  config.labels = texts_of(part_at(part_at(*json, "config"), "Labels"));
  const Json& diff_ids = part_at(part_at(*json, "rootfs"), "diff_ids");
  for (const Json& diff_id : diff_ids.is_array() ? diff_ids : Json::array()) {
    config.diff_ids.push_back(diff_id.is_string() ? diff_id.get<std::string>() : std::string());
    if (!is_digest(config.diff_ids.back())) return file.refusal("has a diff id that is no digest");
  }
  if (config.diff_ids.size() != manifest.layers.size()) {
    return file.refusal(fmt::format("has {} diff ids for {} layers", config.diff_ids.size(),
                                    manifest.layers.size()));
  }
  const Json& history = part_at(*json, "history");
  for (const Json& step : history.is_array() ? history : Json::array()) {
    if (!step.is_object()) return file.refusal("has a step of history that is no object");
    const Json& empty = part_at(step, "empty_layer");
    config.history.push_back(
        {text_at(step, "created_by"), empty.is_boolean() && empty.get<bool>()});
  }
  return config;
}

}  // namespace patcher
