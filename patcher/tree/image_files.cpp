// SPDX-License-Identifier: MIT
#include "patcher/tree/image_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace patcher {
namespace {

constexpr std::string_view kWhiteout = ".wh.";
constexpr std::string_view kOpaque = ".wh..wh..opq";
/// Other names that begin so are what the file system AUFS keeps for itself.
constexpr std::string_view kOfAufs = ".wh..wh.";

using Names = std::vector<std::string>;

/// A step is one name; empty ones and `.` stay where they are.
Names names_of(std::string_view path) {
  Names names;
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(path.size(), name.size() + 1));
    if (!name.empty() && name != ".") names.emplace_back(name);
  }
  return names;
}

/// A way through an image's folders, from its root, that follows links and never leaves it.
class Way {
 public:
  enum class Missing { is_the_end, is_made };

  Way(ImageNode& root, Names names, Missing missing) : left_(std::move(names)), missing_(missing) {
    std::ranges::reverse(left_);
    steps_.push_back({&root, {}});
  }

  /// Goes as far as the names lead; gives null where something is missing. `layer` makes it.
  Result<ImageNode*> go(std::size_t layer) {
    while (!left_.empty()) {
      const std::string name = std::move(left_.back());
      left_.pop_back();
      if (name == "..") {
        if (steps_.size() > 1) steps_.pop_back();
        continue;
      }
      ImageNode* next = below(name, layer);
      if (next == nullptr) return next;
      if (next->kind != ImageNode::Kind::link) {
        steps_.push_back({next, name});
      } else if (Status followed = follow(next->leads_to); !followed) {
        return std::move(followed).error();
      }
    }
    return steps_.back().node;
  }
  [[nodiscard]] std::string path() const {
    std::string path;
    for (const Step& step : steps_) {
      if (!step.name.empty()) path += "/" + step.name;
    }
    return path.empty() ? "/" : path;
  }

 private:
  struct Step {
    ImageNode* node;
    std::string name;
  };

  ImageNode* below(const std::string& name, std::size_t layer) {
    ImageNode& folder = *steps_.back().node;
    if (folder.kind != ImageNode::Kind::folder) return nullptr;
    const auto found = folder.inside.find(name);
    if (found != folder.inside.end()) return found->second.get();
    if (missing_ == Missing::is_the_end) return nullptr;
    auto made = std::make_unique<ImageNode>();
    made->layer = layer;
    return folder.inside.emplace(name, std::move(made)).first->second.get();
  }

  Status follow(std::string_view leads_to) {
    constexpr std::size_t kMostLinks = 40;  // As Linux has it (path_resolution(7)).
    if (++links_ > kMostLinks) {
      return Diagnostic{
          .code = Code::unsafe_link,
          .message = fmt::format("the links below \"{}\" lead to one another", path()),
          .hint = "name a folder that is one"};
    }
    if (leads_to.starts_with('/')) steps_.resize(1);
    Names more = names_of(leads_to);
    std::move(more.rbegin(), more.rend(), std::back_inserter(left_));
    return {};
  }

  Names left_;  ///< The next one last.
  Missing missing_;
  std::vector<Step> steps_;
  std::size_t links_ = 0;
};

Diagnostic malformed(const LayerEntry& entry, const std::string& why) {
  return {.code = Code::object_unreadable,
          .message = fmt::format("has an entry \"{}\", {}", fmt::join(entry.names, "/"), why)};
}

/// Takes what the layers below `layer` have out of the folders of `top`, in whatever order the
/// entries of the layer came.
void hide_lower(ImageNode& top, std::size_t layer) {
  std::vector<ImageNode*> folders{&top};
  for (std::size_t i = 0; i < folders.size(); ++i) {
    std::erase_if(folders[i]->inside, [&](const auto& item) {
      return item.second->kind != ImageNode::Kind::folder && item.second->layer != layer;
    });
    for (const auto& [name, node] : folders[i]->inside) {
      if (node->kind == ImageNode::Kind::folder) folders.push_back(node.get());
    }
  }
  // The deepest first, so that a folder is seen after all that is in it.
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
    std::erase_if((*folder)->inside, [&](const auto& item) {
      const ImageNode& node = *item.second;
      return node.kind == ImageNode::Kind::folder && node.inside.empty() && node.layer != layer;
    });
  }
}

void hide_lower(ImageNode& folder, const std::string& name, std::size_t layer) {
  const auto found = folder.inside.find(name);
  if (found == folder.inside.end()) return;
  ImageNode& node = *found->second;
  if (node.kind == ImageNode::Kind::folder) hide_lower(node, layer);
  if (node.layer != layer && node.inside.empty()) folder.inside.erase(found);
}

