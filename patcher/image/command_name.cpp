// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "patcher/image/run_script.hpp"

namespace patcher {
namespace {

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

std::string text_of(const ShellWord& word, const BuildVariables& variables) {
  std::string text;
  for (const ShellPiece& piece : word.pieces) {
    if (piece.kind == ShellPiece::Kind::literal) {
      text += piece.text;
      continue;
    }
    const auto known = variables.find(piece.text);
    const bool is_known = piece.kind == ShellPiece::Kind::variable && known != variables.end();
    text += is_known ? known->second.value_or(std::string(1, kUnknownPart))
                     : std::string(1, kUnknownPart);
  }
  return text;
}

bool is_assignment(const std::string& word) {
  const std::size_t equals = word.find('=');
  return equals != std::string::npos && equals > 0 && word.find('/') > equals && word[0] != '-';
}

/// How many words of `words` only say how the rest is to be run.
std::size_t wrappers_in(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 9> kWrappers{"sudo", "env",   "time",   "nice",   "nohup",
                                                      "exec", "xargs", "stdbuf", "command"};
  std::size_t at = 0;
  bool wrapped = false;
  while (at < words.size()) {
    const bool wraps = is_one_of(words[at].substr(words[at].rfind('/') + 1), kWrappers);
    // `command -v x` asks; it runs nothing.
    const bool asks = words[at] == "command" && at + 1 < words.size() && words[at + 1][0] == '-';
    const bool belongs = wrapped && (words[at].starts_with('-') || is_assignment(words[at]));
    if (asks || (!wraps && !belongs)) break;
    wrapped = true;
    ++at;
  }
  return at < words.size() ? at : 0;
}

bool is_python(std::string_view program) { return program.starts_with("python"); }

/// `python -m pip install` is `pip install`.
void see_through_module(CommandName& name) {
  const auto module = std::ranges::find(name.words, "-m");
  if (!is_python(name.program) || module == name.words.end() || module + 1 == name.words.end()) {
    return;
  }
  // Only where it stands before a script.
  const bool is_first = std::all_of(name.words.begin() + 1, module,
                                    [](const std::string& word) { return word.starts_with('-'); });
  if (!is_first || *(module + 1) != "pip") return;
  name.words.erase(name.words.begin(), module + 1);
  name.program = "pip";
}

/// Options of `program` behind which a value of their own stands, before its action.
bool takes_value(std::string_view program, std::string_view option) {
  if (program == "git") return option == "-C" || option == "-c";
  return program == "make" && option == "-C";
}

CommandName named(std::vector<std::string> words) {
  CommandName name;
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(wrappers_in(words)));
  if (words.empty()) return name;
  name.program = words.front().substr(words.front().rfind('/') + 1);
  name.words = std::move(words);
  if (name.program == "uv" && name.words.size() > 1 && name.words[1] == "pip") {
    name.words.erase(name.words.begin());
    name.program = "pip";
  }
  if (name.program.starts_with("pip") &&
      name.program.find_first_not_of("0123456789.", 3) == std::string::npos) {
    name.program = "pip";
  }
  see_through_module(name);
  for (std::size_t i = 1; i < name.words.size() && name.action.empty(); ++i) {
    if (takes_value(name.program, name.words[i])) {
      ++i;
    } else if (!name.words[i].starts_with('-')) {
      name.action = name.words[i];
    }
  }
  return name;
}

/// Whether an interpreter runs a file, not a text of its command line.
bool runs_file(const CommandName& name) {
  const bool has_text =
      std::any_of(name.words.begin() + 1, name.words.end(), [](const std::string& word) {
        return word.size() > 1 && word[0] == '-' && word[1] != '-' &&
               word.find_first_of("ce") == word.size() - 1;
      });
  return !name.action.empty() && !has_text && !name.has("--version");
}

CommandWork work_of_git(const std::string& action) {
  constexpr std::array<std::string_view, 6> kPatching{"apply", "am",     "cherry-pick",
                                                      "merge", "revert", "rebase"};
  constexpr std::array<std::string_view, 8> kFetching{"clone", "checkout", "fetch",     "pull",
                                                      "reset", "switch",   "submodule", "restore"};
  if (is_one_of(action, kPatching)) return CommandWork::patches;
  return is_one_of(action, kFetching) ? CommandWork::fetches : CommandWork::none;
}

bool edits_in_place(const CommandName& name) {
  return std::ranges::any_of(name.words, [](const std::string& word) {
    return word.starts_with("--in-place") ||
           (word.size() > 1 && word[0] == '-' && word[1] != '-' &&
            word.find('i') != std::string::npos && word.find('/') == std::string::npos);
  });
}

bool installs(const CommandName& name) {
  constexpr std::array<std::string_view, 14> kPackagers{
      "pip",   "apt-get", "apt", "dnf",  "yum",   "microdnf", "apk",
      "conda", "mamba",   "npm", "yarn", "cargo", "zypper",   "poetry"};
  constexpr std::array<std::string_view, 12> kBuilders{"make",  "cmake", "ninja", "meson",
                                                       "gcc",   "g++",   "hipcc", "nvcc",
                                                       "clang", "cc",    "go",    "bazel"};
  constexpr std::array<std::string_view, 9> kActions{
      "install", "add", "ci", "build", "wheel", "download", "sync", "develop", "reinstall"};
  if (is_one_of(name.program, kPackagers)) return is_one_of(name.action, kActions);
  if (name.program == "dpkg" || name.program == "rpm") {
    return name.has("-i") || name.has("--install") || name.has("-U") || name.has("-Uvh");
  }
  return is_one_of(name.program, kBuilders) && !name.has("--version") && name.action != "version";
}

bool is_script(const CommandName& name) {
  constexpr std::array<std::string_view, 7> kInterpreters{"sh",   "bash", "dash", "perl",
                                                          "ruby", "node", "lua"};
  if (is_python(name.program) || is_one_of(name.program, kInterpreters)) return runs_file(name);
  const bool is_file = name.program.ends_with(".sh") || name.program.ends_with(".py");
  return is_file && !name.words.empty();
}

}  // namespace

