// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/image/lint.hpp"
#include "patcher/manifest/schema.hpp"
#include "patcher/plan/state.hpp"

namespace patcher {

enum class Command {
  apply,
  revert,
  rebuild,
  check,
  lock,
  status,
  list,
  show,
  diff,
  verify,
  drift,
  lint,
  import_change,
  export_patches,
  new_patch,
  scope,
  image_init,
  image_key,
  image_lint,
  report_provenance,
  report_waiver,
  schema,
  completion
};
enum class Format { human, json, github };
enum class ColourChoice { automatic, always, never };
enum class RunMode { real, dry };
enum class RebuildPolicy { automatic, never, always };
/// Whether a run is held to the lock beside the manifest.
enum class LockUse { none, demanded };
/// What `lock` does: write the lock, or say whether it is fresh.
enum class LockRun { write, check };
enum class Adopt { no, yes };
enum class DiffSide { to_come, applied };
/// Whether `verify` proves each patch by itself as well.
enum class Each { no, yes };
/// Whether `verify` tries every edit on mutants of its base as well.
enum class Drilling { no, yes };
enum class Shell { bash, zsh, fish };

/// Its words on the command line; more than one for a command of a command.
[[nodiscard]] std::string_view name_of(Command command);

/// What the command line asks for. Fields that a command does not take keep their defaults.
struct Options {
  Command command = Command::status;
  std::string manifest;                      ///< Path as given.
  std::map<std::string, std::string> roots;  ///< `--root TREE=WHERE`.
  /// `--root TREE:FOLDER=WHERE`: for each tree, folders of it that lie elsewhere.
  std::map<std::string, std::map<std::string, std::string>> parts;
  std::string tree;                ///< `--tree NAME`; empty for all.
  std::set<std::string> only;      ///< `--only ID`; empty for all.
  std::string id;                  ///< Of one patch.
  std::set<std::string> ids;       ///< Of `rebuild` and `check`; empty for what they do then.
  std::set<std::string> provided;  ///< `--with LABEL`: what checks may need, and is here.
  std::string file;   ///< Of `scope`, `image lint` and `report waiver --check`, as given.
  std::string scope;  ///< Of `scope`; empty for all definitions.
  std::vector<std::string> defined;    ///< `--define NAME`.
  std::vector<std::string> undefined;  ///< `--undefine NAME`.
  std::string tables;                  ///< `--tables DIR`, instead of a manifest.
  std::string recorded;                ///< `--recorded NAME`, instead of a manifest.
  /// Of `import`: what is taken over, and what the patch file says besides.
  struct Import {
    std::string diff;      ///< `--diff F`, or
    std::string series;    ///< `--series WHERE`: a mailbox, or a folder of mails, or
    std::string commit;    ///< `--commit git:REPO@REV`, or
    std::string checkout;  ///< `--checkout DIR`, against
    std::string since;     ///< `--since REV`; its HEAD if empty, or
    std::string from;      ///< `--from WHERE` with
    std::string to;        ///< `--to WHERE`: folders, or `git:REPO@REV`.
    std::string title;     ///< Empty for the change's own.
    std::string why;       ///< Empty for the change's own.
  };
  Import import = {};
  std::string author;  ///< `--author`, of `export`; empty for nobody.
  std::string out;     ///< `-o`: the file or folder to write; empty for none.
  /// Of `image lint`, besides `manifest` and `file`.
  struct ImageLint {
    std::vector<std::string> documents;            ///< `--docs FILE`.
    std::map<std::string, std::string> arguments;  ///< `--build-arg NAME=VALUE`.
    Builder builder = Builder::unknown;
    InlineAllowed inline_allowed = InlineAllowed::yes;
  };
  ImageLint image_lint = {};
  std::vector<std::string> files;  ///< Of `image key`: what counts besides the set.
  std::string base;                ///< `--base NAME@DIGEST`; empty for the manifest's.
  std::string subject;             ///< `--subject NAME@DIGEST`, of `report provenance`.
  std::string platform;            ///< `--platform OS/ARCH`; empty for none.
  unsigned pull_request = 0;       ///< `--pr N`; 0 for none.
  /// `--since [TREE=]REV` of `drift`, by tree; the empty name stands for all others.
  std::map<std::string, std::string> since;
  std::set<std::string> give_up;  ///< `--give-up DIR`: absolute paths without links.
  RunMode mode = RunMode::real;
  LockUse lock_use = LockUse::none;
  LockRun lock_run = LockRun::write;
  RebuildPolicy rebuild = RebuildPolicy::automatic;
  Adopt adopt = Adopt::no;
  Upgrade upgrade = Upgrade::no;
  DiffSide side = DiffSide::to_come;
  Each each = Each::no;
  Drilling drill = Drilling::no;
  std::optional<State> require;  ///< applied or pristine.
  FileKind kind = FileKind::patch;
  Shell shell = Shell::bash;
  Format format = Format::human;
  ColourChoice colour = ColourChoice::automatic;
};

/// A command line that is answered at once: help, the version, or a usage error.
struct Answer {
  int exit = 0;
  std::string out;
  std::string err;
  Format format = Format::human;
  std::string command;
};

/// The error (usage) for options that do not go together, or not with what they name.
[[nodiscard]] Diagnostic usage_error(std::string message, std::string hint);

/// Reads the command line, the program's name left out.
[[nodiscard]] std::variant<Options, Answer> parse_options(
    const std::vector<std::string>& arguments);

/// A script for `shell` that completes commands, options and their fixed values.
[[nodiscard]] std::string completion_script(Shell shell);

}  // namespace patcher
