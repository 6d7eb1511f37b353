// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/manifest/anchor.hpp"

namespace patcher {

/// What a text edit does with the place that its anchor names.
enum class Action {
  replace,        ///< The anchor's bytes give way to the new text.
  insert_before,  ///< The new text stands right before the anchor.
  insert_after,   ///< The new text stands right after the anchor.
  insert_between  ///< The new text stands between the two lines of a `between:` anchor.
};

/// Whether `$1` and `${name}` in new text stand for what a group of the pattern took.
enum class References { literal, expanded };

/// What a `file:` names.
enum class Files {
  named,        ///< The file of that path.
  only_caught,  ///< The one file that the glob catches.
  all_caught    ///< All files that the glob catches; `count` is the total over them.
};

/// An edit of text.
struct TextEdit {
  TreePath file;  ///< A path, or a glob.
  std::optional<Scope> scope;
  Anchor anchor;
  std::vector<Anchor> others = {};  ///< Alternatives to `anchor`; exactly one of all may fit.
  std::size_t count = 1;            ///< Exact number of places, at least 1.
  Action action = Action::replace;
  std::string text;  ///< New text, without the one optional final newline.
  References references = References::literal;  ///< Of `text`; expanded for a pattern only.
  std::optional<std::size_t> indent;            ///< Pins the anchor's base indentation, in bytes.
  int reindent = 0;                             ///< Columns by which the new text is shifted.
  Place text_where = {};                        ///< The new text's value in the patch file.
  Files files = Files::named;
};

/// A file that must not be there yet.
struct AddFile {
  TreePath file;
  std::string content;
  std::uint32_t mode = 0644;  ///< Permission bits.
};

/// A file that must be there with exactly `content`.
struct RemoveFile {
  TreePath file;
  std::string content;
};

/// A change of a file's permission bits.
struct ModeOf {
  TreePath file;
  std::uint32_t mode = 0644;
  std::optional<std::uint32_t> was;  ///< The bits that must be there before; any others if absent.
};

struct Move;

/// The file that a move takes away.
struct MoveAway {
  TreePath file;
  std::shared_ptr<const Move> move;  ///< Never null.
};

/// The file that a move brings. Stands in a patch right behind its `MoveAway`.
struct MoveHere {
  TreePath file;
  std::shared_ptr<const Move> move;  ///< Never null.
};

struct TableChange;

/// An edit of a table of comma-separated cells.
struct TableEdit {
  TreePath file;
  std::shared_ptr<const TableChange> change;  ///< Never null; shared by the copies of a patch.
};

struct JsonChange;

/// An edit of values of a JSON file.
struct JsonEdit {
  TreePath file;
  std::shared_ptr<const JsonChange> change;  ///< Never null; shared by the copies of a patch.
};

/// One edit of a patch: where and what. A `diff:` is several of them, which share its number.
struct Edit {
  std::variant<TextEdit, AddFile, RemoveFile, ModeOf, MoveAway, MoveHere, TableEdit, JsonEdit> what;
  Place where;                     ///< The edit's first key in the patch file.
  Place anchor_where;              ///< The anchor's value, or the path for whole-file edits.
  std::vector<ExcerptLine> lines;  ///< Source lines at `anchor_where`, for messages.
  std::size_t number = 0;          ///< 0-based, in the patch file's `edits`.
  std::string optional =
      {};  ///< Why it may be left out where what it edits is not there; or empty.
};

/// A file that gets another path, and may change on the way.
struct Move {
  TreePath from;
  TreePath to;
  std::vector<Edit> hunks;            ///< Text edits of `from`.
  std::optional<std::uint32_t> was;   ///< The permission bits that it must have before.
  std::optional<std::uint32_t> mode;  ///< Those that it gets; it keeps its own if absent.
};

/// The file that `edit` is about, or the glob that catches its files.
[[nodiscard]] const TreePath& file_of(const Edit& edit);
/// Whether `edit` names its files by a glob.
[[nodiscard]] bool has_glob(const Edit& edit);

/// A statement about the bytes of one file: a condition of `ensure:` or `obsolete_if:`.
struct Claim {
  /// Literal bytes that must occur: exactly `count` times, or at least once.
  struct Present {
    std::string text;
    std::optional<std::size_t> count;
  };
  /// Literal bytes that must not occur.
  struct Absent {
    std::string text;
  };
  /// The whole file (or the scope) must parse without an error.
  struct Parses {
    std::string language;
  };

