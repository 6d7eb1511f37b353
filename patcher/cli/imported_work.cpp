// SPDX-License-Identifier: MIT
#include "patcher/cli/imported_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "patcher/import/applied_diff.hpp"
#include "patcher/import/compared_trees.hpp"
#include "patcher/import/diff_message.hpp"
#include "patcher/import/mail.hpp"
#include "patcher/import/moved_files.hpp"
#include "patcher/import/proof.hpp"
#include "patcher/manifest/diff.hpp"
#include "patcher/manifest/load.hpp"
#include "patcher/plan/changed_tree.hpp"
#include "patcher/tree/git_changes.hpp"
#include "patcher/tree/git_tree.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

using OpenedTree = Result<std::unique_ptr<Tree>>;

bool is_git(const std::string& where) { return where.starts_with(kGitPrefix); }

OpenedTree opened(const std::string& where, FileSystem& files) {
  if (is_git(where)) {
    auto tree = open_git_tree(where);
    if (!tree) return std::move(tree).error();
    return std::unique_ptr<Tree>(*std::move(tree));
  }
  auto tree = Worktree::open(where, files);
  if (!tree) return std::move(tree).error();
  return std::unique_ptr<Tree>(*std::move(tree));
}

/// The tree that a diff was made from.
OpenedTree opened_root(const Options& options, FileSystem& files) {
  const auto root = options.roots.find(options.tree);
  if (root != options.roots.end()) return opened(root->second, files);
  return usage_error(
      fmt::format("a diff needs the tree that it was made from: there is no --root "
                  "for tree '{}'",
                  options.tree),
      fmt::format("write '--root {}=WHERE': a folder, or git:REPO@REV", options.tree));
}

/// A diff or mail, as it was read.
struct DiffText {
  std::string name;   ///< For people.
  std::string bytes;  ///< As they were read.
  std::string text;   ///< Decoded.
};

Result<DiffText> read_diff(const std::string& file) {
  auto bytes = DiskSource{}.read(file, kMostBytes);
  if (!bytes) return std::move(bytes).error();
  std::string text;
  for (const std::string& mail : mails_in(*bytes)) text += decoded_mail(mail);
  return DiffText{file, *std::move(bytes), std::move(text)};
}

/// The work of one source, being put together.
class Taking {
 public:
  explicit Taking(FileSystem& files) : files_(files) {}

  /// Applies `text` on top of what was taken so far.
  Status add_diff(const DiffText& text) {
    const auto diff = parse_diff(text.text, text.name);
    if (!diff) return diff.error();
    const Tree& tree = *work_.trees.back();
    DiffedTree diffed(tree);
    Status applied = diffed.apply(*diff, {});
    if (!applied) return applied;
    const std::string name = fs::path(text.name).filename().string();
    return add({diffed.changes(), message_of_diff(text.bytes, name)}, text.name);
  }

  Status begin_at(OpenedTree tree) {
    if (!tree) return std::move(tree).error();
    work_.trees.push_back(*std::move(tree));
    return {};
  }

  /// Takes `change` and goes on from its new side.
  Status add(Change change, const std::string& where) {
    if (change.files.empty()) {
      return Diagnostic{.code = Code::content_differs,
                        .message = fmt::format("there is nothing to import in {}: both sides are "
                                               "the same",
                                               where),
                        .hint = "name another revision of the old side"};
    }
    const Tree& tree = *work_.trees.back();
    work_.trees.push_back(std::make_unique<ChangedTree>(tree, written_by(change)));
    work_.pieces.push_back({&tree, std::move(change)});
    return {};
  }

  /// Takes what is at `paths` of `after` other than in the tree.
  Status add_paths(const std::string& after, const std::vector<TreePath>& paths,
                   ChangeMessage message) {
    auto there = opened(after, files_);
    if (!there) return std::move(there).error();
    auto changed = differences(*work_.trees.back(), **there, paths, Modes::of_git);
    if (!changed) return std::move(changed).error();
    return add({with_moves(*std::move(changed)), std::move(message)}, after);
  }

  void note(std::string message, std::string hint) {
    work_.notes.push_back({.severity = Severity::note,
                           .code = Code::left_out,
                           .message = std::move(message),
                           .hint = std::move(hint)});
  }

  [[nodiscard]] ImportedWork take() { return std::move(work_); }

 private:
  FileSystem& files_;
  ImportedWork work_;
};

Status take_diff(const Options& options, FileSystem& files, Taking& taking) {
  Status begun = taking.begin_at(opened_root(options, files));
  if (!begun) return begun;
  const auto text = read_diff(options.import.diff);
  return text ? taking.add_diff(*text) : Status(text.error());
}

