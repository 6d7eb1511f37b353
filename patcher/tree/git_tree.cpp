// SPDX-License-Identifier: MIT
#include "patcher/tree/git_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "patcher/core/glob.hpp"
#include "patcher/tree/checkout_bytes.hpp"
#include "patcher/tree/disk_refusal.hpp"
#include "patcher/tree/git_handles.hpp"
#include "patcher/tree/git_revision.hpp"
#include "patcher/tree/glob_limits.hpp"

namespace patcher {
namespace {

enum class GitKind { folder, file, link, submodule };

GitKind kind_of(const git_tree_entry* entry) {
  switch (git_tree_entry_filemode(entry)) {
    case GIT_FILEMODE_TREE:
      return GitKind::folder;
    case GIT_FILEMODE_LINK:
      return GitKind::link;
    case GIT_FILEMODE_COMMIT:
      return GitKind::submodule;
    default:
      return GitKind::file;
  }
}

/// A file as Git LFS keeps it in a commit: a few lines that say where its bytes are.
bool is_lfs_pointer(std::string_view bytes) {
  constexpr std::size_t kLargest = 1024;
  return bytes.size() <= kLargest && bytes.starts_with("version https://git-lfs.") &&
         bytes.find("\noid sha256:") != std::string_view::npos;
}

Diagnostic submodule_refusal(const git_tree_entry* entry, const std::string& path) {
  return {.code = Code::not_a_regular_file,
          .message = fmt::format("\"{}\" is a submodule, at commit {}", path,
                                 hex_of(*git_tree_entry_id(entry))),
          .target = {.file = path},
          .hint = "make the submodule's repository a tree of its own"};
}

std::string joined(const std::string& folder, std::string_view name) {
  return folder.empty() ? std::string(name) : fmt::format("{}/{}", folder, name);
}

class GitTree final : public StoredTree {
 public:
  GitTree(std::string where, GitRevision revision, GitHandle<git_tree> root)
      : where_(std::move(where)), revision_(std::move(revision)), root_(std::move(root)) {}

  [[nodiscard]] const std::string& where() const override { return where_; }
  [[nodiscard]] std::string commit() const override { return hex_of(revision_.id()); }
  [[nodiscard]] InHistory in_history(const std::string& commit) const override {
    return patcher::in_history(revision_.repository.get(), revision_.id(), commit);
  }
  /// What is our own is never committed: it ignores itself.
  [[nodiscard]] Result<Entry> look_at_own(std::string_view /*name*/) const override {
    return Entry{};
  }
  [[nodiscard]] Result<Entry> look(const TreePath& path) const override {
    Result<Entry> entry = look_up(path);
    if (entry && entry->is_file()) looked_at_.emplace(path, entry->bytes);
    return entry;
  }
  [[nodiscard]] Result<std::vector<Match>> match(const std::string& glob) const override;
  [[nodiscard]] Diagnostics changes_at_checkout() const override;

 private:
  /// A folder that is still to be searched.
  struct Waiting {
    std::string path;
    const git_tree* tree;
  };
  class Search;

  [[nodiscard]] Result<Entry> look_up(const TreePath& path) const;
  [[nodiscard]] Result<Entry> read(const git_tree_entry* entry, const std::string& path) const;
  [[nodiscard]] Result<std::string> blob(const git_tree_entry* entry,
                                         const std::string& path) const;
  [[nodiscard]] Result<const git_tree*> folder(const git_tree_entry* entry,
                                               const std::string& path) const;
  [[nodiscard]] Diagnostic link_error(const git_tree_entry* entry, const std::string& path) const;
  [[nodiscard]] Diagnostic unreadable(const git_tree_entry* entry, const std::string& path) const;

