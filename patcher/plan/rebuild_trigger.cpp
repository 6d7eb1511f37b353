// SPDX-License-Identifier: MIT
#include "patcher/plan/rebuild_trigger.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "patcher/core/glob.hpp"

namespace patcher {
namespace {

/// The sources of one rebuild with their states at one time.
using Sources = std::map<TreePath, BuiltSource>;

BuiltSource as_recorded(const RecordedFile& file) {
  return {file.path, file.before, file.before ? file.mode_before : 0};
}

/// What `look` sees at `path`; nothing where it cannot see.
std::optional<BuiltSource> seen_by(const LookAt& look, const TreePath& path) {
  const Result<Entry> entry = look(path);
  if (!entry) return std::nullopt;
  if (!entry->is_file()) return BuiltSource{path, std::nullopt, 0};
  return BuiltSource{path, blob_id_of(entry->bytes), entry->mode};
}

/// What lies below all patches of `stack` at the sources of `rebuild` that they changed.
Sources bases_in(const std::vector<RecordedPatch>& stack, const Rebuild& rebuild) {
  Sources bases;
  for (const RecordedPatch& patch : stack) {
    for (const RecordedFile& file : patch.files) {
      if (triggers(rebuild, file.path.str())) bases.try_emplace(file.path, as_recorded(file));
    }
  }
  return bases;
}

template <class Entries>
auto entry_of(Entries& entries, const PendingRebuild& which) {
  return std::find_if(entries.begin(), entries.end(), [&](const BuiltFrom& entry) {
    return entry.manifest == which.manifest && entry.tree == which.tree && entry.id == which.id;
  });
}

PendingRebuild named(const BuiltFrom& entry) { return {entry.tree, entry.id, entry.manifest}; }

/// One rebuild of the manifest, judged over one run.
class Judgement {
 public:
  Judgement(const Rebuild& rebuild, const PendingRebuild& which, const RunChanges& run)
      : rebuild_(rebuild), run_(run), entry_{which.tree, which.id, which.manifest, Listed()} {
    const auto known = entry_of(run.before.built, which);
    had_entry_ = known != run.before.built.end();
    if (had_entry_) entry_ = *known;
    judge();
  }

  [[nodiscard]] bool is_due() const { return is_due_; }
  /// What the record is to have of it, if anything.
  [[nodiscard]] std::optional<BuiltFrom> entry() const {
    if (is_due_) return entry_;
    BuiltFrom kept = entry_;
    // What is no longer patched, and was built as it is, needs no words.
    std::erase_if(*kept.sources,
                  [&](const BuiltSource& source) { return !patched_.contains(source.path); });
    if (!had_entry_ || kept.sources->empty()) return std::nullopt;
    return kept;
  }

 private:
  using Listed = std::vector<BuiltSource>;

  void judge() {
    patched_ = bases_in(run_.stack, rebuild_);
    if (!entry_.sources) {
      is_due_ = true;
      return;
    }
    Sources last;
    for (const BuiltSource& source : *entry_.sources) last.emplace(source.path, source);
    const Sources before = bases_in(run_.before.stack, rebuild_);
    add_unlisted(before, last);
    for (const auto& [path, source] : last) {
      if (seen_by(run_.after, path) != source) is_due_ = true;
    }
    if (!is_known_) {
      is_due_ = true;
      entry_.sources.reset();
    } else if (is_due_) {
      entry_.sources = listed(last);
    }
  }

  /// Adds what the entry does not have: sources as they were below all patches.
  void add_unlisted(const Sources& before, Sources& last) {
    std::set<TreePath> listed;
    for (const auto& [path, source] : last) listed.insert(path);
    for (const auto& [path, base] : before) {
      if (listed.contains(path)) continue;
      last.emplace(path, base);
      // It is patched already, and whether anything was built of it since nobody wrote down.
      if (is_changed(path) || seen_by(run_.after, path) != base) is_known_ = false;
    }
    for (const auto& [path, base] : patched_) last.try_emplace(path, base);
  }