  TreePath file;
  std::optional<Scope> scope;
  std::variant<Present, Absent, Parses> what;
  Place where;
};

/// On which bases a patch is meant; all that is given must hold.
struct When {
  std::string tree;            ///< As it is spelled beside the commits; or empty.
  std::string since;           ///< A commit that the tree's history must have; or empty.
  std::string before;          ///< A commit that it must not have; or empty.
  std::optional<Claim> claim;  ///< What must be true of the base's bytes.
  Place where;
  std::vector<ExcerptLine> lines;  ///< Source lines at `where`, for messages.
};

/// A command, or a look at compiled code, that judges a patch or a set after it is written.
struct Check {
  std::vector<std::string> run;    ///< Program and arguments, with `{file}`, `{here}`, `{root}`.
  std::vector<std::string> needs;  ///< Labels of what it needs: `gpu`, `rocm`, `network`.
  Place where;
  std::string id = {};    ///< A name of its own; may be empty.
  std::string tree = {};  ///< Of a set's check: in which tree it runs. Of a patch's: empty.
  /// Names or texts that the code of `file` must use; then `run` is empty.
  std::vector<std::string> bytecode_has = {};
  TreePath file = {};     ///< The Python file beside `bytecode_has`.
  long time_limit = 600;  ///< In seconds.
};

/// `check` in one line, for people: its command with the placeholders as they are.
[[nodiscard]] std::string spelled(const Check& check);

/// Where a patch stands upstream.
struct Upstream {
  enum class State { not_submitted, submitted, merged, rejected, not_applicable };
  State state = State::not_submitted;
  std::vector<std::string> links;
  std::string drop_when;
};
[[nodiscard]] std::string_view name_of(Upstream::State state);

/// A file whose bytes a patch file takes in.
struct PayloadFile {
  std::string file;    ///< As the patch file spells it.
  std::string sha256;  ///< Of its bytes, in hex digits.
};

/// One concern: a list of edits on one tree and the reason for them.
struct Patch {
  std::string id;
  std::string tree;
  std::string title;
  std::string why;
  Upstream upstream;
  std::vector<Claim> obsolete_if;
  std::vector<Edit> edits;
  std::vector<Claim> ensure;
  std::vector<Check> checks;
  std::string file;      ///< The patch file, as it was opened.
  std::string revision;  ///< `sha256:<hex>` over the patch file's bytes (CRLF read as LF) and its
                         ///< payloads'.
  std::string sha256;    ///< Of the patch file alone (CRLF read as LF), in hex digits.
  std::vector<PayloadFile> payloads;  ///< In the order in which the edits name them; each once.
  Place where;  ///< Its entry in the manifest, or the patch file's first line.
  std::string optional =
      {};  ///< Why it may be left out where what it edits is not there; or empty.
  std::optional<When> when = std::nullopt;
};

/// Every file that an edit or a claim of `patch` names by its path, for whatever use.
[[nodiscard]] std::set<TreePath> files_named_by(const Patch& patch);
/// Every glob by which an edit of `patch` names files, to edit them or to judge by them.
[[nodiscard]] std::set<std::string> globs_of(const Patch& patch);

/// A folder of a tree that does not lie below the tree's root.
struct MappedPart {
  struct Path {
    std::string path;  ///< Absolute, or a path below the root.
  };
  struct Python {
    std::string package;
    std::string below;  ///< A path below the package's own folder; empty for that folder.
  };
  TreePath at;  ///< In the tree.
  std::variant<Path, Python> what;
  Place where;
};

/// One way to find a tree's root: a folder, or an installed Python package.
struct Location {
  struct Path {
    std::string path;
  };
  struct Python {
    std::string package;
    std::size_t up = 0;  ///< Folders to go up from the package's own folder.
  };
  std::variant<Path, Python> what;
  Place where;
  std::vector<MappedPart> map = {};  ///< Ascending by path; no part lies in another.
};

/// One source tree that a manifest edits.
struct TreeSpec {
  std::string name;
  std::string upstream;
  std::string commit;  ///< The pin; empty for a patch file used as a manifest.
  std::vector<Location> locate;
  std::vector<std::string> definitions;  ///< Preprocessor names taken as defined.
  std::vector<std::string> undefined;    ///< Preprocessor names taken as not defined.
  Place where;
};

/// A command that must run when certain files of a tree changed.
struct Rebuild {
  std::string id;
  std::string tree;
  std::vector<std::string> when_changed;  ///< Paths or globs below the tree's root.
  std::vector<std::string> remove;
  std::vector<std::string> run;
  std::vector<std::string> produces;
  std::map<std::string, std::string> env;
  Place where;
  long time_limit = 3600;  ///< In seconds.
};

/// A fix that is known and not carried: shown, never planned.
struct LedgerEntry {
  std::string id;
  std::string tree;
  std::string why;
  std::vector<std::string> links;
  Place where;
  std::string title = {};  ///< May be empty.
};

/// The image that the trees come from.
struct BaseImage {
  std::string image;
  std::string digest;
};

/// An ordered set of patches over pinned trees.
struct Manifest {
  std::string name;
  std::string file;    ///< As it was opened.
  std::string sha256;  ///< Of the file's bytes (CRLF read as LF), in hex digits.
  BaseImage base;
  std::vector<TreeSpec> trees;  ///< In the manifest's order.
  std::vector<Patch> patches;   ///< In the order in which they apply.
  std::vector<Rebuild> rebuilds;
  std::vector<Check> checks;
  std::vector<LedgerEntry> ledger;

  [[nodiscard]] const TreeSpec* tree(std::string_view name) const;
  /// Whether any patch is for the tree `name`.
  [[nodiscard]] bool edits(std::string_view name) const;
};

}  // namespace patcher
