// SPDX-License-Identifier: MIT
#include "patcher/tree/image_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace patcher {
namespace {

constexpr const char* kNameKey = "org.opencontainers.image.ref.name";
constexpr const char* kFullNameKey = "io.containerd.image.name";
constexpr const char* kReferenceKey = "vnd.docker.reference.type";
constexpr std::size_t kMostImages = 1000;
constexpr std::size_t kDeepest = 4;

std::string text_at(const ImageTexts& texts, const char* key) {
  const auto found = texts.find(key);
  return found == texts.end() ? std::string() : found->second;
}

/// What is still to be looked at: an image or an index, and what leads to it.
struct Waiting {
  ImageRef ref;
  std::size_t depth;
};

Result<std::vector<BlobDescriptor>> inner_of(const BlobStore& store, const Waiting& index) {
  if (index.depth < kDeepest) return read_index(store, index.ref.manifest);
  return Diagnostic{
      .code = Code::object_unreadable,
      .message = fmt::format("\"{}\" has indexes within indexes, {} deep", store.where(), kDeepest),
      .where = {store.where() + "/index.json"}};
}

/// Puts `blobs`, which `outer` names, in front of what is waiting, the first one last.
void put_in_front(std::vector<BlobDescriptor> blobs, const Waiting& outer,
                  std::vector<Waiting>& waiting) {
  std::ranges::reverse(blobs);
  for (BlobDescriptor& blob : blobs) {
    if (blob.annotations.contains(kReferenceKey)) continue;
    std::string name = outer.depth == 0 ? text_at(blob.annotations, kNameKey) : outer.ref.name;
    waiting.push_back(
        {{std::move(blob), std::move(name), outer.ref.manifest.digest}, outer.depth + 1});
  }
}

bool is_called(const ImageRef& ref, const std::string& name) {
  return ref.name == name || text_at(ref.manifest.annotations, kFullNameKey) == name ||
         ref.manifest.digest == name || ref.index == name;
}

/// An index need not say of which platform an image is; then its configuration does.
Result<std::string> platform_of(const BlobStore& store, const ImageRef& ref) {
  if (!ref.manifest.platform.empty()) return ref.manifest.platform;
  auto manifest = read_manifest(store, ref.manifest);
  if (!manifest) return std::move(manifest).error();
  auto config = read_config(store, *manifest);
  if (!config) return std::move(config).error();
  return config->platform;
}

Diagnostic no_choice(Code code, const std::string& what, const std::vector<ImageRef>& images) {
  constexpr std::size_t kMostNotes = 12;
  Diagnostic diagnostic{.code = code, .message = what};
  for (std::size_t i = 0; i < std::min(images.size(), kMostNotes); ++i) {
    const ImageRef& ref = images[i];
    diagnostic.notes.push_back(
        {fmt::format("{}: {}, {}", ref.name.empty() ? "without a name" : "\"" + ref.name + "\"",
                     ref.manifest.platform.empty() ? "no platform said" : ref.manifest.platform,
                     ref.manifest.digest)});
  }
  diagnostic.hint = "say which: 'oci:LAYOUT@NAME', 'oci:LAYOUT@sha256:...', 'oci:LAYOUT#PLATFORM'";
  return diagnostic;
}

std::string words_for(const BlobStore& store, const ImageName& name) {
  std::string words = name.name.empty() ? "image" : fmt::format("image '{}'", name.name);
  if (!name.platform.empty()) words += fmt::format(" for '{}'", name.platform);
  return words + fmt::format(" in \"{}\"", store.where());
}

}  // namespace

Result<ImageName> parse_image_name(const std::string& where) {
  const auto refusal = [&](const std::string& why) {
    return Diagnostic{.code = Code::usage,
                      .message = fmt::format("'{}' {}", where, why),
                      .hint = "write it as 'oci:LAYOUT', 'oci:LAYOUT@NAME#linux/amd64:/FOLDER'"};
  };
  ImageName name{where.substr(kImagePrefix.size())};
  std::string& rest = name.layout;
  if (const std::size_t colon = rest.rfind(":/"); colon != std::string::npos) {
    name.folder = rest.substr(colon + 1);
    rest.resize(colon);
  }
  if (const std::size_t hash = rest.rfind('#'); hash != std::string::npos) {
    name.platform = rest.substr(hash + 1);
    rest.resize(hash);
    if (name.platform.find('/') == std::string::npos) return refusal("names no platform");
  }
  const std::string whole = rest;
  for (std::size_t at = whole.rfind('@'); at != std::string::npos && at > 0;
       at = whole.rfind('@', at - 1)) {
    std::error_code unseen;
    if (std::filesystem::exists(rest, unseen)) break;
    rest = whole.substr(0, at);
    name.name = whole.substr(at + 1);
  }
  if (rest.empty()) return refusal("names no layout");
  if (whole.ends_with('@')) return refusal("names no image");
  return name;
}

Result<std::vector<ImageRef>> list_images(const BlobStore& store) {
  auto first = read_layout_index(store);
  if (!first) return std::move(first).error();
  std::vector<Waiting> waiting;
  put_in_front(*std::move(first), {}, waiting);
  std::vector<ImageRef> images;
  for (std::size_t seen = 0; !waiting.empty(); ++seen) {
    const Waiting next = std::move(waiting.back());
    waiting.pop_back();
    if (seen == kMostImages) {
      return Diagnostic{.code = Code::object_unreadable,
                        .message = fmt::format("\"{}\" has more than {} images and indexes",
                                               store.where(), kMostImages),
                        .where = {store.where() + "/index.json"}};
    }
    if (!is_index(next.ref.manifest.media_type)) {
      images.push_back(next.ref);
      continue;
    }
    auto inner = inner_of(store, next);
    if (!inner) return std::move(inner).error();
    put_in_front(*std::move(inner), next, waiting);
  }
  return images;
}

Result<ImageRef> choose_image(const BlobStore& store, const ImageName& name) {
  auto all = list_images(store);
  if (!all) return std::move(all).error();
  std::vector<ImageRef> meant;
  std::set<std::string> digests;
  for (const ImageRef& ref : *all) {
    if (!name.name.empty() && !is_called(ref, name.name)) continue;
    auto platform = name.platform.empty() ? std::string() : platform_of(store, ref);
    if (!platform) return std::move(platform).error();
    if (*platform != name.platform) continue;
    // One image may have several names.
    if (digests.insert(ref.manifest.digest).second) meant.push_back(ref);
  }
  if (meant.size() == 1) return std::move(meant.front());
  if (meant.empty()) {
    return no_choice(Code::tree_not_found, fmt::format("there is no {}", words_for(store, name)),
                     *all);
  }
  return no_choice(Code::tree_ambiguous,
                   fmt::format("there is more than one {}", words_for(store, name)), meant);
}

}  // namespace patcher
