// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/manifest/document.hpp"
#include "patcher/manifest/fields.hpp"
#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/key_table.hpp"
#include "patcher/manifest/lock.hpp"
#include "patcher/manifest/shape_check.hpp"
#include "patcher/manifest/yaml_reader.hpp"

namespace patcher {
namespace {

using language::Findings;
using language::text_of;
using yaml::Value;

constexpr std::string_view kHint = "make it anew with 'patcher lock', or restore it";

/// The entries of the map at `key`; none when there is no such map.
const std::vector<yaml::Entry>& entries_of(const Value& map, std::string_view key) {
  static const std::vector<yaml::Entry> none;
  const Value* value = yaml::value_of(map, key);
  return value == nullptr ? none : value->entries;
}

GitEntry git_entry_of(const Value& value) {
  return git_entry_spelled(value.text).value_or(GitEntry{});
}

TreePath path_of(const Value& key) { return TreePath::parse(key.text).value_or(TreePath()); }

/// Reads the parts of one lock whose shape is right.
class LockReader {
 public:
  explicit LockReader(Findings& findings) : findings_(findings) {}

  Lock read(const Value& root) {
    const Value& manifest = *yaml::value_of(root, "manifest");
    lock_.manifest = text_of(manifest, "name");
    lock_.sha256 = text_of(manifest, "sha256");
    lock_.where = place(manifest);
    for (const Value& map : language::list_of(root, "patches")) read_patch(map);
    for (const yaml::Entry& entry : entries_of(root, "trees")) read_tree(entry);
    for (const Value& map : language::list_of(root, "patches")) require_tree(map);
    return std::move(lock_);
  }

 private:
  [[nodiscard]] Place place(const Value& value) const {
    return findings_.source().place(value.source.begin);
  }

  void refuse(const Value& value, std::string message) {
    findings_.error(Code::lock_invalid, value.source, std::move(message));
  }

  void read_patch(const Value& map) {
    LockedPatch patch{text_of(map, "id"),
                      text_of(map, "tree"),
                      text_of(map, "sha256"),
                      text_of(map, "revision"),
                      {},
                      place(map)};
    for (const auto& [key, value] : entries_of(map, "payloads")) {
      patch.payloads.push_back({key.text, value.text});
    }
    if (lock_.patch(patch.id) != nullptr) {
      refuse(*yaml::value_of(map, "id"), fmt::format("the patch '{}' stands twice", patch.id));
    }
    lock_.patches.push_back(std::move(patch));
  }

  void require_tree(const Value& map) {
    const Value& tree = *yaml::value_of(map, "tree");
    if (lock_.tree(tree.text) != nullptr) return;
    refuse(tree, fmt::format("the tree '{}' is not in the lock", tree.text));
  }

  void read_tree(const yaml::Entry& entry) {
    LockedTree tree{entry.key.text, text_of(entry.value, "commit"), {}, {}, place(entry.key)};
    for (const auto& [key, value] : entries_of(entry.value, "files")) {
      tree.files[path_of(key)] = file_of(key, value, tree.name);
    }
    for (const auto& [key, value] : entries_of(entry.value, "globs")) {
      LockedGlob glob{{}, place(key)};
      for (const auto& [path, caught] : entries_of(value, "files")) {
        glob.files[path_of(path)] = git_entry_of(caught);
      }
      tree.globs[key.text] = std::move(glob);
    }
    lock_.trees.push_back(std::move(tree));
  }

  LockedFile file_of(const Value& path, const Value& map, const std::string& tree) {
    LockedFile file{git_entry_of(*yaml::value_of(map, "base")), {}, place(path)};
    auto next = lock_.patches.begin();
    for (const auto& [id, after] : entries_of(map, "after")) {
      const auto named = std::find_if(next, lock_.patches.end(), [&](const LockedPatch& patch) {
        return patch.id == id.text && patch.tree == tree;
      });
      if (named == lock_.patches.end()) {
        refuse(id, fmt::format("'{}' is no patch of tree '{}' in this place of the order", id.text,
                               tree));
      } else {
        next = named + 1;
      }
      file.chain.push_back({id.text, git_entry_of(after)});
    }
    return file;
  }

  Findings& findings_;
  Lock lock_;
};

/// The lock's own code and next step for what the readers of all files say.
Failure of_lock(Diagnostics found) {
  for (Diagnostic& diagnostic : found) {
    if (diagnostic.code == Code::invalid_manifest) diagnostic.code = Code::lock_invalid;
    if (diagnostic.hint.empty()) diagnostic.hint = kHint;
  }
  return Failure(std::move(found));
}

}  // namespace

Result<Lock> read_lock(const std::string& path, std::string_view bytes) {
  auto source = yaml::Source::from(path, bytes);
  if (!source) return of_lock(std::move(source).error().diagnostics());
  auto root = yaml::read(*source);
  if (!root) return of_lock(std::move(root).error().diagnostics());
  const language::Document document{*std::move(source), *std::move(root)};
  Findings findings(document.source);
  if (language::is_for_this_program(document, findings)) {
    language::ShapeCheck(findings).check(document.root, language::lock_table());
  }
  if (findings.errors() != 0) return of_lock(findings.take());
  Lock lock = LockReader(findings).read(document.root);
  if (findings.errors() != 0) return of_lock(findings.take());
  return lock;
}

}  // namespace patcher
