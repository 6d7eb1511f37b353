// SPDX-License-Identifier: MIT
// How the program is run in an image: IMG301, IMG303, IMG304, IMG305.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "patcher/image/lint_subject.hpp"

namespace patcher {
namespace {

/// The variables that conditions of `script` look at.
void add_asked(const ShellNode& node, std::set<std::string>& names) {
  const std::string program =
      node.words.empty() ? std::string() : node.words.front().literal().value_or("");
  const bool asks = program == "[" || program == "[[" || program == "test" || program == "((";
  for (const ShellWord& word : asks ? node.words : std::vector<ShellWord>{}) {
    for (const ShellPiece& piece : word.pieces) {
      if (piece.kind != ShellPiece::Kind::literal && !piece.text.empty()) names.insert(piece.text);
    }
  }
  for (const ShellNode& part : node.parts) add_asked(part, names);
}

bool demands_applied(const CommandName& name) {
  const auto require = std::ranges::find(name.words, "--require");
  const bool is_whole = !name.has("--tree") && !name.has("--only");
  const bool asks =
      require != name.words.end() && require + 1 != name.words.end() && *(require + 1) == "applied";
  return name.program == "patcher" && name.action == "status" && is_whole &&
         (asks || name.has("--require=applied"));
}

class Patching {
 public:
  Patching(const LintSubject& subject, LintFindings& findings)
      : subject_(subject), findings_(findings) {}

  void judge(const LintStep& step) {
    if (step.name.program != "patcher") return;
    judge_mount(step);
    judge_switch(step);
    const bool can_be_locked = step.name.action == "apply" || step.name.action == "status";
    if (!can_be_locked || step.name.has("--locked")) return;
    findings_
        .add(Code::not_locked, step.instruction, step.at,
             fmt::format("'patcher {}' is not held to the lock: a base that moved is patched as "
                         "long as the anchors fit",
                         step.name.action))
        .hint = "add --locked, and make the lock with 'patcher lock'";
  }

  void judge_last_run() {
    const bool applies = std::ranges::any_of(subject_.steps, [&](const LintStep& step) {
      return is_apply(step.name) && subject_.is_in_image(step.instruction);
    });
    if (subject_.dockerfile.stages.empty() || (!applies && subject_.input.manifest == nullptr)) {
      return;
    }
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < subject_.dockerfile.instructions.size(); ++i) {
      if (subject_.instruction(i).word == "RUN" && subject_.is_in_image(i)) last = i;
    }
    const bool is_sound = last && std::ranges::any_of(subject_.steps, [&](const LintStep& step) {
                            return step.instruction == *last && demands_applied(step.name);
                          });
    if (is_sound) return;
    const std::size_t index = last.value_or(subject_.dockerfile.stages.back().begin);
    Diagnostic& found = findings_.add(
        Code::last_run_missing, index, subject_.instruction(index).at,
        applies ? "the image's last RUN does not demand that every patch is applied"
                : "nothing in the image applies the set, and its last RUN does not demand it");
    found.hint =
        "end with RUN [\"patcher\", \"status\", \"MANIFEST\", \"--locked\", \"--require\", "
        "\"applied\"]";
  }

 private:
  void judge_mount(const LintStep& step) {
    const bool sees_changes =
        subject_.input.builder == Builder::docker || !subject_.dockerfile.syntax.empty();
    for (const DockerfileFlag& flag : subject_.instruction(step.instruction).flags) {
      const bool binds =
          flag.name == "mount" && (flag.value.find("type=") == std::string::npos ||
                                   flag.value.find("type=bind") != std::string::npos);
      if (!binds || sees_changes) continue;
      Diagnostic& found = findings_.add(
          Code::set_mounted, step.instruction, {flag.at, flag.at + flag.name.size() + 2},
          "the set is mounted: buildah reuses the layer though a patch of the set has changed");
      found.severity = Severity::warning;
      found.hint = "COPY the set; or build with BuildKit, or with --no-cache";
    }
  }

  /// IMG303: the RUN can end well though `apply` did not run.
  void judge_switch(const LintStep& step) {
    if (!is_apply(step.name) || step.node == nullptr) return;
    const RunScript& run = *subject_.scripts[step.instruction];
    const Fate fate =
        fate_of(run.script.all, *step.node, run.mode, [](const ShellNode&) { return true; });
    if (!fate.can_be_passed_over) return;
    std::set<std::string> asked;
    add_asked(run.script.all, asked);
    const BuildScope& scope = subject_.plan.scopes[step.instruction];
    for (const std::string& name : asked) {
      if (!subject_.plan.globals.contains(name) || scope.variables.contains(name)) continue;
      findings_
          .add(Code::apply_passed_over, step.instruction, step.at,
               fmt::format("'{}' is empty in this stage, for its ARG stands before the first FROM: "
                           "the patches never go in",
                           name))
          .hint = fmt::format("declare it again behind FROM: ARG {}", name);
      return;
    }
    Diagnostic& found = findings_.add(
        Code::apply_passed_over, step.instruction, step.at,
        asked.empty() ? std::string("the build can go on without this apply")
                      : fmt::format("the build can go on without this apply: '{}' decides",
                                    fmt::join(asked, "', '")));
    found.severity = Severity::warning;
    found.hint = "stop the build where the switch is not set, as 'patcher image init' does";
  }

  const LintSubject& subject_;
  LintFindings& findings_;
};

}  // namespace

void lint_patching(const LintSubject& subject, LintFindings& findings) {
  Patching patching(subject, findings);
  for (const LintStep& step : subject.steps) patching.judge(step);
  patching.judge_last_run();
}

}  // namespace patcher
