// SPDX-License-Identifier: MIT
#include "patcher/tree/image_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "patcher/core/glob.hpp"
#include "patcher/tree/disk_refusal.hpp"
#include "patcher/tree/glob_limits.hpp"

namespace patcher {
namespace {

std::string joined(const std::string& folder, std::string_view name) {
  return folder.empty() ? std::string(name) : fmt::format("{}/{}", folder, name);
}

const ImageNode* inside(const ImageNode& folder, std::string_view name) {
  const auto found = folder.inside.find(name);
  return found == folder.inside.end() ? nullptr : found->second.get();
}

/// Goes through the folders of a tree for what one glob catches, by the rules of Tree::match.
class Search {
 public:
  Search(const ImageNode& root, const std::string& glob) : root_(root), glob_(glob) {}

  Result<std::vector<Match>> run() {
    Status done = begin();
    while (done && !waiting_.empty()) {
      const Waiting next = std::move(waiting_.back());
      waiting_.pop_back();
      done = search(next);
    }
    if (!done) return std::move(done).error();
    std::ranges::sort(caught_, {}, &Match::path);
    return std::move(caught_);
  }

 private:
  /// A folder that is still to be searched.
  struct Waiting {
    std::string path;
    const ImageNode* node;
  };

  /// Goes to the folder that holds all that the glob can catch.
  Status begin() {
    const std::string start(folder_of(glob_));
    const auto path = TreePath::parse(start);
    const ImageNode* at = path || start.empty() ? &root_ : nullptr;
    std::string walked;
    for (const std::string_view name :
         path ? path->components() : std::vector<std::string_view>{}) {
      if (at != nullptr) at = inside(*at, name);
      walked = joined(walked, name);
      if (at == nullptr) return {};
      if (at->kind == ImageNode::Kind::link) return link_refusal(walked, at->leads_to);
    }
    if (at != nullptr && at->kind == ImageNode::Kind::folder) waiting_.push_back({start, at});
    return {};
  }

  Status search(const Waiting& folder) {
    for (const auto& [name, node] : folder.node->inside) {
      Status taken = take(*node, joined(folder.path, name));
      if (!taken) return taken;
    }
    return {};
  }

  Status take(const ImageNode& node, const std::string& spelled) {
    const auto path = TreePath::parse(spelled);
    if (!path) return {};
    if (++names_ > kMostNames) {
      return too_wide(glob_, fmt::format("goes through {} names", kMostNames));
    }
    if (node.kind == ImageNode::Kind::folder && !is_plain(glob_)) {
      waiting_.push_back({spelled, &node});
    }
    const bool is_link = node.kind == ImageNode::Kind::link;
    if ((!is_link && node.kind != ImageNode::Kind::file) || !catches(glob_, spelled)) return {};
    if (caught_.size() == kMostMatches) {
      return too_wide(glob_, fmt::format("catches {}", kMostMatches));
    }
    caught_.push_back({*path, is_link ? std::optional(node.leads_to) : std::nullopt});
    return {};
  }

  const ImageNode& root_;
  const std::string& glob_;
  std::vector<Waiting> waiting_;
  std::size_t names_ = 0;
  std::vector<Match> caught_;
};

class ImageTree final : public StoredTree {
 public:
  ImageTree(std::shared_ptr<const Image> image, const ImageNode& root, std::string where)
      : image_(std::move(image)), root_(root), where_(std::move(where)) {}

  [[nodiscard]] const std::string& where() const override { return where_; }
  [[nodiscard]] std::string commit() const override { return {}; }
  [[nodiscard]] InHistory in_history(const std::string& /*commit*/) const override {
    return InHistory::cannot_tell;
  }
  [[nodiscard]] Result<Entry> look(const TreePath& path) const override {
    return look_along(path.components());
  }
  [[nodiscard]] Result<Entry> look_at_own(std::string_view name) const override {
    return look_along({".patcher", name});
  }
  [[nodiscard]] Result<std::vector<Match>> match(const std::string& glob) const override {
    return Search(root_, glob).run();
  }
  /// What an image has is what is run.
  [[nodiscard]] Diagnostics changes_at_checkout() const override { return {}; }

 private:
  [[nodiscard]] Result<Entry> look_along(const std::vector<std::string_view>& names) const;
  [[nodiscard]] Result<Entry> entry_of(const ImageNode& node) const;

  std::shared_ptr<const Image> image_;
  const ImageNode& root_;
  std::string where_;
};

Result<Entry> ImageTree::look_along(const std::vector<std::string_view>& names) const {
  const ImageNode* at = &root_;
  std::string walked;
  for (const std::string_view name : names) {
    if (at->kind != ImageNode::Kind::folder) return Entry{.kind = EntryKind::in_file};
    at = inside(*at, name);
    walked = joined(walked, name);
    if (at == nullptr) return Entry{};
    if (at->kind == ImageNode::Kind::link) return link_refusal(walked, at->leads_to);
  }
  return entry_of(*at);
}

Result<Entry> ImageTree::entry_of(const ImageNode& node) const {
  if (node.kind == ImageNode::Kind::folder) return Entry{.kind = EntryKind::folder};
  if (node.kind != ImageNode::Kind::file) return Entry{.kind = EntryKind::other};
  auto bytes = image_->read({&node});
  if (!bytes) return std::move(bytes).error();
  return Entry{.kind = EntryKind::regular, .bytes = bytes->front(), .mode = node.mode};
}

}  // namespace

Result<std::shared_ptr<const Image>> open_image(const ImageName& name, ImageReading how) {
  auto store = open_layout_folder(name.layout);
  if (!store) return std::move(store).error();
  auto ref = choose_image(**store, name);
  if (!ref) return std::move(ref).error();
  auto image = Image::open(*std::move(store), *std::move(ref), std::move(how));
  if (!image) return std::move(image).error();
  return std::shared_ptr<const Image>(*std::move(image));
}

Result<std::unique_ptr<StoredTree>> open_image_tree(std::shared_ptr<const Image> image,
                                                    const std::string& folder, std::string where) {
  auto files = image->files();
  if (!files) return std::move(files).error();
  auto found = (*files)->find(folder);
  if (!found) return std::move(found).error();
  if (found->node == nullptr || found->node->kind != ImageNode::Kind::folder) {
    return Diagnostic{.code = Code::tree_not_found,
                      .message = fmt::format(R"(there is no folder "{}" in the image "{}")", folder,
                                             image->where()),
                      .hint = "name the tree's folder: 'oci:LAYOUT:/FOLDER'"};
  }
  return std::unique_ptr<StoredTree>(
      std::make_unique<ImageTree>(std::move(image), *found->node, std::move(where)));
}

}  // namespace patcher
