// SPDX-License-Identifier: MIT
// Steps behind the apply that touch what it patched: IMG302.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "patcher/image/image_reference.hpp"
#include "patcher/image/lint_subject.hpp"
#include "patcher/image/step_files.hpp"

namespace patcher {
namespace {

/// A package's name as pip compares it: small letters, one dash between words.
std::string normal_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_dash = c == '-' || c == '_' || c == '.';
    if (std::isalnum(byte) == 0 && !is_dash) break;
    if (!is_dash) name += static_cast<char>(std::tolower(byte));
    if (is_dash && !name.ends_with('-')) name += '-';
  }
  return name;
}

/// Whether the package `name` is, or is made of, the package `tree`: `amd-aiter` has `aiter`.
bool is_of_tree(const std::string& name, const std::string& tree) {
  return fmt::format("-{}-", name).find(fmt::format("-{}-", tree)) != std::string::npos;
}

/// A step that writes into a tree.
struct Change {
  std::size_t instruction = 0;
  ByteRange at;         ///< In the Dockerfile.
  std::string who;      ///< The command, or the instruction's word.
  std::string touched;  ///< The path or package, with kUnknownPart for what is not known.
};

class LaterSteps {
 public:
  LaterSteps(const LintSubject& subject, LintFindings& findings)
      : subject_(subject), findings_(findings) {
    for (const TreeSpec& tree : subject.input.manifest->trees) {
      begins_[tree.name] = begin_of(tree.name);
    }
  }

  void judge_all() {
    for (const LintStep& step : subject_.steps) {
      if (subject_.is_in_image(step.instruction)) judge(step);
    }
    for (std::size_t i = 0; i < subject_.dockerfile.instructions.size(); ++i) {
      if (subject_.is_in_image(i)) judge_copy(i);
    }
  }

 private:
  /// The first instruction behind which `tree` is patched. Where nothing applies the set, and the
  /// image stands on another one than the set's own base, that one has the patches.
  [[nodiscard]] std::size_t begin_of(const std::string& tree) const {
    bool applies = false;
    for (const LintStep& step : subject_.steps) {
      if (!is_apply(step.name) || !subject_.is_in_image(step.instruction)) continue;
      applies = true;
      const auto named = std::ranges::find(step.name.words, "--tree");
      const bool is_other = named != step.name.words.end() && named + 1 != step.name.words.end() &&
                            *(named + 1) != tree;
      if (!is_other) return step.instruction;
    }
    const bool is_child = !applies && !stands_on_own_base();
    return is_child ? 0 : std::numeric_limits<std::size_t>::max();
  }

  [[nodiscard]] bool stands_on_own_base() const {
    std::size_t stage = subject_.dockerfile.stages.size() - 1;
    while (subject_.plan.bases[stage].stage) stage = *subject_.plan.bases[stage].stage;
    const ImageReference base = reference_of(subject_.plan.bases[stage].reference.text);
    const ImageReference own = reference_of(subject_.input.manifest->base.image);
    return bare_repository(base.repository) == bare_repository(own.repository);
  }

  [[nodiscard]] bool is_behind(std::size_t instruction, const std::string& tree) const {
    return instruction > begins_.at(tree) || begins_.at(tree) == 0;
  }

  void judge(const LintStep& step) {
    if (step.name.program == "patcher") return;
    for (const TreeSpec& tree : subject_.input.manifest->trees) {
      if (!is_behind(step.instruction, tree.name)) continue;
      const std::optional<std::string> touched = touched_by(step, tree);
      if (touched) add({step.instruction, step.at, title_of(step.name), *touched}, tree.name);
    }
  }

  [[nodiscard]] std::optional<std::string> touched_by(const LintStep& step,
                                                      const TreeSpec& tree) const {
    std::optional<std::string> package = package_changed(step.name, tree);
    if (package) return package;
    for (const std::string& file : files_written_by(subject_, step)) {
      if (is_in_tree(file, tree)) return file;
    }
    return std::nullopt;
  }

  /// The package of `tree` that `pip` installs or takes out, if it does.
  static std::optional<std::string> package_changed(const CommandName& name, const TreeSpec& tree) {
    const bool changes =
        name.program == "pip" && (name.action == "install" || name.action == "uninstall");
    if (!changes) return std::nullopt;
    std::vector<std::string> names{normal_name(tree.name)};
    for (const Location& location : tree.locate) {
      const auto* python = std::get_if<Location::Python>(&location.what);
      if (python != nullptr) names.push_back(normal_name(python->package));
    }
    for (std::size_t i = 2; i < name.words.size(); ++i) {
      const bool is_package =
          !name.words[i].starts_with('-') && name.words[i].find('/') == std::string::npos;
      std::string package = normal_name(name.words[i]);
      const bool is_ours = is_package && std::ranges::any_of(names, [&](const std::string& one) {
                             return is_of_tree(package, one);
                           });
      if (is_ours) return package;
    }
    return std::nullopt;
  }

  static bool is_in_tree(const std::string& file, const TreeSpec& tree) {
    return std::ranges::any_of(tree.locate, [&](const Location& location) {
      const auto* path = std::get_if<Location::Path>(&location.what);
      return path != nullptr && path->path.starts_with('/') &&
             is_below(file, path_from("/", path->path));
    });
  }

  void judge_copy(std::size_t index) {
    const DockerfileInstruction& each = subject_.instruction(index);
    if (each.word != "COPY" && each.word != "ADD") return;
    const BuildScope& scope = subject_.plan.scopes[index];
    const std::vector<DockerfileWord> words =
        each.strings ? std::vector<DockerfileWord>{{each.strings->back(), 0}}
                     : words_of(each.text.text(), subject_.dockerfile.escape);
    if (words.empty()) return;
    const std::string target =
        path_from(scope.folder,
                  expanded(words.back().text, scope.variables, subject_.dockerfile.escape).text);
    for (const TreeSpec& tree : subject_.input.manifest->trees) {
      if (!is_behind(index, tree.name) || !is_in_tree(target, tree)) continue;
      const ByteRange at{each.at.begin, each.text.source_of(each.text.text().size())};
      add({index, at, each.word, target}, tree.name);
    }
  }

  void add(Change change, const std::string& tree) {
    std::ranges::replace(change.touched, kUnknownPart, '?');
    findings_
        .add(Code::patched_touched, change.instruction, change.at,
             fmt::format("'{}' changes '{}' of tree '{}' after the patches went in", change.who,
                         change.touched, tree))
        .hint = "do it before 'patcher apply', or make it a patch of the set";
  }

  const LintSubject& subject_;
  LintFindings& findings_;
  std::map<std::string, std::size_t> begins_;
};

}  // namespace

void lint_later_steps(const LintSubject& subject, LintFindings& findings) {
  if (subject.input.manifest == nullptr || subject.dockerfile.stages.empty()) return;
  LaterSteps(subject, findings).judge_all();
}

}  // namespace patcher
