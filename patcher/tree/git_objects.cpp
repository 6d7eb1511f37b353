// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <array>
#include <optional>
#include <stdexcept>

#include "patcher/tree/git_handles.hpp"
#include "patcher/tree/tree.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {
namespace {

/// The repository of a checkout, if `root` itself is one that can be read.
class Checkout {
 public:
  explicit Checkout(const std::string& root) {
    // A bare repository would open too, but its folder is no checkout.
    if (::access((root + "/.git").c_str(), F_OK) != 0) return;
    int status = 0;
    repository_ = open_repository(root, status);
    git_oid id;
    // A repository that is damaged or of a newer format has a commit that we do not know: nothing
    // is refused for it.
    if (repository_ && git_reference_name_to_id(&id, repository_.get(), "HEAD") == 0) head_ = id;
  }

  [[nodiscard]] git_repository* repository() const { return repository_.get(); }
  [[nodiscard]] const std::optional<git_oid>& head() const { return head_; }

 private:
  GitHandle<git_repository> repository_;
  std::optional<git_oid> head_;
};

/// Whether every ancestor of `head` can be read: not in a shallow clone, whatever worktree of it
/// this is, nor where objects are lost.
bool has_whole_history(git_repository* repository, const git_oid& head) {
  if (git_repository_is_shallow(repository) != 0) return false;
  git_revwalk* made = nullptr;
  if (git_revwalk_new(&made, repository) != 0) return false;
  const GitHandle<git_revwalk> walk(made);
  int step = git_revwalk_push(walk.get(), &head);
  git_oid id;
  while (step == 0) step = git_revwalk_next(&id, walk.get());
  return step == GIT_ITEROVER;
}

}  // namespace

void GitLibrary::start() { static const GitLibrary library; }

GitLibrary::GitLibrary() {
  git_libgit2_init();
  for (const int level : {GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM,
                          GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL}) {
    git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
  }
  // Images are built as root over checkouts that belong to others. We only read, at a path that
  // was named, and nothing in a repository can make libgit2 run anything.
  git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
  // What these say matters to who writes or fetches; objects are read the same way.
  std::array<const char*, 4> extensions{"partialclone", "worktreeconfig", "preciousobjects",
                                        "relativeworktrees"};
  git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions.data(), extensions.size());
}

GitLibrary::~GitLibrary() { git_libgit2_shutdown(); }

std::string hex_of(const git_oid& id) {
  std::array<char, GIT_OID_HEXSZ + 1> text{};
  git_oid_tostr(text.data(), text.size(), &id);
  return text.data();
}

std::string git_reason() {
  const git_error* error = git_error_last();
  return error == nullptr ? "for no known reason" : error->message;
}

GitHandle<git_repository> open_repository(const std::string& path, int& status) {
  GitLibrary::start();
  git_repository* repository = nullptr;
  status =
      git_repository_open_ext(&repository, path.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
  return GitHandle<git_repository>(repository);
}

InHistory in_history(git_repository* repository, const git_oid& head, const std::string& commit) {
  git_oid wanted;
  if (git_oid_fromstr(&wanted, commit.c_str()) != 0) return InHistory::cannot_tell;
  git_object* there = nullptr;
  const int looked_up = git_object_lookup(&there, repository, &wanted, GIT_OBJECT_ANY);
  const bool is_commit = looked_up == 0 && git_object_type(there) == GIT_OBJECT_COMMIT;
  git_object_free(there);
  if (is_commit && git_oid_equal(&wanted, &head) != 0) return InHistory::yes;
  if (is_commit && git_graph_descendant_of(repository, &head, &wanted) == 1) return InHistory::yes;
  // Only where every ancestor is there is it certain that the commit is none of them.
  const bool is_none = is_commit || looked_up == GIT_ENOTFOUND;
  return is_none && has_whole_history(repository, head) ? InHistory::no : InHistory::cannot_tell;
}

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
  if (!checkout.head()) return InHistory::cannot_tell;
  return in_history(checkout.repository(), *checkout.head(), commit);
}

}  // namespace patcher
