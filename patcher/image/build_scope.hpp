// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/image/dockerfile.hpp"
#include "patcher/image/shell_fate.hpp"

namespace patcher {

/// What `--build-arg NAME=VALUE` gives, by name.
using BuildArguments = std::map<std::string, std::string>;
/// What variables hold; nothing for one whose value only the build will tell.
using BuildVariables = std::map<std::string, std::optional<std::string>>;

/// Stands in a text for what is not known of it.
inline constexpr char kUnknownPart = '\x01';

/// A text with its variables filled in.
struct ExpandedText {
  std::string text;                  ///< With `kUnknownPart` for each variable that is not known.
  std::vector<std::string> names;    ///< The variables in it, in order.
  std::vector<std::string> unknown;  ///< Those of them whose value is not known.
};

/// What is in force where an instruction begins.
struct BuildScope {
  std::size_t stage = 0;  ///< Index of its stage; of a global ARG the number of stages.
  BuildVariables variables;
  std::vector<std::string> shell;  ///< Program and options of the shell form.
  std::string folder;              ///< WORKDIR; begins with `/`, or is not known as a whole.
};

/// What a stage stands on.
struct StageBase {
  ExpandedText reference;
  std::optional<std::size_t> stage;  ///< The earlier stage that it names.
  ByteRange at;                      ///< The reference in the file.
};

/// A Dockerfile with its variables followed.
struct BuildPlan {
  std::vector<BuildScope> scopes;  ///< One for each instruction.
  std::vector<StageBase> bases;    ///< One for each stage.
  BuildVariables globals;          ///< The ARGs before the first FROM.

  /// Whether the stage `stage` stands on the stage `other`, or is it.
  [[nodiscard]] bool stands_on(std::size_t stage, std::size_t other) const;
};

/// Follows ARG, ENV, SHELL, WORKDIR and FROM through `dockerfile`. Runs nothing.
[[nodiscard]] BuildPlan plan_build(const Dockerfile& dockerfile, const BuildArguments& arguments);

/// `text` with quotes and escapes gone and variables filled in. A variable that is not among
/// `variables` is not known.
/// Source: the Dockerfile reference, "Environment replacement".
[[nodiscard]] ExpandedText expanded(std::string_view text, const BuildVariables& variables,
                                    char escape);

/// A word of an instruction, as it is spelled.
struct DockerfileWord {
  std::string text;
  std::size_t at = 0;  ///< In the instruction's text.
};
/// The words of `text`: blanks in quotes, or escaped, do not part them.
[[nodiscard]] std::vector<DockerfileWord> words_of(std::string_view text, char escape);

/// `path` from the folder `folder`, `.` and `..` gone.
[[nodiscard]] std::string path_from(const std::string& folder, const std::string& path);

}  // namespace patcher