  std::string where_;
  GitRevision revision_;
  GitHandle<git_tree> root_;
  mutable std::map<std::string, GitHandle<git_tree>> folders_;  ///< Read so far, by path.
  mutable std::map<TreePath, Bytes> looked_at_;
};

Diagnostic GitTree::unreadable(const git_tree_entry* entry, const std::string& path) const {
  const std::string id = hex_of(*git_tree_entry_id(entry));
  Diagnostic diagnostic{
      .code = Code::object_unreadable,
      .message = fmt::format(R"("{}" is git object {}, which "{}" cannot give: {})", path, id,
                             revision_.path, git_reason()),
      .target = {.file = path}};
  diagnostic.hint = fmt::format(
      "in a partial clone 'git -C {} cat-file -e {}' fetches it; otherwise 'git fsck' tells what "
      "is lost",
      revision_.path, id);
  return diagnostic;
}

Result<std::string> GitTree::blob(const git_tree_entry* entry, const std::string& path) const {
  git_blob* found = nullptr;
  if (git_blob_lookup(&found, revision_.repository.get(), git_tree_entry_id(entry)) != 0) {
    return unreadable(entry, path);
  }
  const GitHandle<git_blob> held(found);
  return std::string(static_cast<const char*>(git_blob_rawcontent(found)),
                     static_cast<std::size_t>(git_blob_rawsize(found)));
}

Result<Entry> GitTree::read(const git_tree_entry* entry, const std::string& path) const {
  constexpr std::uint32_t kPlain = 0644;
  constexpr std::uint32_t kExecutable = 0755;
  Result<std::string> bytes = blob(entry, path);
  if (!bytes) return std::move(bytes).error();
  if (is_lfs_pointer(*bytes)) {
    return Diagnostic{.code = Code::object_unreadable,
                      .message = fmt::format(
                          "\"{}\" is a Git LFS pointer: its bytes are not in the repository", path),
                      .target = {.file = path},
                      .hint = "check the tree out with what LFS keeps, and give that folder"};
  }
  const bool is_executable = git_tree_entry_filemode(entry) == GIT_FILEMODE_BLOB_EXECUTABLE;
  return Entry{.kind = EntryKind::regular,
               .bytes = std::make_shared<const std::string>(*std::move(bytes)),
               .mode = is_executable ? kExecutable : kPlain};
}

Result<const git_tree*> GitTree::folder(const git_tree_entry* entry,
                                        const std::string& path) const {
  const auto known = folders_.find(path);
  if (known != folders_.end()) return known->second.get();
  git_tree* found = nullptr;
  if (git_tree_lookup(&found, revision_.repository.get(), git_tree_entry_id(entry)) != 0) {
    return unreadable(entry, path);
  }
  return folders_.emplace(path, GitHandle<git_tree>(found)).first->second.get();
}

Diagnostic GitTree::link_error(const git_tree_entry* entry, const std::string& path) const {
  const Result<std::string> leads = blob(entry, path);
  return link_refusal(path, leads ? *leads : std::string());
}

Result<Entry> GitTree::look_up(const TreePath& path) const {
  const git_tree* at = root_.get();
  std::string walked;
  for (const std::string_view name : path.components()) {
    walked = joined(walked, name);
    const bool is_last = walked.size() == path.str().size();
    const git_tree_entry* entry = git_tree_entry_byname(at, std::string(name).c_str());
    if (entry == nullptr) return Entry{};
    const GitKind kind = kind_of(entry);
    if (kind == GitKind::submodule) return submodule_refusal(entry, walked);
    if (kind == GitKind::link) return link_error(entry, walked);
    if (kind == GitKind::file) return is_last ? read(entry, walked) : Entry{EntryKind::in_file};
    auto inner = folder(entry, walked);
    if (!inner) return std::move(inner).error();
    at = *inner;
  }
  return Entry{.kind = EntryKind::folder};
}

/// Goes through the folders of a tree for what one glob catches, by the rules of Tree::match.
class GitTree::Search {
 public:
  Search(const GitTree& tree, const std::string& glob) : tree_(tree), glob_(glob) {}