ImageNode::Kind kind_of(LayerEntry::Kind kind) {
  switch (kind) {
    case LayerEntry::Kind::folder:
      return ImageNode::Kind::folder;
    case LayerEntry::Kind::link:
      return ImageNode::Kind::link;
    case LayerEntry::Kind::other:
      return ImageNode::Kind::other;
    default:
      return ImageNode::Kind::file;
  }
}

ImageNode node_of(const LayerEntry& entry, LayerMember number) {
  ImageNode node;
  node.kind = kind_of(entry.kind);
  node.mode = entry.mode;
  node.mtime = entry.mtime;
  node.size = node.kind == ImageNode::Kind::file ? entry.size : 0;
  node.leads_to = entry.leads_to;
  node.layer = number.layer;
  node.bytes = number;
  return node;
}

/// Puts `made` at `place`; a folder over a folder keeps what is in it.
void lay_over(std::unique_ptr<ImageNode>& place, ImageNode made) {
  const bool both_are_folders =
      place && place->kind == ImageNode::Kind::folder && made.kind == ImageNode::Kind::folder;
  if (both_are_folders) made.inside = std::move(place->inside);
  place = std::make_unique<ImageNode>(std::move(made));
}

/// The second name of the file at `target`, which itself may be a link.
Result<ImageNode> twin_of(ImageNode& root, const LayerEntry& entry, std::size_t layer) {
  Names way = entry.target;
  const std::string name = way.empty() ? std::string() : std::move(way.back());
  if (!way.empty()) way.pop_back();
  auto folder = Way(root, std::move(way), Way::Missing::is_the_end).go(layer);
  if (!folder) return std::move(folder).error();
  const auto found = *folder == nullptr ? root.inside.end() : (*folder)->inside.find(name);
  const bool is_there = *folder != nullptr && found != (*folder)->inside.end() &&
                        found->second->kind != ImageNode::Kind::folder;
  if (!is_there) {
    return malformed(entry, fmt::format("a hard link to \"{}\", where no file is",
                                        fmt::join(entry.target, "/")));
  }
  const ImageNode& first = *found->second;
  ImageNode twin;
  twin.kind = first.kind;
  twin.mode = first.mode;
  twin.mtime = first.mtime;
  twin.size = first.size;
  twin.leads_to = first.leads_to;
  twin.layer = layer;
  twin.bytes = first.bytes;
  return twin;
}

}  // namespace

Result<ImageFiles::Found> ImageFiles::find(std::string_view path) const {
  Way way(*root_, names_of(path), Way::Missing::is_the_end);
  auto node = way.go(0);
  if (!node) return std::move(node).error();
  return Found{*node, *node == nullptr ? std::string() : way.path()};
}

Status ImageFiles::add(const LayerEntry& entry, LayerMember number) {
  if (entry.names.empty()) {
    if (entry.kind != LayerEntry::Kind::folder) return malformed(entry, "a root that is no folder");
    lay_over(root_, node_of(entry, number));
    return {};
  }
  const std::string& name = entry.names.back();
  const bool is_whiteout = name.starts_with(kWhiteout);
  if (is_whiteout && name != kOpaque && name.starts_with(kOfAufs)) return {};
  const auto missing = is_whiteout ? Way::Missing::is_the_end : Way::Missing::is_made;
  auto found = Way(*root_, {entry.names.begin(), entry.names.end() - 1}, missing).go(number.layer);
  if (!found) return std::move(found).error();
  const bool is_folder = *found != nullptr && (*found)->kind == ImageNode::Kind::folder;
  ImageNode* folder = is_folder ? *found : nullptr;
  return is_whiteout ? hide(folder, entry, number.layer) : put(folder, entry, number);
}

Status ImageFiles::hide(ImageNode* folder, const LayerEntry& entry, std::size_t layer) {
  const std::string name = entry.names.back().substr(kWhiteout.size());
  if (name.empty() || name == "." || name == "..") {
    return malformed(entry, "a whiteout of no name");
  }
  if (folder == nullptr) return {};
  entry.names.back() == kOpaque ? hide_lower(*folder, layer) : hide_lower(*folder, name, layer);
  return {};
}

Status ImageFiles::put(ImageNode* folder, const LayerEntry& entry, LayerMember number) {
  if (folder == nullptr) return malformed(entry, "which lies below what is no folder");
  const bool is_twin = entry.kind == LayerEntry::Kind::hard_link;
  auto made = is_twin ? twin_of(*root_, entry, number.layer) : node_of(entry, number);
  if (!made) return std::move(made).error();
  lay_over(folder->inside[entry.names.back()], *std::move(made));
  return {};
}

}  // namespace patcher