/// The files of a series: the file itself, or those of the folder that are named as mails are.
Result<std::vector<std::string>> files_of_series(const std::string& where) {
  std::error_code failed;
  if (!fs::is_directory(where, failed)) return std::vector{where};
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(where, failed)) {
    const std::string extension = entry.path().extension().string();
    const bool is_mail = extension == ".patch" || extension == ".diff" || extension == ".eml" ||
                         extension == ".mbox";
    if (is_mail) files.push_back(entry.path().string());
  }
  if (failed) {
    return Diagnostic{
        .code = Code::io_error,
        .message = fmt::format("the folder \"{}\" cannot be read: {}", where, failed.message())};
  }
  if (files.empty()) {
    return usage_error(fmt::format("there is no mail in '{}'", where),
                       "a mail's name ends in .patch, .diff, .eml or .mbox");
  }
  std::ranges::sort(files);
  return files;
}

Result<std::vector<DiffText>> texts_of_series(const std::string& where) {
  const auto files = files_of_series(where);
  if (!files) return files.error();
  std::vector<DiffText> texts;
  for (const std::string& file : *files) {
    const auto bytes = DiskSource{}.read(file, kMostBytes);
    if (!bytes) return bytes.error();
    const std::vector<std::string> mails = mails_in(*bytes);
    for (std::size_t i = 0; i < mails.size(); ++i) {
      const std::string which = mails.size() == 1 ? "" : fmt::format(", mail {}", i + 1);
      texts.push_back({file + which, mails[i], decoded_mail(mails[i])});
    }
  }
  return texts;
}

Status take_series(const Options& options, FileSystem& files, Taking& taking) {
  Status begun = taking.begin_at(opened_root(options, files));
  if (!begun) return begun;
  const auto texts = texts_of_series(options.import.series);
  if (!texts) return texts.error();
  for (const DiffText& text : *texts) {
    if (is_cover_letter(text.text)) {
      taking.note(fmt::format("'{}' is a cover letter: it changes nothing", text.name), "");
      continue;
    }
    Status added = taking.add_diff(text);
    if (!added) return added;
  }
  return {};
}

Status take_commit(const Options& options, FileSystem& files, Taking& taking) {
  const auto commit = commit_change(options.import.commit);
  if (!commit) return commit.error();
  Status begun = taking.begin_at(opened(commit->before, files));
  if (!begun) return begun;
  return taking.add_paths(options.import.commit, commit->paths, message_of_commit(*commit));
}

Status take_checkout(const Options& options, FileSystem& files, Taking& taking) {
  const std::string& folder = options.import.checkout;
  const std::string since = options.import.since.empty() ? "HEAD" : options.import.since;
  const auto checkout = checkout_change(folder, since);
  if (!checkout) return checkout.error();
  Status begun = taking.begin_at(opened(checkout->before, files));
  if (!begun) return begun;
  for (const TreePath& path : checkout->untracked) {
    taking.note(fmt::format("'{}' is new: git does not know it, and it is taken", path.str()),
                "have git ignore it if it is none of the change");
  }
  ChangeMessage message = message_titled("a change of a checkout");
  message.origin = {fmt::format("Imported from a checkout of commit {}.", checkout->id)};
  return taking.add_paths(folder, checkout->paths, std::move(message));
}

Status take_two_sides(const Options& options, FileSystem& files, Taking& taking) {
  auto before = opened(options.import.from, files);
  if (!before) return std::move(before).error();
  auto after = opened(options.import.to, files);
  if (!after) return std::move(after).error();
  const bool has_git = is_git(options.import.from) || is_git(options.import.to);
  auto changed = differences(**before, **after, has_git ? Modes::of_git : Modes::to_the_bit);
  if (!changed) return std::move(changed).error();
  Status begun = taking.begin_at(std::move(before));
  if (!begun) return begun;
  return taking.add({with_moves(*std::move(changed)), message_titled("a change of a tree")},
                    options.import.to);
}

Status taken(const Options& options, FileSystem& files, Taking& taking) {
  const Options::Import& import = options.import;
  if (!import.diff.empty()) return take_diff(options, files, taking);
  if (!import.series.empty()) return take_series(options, files, taking);
  if (!import.commit.empty()) return take_commit(options, files, taking);
  if (!import.checkout.empty()) return take_checkout(options, files, taking);
  return take_two_sides(options, files, taking);
}

}  // namespace

Result<ImportedWork> imported_work(const Options& options, FileSystem& files) {
  Taking taking(files);
  const Status done = taken(options, files, taking);
  if (!done) return done.error();
  ImportedWork work = taking.take();
  for (ImportedPiece& piece : work.pieces) {
    ChangeMessage& message = piece.change.message;
    if (!options.import.title.empty()) message.title = options.import.title;
    if (!options.import.why.empty()) message.why = options.import.why;
  }
  return work;
}

}  // namespace patcher