  [[nodiscard]] bool is_changed(const TreePath& path) const {
    return std::any_of(run_.files.begin(), run_.files.end(),
                       [&](const FileChange& file) { return file.path == path; });
  }

  static Listed listed(const Sources& sources) {
    Listed list;
    for (const auto& [path, source] : sources) list.push_back(source);
    return list;
  }

  const Rebuild& rebuild_;
  const RunChanges& run_;
  BuiltFrom entry_;
  Sources patched_;  ///< By patches that are recorded after the run, as below them.
  bool had_entry_ = false;
  bool is_due_ = false;
  bool is_known_ = true;
};

/// Whether a rebuild that no manifest at hand describes is due by what its entry has.
bool is_due(const BuiltFrom& entry, const LookAt& now) {
  if (!entry.sources) return true;
  return std::any_of(entry.sources->begin(), entry.sources->end(), [&](const BuiltSource& source) {
    return seen_by(now, source.path) != source;
  });
}

/// Says whether the run's manifest has the rebuild. One that was taken out of it is judged as
/// another manifest's: what was built of it may still be in use.
bool has(const Manifest& manifest, const PendingRebuild& which) {
  return which.manifest == manifest.name &&
         std::any_of(manifest.rebuilds.begin(), manifest.rebuilds.end(),
                     [&](const Rebuild& rebuild) {
                       return rebuild.id == which.id && rebuild.tree == which.tree;
                     });
}

void add_strangers(const Manifest& manifest, const RunChanges& run, RebuildBook& book) {
  for (const BuiltFrom& entry : run.before.built) {
    if (has(manifest, named(entry))) continue;
    book.built.push_back(entry);
    if (is_due(entry, run.after)) book.pending.push_back(named(entry));
  }
  // One without an entry: nothing tells when it is not due any more.
  for (const PendingRebuild& pending : run.before.pending) {
    if (has(manifest, pending)) continue;
    const bool judged = entry_of(run.before.built, pending) != run.before.built.end();
    if (!judged) book.pending.push_back(pending);
  }
}

}  // namespace

bool triggers(const Rebuild& rebuild, std::string_view path) {
  const std::string name(path);
  return std::any_of(rebuild.when_changed.begin(), rebuild.when_changed.end(),
                     [&](const std::string& glob) { return catches(glob, name); });
}

RebuildBook rebuilds_after(const Manifest& manifest, std::string_view tree, const RunChanges& run) {
  RebuildBook book;
  add_strangers(manifest, run, book);
  for (const Rebuild& rebuild : manifest.rebuilds) {
    if (rebuild.tree != tree) continue;
    const PendingRebuild which{rebuild.tree, rebuild.id, manifest.name};
    const Judgement judgement(rebuild, which, run);
    if (judgement.is_due()) book.pending.push_back(which);
    if (auto entry = judgement.entry()) book.built.push_back(*std::move(entry));
  }
  return book;
}

std::vector<PendingRebuild> pending_of(const Manifest& manifest, std::string_view tree,
                                       const Record& record, const LookAt& now) {
  return rebuilds_after(manifest, tree, {record, record.stack, {}, now}).pending;
}

void note_begun(const PendingRebuild& rebuild, Record& record) {
  const bool pending = std::ranges::find(record.pending, rebuild) != record.pending.end();
  if (!pending) record.pending.push_back(rebuild);
  const auto known = entry_of(record.built, rebuild);
  if (known != record.built.end()) {
    known->sources.reset();
  } else {
    record.built.push_back({rebuild.tree, rebuild.id, rebuild.manifest, std::nullopt});
  }
}

void note_done(const PendingRebuild& which, const Rebuild& rebuild, const LookAt& now,
               Record& record) {
  std::erase(record.pending, which);
  const auto known = entry_of(record.built, which);
  if (known != record.built.end()) record.built.erase(known);
  std::vector<BuiltSource> sources;
  for (const auto& [path, base] : bases_in(record.stack, rebuild)) {
    if (auto source = seen_by(now, path)) sources.push_back(*std::move(source));
  }
  if (sources.empty()) return;
  record.built.push_back({which.tree, which.id, which.manifest, std::move(sources)});
}

}  // namespace patcher
