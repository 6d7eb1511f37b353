// SPDX-License-Identifier: MIT
#include <git2.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <stdexcept>

#include "patcher/tree/tree.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {
namespace {

/// libgit2, started once per process and kept from the configuration of whoever runs it.
class GitLibrary {
 public:
  static void start() { static const GitLibrary library; }
  GitLibrary(const GitLibrary&) = delete;
  GitLibrary& operator=(const GitLibrary&) = delete;

 private:
  GitLibrary() {
    git_libgit2_init();
    for (const int level : {GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM,
                            GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL}) {
      git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
    }
    // Images are built as root over checkouts that belong to others. We only read, at a path that
    // was named, and nothing in a repository can make libgit2 run anything.
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
  }
  ~GitLibrary() { git_libgit2_shutdown(); }
};

std::string hex_of(const git_oid& id) {
  std::array<char, GIT_OID_HEXSZ + 1> text{};
  git_oid_tostr(text.data(), text.size(), &id);
  return text.data();
}

/// The repository of a checkout, if `root` itself is one that can be read.
class Checkout {
 public:
  explicit Checkout(const std::string& root) {
    // A bare repository would open too, but its folder is no checkout.
    if (::access((root + "/.git").c_str(), F_OK) != 0) return;
    GitLibrary::start();
    git_oid id;
    // A repository that is damaged or of a newer format has a commit that we do not know: nothing
    // is refused for it.
    if (git_repository_open_ext(&repository_, root.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH,
                                nullptr) == 0 &&
        git_reference_name_to_id(&id, repository_, "HEAD") == 0) {
      head_ = id;
    }
  }
  Checkout(const Checkout&) = delete;
  Checkout& operator=(const Checkout&) = delete;
  ~Checkout() { git_repository_free(repository_); }

  [[nodiscard]] git_repository* repository() const { return repository_; }
  [[nodiscard]] const std::optional<git_oid>& head() const { return head_; }
  /// Whether every ancestor of the commit can be read: not in a shallow clone, whatever worktree of
  /// it this is, nor where objects are lost.
  [[nodiscard]] bool has_whole_history() const {
    if (git_repository_is_shallow(repository_) != 0) return false;
    git_revwalk* walk = nullptr;
    if (git_revwalk_new(&walk, repository_) != 0) return false;
    int step = git_revwalk_push(walk, &*head_);
    git_oid id;
    while (step == 0) step = git_revwalk_next(&id, walk);
    git_revwalk_free(walk);
    return step == GIT_ITEROVER;
  }

 private:
  git_repository* repository_ = nullptr;
  std::optional<git_oid> head_;
};

}  // namespace

BlobId blob_id_of(std::string_view bytes) {
  GitLibrary::start();
  git_oid id;
  if (git_odb_hash(&id, bytes.data(), bytes.size(), GIT_OBJECT_BLOB) != 0) {
    // Only bytes made to collide get here, and they must never be taken for a file that is known.
    throw std::runtime_error("a file's bytes have no trustworthy SHA-1");
  }
  return {hex_of(id)};
}

std::string commit_at(const std::string& root) {
  const Checkout checkout(root);
  return checkout.head() ? hex_of(*checkout.head()) : std::string{};
}

InHistory in_history(const std::string& root, const std::string& commit) {
  const Checkout checkout(root);
  git_oid wanted;
  const bool is_id = git_oid_fromstr(&wanted, commit.c_str()) == 0;
  if (!checkout.head() || !is_id) return InHistory::cannot_tell;
  git_object* there = nullptr;
  const int looked_up = git_object_lookup(&there, checkout.repository(), &wanted, GIT_OBJECT_ANY);
  const bool is_commit = looked_up == 0 && git_object_type(there) == GIT_OBJECT_COMMIT;
  git_object_free(there);
  if (is_commit && git_oid_equal(&wanted, &*checkout.head()) != 0) return InHistory::yes;
  if (is_commit &&
      git_graph_descendant_of(checkout.repository(), &*checkout.head(), &wanted) == 1) {
    return InHistory::yes;
  }
  // Only where every ancestor is there is it certain that the commit is none of them.
  const bool is_none = is_commit || looked_up == GIT_ENOTFOUND;
  return is_none && checkout.has_whole_history() ? InHistory::no : InHistory::cannot_tell;
}

}  // namespace patcher
