// SPDX-License-Identifier: MIT
// Labels about patches that no record stands behind: IMG201.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "patcher/image/lint_subject.hpp"

namespace patcher {
namespace {

/// Whether one of the key's words, between dots, dashes and underlines, is about patches.
bool speaks_of_patches(const std::string& key) {
  std::string word;
  for (const char c : key + ".") {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0) {
      word += static_cast<char>(std::tolower(byte));
      continue;
    }
    if (word == "patch" || word == "patches" || word == "patched" || word == "patchset") {
      return true;
    }
    word.clear();
  }
  return false;
}

/// The key of `word`, `KEY=VALUE`, without quotes.
std::string key_of(const DockerfileWord& word) {
  std::string key = word.text.substr(0, word.text.find('='));
  std::erase_if(key, [](char c) { return c == '"' || c == '\''; });
  return key;
}

void judge(std::size_t index, const LintSubject& subject, LintFindings& findings) {
  const DockerfileInstruction& each = subject.instruction(index);
  for (const DockerfileWord& word : words_of(each.text.text(), subject.dockerfile.escape)) {
    const std::string key = key_of(word);
    const bool is_ours = key.starts_with("io.patcher.");
    if (!is_ours && !speaks_of_patches(key)) continue;
    const std::size_t begin = each.text.source_of(word.at);
    Diagnostic& found = findings.add(
        Code::label_by_hand, index, {begin, begin + key.size()},
        is_ours ? fmt::format("the label '{}' is written by hand: what it says may not be so", key)
                : fmt::format("the label '{}' says by hand which patches the image has", key));
    if (!is_ours) found.severity = Severity::warning;
    found.hint = "leave it out: which patches the image has, its record says";
  }
}

}  // namespace

void lint_labels(const LintSubject& subject, LintFindings& findings) {
  for (std::size_t i = 0; i < subject.dockerfile.instructions.size(); ++i) {
    if (subject.instruction(i).word == "LABEL") judge(i, subject, findings);
  }
}

}  // namespace patcher
