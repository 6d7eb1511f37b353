// SPDX-License-Identifier: MIT
#include "patcher/image/build_scope.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace patcher {
namespace {

std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

class Planner {
 public:
  Planner(const Dockerfile& dockerfile, const BuildArguments& arguments)
      : dockerfile_(dockerfile), arguments_(arguments) {}

  BuildPlan plan() {
    const std::size_t first =
        dockerfile_.stages.empty() ? dockerfile_.instructions.size() : dockerfile_.stages[0].begin;
    scope_.stage = dockerfile_.stages.size();
    for (std::size_t i = 0; i < first; ++i) step(dockerfile_.instructions[i]);
    plan_.globals = scope_.variables;
    for (std::size_t stage = 0; stage < dockerfile_.stages.size(); ++stage) add_stage(stage);
    return std::move(plan_);
  }

 private:
  void add_stage(std::size_t index) {
    const DockerfileStage& stage = dockerfile_.stages[index];
    begin_stage(index, dockerfile_.instructions[stage.begin]);
    for (std::size_t i = stage.begin; i < stage.end; ++i) step(dockerfile_.instructions[i]);
    ends_.push_back(scope_);
  }

  void begin_stage(std::size_t index, const DockerfileInstruction& from) {
    const std::vector<DockerfileWord> words = words_of(from.text.text(), dockerfile_.escape);
    StageBase base;
    if (!words.empty()) {
      base.reference = expanded(words[0].text, from_variables(words[0].text), dockerfile_.escape);
      base.at = {from.text.source_of(words[0].at),
                 from.text.source_of(words[0].at + words[0].text.size() - 1) + 1};
      base.stage = stage_named(in_small_letters(base.reference.text), index);
    }
    scope_ = {index, {}, {"/bin/sh", "-c"}, "/"};
    if (base.stage) {
      // ENV, SHELL and WORKDIR are the image's, and are inherited; ARG is not.
      scope_ = ends_[*base.stage];
      scope_.stage = index;
      std::erase_if(scope_.variables, [&](const auto& item) {
        return !environment_.contains({*base.stage, item.first});
      });
      for (const auto& item : scope_.variables) environment_.insert({index, item.first});
    }
    plan_.bases.push_back(std::move(base));
  }

  /// In a FROM only global ARGs count; one that is not declared is empty.
  [[nodiscard]] BuildVariables from_variables(const std::string& text) const {
    BuildVariables variables = plan_.globals;
    for (const std::string& name : expanded(text, {}, dockerfile_.escape).names) {
      // The platforms are the builder's own.
      const bool is_builders = name.starts_with("BUILD") || name.starts_with("TARGET");
      if (!is_builders) variables.try_emplace(name, "");
    }
    return variables;
  }

  [[nodiscard]] std::optional<std::size_t> stage_named(const std::string& name,
                                                       std::size_t before) const {
    for (std::size_t i = before; i > 0; --i) {
      if (!name.empty() && dockerfile_.stages[i - 1].name == name) return i - 1;
    }
    return std::nullopt;
  }

  void step(const DockerfileInstruction& instruction) {
    plan_.scopes.push_back(scope_);
    if (instruction.word == "ARG") add_arguments(instruction);
    if (instruction.word == "ENV") add_environment(instruction);
    if (instruction.word == "SHELL" && instruction.strings) scope_.shell = *instruction.strings;
    if (instruction.word == "WORKDIR") {
      scope_.folder = path_from(scope_.folder, filled(instruction.text.text()));
    }
  }

  [[nodiscard]] std::string filled(const std::string& text) const {
    return expanded(text, scope_.variables, dockerfile_.escape).text;
  }

  /// A value with parts that are not known is not known.
  static std::optional<std::string> known(std::string value) {
    if (value.find(kUnknownPart) != std::string::npos) return std::nullopt;
    return value;
  }

  void add_arguments(const DockerfileInstruction& instruction) {
    const bool is_global = scope_.stage == dockerfile_.stages.size();
    for (const DockerfileWord& word : words_of(instruction.text.text(), dockerfile_.escape)) {
      const std::size_t equals = std::min(word.text.find('='), word.text.size());
      const std::string name = word.text.substr(0, equals);
      // An ENV of that name has the last word.
      if (!is_global && environment_.contains({scope_.stage, name})) continue;
      scope_.variables[name] = argument(name, word.text, equals);
    }
  }

  [[nodiscard]] std::optional<std::string> argument(const std::string& name,
                                                    const std::string& word,
                                                    std::size_t equals) const {
    const auto given = arguments_.find(name);
    if (given != arguments_.end()) return given->second;
    if (equals < word.size()) return known(filled(word.substr(equals + 1)));
    const auto global = plan_.globals.find(name);
    return global == plan_.globals.end() ? std::nullopt : global->second;
  }

  void add_environment(const DockerfileInstruction& instruction) {
    const std::vector<DockerfileWord> words = words_of(instruction.text.text(), dockerfile_.escape);
    if (words.empty()) return;
    BuildVariables added;
    if (words[0].text.find('=') == std::string::npos) {
      // `ENV name the rest of the line`
      const std::size_t rest = words.size() > 1 ? words[1].at : instruction.text.text().size();
      added[words[0].text] = known(filled(instruction.text.text().substr(rest)));
    } else {
      for (const DockerfileWord& word : words) {
        const std::size_t equals = std::min(word.text.find('='), word.text.size());
        added[word.text.substr(0, equals)] =
            known(filled(word.text.substr(std::min(equals + 1, word.text.size()))));
      }
    }
    for (auto& [name, value] : added) {
      environment_.insert({scope_.stage, name});
      scope_.variables[name] = std::move(value);
    }
  }

  const Dockerfile& dockerfile_;
  const BuildArguments& arguments_;
  BuildPlan plan_;
  BuildScope scope_ = {};
  std::vector<BuildScope> ends_;                               ///< Of each stage so far.
  std::set<std::pair<std::size_t, std::string>> environment_;  ///< Stage and name of each ENV.
};

}  // namespace

bool BuildPlan::stands_on(std::size_t stage, std::size_t other) const {
  for (std::optional<std::size_t> at = stage; at; at = bases[*at].stage) {
    if (*at == other) return true;
  }
  return false;
}

BuildPlan plan_build(const Dockerfile& dockerfile, const BuildArguments& arguments) {
  return Planner(dockerfile, arguments).plan();
}

}  // namespace patcher
