// SPDX-License-Identifier: MIT
#include "patcher/tree/watching.hpp"

#include <fmt/format.h>

#include <utility>

#include "patcher/core/glob.hpp"

namespace patcher {

Watching::Watching(const GitRevision& revision, const Watched& watched)
    : revision_(revision), seen_(watched.files.size() + watched.globs.size()) {
  std::size_t slot = 0;
  for (const TreePath& file : watched.files) node_at(file.str()).files.push_back(slot++);
  for (const std::string& glob : watched.globs) {
    const std::string folder(patcher::folder_of(glob));
    node_at(folder).globs.push_back({slot++, glob, folder});
  }
}

Watching::Node& Watching::node_at(std::string_view path) {
  Node* node = &root_;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    node = &node->below[std::string(path.substr(0, slash))];
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return *node;
}

Watching::There Watching::there(const git_tree_entry* entry) {
  if (entry == nullptr) return {};
  const git_filemode_t mode = git_tree_entry_filemode(entry);
  const git_oid* id = git_tree_entry_id(entry);
  return {fmt::format("{:o} {}", static_cast<unsigned>(mode), hex_of(*id)),
          mode == GIT_FILEMODE_TREE ? id : nullptr};
}

Status Watching::look(const git_oid& root) { return visit(root_, {hex_of(root), &root}); }

Status Watching::visit(Node& node, const There& found) {
  if (node.last == found.mark) return {};
  node.last = found.mark;
  for (const std::size_t slot : node.files) seen_[slot] = found.mark;
  return visit_below(node, found);
}

Status Watching::visit_below(Node& node, const There& found) {
  if (node.below.empty() && node.globs.empty()) return {};
  if (found.folder == nullptr) return block(node, found);
  const auto folder = folder_of(*found.folder);
  if (!folder) return folder.error();
  for (auto& [name, inner] : node.below) {
    Status done = visit(inner, there(git_tree_entry_byname(folder->get(), name.c_str())));
    if (!done) return done;
  }
  return search(node.globs, *found.folder);
}

/// Takes note that nothing is below `node`. What is in the way of a path says whether the path may
/// be made.
Status Watching::block(Node& node, const There& found) {
  const There blocked{found.mark.empty() ? std::string() : "below " + found.mark};
  for (const Glob& glob : node.globs) seen_[glob.slot] = blocked.mark;
  for (auto& [name, inner] : node.below) {
    Status done = visit(inner, blocked);
    if (!done) return done;
  }
  return {};
}

Status Watching::search(const std::vector<Glob>& globs, const git_oid& folder) {
  for (const Glob& glob : globs) {
    const auto text = caught(glob, glob.folder, folder);
    if (!text) return text.error();
    seen_[glob.slot] = text->empty() ? *text : blob_id_of(*text).hex;
  }
  return {};
}

Result<GitHandle<git_tree>> Watching::folder_of(const git_oid& id) const {
  git_tree* found = nullptr;
  if (git_tree_lookup(&found, revision_.repository.get(), &id) != 0) {
    return Diagnostic{.code = Code::object_unreadable,
                      .message = fmt::format("folder {} cannot be read from \"{}\": {}", hex_of(id),
                                             revision_.path, git_reason()),
                      .hint = "see what 'git fsck' says there"};
  }
  return GitHandle<git_tree>(found);
}

Result<std::string> Watching::caught(const Glob& glob, const std::string& folder,
                                     const git_oid& id) {
  Caught& known = caught_[glob.pattern + '\n' + folder];
  if (!known.text.empty() && git_oid_equal(&known.folder, &id) == 1) return known.text;
  const auto tree = folder_of(id);
  if (!tree) return tree.error();
  std::string text;
  const std::size_t count = git_tree_entrycount(tree->get());
  for (std::size_t i = 0; i < count; ++i) {
    const git_tree_entry* entry = git_tree_entry_byindex(tree->get(), i);
    const std::string name = git_tree_entry_name(entry);
    const std::string path = folder.empty() ? name : fmt::format("{}/{}", folder, name);
    const There found = there(entry);
    if (found.folder == nullptr) {
      if (catches(glob.pattern, path)) text += fmt::format("{} {}\n", found.mark, path);
      continue;
    }
    const auto inner = caught(glob, path, *found.folder);
    if (!inner) return inner;
    text += *inner;
  }
  known = {id, text};
  return text;
}

}  // namespace patcher
