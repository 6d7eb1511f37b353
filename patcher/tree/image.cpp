// SPDX-License-Identifier: MIT
#include "patcher/tree/image.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace patcher {
namespace {

/// Says of which layer `failure` is.
Failure in_layer(Failure failure, const std::string& layer, const std::string& where) {
  Diagnostics all = std::move(failure).diagnostics();
  for (Diagnostic& diagnostic : all) {
    diagnostic.message = fmt::format("layer {} of \"{}\" {}", layer, where, diagnostic.message);
    diagnostic.where = {where + "/" + blob_path(layer)};
  }
  return Failure(std::move(all));
}

}  // namespace

Result<std::unique_ptr<Image>> Image::open(std::unique_ptr<BlobStore> store, ImageRef ref,
                                           ImageReading how) {
  std::unique_ptr<Image> image(new Image(std::move(store), std::move(ref), std::move(how)));
  auto manifest = read_manifest(*image->store_, image->ref_.manifest);
  if (!manifest) return std::move(manifest).error();
  image->manifest_ = *std::move(manifest);
  auto config = read_config(*image->store_, image->manifest_);
  if (!config) return std::move(config).error();
  image->config_ = *std::move(config);
  return image;
}

ImageLayer Image::layer(std::size_t number) const {
  return {manifest_.layers[number], config_.diff_ids[number]};
}

Result<const ImageFiles*> Image::files() const {
  if (files_) return files_.get();
  auto files = std::make_unique<ImageFiles>();
  entries_ = 0;
  for (std::size_t number = 0; number < manifest_.layers.size(); ++number) {
    Status indexed = index(number, *files);
    if (!indexed) return std::move(indexed).error();
  }
  files_ = std::move(files);
  return files_.get();
}

bool Image::is_kept(const LayerEntry& entry) const {
  return how_.is_wanted && entry.kind == LayerEntry::Kind::file && entry.size <= how_.limits.file &&
         how_.is_wanted(fmt::format("{}", fmt::join(entry.names, "/")));
}

Status Image::lay(const LayerEntry& entry, LayerMember number, ImageFiles& files) const {
  if (++entries_ <= how_.limits.entries) return files.add(entry, number);
  return Diagnostic{
      .code = Code::object_unreadable,
      .message = fmt::format("has entry number {} of the image: that is too many", entries_)};
}

/// Lays a layer over `files`, and keeps the bytes that will be asked for.
Status Image::index(std::size_t number, ImageFiles& files) const {
  auto reader = open_layer(*store_, layer(number), how_.limits);
  if (!reader) return std::move(reader).error();
  std::map<LayerMember, Bytes> kept;
  for (std::size_t at = 0;; ++at) {
    auto entry = (*reader)->next();
    if (!entry) return std::move(entry).error();
    if (*entry == nullptr) break;
    Status laid = lay(**entry, {number, at}, files);
    if (!laid) return in_layer(std::move(laid).error(), manifest_.layers[number].digest, where());
    if (!is_kept(**entry)) continue;
    auto bytes = (*reader)->bytes();
    if (!bytes) return std::move(bytes).error();
    kept.emplace(LayerMember{number, at}, std::make_shared<const std::string>(*std::move(bytes)));
  }
  known_.merge(kept);
  return {};
}

/// Goes through one layer for the bytes of some of its entries.
Status Image::keep(std::size_t number, const std::set<std::size_t>& wanted) const {
  auto reader = open_layer(*store_, layer(number), how_.limits);
  if (!reader) return std::move(reader).error();
  std::map<LayerMember, Bytes> found;
  for (std::size_t at = 0;; ++at) {
    auto entry = (*reader)->next();
    if (!entry) return std::move(entry).error();
    if (*entry == nullptr) break;
    if (!wanted.contains(at)) continue;
    auto bytes = (*reader)->bytes();
    if (!bytes) return std::move(bytes).error();
    found.emplace(LayerMember{number, at}, std::make_shared<const std::string>(*std::move(bytes)));
  }
  known_.merge(found);
  return {};
}

Result<std::vector<Bytes>> Image::read(const std::vector<const ImageNode*>& nodes) const {
  std::map<std::size_t, std::set<std::size_t>> wanted;
  for (const ImageNode* node : nodes) {
    if (!known_.contains(node->bytes)) wanted[node->bytes.layer].insert(node->bytes.entry);
  }
  for (const auto& [layer, entries] : wanted) {
    Status kept = keep(layer, entries);
    if (!kept) return std::move(kept).error();
  }
  std::vector<Bytes> all;
  all.reserve(nodes.size());
  for (const ImageNode* node : nodes) all.push_back(known_.at(node->bytes));
  return all;
}

}  // namespace patcher
