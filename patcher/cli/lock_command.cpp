// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/lock_file.hpp"
#include "patcher/cli/locks.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/cli/signals_held.hpp"
#include "patcher/manifest/lock_difference.hpp"
#include "patcher/manifest/lock_freshness.hpp"
#include "patcher/plan/locking.hpp"
#include "patcher/write/lone_file.hpp"

namespace patcher {
namespace {

void name_states(const Session& session, Outcome& outcome) {
  for (const SessionTree& tree : session.trees()) {
    append(outcome.diagnostics, tree.assessment->notes());
    for (const Verdict& verdict : tree.assessment->verdicts()) {
      outcome.patches.push_back(verdict.outcome);
      if (is_left_out(verdict.outcome)) append(outcome.diagnostics, verdict.why);
    }
  }
}

/// Puts `part` in its place among the trees of `lock`.
void put(LockedTree part, Lock& lock) {
  const auto place =
      std::ranges::find_if(lock.trees, [&](const LockedTree& t) { return t.name == part.name; });
  if (place != lock.trees.end()) *place = std::move(part);
}

// --check

/// A tree that no patch edits has nothing but its pin in a lock, and need not be there.
Diagnostics unedited_faults(const Session& session, const Lock& now) {
  Diagnostics faults;
  for (const LockedTree& tree : now.trees) {
    const LockedTree* locked = session.lock()->tree(tree.name);
    const bool is_open = std::ranges::any_of(
        session.trees(), [&](const SessionTree& t) { return t.root.spec->name == tree.name; });
    if (locked == nullptr || is_open || session.manifest().edits(tree.name)) continue;
    append(faults, differences(*locked, tree));
  }
  return faults;
}

void check(const Session& session, Outcome& outcome) {
  const Lock now = digests_of(session.manifest());
  append(outcome.diagnostics, stale_digests(*session.lock(), now));
  append(outcome.diagnostics, unedited_faults(session, now));
  append(outcome.diagnostics, tree_differences(session, Witness::record, Unlockable::told));
  Status steady = session.check_steady();
  if (!steady) append(outcome.diagnostics, std::move(steady).error().diagnostics());
}

std::string check_summary(const std::string& path, const Outcome& outcome) {
  if (!has_error(outcome.diagnostics)) {
    return fmt::format("{}: {} is fresh", outcome.manifest, path);
  }
  return fmt::format("{}: {} is stale: {}", outcome.manifest, path,
                     counted_faults(outcome.diagnostics));
}

// writing

/// What keeps the parts of other trees from being taken over as they are.
Diagnostics unkept(const Lock& lock, const Lock& now, const std::string& renewed) {
  Diagnostics stale = stale_digests(lock, now);
  const auto of_renewed = [&](const Diagnostic& d) {
    const LockedPatch* patch =
        now.patch(d.patch) != nullptr ? now.patch(d.patch) : lock.patch(d.patch);
    return patch != nullptr && patch->tree == renewed;
  };
  std::erase_if(stale, of_renewed);
  for (Diagnostic& diagnostic : stale) {
    diagnostic.hint = "lock all trees: leave '--tree' out";
  }
  return stale;
}

/// Takes the parts of the trees that `--tree` leaves out over from the lock that is there.
Status keep_others(const Session& session, const std::string& renewed, Lock& now) {
  const bool others = std::ranges::any_of(now.trees, [&](const LockedTree& tree) {
    return tree.name != renewed && session.manifest().edits(tree.name);
  });
  if (renewed.empty() || !others) return {};
  const Result<Lock> lock = open_lock(session.manifest());
  if (!lock) return lock.error();
  Diagnostics stale = unkept(*lock, now, renewed);
  if (!stale.empty()) return Failure(std::move(stale));
  for (const LockedTree& tree : lock->trees) {
    if (tree.name != renewed) put(tree, now);
  }
  return {};
}

/// The lock of everything that the run is about, and of the rest as it was.
Result<Lock> lock_of(const Session& session, const Options& options) {
  Lock now = digests_of(session.manifest());
  Diagnostics errors;
  Status kept = keep_others(session, options.tree, now);
  if (!kept) errors = std::move(kept).error().diagnostics();
  for (const SessionTree& tree : session.trees()) {
    Result<LockedTree> part = lock_tree(*tree.assessment);
    if (part) {
      put(*std::move(part), now);
    } else {
      append(errors, std::move(part).error().diagnostics());
    }
  }
  if (!errors.empty()) return Failure(std::move(errors));
  if (Status steady = session.check_steady(); !steady) return std::move(steady).error();
  return now;
}

/// Says whether `text` is what every later run will read as the same lock.
Status prove(const std::string& path, const std::string& text) {
  if (text.size() > kLockLimit) {
    return Diagnostic{.code = Code::usage,
                      .message = fmt::format("the lock would be larger than {} bytes", kLockLimit),
                      .hint = "make the globs of the manifest narrower"};
  }
  const Result<Lock> again = read_lock(path, text);
  if (!again) return again.error();
  if (text_of(*again) == text) return {};
  return Diagnostic{.code = Code::internal, .message = "the lock does not read back as written"};
}

std::string counted_parts(const Lock& lock) {
  std::size_t files = 0;
  std::size_t globs = 0;
  for (const LockedTree& tree : lock.trees) {
    files += tree.files.size();
    globs += tree.globs.size();
  }
  return fmt::format("{}, {}, {}", counted(lock.patches.size(), "patch", "patches"),
                     counted(files, "file", "files"), counted(globs, "glob", "globs"));
}

/// Writes the lock unless it is there as it should be; gives what there is to say.
Result<std::string> write_lock(const Session& session, const Options& options, Outcome& outcome) {
  const std::string path = lock_path_of(session.manifest().file);
  const Result<Lock> lock = lock_of(session, options);
  if (!lock) return lock.error();
  const std::string text = text_of(*lock);
  const Status proved = prove(path, text);
  if (!proved) return proved.error();
  const auto before = lock_bytes(session.manifest());
  if (!before) return before.error();
  if (*before == text) {
    const Status cleared = clear_unfinished(path, session.files());
    if (!cleared) return cleared.error();
    return fmt::format("{}: nothing to do; {} is fresh", outcome.manifest, path);
  }
  hold_signals();
  const Status written = replace_file(path, text, session.files());
  if (!written) return written.error();
  outcome.changed.push_back({"", path});
  return fmt::format("{}: {} written: {}", outcome.manifest, path, counted_parts(*lock));
}

}  // namespace

Outcome lock_command(const Options& options, FileSystem& files) {
  const bool checks = options.lock_run == LockRun::check;
  Outcome outcome = begun(options);
  Options asked = options;
  if (checks) asked.lock_use = LockUse::demanded;
  auto session = Session::open(asked, Session::Hold::read, files, outcome);
  if (!session) return failed(std::move(outcome), std::move(session).error());
  name_states(**session, outcome);
  if (checks) {
    check(**session, outcome);
    outcome.summary = check_summary(lock_path_of((*session)->manifest().file), outcome);
  } else if (auto said = write_lock(**session, options, outcome)) {
    outcome.summary = *std::move(said);
  } else {
    append(outcome.diagnostics, std::move(said).error().diagnostics());
    outcome.summary = refusal_summary(outcome);
  }
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
