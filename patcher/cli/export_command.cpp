// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/known_patch.hpp"
#include "patcher/cli/new_files.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/patch_series.hpp"
#include "patcher/plan/planned_tree.hpp"
#include "patcher/report/mail_report.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNobody = "patcher <patcher@localhost>";

/// Whether `author` is `NAME <ADDRESS>`, in one line.
bool names_an_author(const std::string& author) {
  const std::size_t begin = author.rfind(" <");
  if (begin == std::string::npos || begin == 0 || author.back() != '>') return false;
  const std::string address = author.substr(begin + 2, author.size() - begin - 3);
  const bool in_one_line = std::ranges::none_of(
      author, [](char letter) { return static_cast<unsigned char>(letter) < 0x20; });
  return in_one_line && address.find('@') != std::string::npos &&
         address.find_first_of(" <>") == std::string::npos;
}

Status is_writable(const Options& options) {
  if (!options.author.empty() && !names_an_author(options.author)) {
    return usage_error(fmt::format("'{}' is no author", options.author),
                       "write it as git does: --author 'NAME <NAME@EXAMPLE.ORG>'");
  }
  std::error_code unseen;
  if (!fs::exists(options.out, unseen)) return {};
  if (fs::is_directory(options.out, unseen) && fs::is_empty(options.out, unseen)) return {};
  return usage_error(fmt::format("'{}' is there, and is no empty folder", options.out),
                     "name a new folder: what lies there would be taken for a part of the series");
}

Status names_a_patch(const Options& options) {
  if (options.id.empty()) return {};
  Outcome unsaid;  // The session says the warnings.
  const Result<Manifest> manifest = load(options, unsaid);
  return manifest ? known_patch(*manifest, options.id) : Status(manifest.error());
}

Diagnostic foreign_patches(const SessionTree& tree) {
  Diagnostic diagnostic = usage_error(
      fmt::format("tree '{}' has patches that are none of this set's: what is below them alone is "
                  "upstream's",
                  tree.root.spec->name),
      fmt::format("export on a commit: --root {}=git:REPO@REV", tree.root.spec->name));
  diagnostic.tree = tree.root.spec->name;
  return diagnostic;
}

/// What the command says of a change that a mail cannot carry.
Diagnostics lost_on_the_way(const PatchDiff& diff) {
  Diagnostics said;
  const auto executes = [](std::uint32_t mode) { return (mode & 0100U) != 0; };
  for (const FileDiff& file : diff.files) {
    const bool same = executes(file.mode_before) == executes(file.mode_after);
    if (file.mode_before == 0 || file.mode_after == 0 || !same) continue;
    if (file.mode_before == file.mode_after) continue;
    said.push_back({.severity = Severity::warning,
                    .code = Code::mode_differs,
                    .message = fmt::format("git has no other permissions than whether '{}' may be "
                                           "executed: {:04o} to {:04o} is not exported",
                                           file.path, file.mode_before, file.mode_after),
                    .patch = diff.patch->id,
                    .tree = file.tree,
                    .target = {file.path, 0, 0}});
  }
  return said;
}

/// The mails of a run, as files by their paths.
class Export {
 public:
  Export(const Options& options, Outcome& outcome) : options_(options), outcome_(outcome) {}

  void add(const SessionTree& tree) {
    const Result<SetBase> base = SetBase::below(*tree.assessment);
    if (!base) return append(outcome_.diagnostics, base.error().diagnostics());
    const Assessment& found = base->assessment();
    if (!found.stack().layers.empty()) outcome_.diagnostics.push_back(foreign_patches(tree));
    TreePlan plan = plan_apply(found, options_.only);
    std::ranges::move(plan.patches, std::back_inserter(outcome_.patches));
    const bool refused = has_error(plan.refusals);
    append(outcome_.diagnostics, std::move(plan.refusals));
    if (refused) return;
    const std::string commit = tree.root.stored ? tree.root.commit() : std::string();
    add(patch_series(found, options_.only), commit);
  }

  [[nodiscard]] std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> files;
    for (const auto& [tree, mails] : mails_) {
      const fs::path folder =
          mails_.size() == 1 ? fs::path(options_.out) : fs::path(options_.out) / tree;
      for (const auto& [name, text] : mails) files.emplace((folder / name).string(), text);
    }
    return files;
  }

 private:
  void add(const std::vector<PatchDiff>& series, const std::string& commit) {
    PatchMail mail;
    mail.count = series.size();
    mail.author = options_.author.empty() ? kNobody : options_.author;
    mail.base = commit;
    for (const PatchDiff& diff : series) {
      append(outcome_.diagnostics, lost_on_the_way(diff));
      mail.patch = diff.patch;
      mail.files = diff.files;
      const std::string name = fmt::format("{:04}-{}.patch", mail.number, diff.patch->id);
      mails_[diff.patch->tree].emplace(name, render_mail(mail));
      ++mail.number;
    }
  }

  const Options& options_;
  Outcome& outcome_;
  std::map<std::string, std::map<std::string, std::string>> mails_;  ///< By tree, then by name.
};

Diagnostic nobody() {
  return {.severity = Severity::note,
          .code = Code::usage,
          .message = fmt::format("the mails are from '{}'", kNobody),
          .hint = "say who sends them: --author 'NAME <NAME@EXAMPLE.ORG>'"};
}

/// Reads the trees and makes the mails; gives how many were written, if nothing was refused.
Result<std::size_t> carried_out(const Options& options, FileSystem& files, Outcome& outcome) {
  const Status writable = is_writable(options);
  if (!writable) return writable.error();
  const Status known = names_a_patch(options);
  if (!known) return known.error();
  const auto session = Session::open(options, Session::Hold::read, files, outcome);
  if (!session) return session.error();
  Export mails(options, outcome);
  for (const SessionTree& tree : (*session)->trees()) mails.add(tree);
  if (has_error(outcome.diagnostics)) return std::size_t{0};
  const auto made = mails.files();
  if (made.empty()) {
    return Diagnostic{.code = Code::content_differs,
                      .message = "there is nothing to export: no patch changes anything here"};
  }
  const Status written = write_new_files(made, files);
  if (!written) return written.error();
  for (const auto& [path, text] : made) outcome.changed.push_back({"", path});
  if (options.author.empty()) outcome.diagnostics.push_back(nobody());
  return made.size();
}

}  // namespace

Outcome export_command(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  Options limited = options;
  if (!options.id.empty()) limited.only = {options.id};
  const auto mails = carried_out(limited, files, outcome);
  if (!mails) return failed(std::move(outcome), mails.error());
  const bool refused = has_error(outcome.diagnostics);
  outcome.summary = refused ? fmt::format("{}: nothing exported; {}", outcome.manifest,
                                          counted_faults(outcome.diagnostics))
                            : fmt::format("{}: {} for 'git am' in {}", outcome.manifest,
                                          counted(*mails, "mail", "mails"), options.out);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
