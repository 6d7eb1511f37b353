// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "patcher/image/build_scope.hpp"
#include "patcher/image/dockerfile.hpp"
#include "patcher/image/lint.hpp"
#include "patcher/image/run_script.hpp"

namespace patcher {

/// A command that a RUN runs.
struct LintStep {
  std::size_t instruction = 0;
  const ShellNode* node = nullptr;  ///< Null in the exec form.
  CommandName name;
  ByteRange at;        ///< In the file.
  std::string folder;  ///< The one that it runs in, as far as `cd` tells.
};

/// A Dockerfile with all that the rules look at.
struct LintSubject {
  const ImageLintInput& input;
  Dockerfile dockerfile;
  BuildPlan plan;
  std::vector<std::optional<RunScript>> scripts;  ///< One for each instruction.
  std::vector<LintStep> steps;                    ///< In the file's order.

  /// Whether the instruction is of the image that is built: of its last stage, or of one that this
  /// stands on.
  [[nodiscard]] bool is_in_image(std::size_t instruction) const;
  /// The bytes of the file that `word` of the script of `instruction` came from.
  [[nodiscard]] const DockerfileInstruction& instruction(std::size_t index) const {
    return dockerfile.instructions[index];
  }
};

[[nodiscard]] LintSubject subject_of(const ImageLintInput& input);

/// One finding, before comments are asked whether they allow it.
struct LintFinding {
  std::size_t instruction = 0;
  Diagnostic diagnostic;
};

/// Collects what the rules find in one Dockerfile.
class LintFindings {
 public:
  explicit LintFindings(const Dockerfile& dockerfile) : dockerfile_(dockerfile) {}

  /// Adds a finding at `at`, bytes of the file, and returns it to be completed. The reference is
  /// good until the next one is added.
  Diagnostic& add(Code code, std::size_t instruction, ByteRange at, std::string message);
  /// Adds a finding about another file.
  Diagnostic& add_elsewhere(Code code, Place where, std::string message);

  [[nodiscard]] std::vector<LintFinding>& all() { return all_; }

 private:
  const Dockerfile& dockerfile_;
  std::vector<LintFinding> all_;
};

// The rules, one function for each group.
void lint_bases(const LintSubject& subject, LintFindings& findings);
void lint_claims(const LintSubject& subject, LintFindings& findings);
void lint_sources(const LintSubject& subject, LintFindings& findings);
void lint_same_pins(const LintSubject& subject, LintFindings& findings);
void lint_failures(const LintSubject& subject, LintFindings& findings);
void lint_edits(const LintSubject& subject, LintFindings& findings);
void lint_labels(const LintSubject& subject, LintFindings& findings);
void lint_patching(const LintSubject& subject, LintFindings& findings);
void lint_later_steps(const LintSubject& subject, LintFindings& findings);

/// `apply` of a patcher that edits: not `--dry-run`.
[[nodiscard]] bool is_apply(const CommandName& name);
/// Whether `path`, absolute, is `folder` or below it.
[[nodiscard]] bool is_below(const std::string& path, const std::string& folder);
/// The folders of the trees that the set of `subject` edits, as far as its manifest names paths.
[[nodiscard]] std::vector<std::string> tree_folders(const LintSubject& subject);

}  // namespace patcher
