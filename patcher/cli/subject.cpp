// SPDX-License-Identifier: MIT
#include "patcher/cli/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "patcher/cli/root_option.hpp"
#include "patcher/cli/session.hpp"

namespace patcher {
namespace {

/// Options that pick patches of a manifest mean nothing without one.
Diagnostics needing_a_manifest(const Options& options) {
  Diagnostics errors;
  const std::string hint = "name the manifest, or leave the option out";
  if (!options.only.empty()) errors.push_back(usage_error("--only needs a manifest", hint));
  if (!options.tree.empty()) errors.push_back(usage_error("--tree needs a manifest", hint));
  if (options.lock_use == LockUse::demanded) {
    errors.push_back(usage_error("--locked needs a manifest", hint));
  }
  return errors;
}

/// A root with its record, looked at before it is known which tree it is.
struct RecordedRoot {
  std::string given;  ///< The tree's name on the command line; empty for the current folder.
  std::string where;
  Record record;
};

Result<RecordedRoot> recorded_root(const std::string& name, const std::string& where,
                                   FileSystem& files) {
  const auto worktree = Worktree::open(where, files);
  if (!worktree) return worktree.error();
  const Result<Entry> entry = (*worktree)->look_at_record();
  if (!entry) return entry.error();
  Result<Record> record = record_from(*entry, where);
  if (!record) return std::move(record).error();
  return RecordedRoot{name, where, *std::move(record)};
}

/// The tree that a root is to the manifest `name`, by its record.
Result<std::string> tree_of(const std::string& name, const RecordedRoot& root) {
  std::set<std::string> others;
  for (const RecordedPatch& entry : root.record.stack) {
    const bool is_meant = root.given.empty() || entry.tree == root.given;
    if (entry.manifest == name && is_meant) return entry.tree;
    others.insert(fmt::format("'{}' (tree '{}')", entry.manifest, entry.tree));
  }
  return usage_error(fmt::format("nothing of manifest '{}' is recorded in '{}'", name, root.where),
                     others.empty() ? std::string("nothing is recorded there at all")
                                    : fmt::format("recorded there: {}", fmt::join(others, ", ")));
}

/// The same where a run may have been settled just before: it may be all that there was of the
/// manifest, whose name nothing can prove then. A note says so.
Result<std::string> tree_after(const SettledRoots& settled, const std::string& name,
                               const RecordedRoot& root, Outcome& outcome) {
  auto tree = tree_of(name, root);
  const bool is_bare = root.record.stack.empty() && settled.contains(root.where);
  if (tree || !is_bare) return tree;
  Diagnostic note = tree.error().diagnostics().front();
  note.severity = Severity::note;
  note.code = Code::recovered;
  outcome.diagnostics.push_back(std::move(note));
  return root.given.empty() ? "." : root.given;
}

/// The tree that a root is to its record, whichever manifests wrote it.
Result<std::string> tree_of(const RecordedRoot& root) {
  const auto& stack = root.record.stack;
  if (stack.empty()) return root.given.empty() ? "." : root.given;
  const bool agrees = root.given.empty() ||
                      std::any_of(stack.begin(), stack.end(),
                                  [&](const auto& entry) { return entry.tree == root.given; });
  if (agrees) return root.given.empty() ? stack.front().tree : root.given;
  return usage_error(fmt::format("--root names tree '{}', but the record there is of tree '{}'",
                                 root.given, stack.front().tree),
                     fmt::format("write '--root {}={}'", stack.front().tree, root.where));
}

Result<Subject> recorded_subject(const Options& options, FileSystem& files,
                                 const SettledRoots& settled, Outcome& outcome) {
  Diagnostics errors = needing_a_manifest(options);
  append(errors, roots_without_a_folder(options));
  if (!errors.empty()) return Failure(std::move(errors));
  std::map<std::string, std::string> given = options.roots;
  if (given.empty()) given.emplace("", ".");
  Subject subject{{}, options};
  subject.manifest.name = options.recorded;
  subject.options.roots.clear();
  if (!options.recorded.empty()) subject.options.upgrade = Upgrade::yes;
  for (const auto& [name, where] : given) {
    const auto root = recorded_root(name, where, files);
    if (!root) {
      append(errors, root.error().diagnostics());
      continue;
    }
    const auto tree = options.recorded.empty()
                          ? tree_of(*root)
                          : tree_after(settled, options.recorded, *root, outcome);
    if (!tree) {
      append(errors, tree.error().diagnostics());
      continue;
    }
    TreeSpec spec;
    spec.name = *tree;
    subject.manifest.trees.push_back(std::move(spec));
    subject.options.roots.emplace(*tree, where);
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return subject;
}

}  // namespace

Result<Record> record_from(const Entry& entry, const std::string& root) {
  if (entry.kind == EntryKind::absent) return Record{};
  const std::string file = root + "/.patcher/record.json";
  if (!entry.is_file()) {
    Diagnostic diagnostic;
    diagnostic.code = Code::record_unreadable;
    diagnostic.message = "the record is not a regular file";
    diagnostic.where.file = file;
    return diagnostic;
  }
  return parse_record(*entry.bytes, file);
}

Result<Subject> subject_of(const Options& options, FileSystem& files, const SettledRoots& settled,
                           Outcome& outcome) {
  if (options.manifest.empty()) {
    outcome.manifest = options.recorded;
    return recorded_subject(options, files, settled, outcome);
  }
  Result<Manifest> manifest = load(options, outcome);
  if (!manifest) return std::move(manifest).error();
  return Subject{*std::move(manifest), options};
}

}  // namespace patcher
