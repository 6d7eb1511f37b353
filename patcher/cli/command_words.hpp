// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/write/process.hpp"

namespace patcher {

/// What stands for the placeholders of a command; absolute paths but for `file`.
struct Stand {
  std::string here;       ///< `{here}`: the folder of the file that names the command.
  std::string root;       ///< `{root}`: the tree's root, where it runs.
  std::string file = {};  ///< `{file}`: empty where there is none, and the word stays then.
};

/// `text` with the placeholders of `stand` replaced; braces around anything else stay.
[[nodiscard]] std::string filled(const std::string& text, const Stand& stand);
[[nodiscard]] std::vector<std::string> filled(const std::vector<std::string>& words,
                                              const Stand& stand);

/// The folder of `file`, absolute, links resolved.
[[nodiscard]] std::string folder_of_file(const std::string& file);
/// `folder`, absolute, links resolved.
[[nodiscard]] std::string real_folder(const std::string& folder);

/// Environment variables by name.
using Variables = std::map<std::string, std::string>;

/// The variables of this process, with those of `more` in place of their namesakes.
[[nodiscard]] Variables variables_with(const Variables& more);

/// A command of a manifest, its placeholders filled.
struct FilledCommand {
  std::vector<std::string> words;
  Variables variables;
  std::string folder;
  std::chrono::seconds limit;
};

/// The process for `command`. The path of its program is looked for in the folders of its own PATH;
/// nothing where there is none.
[[nodiscard]] std::optional<Process> process_of(const FilledCommand& command);

}  // namespace patcher
