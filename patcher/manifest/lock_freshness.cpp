// SPDX-License-Identifier: MIT
#include "patcher/manifest/lock_freshness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace patcher {
namespace {

/// A file whose digest is locked.
struct Subject {
  Place where;
  std::string what;
  std::string patch;
};

/// Compares two locks and collects what differs.
class Comparison {
 public:
  Comparison(const Lock& lock, const Lock& now) : lock_(lock), now_(now) {}

  Diagnostics run() {
    if (lock_.manifest != now_.manifest) {
      add(lock_.where, fmt::format("stale lock: it is of manifest '{}', this one is '{}'",
                                   lock_.manifest, now_.manifest));
    }
    compare_digest({lock_.where, "the manifest", {}}, lock_.sha256, now_.sha256);
    for (const LockedPatch& patch : now_.patches) compare(patch);
    for (const LockedPatch& patch : lock_.patches) {
      if (now_.patch(patch.id) != nullptr) continue;
      add(patch.where, fmt::format("stale lock: the manifest has no patch '{}' any more", patch.id),
          patch.id);
    }
    compare_order();
    compare_trees();
    return std::move(found_);
  }

 private:
  Diagnostic& add(const Place& where, std::string message, const std::string& patch = {}) {
    Diagnostic diagnostic;
    diagnostic.code = Code::lock_stale;
    diagnostic.message = std::move(message);
    diagnostic.where = where;
    diagnostic.patch = patch;
    diagnostic.hint = "make it anew with 'patcher lock' and look at what changed in it";
    found_.push_back(std::move(diagnostic));
    return found_.back();
  }

  void compare_digest(const Subject& subject, const std::string& locked, const std::string& now) {
    if (locked == now) return;
    Diagnostic& diagnostic =
        add(subject.where, fmt::format("stale lock: {} changed", subject.what), subject.patch);
    diagnostic.notes.push_back(
        {fmt::format("locked is sha256 {}, found {}", locked, now), {}, {}, {}});
  }

  void compare(const LockedPatch& now) {
    const LockedPatch* locked = lock_.patch(now.id);
    if (locked == nullptr) {
      add(lock_.where, fmt::format("stale lock: patch '{}' is not in it", now.id), now.id);
      return;
    }
    if (locked->tree != now.tree) {
      add(locked->where,
          fmt::format("stale lock: patch '{}' is for tree '{}', locked is '{}'", now.id, now.tree,
                      locked->tree),
          now.id);
    }
    const std::size_t before = found_.size();
    compare_digest({locked->where, fmt::format("patch '{}'", now.id), now.id}, locked->sha256,
                   now.sha256);
    compare_payloads(*locked, now);
    if (found_.size() == before && locked->revision != now.revision) {
      add(locked->where, fmt::format("stale lock: patch '{}' has another revision", now.id),
          now.id);
    }
  }

  void compare_payloads(const LockedPatch& locked, const LockedPatch& now) {
    const auto named = [](const LockedPatch& patch, const std::string& file) {
      const auto found = std::ranges::find_if(
          patch.payloads, [&](const PayloadFile& payload) { return payload.file == file; });
      return found == patch.payloads.end() ? nullptr : &*found;
    };
    for (const PayloadFile& payload : now.payloads) {
      const std::string what = fmt::format("payload '{}' of patch '{}'", payload.file, now.id);
      if (const PayloadFile* old = named(locked, payload.file)) {
        compare_digest({locked.where, what, now.id}, old->sha256, payload.sha256);
      } else {
        add(locked.where, fmt::format("stale lock: {} is not in it", what), now.id);
      }
    }
    for (const PayloadFile& payload : locked.payloads) {
      if (named(now, payload.file) != nullptr) continue;
      add(locked.where,
          fmt::format("stale lock: patch '{}' has no payload '{}' any more", now.id, payload.file),
          now.id);
    }
  }

  void compare_order() {
    const auto ids = [](const Lock& of, const Lock& in) {
      std::vector<std::string> known;
      for (const LockedPatch& patch : of.patches) {
        if (in.patch(patch.id) != nullptr) known.push_back(patch.id);
      }
      return known;
    };
    if (ids(lock_, now_) == ids(now_, lock_)) return;
    add(lock_.where, "stale lock: the patches stand in another order in the manifest");
  }

  void compare_trees() {
    for (const LockedTree& tree : now_.trees) {
      const LockedTree* locked = lock_.tree(tree.name);
      if (locked == nullptr) {
        add(lock_.where, fmt::format("stale lock: tree '{}' is not in it", tree.name)).tree =
            tree.name;
      } else if (locked->commit != tree.commit) {
        add(locked->where, fmt::format("stale lock: tree '{}' is pinned at {}, locked is {}",
                                       tree.name, tree.commit, locked->commit))
            .tree = tree.name;
      }
    }
    for (const LockedTree& tree : lock_.trees) {
      if (now_.tree(tree.name) != nullptr) continue;
      add(tree.where, fmt::format("stale lock: the manifest has no tree '{}' any more", tree.name))
          .tree = tree.name;
    }
  }

  const Lock& lock_;
  const Lock& now_;
  Diagnostics found_;
};

}  // namespace

Lock digests_of(const Manifest& manifest) {
  Lock lock{manifest.name, manifest.sha256};
  for (const Patch& patch : manifest.patches) {
    lock.patches.push_back({patch.id, patch.tree, patch.sha256, patch.revision, patch.payloads});
  }
  for (const TreeSpec& tree : manifest.trees) lock.trees.push_back({tree.name, tree.commit});
  return lock;
}

Diagnostics stale_digests(const Lock& lock, const Lock& now) { return Comparison(lock, now).run(); }

}  // namespace patcher
