// SPDX-License-Identifier: MIT
#include "patcher/write/journal_plan.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <memory>
#include <utility>

#include "patcher/write/bytecode.hpp"
#include "patcher/write/proof.hpp"

namespace patcher {
namespace {

std::string spelled(const std::optional<FileState>& state) {
  if (!state) return "no file";
  return fmt::format("blob {} mode {:04o}", state->blob, state->mode);
}

std::string spelled(const Entry& entry) {
  if (entry.kind == EntryKind::absent) return "no file";
  if (!entry.is_file()) return "no regular file";
  return spelled(FileState{blob_id_of(entry.bytes).hex, entry.mode});
}

bool is_at(const Entry& entry, const std::optional<FileState>& state) {
  if (!state) return entry.kind == EntryKind::absent;
  return entry.is_file() && entry.mode == state->mode && blob_id_of(entry.bytes).hex == state->blob;
}

/// What one item shows of how far its run came.
enum class Trace { none, staged, finished };

/// Takes one journal's items up again.
class Reader {
 public:
  Reader(const LeftRoot& left, Direction direction, Folders& folders)
      : left_(left), direction_(direction), folders_(folders) {}

  Result<Item> item_of(const JournalItem& noted) {
    auto folder = folder_of(noted.path);
    if (!folder) return std::move(folder).error();
    Item item{.folder = *folder,
              .name = noted.path.substr(noted.path.rfind('/') + 1),
              .before = {.kind = noted.before ? EntryKind::regular : EntryKind::absent},
              .proof = noted.proof,
              .staged = noted.staged,
              .kept = noted.kept};
    Status stands = noted.proof == Proof::waived ? find_bytecode(item) : find_file(noted, item);
    if (!stands) return std::move(stands).error();
    return item;
  }

  /// An original keeps its second name until every new file of the run stands.
  Result<Trace> trace_of(const JournalItem& noted) {
    auto folder = folder_of(noted.path);
    if (!folder) return std::move(folder).error();
    Item item{.folder = *folder,
              .name = noted.path.substr(noted.path.rfind('/') + 1),
              .before = {},
              .staged = noted.staged,
              .kept = noted.kept};
    if (Status found = find_temporaries(item); !found) return std::move(found).error();
    if (item.is_staged) return Trace::staged;
    if (item.is_kept || !noted.before || noted.proof == Proof::waived) return Trace::none;
    const auto entry = entry_at(*item.folder, item.name, folders_.files());
    if (!entry) return entry.error();
    return is_at(*entry, noted.after) ? Trace::finished : Trace::none;
  }

  /// The folder at `path`; missing ones on the way are left missing.
  Result<Folder*> folder_at(const std::string& path) {
    Folder* folder = left_.own->parent;
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      auto next = folders_.child(*folder, path.substr(begin, end - begin));
      if (!next) return next;
      folder = *next;
      begin = end + 1;
    }
    return folder;
  }

 private:
  Result<Folder*> folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return folder_at(slash == std::string::npos ? std::string() : path.substr(0, slash));
  }

  Result<bool> is_there(const Item& item, const std::string& name) {
    if (name.empty() || !item.folder->exists()) return false;
    struct stat status{};
    const int seen = folders_.files().stat_at(item.folder->descriptor, name, status);
    if (seen != 0 && seen != -ENOENT) return item.folder->refusal("look at", name, seen);
    return seen == 0;
  }

  Status find_temporaries(Item& item) {
    auto staged = is_there(item, item.staged);
    if (!staged) return std::move(staged).error();
    auto kept = is_there(item, item.kept);
    if (!kept) return std::move(kept).error();
    item.is_staged = *staged;
    item.is_kept = *kept;
    return {};
  }

  /// Byte-code may have been written anew since: then the old one is worth nothing.
  Status find_bytecode(Item& item) {
    if (Status found = find_temporaries(item); !found) return found;
    auto there = is_there(item, item.name);
    if (!there) return std::move(there).error();
    item.standing = *there ? Standing::original : Standing::away;
    return {};
  }

  Status find_file(const JournalItem& noted, Item& item) {
    if (Status found = find_temporaries(item); !found) return found;
    auto entry = entry_at(*item.folder, item.name, folders_.files());
    if (!entry) return std::move(entry).error();
    auto standing = direction_ == Direction::back ? standing_on_way_back(noted, item, *entry)
                                                  : standing_on_way_forward(noted, item, *entry);
    if (!standing) return changed_since(noted, item, *entry);
    item.standing = *standing;
    if (direction_ == Direction::back || !noted.after) return {};
    return find_new_bytes(noted, item, *std::move(entry));
  }

