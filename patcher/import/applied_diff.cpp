// SPDX-License-Identifier: MIT
#include "patcher/import/applied_diff.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "patcher/import/hunk_places.hpp"
#include "patcher/manifest/diff_path.hpp"
#include "patcher/plan/view.hpp"

namespace patcher {
namespace {

constexpr std::uint32_t kUsualMode = 0644;
constexpr std::uint32_t kOwnerExecutes = 0100;

/// Modes as git tells them apart.
bool same_for_git(std::uint32_t a, std::uint32_t b) {
  return (a & kOwnerExecutes) == (b & kOwnerExecutes);
}

std::string whole_side(const DiffFile& file, std::string DiffHunk::* side) {
  return file.hunks.empty() ? std::string() : file.hunks.front().*side;
}

}  // namespace

/// One section being applied.
class DiffedTree::Section {
 public:
  Section(DiffedTree& tree, const Diff& diff, const DiffFile& file)
      : tree_(tree), diff_(diff), file_(file) {}

  Status apply(const language::DiffPaths& paths) {
    switch (file_.kind) {
      case DiffFile::Kind::added:
        return add(*paths.after);
      case DiffFile::Kind::removed:
        return remove(*paths.before);
      case DiffFile::Kind::moved:
        return move(*paths.before, *paths.after);
      case DiffFile::Kind::changed:
        break;
    }
    return change(*paths.after);
  }

 private:
  [[nodiscard]] Diagnostic refusal(Code code, const TreePath& path, std::string message) const {
    Diagnostic diagnostic = language::about_section(
        diff_, file_, std::move(message),
        "the diff was made from other bytes: give the revision that it was made on as '--root'");
    diagnostic.code = code;
    diagnostic.target.file = path.str();
    return diagnostic;
  }

  Result<Slot*> absent(const TreePath& path) {
    auto slot = tree_.slot(path);
    if (!slot || (*slot)->now.kind == EntryKind::absent) return slot;
    return refusal(Code::path_in_the_way, path, fmt::format("'{}' is there already", path.str()));
  }

  Result<Slot*> present(const TreePath& path) {
    auto slot = tree_.slot(path);
    if (!slot) return slot;
    const Entry& now = (*slot)->now;
    if (!now.is_file()) {
      return refusal(Code::file_missing, path, fmt::format("there is no file '{}'", path.str()));
    }
    if (file_.mode_before && !same_for_git(*file_.mode_before, now.mode)) {
      return refusal(Code::mode_differs, path,
                     fmt::format("'{}' has the mode {:04o}, expected {:04o}", path.str(), now.mode,
                                 *file_.mode_before));
    }
    return slot;
  }

  Status add(const TreePath& path) {
    auto slot = absent(path);
    if (!slot) return std::move(slot).error();
    (*slot)->now =
        regular_file(whole_side(file_, &DiffHunk::after), file_.mode_after.value_or(kUsualMode));
    return {};
  }

  Status remove(const TreePath& path) {
    auto slot = present(path);
    if (!slot) return std::move(slot).error();
    if (*(*slot)->now.bytes != whole_side(file_, &DiffHunk::before)) {
      return refusal(Code::content_differs, path,
                     fmt::format("'{}' is not as the diff has it, which removes it", path.str()));
    }
    (*slot)->now = Entry{};
    (*slot)->from.reset();
    return {};
  }

  /// `now` with the hunks and the mode of the section.
  Result<Entry> changed(const Entry& now, const TreePath& path) {
    auto bytes = with_hunks(*now.bytes, path, diff_, file_);
    if (!bytes) return std::move(bytes).error();
    const bool keeps_mode = !file_.mode_after || same_for_git(*file_.mode_after, now.mode);
    return regular_file(*std::move(bytes), keeps_mode ? now.mode : *file_.mode_after);
  }

  Status change(const TreePath& path) {
    auto slot = present(path);
    if (!slot) return std::move(slot).error();
    auto entry = changed((*slot)->now, path);
    if (!entry) return std::move(entry).error();
    (*slot)->now = *std::move(entry);
    return {};
  }

  Status move(const TreePath& from, const TreePath& to) {
    auto there = present(from);
    if (!there) return std::move(there).error();
    auto here = absent(to);
    if (!here) return std::move(here).error();
    auto entry = changed((*there)->now, from);
    if (!entry) return std::move(entry).error();
    (*here)->now = *std::move(entry);
    (*here)->from = (*there)->before.is_file() ? from : std::exchange((*there)->from, {});
    (*there)->now = Entry{};
    return {};
  }

  DiffedTree& tree_;
  const Diff& diff_;
  const DiffFile& file_;
};

Result<DiffedTree::Slot*> DiffedTree::slot(const TreePath& path) {
  const auto known = slots_.find(path);
  if (known != slots_.end()) return &known->second;
  Result<Entry> entry = tree_.look(path);
  if (!entry) return std::move(entry).error();
  Slot slot{*entry, *entry, {}};
  return &slots_.emplace(path, std::move(slot)).first->second;
}

Status DiffedTree::apply(const Diff& diff, std::optional<std::size_t> strip) {
  Diagnostics errors;
  for (const DiffFile& file : diff.files) {
    const auto paths = language::paths_of(diff, file, strip);
    const Status done = paths ? Section(*this, diff, file).apply(*paths) : Status(paths.error());
    if (!done) append(errors, done.error().diagnostics());
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return {};
}

std::vector<ChangedPath> DiffedTree::changes() const {
  std::set<TreePath> left;  // By files that moved.
  std::vector<ChangedPath> all;
  for (const auto& [path, slot] : slots_) {
    if (!slot.from || slot.before.is_file() || !slot.now.is_file()) continue;
    const Slot& there = slots_.at(*slot.from);
    if (!there.now.is_file()) left.insert(*slot.from);
  }
  for (const auto& [path, slot] : slots_) {
    if (left.contains(path) || same_content(slot.before, slot.now)) continue;
    const bool is_moved = slot.from && left.contains(*slot.from);
    all.push_back({path, is_moved ? slot.from : std::nullopt,
                   is_moved ? slots_.at(*slot.from).before : slot.before, slot.now});
  }
  return all;
}

}  // namespace patcher
