// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace patcher::testing {

// A simple model of one tree under two manifests: whole lines, whole files, no locating, no
// inverses, no record. It says what every command must come to.

/// A line, and whether a patch of the stack inserted it.
struct ModelLine {
  std::string text;
  bool inserted = false;
};

struct ModelFile {
  std::vector<ModelLine> lines;
  std::uint32_t mode = 0644;
};

using ModelTree = std::map<std::string, ModelFile>;

/// Bytes and mode of some files; nothing for one that is not there.
using FileStates = std::map<std::string, std::optional<std::pair<std::string, std::uint32_t>>>;

/// One edit: a line after the only `anchor`, instead of it, a file of one line, or a mode.
struct ModelEdit {
  enum class Kind { insert_after, replace, add, make_executable } kind;
  std::string file;
  std::string anchor;
  std::string text;
};

/// What a patch does in one of its revisions.
using Revision = std::vector<ModelEdit>;

/// A patch of a manifest as it is now: its number, and which revision.
struct Listed {
  std::size_t patch;
  std::size_t revision;
};

/// The manifest as it is now, in order.
using Listing = std::vector<Listed>;

/// One patch on the stack, with the files that it found.
struct Standing {
  std::size_t manifest;
  std::size_t patch;
  std::size_t revision;
  FileStates before;
};

/// What a command is asked: the manifest, as it is now, and the patches; none means all.
struct Asked {
  std::size_t manifest;
  Listing listing;
  std::set<std::size_t> only = {};
  bool upgrade = false;

  [[nodiscard]] bool selects(std::size_t patch) const {
    return only.empty() || only.contains(patch);
  }
};

class StackModel {
 public:
  /// `revisions[manifest][patch][revision]`.
  StackModel(ModelTree base, std::vector<std::vector<std::vector<Revision>>> revisions)
      : base_(base), tree_(std::move(base)), revisions_(std::move(revisions)) {}

  /// Carries a command out, or says that it must be refused.
  bool apply(const Asked& asked);
  bool revert(const Asked& asked);
  /// Every file is at its base again.
  void check_out();
  /// Somebody makes the result of a patch that is not applied by hand, on files that no patch has
  /// touched; or says that this is no such patch.
  bool make_by_hand(std::size_t manifest, Listed listed);
  /// That patch is recorded, at the bottom.
  void adopt(std::size_t manifest, Listed listed);

  [[nodiscard]] const ModelTree& tree() const { return tree_; }
  [[nodiscard]] const std::vector<Standing>& stack() const { return stack_; }

 private:
  struct Item {
    Standing standing;
    bool recorded;   ///< `standing.before` is what it found.
    bool plannable;  ///< May be planned where that is not so.
  };
  struct Laid {
    std::vector<Standing> placed;
    std::set<std::size_t> lost;  ///< Numbers of own patches that got no place.
    bool whole = true;
    ModelTree end;
  };
  [[nodiscard]] const Revision& revision_of(const Standing& standing) const;
  [[nodiscard]] const Standing* standing_of(const Asked& asked, std::size_t patch) const;
  [[nodiscard]] bool is_orphan(const Asked& asked, const Standing& standing) const;
  [[nodiscard]] std::vector<Item> own_items(const Asked& asked,
                                            const std::set<std::size_t>& wish) const;
  [[nodiscard]] std::vector<Item> items(const Asked& asked, const std::set<std::size_t>& wish,
                                        bool orphans_go) const;
  [[nodiscard]] Laid lay(const Asked& asked, const std::vector<Item>& items) const;
  [[nodiscard]] Laid planned(const Asked& asked) const;
  [[nodiscard]] bool is_out_of_order(const Asked& asked, const Standing& standing) const;
  [[nodiscard]] bool may_apply(const Asked& asked) const;
  [[nodiscard]] bool is_blocked(const Asked& asked, const Laid& planned, std::size_t patch) const;
  bool settle(const Laid& target);

  ModelTree base_;
  ModelTree tree_;
  std::vector<std::vector<std::vector<Revision>>> revisions_;
  std::vector<Standing> stack_;
};

/// The bytes of a file.
[[nodiscard]] std::string bytes_of(const ModelFile& file);

}  // namespace patcher::testing