  /// Every original gets its second name before anything takes its place, so one without was never
  /// touched, whatever stands there now.
  static std::optional<Standing> standing_on_way_back(const JournalItem& noted, const Item& item,
                                                      const Entry& entry) {
    if (noted.before && !item.is_kept) return Standing::original;
    if (!noted.before && item.is_staged) return Standing::original;
    if (is_at(entry, noted.before)) return Standing::original;
    if (noted.after && is_at(entry, noted.after)) return Standing::fresh;
    if (entry.kind == EntryKind::absent) return Standing::away;
    return std::nullopt;
  }

  static std::optional<Standing> standing_on_way_forward(const JournalItem& noted, const Item& item,
                                                         const Entry& entry) {
    if (noted.after && !item.is_staged && is_at(entry, noted.after)) return Standing::fresh;
    if (noted.after && !item.is_staged) return std::nullopt;
    if (is_at(entry, noted.before)) return Standing::original;
    if (noted.before && entry.kind == EntryKind::absent) return Standing::away;
    return std::nullopt;
  }

  Status find_new_bytes(const JournalItem& noted, Item& item, Entry found) {
    if (item.standing != Standing::fresh) {
      auto staged = entry_at(*item.folder, item.staged, folders_.files());
      if (!staged) return std::move(staged).error();
      if (!is_at(*staged, noted.after)) return changed_since(noted, item, *staged);
      found = *std::move(staged);
    }
    item.after = found.bytes;
    item.mode = found.mode;
    return {};
  }

  [[nodiscard]] Diagnostic changed_since(const JournalItem& noted, const Item& item,
                                         const Entry& found) const {
    const std::string path = item.folder->shown(item.name);
    return {.code = Code::interrupted,
            .message = fmt::format("\"{}\" was changed since a run was interrupted here", path),
            .tree = item.folder->tree,
            .target = {.file = path},
            .notes = {{fmt::format("before that run it was {}", spelled(noted.before))},
                      {fmt::format("after it, it was to be {}", spelled(noted.after))},
                      {fmt::format("found is {}", spelled(found))}},
            .hint = fmt::format(
                "put it back to what it was before or after that run, then run again; or restore "
                "the tree from its base, remove '.patcher' and every '.patcher-{}-*' in it, and "
                "run again{}",
                left_.journal.run, without_it())};
  }

  /// How the other roots of the run go on without this one.
  [[nodiscard]] std::string without_it() const {
    const Journal& journal = left_.journal;
    if (journal.roots.size() < 2) return {};
    return fmt::format(" with '--give-up {}'", journal.roots[journal.seat]);
  }

  const LeftRoot& left_;
  Direction direction_;
  Folders& folders_;
};

/// Gathers the plan of an interrupted run, root by root.
class Gatherer {
 public:
  Gatherer(Direction direction, Folders& folders) : direction_(direction), folders_(folders) {}

  void add(const LeftRoot& left) {
    plan_.own.push_back(left.own);
    Reader reader(left, direction_, folders_);
    for (const JournalItem& noted : left.journal.items) {
      auto item = reader.item_of(noted);
      if (item) {
        plan_.items.push_back(*std::move(item));
      } else {
        take(std::move(item).error());
      }
    }
    const auto& named = direction_ == Direction::back ? left.journal.made : left.journal.emptied;
    for (const std::string& path : named) {
      auto folder = reader.folder_at(path);
      if (!folder) {
        take(std::move(folder).error());
      } else if ((*folder)->exists()) {
        add_folder(**folder);
      }
    }
  }

  Result<WritePlan> finished() && {
    if (!failures_.empty()) return Failure(std::move(failures_));
    return std::move(plan_);
  }

 private:
  void add_folder(Folder& folder) {
    if (direction_ == Direction::back) folders_.count_as_made(folder);
    if (direction_ == Direction::forward) plan_.emptied.push_back(&folder);
  }
  void take(Failure failure) { append(failures_, std::move(failure).diagnostics()); }

  Direction direction_;
  Folders& folders_;
  WritePlan plan_;
  Diagnostics failures_;
};

}  // namespace

Result<Direction> direction_by_traces(const std::vector<LeftRoot>& roots, Folders& folders) {
  bool some_staged = false;
  bool some_finished = false;
  for (const LeftRoot& root : roots) {
    Reader reader(root, Direction::back, folders);
    for (const JournalItem& noted : root.journal.items) {
      const auto trace = reader.trace_of(noted);
      if (!trace) return trace.error();
      some_staged |= *trace == Trace::staged;
      some_finished |= *trace == Trace::finished;
    }
  }
  return some_finished && !some_staged ? Direction::forward : Direction::back;
}

Result<WritePlan> plan_of(const std::vector<LeftRoot>& roots, Direction direction,
                          Folders& folders) {
  Gatherer gatherer(direction, folders);
  for (const LeftRoot& root : roots) gatherer.add(root);
  return std::move(gatherer).finished();
}

}  // namespace patcher
