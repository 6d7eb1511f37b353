// SPDX-License-Identifier: MIT
#include "tests/unit/plan/stack_model.hpp"

#include <algorithm>

namespace patcher::testing {
namespace {

bool perform(const ModelEdit& edit, ModelTree& tree) {
  const auto file = tree.find(edit.file);
  if (edit.kind == ModelEdit::Kind::add) {
    if (file != tree.end()) return false;
    tree[edit.file].lines = {{edit.text}};
    return true;
  }
  if (file == tree.end()) return false;
  if (edit.kind == ModelEdit::Kind::make_executable) {
    if (file->second.mode != 0644) return false;
    file->second.mode = 0755;
    return true;
  }
  auto& lines = file->second.lines;
  const auto is_anchor = [&](const ModelLine& line) { return line.text == edit.anchor; };
  if (std::count_if(lines.begin(), lines.end(), is_anchor) != 1) return false;
  auto at = std::find_if(lines.begin(), lines.end(), is_anchor);
  if (edit.kind == ModelEdit::Kind::replace) {
    at->text = edit.text;
    return true;
  }
  // Of two patches at one point, the later one's text comes after.
  do ++at;
  while (at != lines.end() && at->inserted);
  lines.insert(at, {edit.text, true});
  return true;
}

bool perform(const Revision& revision, ModelTree& tree) {
  return std::all_of(revision.begin(), revision.end(),
                     [&](const ModelEdit& edit) { return perform(edit, tree); });
}

FileStates snapshot_of(const Revision& revision, const ModelTree& tree) {
  FileStates snapshot;
  for (const ModelEdit& edit : revision) {
    const auto file = tree.find(edit.file);
    auto& entry = snapshot[edit.file];
    if (file != tree.end()) entry.emplace(bytes_of(file->second), file->second.mode);
  }
  return snapshot;
}

/// Whether the revision looks for a line that `other` makes.
bool needs(const Revision& revision, const Revision& other) {
  return std::any_of(revision.begin(), revision.end(), [&](const ModelEdit& edit) {
    return std::any_of(other.begin(), other.end(), [&](const ModelEdit& made) {
      return made.file == edit.file && !edit.anchor.empty() && made.text == edit.anchor;
    });
  });
}

}  // namespace

std::string bytes_of(const ModelFile& file) {
  std::string bytes;
  for (const ModelLine& line : file.lines) bytes += line.text + "\n";
  return bytes;
}

const Revision& StackModel::revision_of(const Standing& standing) const {
  return revisions_[standing.manifest][standing.patch][standing.revision];
}

const Standing* StackModel::standing_of(const Asked& asked, std::size_t patch) const {
  const auto found = std::find_if(stack_.begin(), stack_.end(), [&](const Standing& s) {
    return s.manifest == asked.manifest && s.patch == patch;
  });
  return found == stack_.end() ? nullptr : &*found;
}

bool StackModel::is_orphan(const Asked& asked, const Standing& standing) const {
  return standing.manifest == asked.manifest &&
         std::none_of(asked.listing.begin(), asked.listing.end(),
                      [&](const Listed& listed) { return listed.patch == standing.patch; });
}

std::vector<StackModel::Item> StackModel::own_items(const Asked& asked,
                                                    const std::set<std::size_t>& wish) const {
  std::vector<Item> items;
  for (const Listed& listed : asked.listing) {
    const Standing* standing = standing_of(asked, listed.patch);
    const bool wanted = wish.contains(listed.patch);
    if (standing != nullptr && standing->revision == listed.revision) {
      items.push_back({*standing, true, true});
    } else if (wanted && (standing == nullptr || asked.upgrade)) {
      items.push_back({{asked.manifest, listed.patch, listed.revision, {}}, false, true});
    }
  }
  return items;
}

std::vector<StackModel::Item> StackModel::items(const Asked& asked,
                                                const std::set<std::size_t>& wish,
                                                bool orphans_go) const {
  const std::vector<Item> own = own_items(asked, wish);
  std::vector<Item> stacked;
  bool all_own = true;
  for (const Standing& standing : stack_) {
    const auto mine = std::find_if(own.begin(), own.end(), [&](const Item& item) {
      return standing.manifest == asked.manifest && item.standing.patch == standing.patch;
    });
    if (mine != own.end()) {
      stacked.push_back(*mine);
    } else if (!orphans_go || !is_orphan(asked, standing)) {
      stacked.push_back({standing, true, false});
      all_own = false;
    }
  }
  if (all_own) return own;
  for (const Item& item : own) {
    if (standing_of(asked, item.standing.patch) == nullptr) stacked.push_back(item);
  }
  return stacked;
}

StackModel::Laid StackModel::lay(const Asked& asked, const std::vector<Item>& items) const {
  Laid laid;
  laid.end = base_;
  for (const Item& item : items) {
    const Revision& revision = revision_of(item.standing);
    const FileStates before = snapshot_of(revision, laid.end);
    const bool exact = item.recorded && before == item.standing.before;
    ModelTree after = laid.end;
    if ((exact || item.plannable) && perform(revision, after)) {
      laid.end = after;
      laid.placed.push_back(item.standing);
      laid.placed.back().before = before;
      continue;
    }
    laid.whole = false;
    if (item.standing.manifest == asked.manifest) laid.lost.insert(item.standing.patch);
  }
  return laid;
}

StackModel::Laid StackModel::planned(const Asked& asked) const {
  std::set<std::size_t> all;
  for (const Listed& listed : asked.listing) all.insert(listed.patch);
  return lay(asked, items(asked, all, asked.upgrade));
}

bool StackModel::is_out_of_order(const Asked& asked, const Standing& standing) const {
  const Laid in_order = lay(asked, items(asked, {}, false));
  const Revision& revision = revision_of(standing);
  return snapshot_of(revision, in_order.end) != snapshot_of(revision, tree_);
}

bool StackModel::may_apply(const Asked& asked) const {
  const Laid whole_set = planned(asked);
  for (const Listed& listed : asked.listing) {
    if (!asked.selects(listed.patch)) continue;
    const Standing* standing = standing_of(asked, listed.patch);
    const bool current = standing != nullptr && standing->revision == listed.revision;
    const bool outdated = standing != nullptr && (!current || is_out_of_order(asked, *standing));
    if (outdated && !asked.upgrade) return false;
    if (!current && whole_set.lost.contains(listed.patch)) return false;
  }
  const bool has_orphan = std::any_of(stack_.begin(), stack_.end(),
                                      [&](const Standing& s) { return is_orphan(asked, s); });
  return !has_orphan || asked.upgrade || !asked.only.empty();
}

bool StackModel::settle(const Laid& target) {
  if (!target.whole) return false;
  stack_ = target.placed;
  tree_ = target.end;
  return true;
}

bool StackModel::apply(const Asked& asked) {
  if (!may_apply(asked)) return false;
  std::set<std::size_t> wish;
  for (const Listed& listed : asked.listing) {
    if (asked.selects(listed.patch)) wish.insert(listed.patch);
  }
  return settle(lay(asked, items(asked, wish, asked.upgrade && asked.only.empty())));
}

/// Whether it does not fit because an earlier patch that does not fit should have made its anchor.
bool StackModel::is_blocked(const Asked& asked, const Laid& planned, std::size_t patch) const {
  const auto at = [&](const Listed& listed) { return listed.patch == patch; };
  const auto end = std::find_if(asked.listing.begin(), asked.listing.end(), at);
  const auto& own = revisions_[asked.manifest];
  return std::any_of(asked.listing.begin(), end, [&](const Listed& earlier) {
    return planned.lost.contains(earlier.patch) &&
           needs(own[patch][end->revision], own[earlier.patch][earlier.revision]);
  });
}

bool StackModel::revert(const Asked& asked) {
  const Laid whole_set = planned(asked);
  std::set<std::size_t> going;
  for (const Listed& listed : asked.listing) {
    if (!asked.selects(listed.patch)) continue;
    const bool stands = standing_of(asked, listed.patch) != nullptr;
    if (stands) going.insert(listed.patch);
    const bool unfit = whole_set.lost.contains(listed.patch);
    if (!stands && unfit && !is_blocked(asked, whole_set, listed.patch)) return false;
  }
  std::vector<Item> kept = items(asked, {}, false);
  std::erase_if(kept, [&](const Item& item) {
    return item.standing.manifest == asked.manifest && going.contains(item.standing.patch);
  });
  return settle(lay(asked, kept));
}

void StackModel::check_out() {
  tree_ = base_;
  stack_.clear();
}

bool StackModel::make_by_hand(std::size_t manifest, Listed listed) {
  const Revision& revision = revisions_[manifest][listed.patch][listed.revision];
  const FileStates files = snapshot_of(revision, tree_);
  for (const Standing& standing : stack_) {
    if (standing.manifest == manifest && standing.patch == listed.patch) return false;
    for (const auto& [path, entry] : standing.before) {
      if (files.contains(path)) return false;
    }
  }
  return perform(revision, tree_);
}

void StackModel::adopt(std::size_t manifest, Listed listed) {
  const Revision& revision = revisions_[manifest][listed.patch][listed.revision];
  stack_.insert(stack_.begin(),
                {manifest, listed.patch, listed.revision, snapshot_of(revision, base_)});
}

}  // namespace patcher::testing