bool CommandName::has(std::string_view word) const {
  return std::ranges::find(words, word) != words.end();
}

CommandName name_of(const ShellNode& command, const BuildVariables& variables) {
  std::vector<std::string> words;
  words.reserve(command.words.size());
  for (const ShellWord& word : command.words) words.push_back(text_of(word, variables));
  return named(std::move(words));
}

CommandName name_of(const std::vector<std::string>& words) { return named(words); }

CommandWork work_of(const CommandName& name) {
  constexpr std::array<std::string_view, 5> kFetchers{"curl", "wget", "aria2c", "tar", "unzip"};
  if (name.program == "patcher") {
    constexpr std::array<std::string_view, 4> kWriting{"apply", "revert", "rebuild", "check"};
    const bool demands = name.action == "status" && name.has("--require");
    return is_one_of(name.action, kWriting) || demands ? CommandWork::patches : CommandWork::none;
  }
  if (name.program == "patch") return CommandWork::patches;
  if (name.program == "git") return work_of_git(name.action);
  if (name.program == "sed" || name.program == "perl") {
    if (edits_in_place(name)) return CommandWork::patches;
  }
  if (is_one_of(name.program, kFetchers)) return CommandWork::fetches;
  if (installs(name)) return CommandWork::installs;
  return is_script(name) ? CommandWork::scripts : CommandWork::none;
}

std::string title_of(const CommandName& name) {
  constexpr std::array<std::string_view, 6> kOfWords{"sed", "perl", "curl", "wget", "tar", "unzip"};
  constexpr std::array<std::string_view, 4> kOfActions{"git", "pip", "apt-get", "patcher"};
  std::string title = name.program;
  const CommandWork work = work_of(name);
  const bool acts = work != CommandWork::none || is_one_of(name.program, kOfActions);
  const bool is_package = name.program == "dpkg" || name.program == "rpm";
  if (acts && !name.action.empty() && !is_package && !is_one_of(name.program, kOfWords)) {
    title += " " + name.action;
  }
  if (work == CommandWork::patches && (name.program == "sed" || name.program == "perl")) {
    title += " -i";
  }
  if (work == CommandWork::installs && is_package) title += " -i";
  std::ranges::replace(title, kUnknownPart, '?');
  return title;
}

}  // namespace patcher
