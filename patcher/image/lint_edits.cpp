// SPDX-License-Identifier: MIT
// Edits of sources beside the program: IMG110, IMG111, IMG112.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "patcher/image/lint_subject.hpp"
#include "patcher/image/step_files.hpp"

namespace patcher {
namespace {

/// Whether a word is the address of a change that its author may still rewrite.
bool is_live_diff(std::string word) {
  word.erase(std::min(word.find_first_of("?#"), word.size()));
  const bool is_address = word.find("://") != std::string::npos;
  return is_address && (word.ends_with(".diff") || word.ends_with(".patch"));
}

/// Whether a step of the same RUN compares a digest.
bool checks_digest(const LintSubject& subject, std::size_t instruction) {
  return std::ranges::any_of(subject.steps, [&](const LintStep& step) {
    const bool sums = step.name.program.ends_with("sum") || step.name.program == "shasum";
    return step.instruction == instruction && sums &&
           (step.name.has("-c") || step.name.has("--check") || step.name.has("-sc"));
  });
}

class Edits {
 public:
  Edits(const LintSubject& subject, LintFindings& findings)
      : subject_(subject), findings_(findings) {}

  void judge(const LintStep& step) {
    judge_diff(step);
    if (step.name.program == "patch") judge_fuzz(step);
    const bool only_asks =
        step.name.has("--check") || step.name.has("--stat") || step.name.has("--dry-run");
    const bool patches =
        work_of(step.name) == CommandWork::patches && step.name.program != "patcher" && !only_asks;
    if (!patches) return;
    const bool edits_text = step.name.program == "sed" || step.name.program == "perl";
    if (edits_text && !edits_source(subject_, step)) return;
    findings_
        .add(Code::tree_edited, step.instruction, step.at,
             fmt::format("'{}' edits sources beside the patch set: nothing proves that it fits, or "
                         "tells that it is in the image",
                         title_of(step.name)))
        .hint =
        "make it a patch of the set: patcher import --diff FILE --tree TREE --id ID -o FILE";
  }

  void judge_added(std::size_t index) {
    const DockerfileInstruction& each = subject_.instruction(index);
    if (each.word != "ADD" || each.flag("checksum") != nullptr) return;
    for (const DockerfileWord& word : words_of(each.text.text(), subject_.dockerfile.escape)) {
      const std::string address =
          expanded(word.text, subject_.plan.scopes[index].variables, subject_.dockerfile.escape)
              .text;
      const std::size_t begin = each.text.source_of(word.at);
      if (is_live_diff(address)) add_diff(index, {begin, begin + word.text.size()}, address);
    }
  }

 private:
  void judge_diff(const LintStep& step) {
    const bool fetches = step.name.program == "curl" || step.name.program == "wget";
    if (!fetches || checks_digest(subject_, step.instruction)) return;
    const auto diff = std::ranges::find_if(step.name.words, is_live_diff);
    if (diff != step.name.words.end()) add_diff(step.instruction, step.at, *diff);
  }

  void add_diff(std::size_t instruction, ByteRange at, std::string address) {
    std::ranges::replace(address, kUnknownPart, '?');
    findings_
        .add(
            Code::live_diff, instruction, at,
            fmt::format("a patch comes from '{}' when the image is built, and no digest says which",
                        address))
        .hint = "keep the patch in the set, or compare its digest in the same RUN: sha256sum -c";
  }

  void judge_fuzz(const LintStep& step) {
    const std::vector<std::string>& words = step.name.words;
    std::string fuzz;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].starts_with("--fuzz=")) fuzz = words[i].substr(7);
      if (words[i].starts_with("-F") && words[i].size() > 2) fuzz = words[i].substr(2);
      const bool is_split = (words[i] == "-F" || words[i] == "--fuzz") && i + 1 < words.size();
      if (is_split) fuzz = words[i + 1];
    }
    if (fuzz == "0") return;
    findings_
        .add(Code::patch_fuzz, step.instruction, step.at,
             fuzz.empty()
                 ? std::string("'patch' without --fuzz=0 may drop two lines of a hunk's context")
                 : fmt::format("'patch' may drop {} lines of a hunk's context", fuzz))
        .hint = "add --fuzz=0: a hunk that does not fit as it is, is not for this base";
  }

  const LintSubject& subject_;
  LintFindings& findings_;
};

}  // namespace

void lint_edits(const LintSubject& subject, LintFindings& findings) {
  Edits edits(subject, findings);
  for (const LintStep& step : subject.steps) edits.judge(step);
  for (std::size_t i = 0; i < subject.dockerfile.instructions.size(); ++i) edits.judge_added(i);
}

}  // namespace patcher
