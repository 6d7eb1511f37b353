// SPDX-License-Identifier: MIT
#include "patcher/plan/locking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "patcher/core/utf8.hpp"
#include "patcher/plan/lock_strangers.hpp"
#include "patcher/plan/peeled_tree.hpp"

namespace patcher {
namespace {

bool may_be_locked(const Verdict& verdict) {
  return verdict.outcome.state == State::pristine || verdict.outcome.state == State::applied ||
         is_left_out(verdict.outcome);
}

/// Why the tree's base is not known, or the set does not fit on it.
Diagnostics unfit(const Assessment& assessment) {
  Diagnostics errors;
  for (const Verdict& verdict : assessment.verdicts()) {
    if (may_be_locked(verdict) && !has_error(verdict.why)) continue;
    append(errors, verdict.why);
    if (has_error(verdict.why)) continue;
    Diagnostic diagnostic;
    diagnostic.code = Code::state_required;
    diagnostic.message = fmt::format(
        "patch '{}' is {}, and only a pristine or applied one can be "
        "locked",
        verdict.outcome.id, name_of(*verdict.outcome.state));
    diagnostic.patch = verdict.outcome.id;
    diagnostic.tree = verdict.outcome.tree;
    errors.push_back(std::move(diagnostic));
  }
  return errors;
}

/// Says whether some of `paths` lies in the folder `path`.
bool is_folder_of(const std::string& path, const std::set<std::string>& paths) {
  const auto next = paths.lower_bound(path + "/");
  return next != paths.end() && next->starts_with(path + "/");
}

Diagnostic not_utf8(const std::string& glob, const TreePath& path, const std::string& tree) {
  Diagnostic diagnostic;
  diagnostic.code = Code::not_supported;
  diagnostic.message =
      fmt::format("the glob '{}' catches a name that is not UTF-8, and no lock can hold it", glob);
  diagnostic.tree = tree;
  diagnostic.target.file = path.str();
  diagnostic.hint = "make the glob narrower";
  return diagnostic;
}

/// Plans the whole set anew on the base of one tree and writes down what was met on the way.
class TreeLocker {
 public:
  explicit TreeLocker(const Assessment& assessment)
      : assessment_(assessment), base_(assessment.stack().base), fresh_(base_) {
    const TreeJob& job = assessment.job();
    locked_.name = job.tree;
    if (const TreeSpec* spec = job.manifest.tree(job.tree)) locked_.commit = spec->commit;
  }

  Result<LockedTree> run() {
    errors_ = unfit(assessment_);
    if (errors_.empty()) write_chains();
    if (errors_.empty()) read_claims();
    if (errors_.empty()) write_bases();
    if (errors_.empty()) write_globs();
    std::set<TreePath> theirs;
    append(errors_, strangers(assessment_, locked_, theirs));
    if (!errors_.empty()) return Failure(std::move(errors_));
    return std::move(locked_);
  }

 private:
  void write_chains() {
    std::vector<StackItem> items;
    for (const Verdict& verdict : assessment_.verdicts()) {
      if (!is_left_out(verdict.outcome)) items.push_back({verdict.patch, nullptr});
    }
    const Sequence planned = lay(items, fresh_, assessment_.job().cache);
    look_at_left_out(planned.end);
    for (const Placed& placed : planned.items) {
      if (!placed.step) {
        append(errors_, placed.finding->diagnostics);
        continue;
      }
      for (const auto& [path, step] : placed.step->files) {
        locked_.files[path].chain.push_back({placed.item.patch->id, git_entry_of(step.after)});
      }
    }
  }

  /// What says that an optional patch is left out is read as well.
  void look_at_left_out(const View& end) {
    for (const Verdict& verdict : assessment_.verdicts()) {
      if (verdict.outcome.left_out.empty()) continue;
      static_cast<void>(find_patch(*verdict.patch, end, assessment_.job().cache));
    }
  }

  /// Evidence is looked for until some holds; a lock names the files of all of it.
  void read_claims() {
    for (const Verdict& verdict : assessment_.verdicts()) {
      read_claims(verdict.patch->obsolete_if);
      read_claims(verdict.patch->ensure);
      const auto& when = verdict.patch->when;
      if (when && when->claim) read_claims({*when->claim});
    }
  }

  void read_claims(const std::vector<Claim>& claims) {
    for (const Claim& claim : claims) {
      Result<Entry> entry = fresh_.look(claim.file);
      if (!entry) append(errors_, std::move(entry).error().diagnostics());
    }
  }

  /// Folders that were only looked at on the way to a new file are left out.
  void write_bases() {
    std::set<std::string> paths;
    for (const TreePath& path : fresh_.looked_at()) paths.insert(path.str());
    for (const TreePath& path : fresh_.looked_at()) {
      if (is_folder_of(path.str(), paths)) continue;
      Result<Entry> entry = base_.look(path);
      if (!entry) {
        append(errors_, std::move(entry).error().diagnostics());
        continue;
      }
      locked_.files[path].base = git_entry_of(*entry);
    }
  }

  void write_globs() {
    const TreeJob& job = assessment_.job();
    for (const std::string& glob : guarded_globs(job.manifest, job.tree)) {
      auto caught = caught_by(glob, assessment_.stack().base);
      if (!caught) {
        append(errors_, std::move(caught).error().diagnostics());
        continue;
      }
      for (const auto& [path, entry] : *caught) {
        if (!is_utf8(path.str())) errors_.push_back(not_utf8(glob, path, job.tree));
      }
      locked_.globs[glob].files = *std::move(caught);
    }
  }

  const Assessment& assessment_;
  PeeledTree base_;
  View fresh_;  ///< Remembers what is looked at below it.
  LockedTree locked_;
  Diagnostics errors_;
};

}  // namespace

GitEntry git_entry_of(const Entry& entry) {
  switch (entry.kind) {
    case EntryKind::absent:
    case EntryKind::in_file:
      return {};
    case EntryKind::folder:
    case EntryKind::other:
      return {GitEntry::Kind::other, {}};
    case EntryKind::regular:
      break;
  }
  constexpr std::uint32_t kOwnerMayExecute = 0100;
  const bool executable = (entry.mode & kOwnerMayExecute) != 0;
  return {executable ? GitEntry::Kind::executable : GitEntry::Kind::file, blob_id_of(entry.bytes)};
}

std::vector<std::string> guarded_globs(const Manifest& manifest, std::string_view tree) {
  if (!manifest.edits(tree)) return {};
  std::set<std::string> globs;
  for (const Rebuild& rebuild : manifest.rebuilds) {
    if (rebuild.tree == tree)
      globs.insert(rebuild.when_changed.begin(), rebuild.when_changed.end());
  }
  for (const Patch& patch : manifest.patches) {
    if (patch.tree == tree) globs.merge(globs_of(patch));
  }
  return {globs.begin(), globs.end()};
}

Result<std::map<TreePath, GitEntry>> caught_by(const std::string& glob, const View& view) {
  auto matches = view.match(glob);
  if (!matches) return std::move(matches).error();
  std::map<TreePath, GitEntry> caught;
  for (const Match& match : *matches) {
    if (match.leads_to) {
      caught[match.path] = {GitEntry::Kind::link, blob_id_of(*match.leads_to)};
      continue;
    }
    const Result<Entry> entry = view.look(match.path);
    if (!entry) return entry.error();
    caught[match.path] = git_entry_of(*entry);
  }
  return caught;
}

Result<LockedTree> lock_tree(const Assessment& assessment) { return TreeLocker(assessment).run(); }

}  // namespace patcher
