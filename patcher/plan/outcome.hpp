// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/plan/drill_outcome.hpp"
#include "patcher/plan/family_outcome.hpp"
#include "patcher/plan/state.hpp"

namespace patcher {

struct ImageRecipe;
struct Patch;

/// Where an edit stands in the bytes as found.
struct FoundPlace {
  std::uint32_t line = 0;  ///< 1-based.
  std::string in;          ///< Innermost definition; empty at module level or when unknown.
};

struct EditOutcome {
  std::size_t index = 0;  ///< 0-based, in the patch's `edits`.
  std::string file;
  std::optional<State> state;  ///< None where no tree was looked at.
  std::vector<FoundPlace> places;
  /// Of an edit with several anchors the one that fits, 0-based; none where that cannot be told.
  std::optional<std::size_t> alternative = std::nullopt;
  std::string left_out = {};  ///< Why it may be left out, where it is; else empty.
};

/// A file that a recorded patch wrote, where no manifest says by which edit.
struct FileOutcome {
  std::string file;
  State state = State::applied;  ///< applied, modified, or pristine for one that is back.
};

struct PatchOutcome {
  std::string id;
  std::string tree;
  std::string title;
  std::optional<State> state;  ///< None where no tree was looked at.
  std::vector<EditOutcome> edits;
  bool adopted = false;                 ///< Recorded as it was found; see Settled.
  std::string manifest = {};            ///< Where only a record was read: whose patch it is.
  std::vector<FileOutcome> files = {};  ///< Where only a record was read.
  std::string left_out = {};            ///< Why it may be left out, where it is; else empty.
  std::string optional = {};            ///< Why it may be left out, where no tree was looked at.
  std::string when = {};                ///< The bases that it is for, where no tree was looked at.
};

/// Says whether the set is whole without the patch: it is optional and nothing of what it edits is
/// there, or it is not for this base.
[[nodiscard]] bool is_left_out(const PatchOutcome& patch);

/// A part of a tree that is in a folder of its own.
struct PartOutcome {
  std::string path;   ///< In the tree.
  std::string where;  ///< The folder as it was found or given.
};

struct TreeOutcome {
  std::string tree;
  std::string where;  ///< The root as it was found or given.
  std::string pin;    ///< Empty when there is none.
  std::string at;     ///< Commit of the checkout; empty when unknown.
  std::vector<PartOutcome> map = {};
};

/// A file that a run changed, or would change in a dry run.
struct ChangedFile {
  std::string tree;  ///< Empty for a file that is of no tree: a lock.
  std::string path;
};

/// A rebuild that must still run before the tree may be used.
struct PendingRebuild {
  std::string tree;
  std::string id;
  std::string manifest;

  friend bool operator==(const PendingRebuild&, const PendingRebuild&) = default;
};

/// A check that must still pass before the tree may be used.
struct PendingCheck {
  std::string tree;
  std::string manifest;
  std::string patch;    ///< Empty for a check of the whole set.
  std::string id;       ///< The check's own name; may be empty.
  std::string command;  ///< As `spelled` has it.

  friend bool operator==(const PendingCheck&, const PendingCheck&) = default;
};

/// What became of one command of one check.
struct CheckOutcome {
  enum class Verdict { passed, failed, not_run };
  std::string tree;
  std::string patch;    ///< Empty for a check of the whole set.
  std::string id;       ///< The check's own name; may be empty.
  std::string command;  ///< What ran, or was to run, for people.
  Verdict verdict = Verdict::not_run;
  std::string why;  ///< Why it failed or was not run; empty for one that passed.
};

[[nodiscard]] std::string_view name_of(CheckOutcome::Verdict verdict);

/// A patch of a tree, by name.
struct NamedPatch {
  std::string tree;
  std::string id;
};

/// Patches that a run did, or in a dry run would do, more to than apply or take out.
struct Settled {
  std::vector<NamedPatch> adopted;   ///< Recorded as they stood.
  std::vector<NamedPatch> upgraded;  ///< Their recorded revision or order gave way to the present.
  std::vector<NamedPatch> removed;   ///< Taken out, because the manifest no longer has them.
  std::vector<std::string> records_removed = {};  ///< Trees in which nothing but the record went.
  std::vector<std::string> records_renewed =
      {};  ///< Trees in which nothing but the record changed.
};

/// One file before and after, for a unified diff. Null bytes mean that there is no file.
struct FileDiff {
  std::string tree;
  std::string path;
  std::string patch;  ///< Empty when the diff is of the whole set.
  std::string before;
  std::string after;
  std::uint32_t mode_before = 0;  ///< Permission bits; 0 when there is no file before.
  std::uint32_t mode_after = 0;   ///< Permission bits; 0 when there is no file after.
  std::string from = {};          ///< Where the file was, if it moves; else empty.
  /// The blob ids of both sides where one is no text, as git's `index` line has them; else empty.
  std::string binary_ids = {};
};

/// A fix that the manifest knows of and does not carry.
struct LedgerLine {
  std::string id;
  std::string tree;
  std::string why;
  std::vector<std::string> links;
};

/// A definition of a source file, as a scope can name and pin it.
struct ScopeOutcome {
  std::string path;              ///< As it names this definition alone, where that can be done.
  std::uint32_t first_line = 0;  ///< 1-based.
  std::uint32_t last_line = 0;   ///< 1-based, included.
  std::string signature;         ///< Its head, white space folded.
  std::string body;              ///< The digest of its tokens.
};

/// Everything that one run of a command has to say; report/ turns it into text or JSON.
struct Outcome {
  std::string command;   ///< `status`, `apply`, ...
  std::string manifest;  ///< The manifest's name; empty when it could not be read.
  int exit = 0;
  std::vector<TreeOutcome> trees;
  std::vector<PatchOutcome> patches;
  std::vector<PendingRebuild> pending;
  std::vector<PendingCheck> pending_checks;
  std::vector<ChangedFile> changed;
  std::vector<std::string> rebuilt;
  std::vector<CheckOutcome> checks;  ///< In the order in which they ran.
  Settled settled;
  std::vector<std::string> interrupted =
      {};  ///< Trees that this run left in the middle of a write.
  std::vector<FileDiff> diffs;
  std::vector<LedgerLine> ledger;
  std::vector<ScopeOutcome> scopes;          ///< What `scope` shows.
  std::vector<FamilyOutcome> families = {};  ///< What `lint --tables` shows.
  std::vector<PatchDrill> drills = {};       ///< What `verify --drill` came to.
  std::shared_ptr<const Patch> shown;        ///< What `show` shows; null for other commands.
  std::shared_ptr<const ImageRecipe> recipe = nullptr;  ///< What `image init` prints.
  std::string document = {};  ///< What another program is to read, as it is printed.
  Diagnostics diagnostics;
  std::string summary;  ///< What the run came to, one line without an ending.
};

}  // namespace patcher
