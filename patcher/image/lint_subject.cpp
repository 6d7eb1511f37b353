// SPDX-License-Identifier: MIT
#include "patcher/image/lint_subject.hpp"

#include <limits>
#include <utility>

namespace patcher {
namespace {

void add_script_steps(LintSubject& subject, std::size_t index) {
  const RunScript& run = *subject.scripts[index];
  const BuildScope& scope = subject.plan.scopes[index];
  std::string folder = scope.folder;
  for (const ShellNode* command : commands_in(run.script.all)) {
    LintStep step{index, command, name_of(*command, scope.variables), run.source_of(command->at),
                  folder};
    if (step.name.program == "cd" && step.name.words.size() > 1) {
      folder = path_from(folder, step.name.words[1]);
    }
    subject.steps.push_back(std::move(step));
  }
}

void add_steps(LintSubject& subject, std::size_t index) {
  const DockerfileInstruction& run = subject.dockerfile.instructions[index];
  if (subject.scripts[index]) return add_script_steps(subject, index);
  if (!run.strings) return;
  const BuildScope& scope = subject.plan.scopes[index];
  const std::size_t begin = run.text.source_of(0);
  subject.steps.push_back({index,
                           nullptr,
                           name_of(*run.strings),
                           {begin, run.text.source_of(run.text.text().size())},
                           scope.folder});
}

}  // namespace

LintSubject subject_of(const ImageLintInput& input) {
  LintSubject subject{
      input, read_dockerfile(input.dockerfile.file, input.dockerfile.bytes), {}, {}, {}};
  subject.plan = plan_build(subject.dockerfile, input.arguments);
  const std::size_t count = subject.dockerfile.instructions.size();
  for (std::size_t i = 0; i < count; ++i) {
    const DockerfileInstruction& each = subject.dockerfile.instructions[i];
    subject.scripts.push_back(each.word == "RUN"
                                  ? script_of(subject.dockerfile, each, subject.plan.scopes[i])
                                  : std::nullopt);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (subject.dockerfile.instructions[i].word == "RUN") add_steps(subject, i);
  }
  return subject;
}

bool LintSubject::is_in_image(std::size_t index) const {
  const std::size_t stage = plan.scopes[index].stage;
  const std::size_t count = dockerfile.stages.size();
  return stage < count && plan.stands_on(count - 1, stage);
}

Diagnostic& LintFindings::add(Code code, std::size_t instruction, ByteRange at,
                              std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = dockerfile_.place_of(at.begin);
  diagnostic.lines.push_back(dockerfile_.excerpt_of(at));
  all_.push_back({instruction, std::move(diagnostic)});
  return all_.back().diagnostic;
}

Diagnostic& LintFindings::add_elsewhere(Code code, Place where, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = std::move(where);
  all_.push_back({std::numeric_limits<std::size_t>::max(), std::move(diagnostic)});
  return all_.back().diagnostic;
}

bool is_apply(const CommandName& name) {
  return name.program == "patcher" && name.action == "apply" && !name.has("--dry-run");
}

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder ||
         (path.starts_with(folder) && (folder.ends_with('/') || path[folder.size()] == '/'));
}

namespace {

/// The absolute paths at which `tree` is looked for.
void add_folders(const TreeSpec& tree, std::vector<std::string>& folders) {
  for (const Location& location : tree.locate) {
    const auto* path = std::get_if<Location::Path>(&location.what);
    if (path != nullptr && path->path.starts_with('/')) {
      folders.push_back(path_from("/", path->path));
    }
  }
}

}  // namespace

std::vector<std::string> tree_folders(const LintSubject& subject) {
  std::vector<std::string> folders;
  if (subject.input.manifest == nullptr) return folders;
  for (const TreeSpec& tree : subject.input.manifest->trees) add_folders(tree, folders);
  return folders;
}

}  // namespace patcher
