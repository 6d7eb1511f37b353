// SPDX-License-Identifier: MIT
#include "patcher/image/step_files.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "patcher/image/cloned_source.hpp"

namespace patcher {
namespace {

/// The arguments that are no options, and no value of `-e` or `-f`.
std::vector<std::string> plain_words(const CommandName& name) {
  std::vector<std::string> plain;
  for (std::size_t i = 1; i < name.words.size(); ++i) {
    const std::string& word = name.words[i];
    if (word == "-e" || word == "-f" || word == "--expression") {
      ++i;
    } else if (!word.starts_with('-') || word == "-") {
      plain.push_back(word);
    }
  }
  return plain;
}

bool has_script_option(const CommandName& name) {
  return std::ranges::any_of(name.words, [](const std::string& word) {
    return word.starts_with('-') && !word.starts_with("--") &&
           (word.ends_with('e') || word.ends_with('f'));
  });
}

std::vector<std::string> words_written(const CommandName& name) {
  constexpr std::array<std::string_view, 5> kToLast{"cp", "install", "ln", "rsync", "mv"};
  constexpr std::array<std::string_view, 4> kToAll{"rm", "tee", "truncate", "unlink"};
  std::vector<std::string> plain = plain_words(name);
  const auto is_in = [&](const auto& names) {
    return std::ranges::find(names, std::string_view(name.program)) != names.end();
  };
  if (name.program == "mv" || is_in(kToAll)) return plain;
  if (is_in(kToLast)) return plain.empty() ? plain : std::vector{plain.back()};
  const bool edits =
      (name.program == "sed" || name.program == "perl") && work_of(name) == CommandWork::patches;
  if (!edits) return {};
  // Without -e the first word is the script.
  if (!has_script_option(name) && !plain.empty()) plain.erase(plain.begin());
  return plain;
}

/// The folder that `git -C FOLDER`, `patch -d FOLDER` or `tar -C FOLDER` works in.
std::string folder_named(const LintStep& step, std::string_view option) {
  const auto named = std::ranges::find(step.name.words, option);
  const bool is_there = named != step.name.words.end() && named + 1 != step.name.words.end();
  return is_there ? path_from(step.folder, *(named + 1)) : step.folder;
}

bool changes_checkout(const CommandName& name) {
  constexpr std::array<std::string_view, 13> kActions{
      "checkout", "switch", "reset", "pull",   "clean",       "stash", "restore",
      "apply",    "am",     "merge", "revert", "cherry-pick", "rebase"};
  const bool only_asks = name.has("--check") || name.has("--stat");
  return name.program == "git" && !only_asks &&
         std::ranges::find(kActions, std::string_view(name.action)) != kActions.end();
}

}  // namespace

std::vector<std::string> files_written_by(const LintSubject& subject, const LintStep& step) {
  std::vector<std::string> files;
  for (const std::string& word : words_written(step.name)) {
    files.push_back(path_from(step.folder, word));
  }
  if (changes_checkout(step.name)) files.push_back(folder_named(step, "-C"));
  if (step.name.program == "patch") files.push_back(folder_named(step, "-d"));
  if (step.name.program == "tar" && step.name.has("-C")) files.push_back(folder_named(step, "-C"));
  if (step.node == nullptr) return files;
  for (const ShellRedirect& redirect : step.node->redirects) {
    if (redirect.sign.find('>') == std::string::npos) continue;
    ShellNode word;
    word.words.push_back(redirect.target);
    const CommandName target = name_of(word, subject.plan.scopes[step.instruction].variables);
    if (!target.words.empty()) files.push_back(path_from(step.folder, target.words.front()));
  }
  return files;
}

bool edits_source(const LintSubject& subject, const LintStep& step) {
  const bool edits_text = step.name.program == "sed" || step.name.program == "perl";
  if (!edits_text || work_of(step.name) != CommandWork::patches) return false;
  std::vector<std::string> folders = tree_folders(subject);
  for (const ClonedSource& source : cloned_sources(subject)) folders.push_back(source.folder);
  const std::vector<std::string> files = files_written_by(subject, step);
  return std::ranges::any_of(files, [&](const std::string& file) {
    const bool is_installed = file.find("/site-packages/") != std::string::npos ||
                              file.find("/dist-packages/") != std::string::npos;
    return is_installed || std::ranges::any_of(folders, [&](const std::string& folder) {
             return is_below(file, folder);
           });
  });
}

}  // namespace patcher