  [[nodiscard]] Result<std::vector<Match>> run() {
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
  /// Goes to the folder that holds all that the glob can catch.
  Status begin() {
    const std::string start(folder_of(glob_));
    const git_tree* at = tree_.root_.get();
    const auto path = TreePath::parse(start);
    std::string walked;
    for (const std::string_view name :
         path ? path->components() : std::vector<std::string_view>{}) {
      walked = joined(walked, name);
      const git_tree_entry* entry = git_tree_entry_byname(at, std::string(name).c_str());
      if (entry == nullptr) return {};
      if (kind_of(entry) == GitKind::link) return tree_.link_error(entry, walked);
      if (kind_of(entry) != GitKind::folder) return {};
      auto inner = tree_.folder(entry, walked);
      if (!inner) return std::move(inner).error();
      at = *inner;
    }
    if (path || start.empty()) waiting_.push_back({start, at});
    return {};
  }

  Status search(const Waiting& folder) {
    if (is_plain(glob_)) {
      const std::string name = glob_.substr(glob_.rfind('/') + 1);
      const git_tree_entry* entry = git_tree_entry_byname(folder.tree, name.c_str());
      return entry == nullptr ? Status() : take(entry, folder.path);
    }
    const std::size_t count = git_tree_entrycount(folder.tree);
    for (std::size_t i = 0; i < count; ++i) {
      Status taken = take(git_tree_entry_byindex(folder.tree, i), folder.path);
      if (!taken) return taken;
    }
    return {};
  }

  Status take(const git_tree_entry* entry, const std::string& folder) {
    const std::string name = git_tree_entry_name(entry);
    const auto path = TreePath::parse(joined(folder, name));
    if (!path || name == ".patcher") return {};
    if (++names_ > kMostNames)
      return too_wide(glob_, fmt::format("goes through {} names", kMostNames));
    const GitKind kind = kind_of(entry);
    if (kind == GitKind::folder && !is_plain(glob_)) {
      auto inner = tree_.folder(entry, path->str());
      if (!inner) return std::move(inner).error();
      waiting_.push_back({path->str(), *inner});
    }
    const bool may_be_caught = kind == GitKind::file || kind == GitKind::link;
    if (!may_be_caught || !catches(glob_, path->str())) return {};
    if (caught_.size() == kMostMatches)
      return too_wide(glob_, fmt::format("catches {}", kMostMatches));
    Match match{*path, {}};
    if (kind == GitKind::link) {
      Result<std::string> leads = tree_.blob(entry, path->str());
      if (!leads) return std::move(leads).error();
      match.leads_to = *std::move(leads);
    }
    caught_.push_back(std::move(match));
    return {};
  }

  const GitTree& tree_;
  const std::string& glob_;
  std::vector<Waiting> waiting_;
  std::size_t names_ = 0;
  std::vector<Match> caught_;
};

Result<std::vector<Match>> GitTree::match(const std::string& glob) const {
  return Search(*this, glob).run();
}

Diagnostics GitTree::changes_at_checkout() const {
  CheckoutBytes checkout([this](const std::string& path) -> Bytes {
    const auto file = TreePath::parse(path);
    const Result<Entry> entry = file ? look_up(*file) : Entry{};
    return entry ? entry->bytes : nullptr;
  });
  Diagnostics warnings;
  for (const auto& [path, bytes] : looked_at_) {
    const auto change = checkout.change_of(path, *bytes);
    if (!change) continue;
    Diagnostic warning{
        .severity = Severity::warning,
        .code = Code::bytes_changed_at_checkout,
        .message = fmt::format("a checkout gives \"{}\" other bytes than are judged here: '{}' at "
                               "line {} of \"{}\"",
                               path.str(), change->attribute, change->line, change->file),
        .target = {.file = path.str()}};
    warning.hint = "check the tree out and run 'patcher status' on that folder as well";
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

}  // namespace

Result<std::unique_ptr<StoredTree>> stored_tree_of(std::string where, GitRevision revision) {
  git_tree* root = nullptr;
  if (git_commit_tree(&root, revision.commit.get()) != 0) {
    return Diagnostic{
        .code = Code::object_unreadable,
        .message = fmt::format("the files of commit {} cannot be read from \"{}\": {}",
                               hex_of(revision.id()), revision.path, git_reason())};
  }
  return std::unique_ptr<StoredTree>(
      std::make_unique<GitTree>(std::move(where), std::move(revision), GitHandle<git_tree>(root)));
}

Result<std::unique_ptr<StoredTree>> open_git_tree(const std::string& where) {
  Result<GitRevision> revision = open_revision(where);
  if (!revision) return std::move(revision).error();
  return stored_tree_of(where, *std::move(revision));
}

}  // namespace patcher
