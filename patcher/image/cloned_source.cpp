// SPDX-License-Identifier: MIT
#include "patcher/image/cloned_source.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace patcher {
namespace {

/// Whether a value of its own stands behind the option of `git clone`.
bool takes_value(std::string_view option) {
  constexpr std::array<std::string_view, 9> kTaking{
      "-b", "--branch", "--depth", "-o", "--origin", "--config", "--filter", "-j", "--reference"};
  return std::ranges::find(kTaking, option) != kTaking.end();
}

std::vector<std::string> variables_in(const LintStep& step, std::size_t word) {
  std::vector<std::string> names;
  if (step.node == nullptr || word >= step.node->words.size()) return names;
  for (const ShellPiece& piece : step.node->words[word].pieces) {
    if (piece.kind == ShellPiece::Kind::variable) names.push_back(piece.text);
  }
  return names;
}

std::string last_part(const std::string& url) {
  std::string name = url.substr(url.rfind('/') + 1);
  if (name.ends_with(".git")) name.erase(name.size() - 4);
  return name;
}

/// How far the words of `step.name` stand behind those of its node: wrappers were taken off.
std::size_t shift_of(const LintStep& step) {
  return step.node == nullptr ? 0 : step.node->words.size() - step.name.words.size();
}

ByteRange range_of_word(const LintSubject& subject, const LintStep& step, std::size_t word) {
  if (step.node == nullptr) return step.at;
  return subject.scripts[step.instruction]->source_of(step.node->words[word + shift_of(step)].at);
}

ClonedSource clone_of(const LintSubject& subject, const LintStep& step) {
  ClonedSource source;
  source.instruction = step.instruction;
  source.at = step.at;
  source.ref_at = step.at;
  std::vector<std::string> plain;
  const std::vector<std::string>& words = step.name.words;
  const auto clone = std::ranges::find(words, "clone");
  for (auto i = static_cast<std::size_t>(clone - words.begin()) + 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool names_branch = word == "-b" || word == "--branch";
    if (names_branch && i + 1 < words.size()) {
      source.ref = words[i + 1];
      source.ref_at = range_of_word(subject, step, i + 1);
      source.ref_names = variables_in(step, i + 1 + shift_of(step));
    }
    if (word.starts_with("--branch=")) source.ref = word.substr(9);
    if (takes_value(word)) {
      ++i;
    } else if (!word.starts_with('-')) {
      plain.push_back(word);
    }
  }
  if (!plain.empty()) source.url = plain[0];
  source.folder = path_from(step.folder, plain.size() > 1 ? plain[1] : last_part(source.url));
  return source;
}

/// Takes over what `step` checks out, if it checks out a commit, a tag or a branch.
void take_checkout(const LintSubject& subject, const LintStep& step, ClonedSource& source) {
  constexpr std::array<std::string_view, 3> kActions{"checkout", "switch", "reset"};
  const std::vector<std::string>& words = step.name.words;
  const auto action = std::ranges::find(words, step.name.action);
  if (std::ranges::find(kActions, step.name.action) == kActions.end()) return;
  for (auto i = static_cast<std::size_t>(action - words.begin()) + 1; i < words.size(); ++i) {
    if (words[i] == "--") return;
    if (words[i].starts_with('-')) continue;
    source.ref = words[i];
    source.ref_at = range_of_word(subject, step, i);
    source.ref_names = variables_in(step, i + shift_of(step));
    return;
  }
}

}  // namespace

std::vector<ClonedSource> cloned_sources(const LintSubject& subject) {
  std::vector<ClonedSource> sources;
  for (const LintStep& step : subject.steps) {
    if (step.name.program != "git") continue;
    if (step.name.action == "clone") {
      sources.push_back(clone_of(subject, step));
    } else if (!sources.empty() && sources.back().instruction == step.instruction) {
      take_checkout(subject, step, sources.back());
    }
  }
  return sources;
}

std::string repository_of(std::string url) {
  std::ranges::transform(url, url.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with(".git")) url.erase(url.size() - 4);
  const std::size_t name = url.find_last_of("/:");
  if (name == std::string::npos || name == 0) return "";
  const std::size_t owner = url.find_last_of("/:@", name - 1);
  return owner == std::string::npos ? url : url.substr(owner + 1);
}

}  // namespace patcher
