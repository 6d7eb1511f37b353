// SPDX-License-Identifier: MIT
#include "patcher/image/run_script.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace patcher {
namespace {

bool is_shell(std::string_view program) {
  constexpr std::array kShells{"sh", "bash", "dash", "ash", "ksh"};
  const std::string_view name = program.substr(program.rfind('/') + 1);
  return std::ranges::find(kShells, name) != kShells.end();
}

/// The options of a shell before `-c`, and whether `-c` is among them.
struct ShellCall {
  ShellMode mode;
  std::size_t script = 0;  ///< Index of the word behind the options; 0 where there is no `-c`.
};

/// Takes over the option that a word behind `-o` names.
void take_option(ShellMode& mode, std::string_view option) {
  if (option == "errexit") mode.errexit = true;
  if (option == "pipefail") mode.pipefail = true;
}

ShellCall call_of(const std::vector<std::string>& words) {
  ShellCall call;
  bool has_script = false;
  std::size_t i = 1;
  for (; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.size() < 2 || word[0] != '-' || word[1] == '-') break;
    if (word.find('e') != std::string::npos) call.mode.errexit = true;
    if (word.find('c') != std::string::npos) has_script = true;
    const bool names_option = word.find('o') != std::string::npos && i + 1 < words.size();
    if (names_option) take_option(call.mode, words[++i]);
  }
  call.script = has_script ? i : 0;
  return call;
}

RunScript read(JoinedText text, ShellMode mode) {
  RunScript run;
  run.script = read_shell(text.text());
  run.text = std::move(text);
  run.mode = mode;
  return run;
}

/// `RUN <<EOF`: the text itself is the script, unless its first line names another interpreter.
std::optional<JoinedText> heredoc_script(const Dockerfile& dockerfile,
                                         const DockerfileInstruction& run) {
  const ByteRange body = run.heredocs.front().body;
  const std::string text = dockerfile.bytes.substr(body.begin, body.size());
  const std::string_view head = std::string_view(text).substr(0, text.find('\n'));
  if (head.starts_with("#!") && head.find("sh") == std::string_view::npos) return std::nullopt;
  JoinedText script;
  script.add(text, body.begin);
  return script;
}

}  // namespace

ByteRange RunScript::source_of(ByteRange at) const {
  const std::size_t begin = text.source_of(at.begin);
  if (at.empty()) return {begin, begin};
  return {begin, std::max(begin, text.source_of(at.end - 1) + 1)};
}

std::optional<RunScript> script_of(const Dockerfile& dockerfile, const DockerfileInstruction& run,
                                   const BuildScope& scope) {
  if (run.strings) {
    const ShellCall call = call_of(*run.strings);
    const bool is_script = !run.strings->empty() && is_shell(run.strings->front()) &&
                           call.script != 0 && call.script < run.strings->size();
    if (!is_script) return std::nullopt;
    JoinedText text;
    text.add_decoded((*run.strings)[call.script], run.text.source_of(0));
    return read(std::move(text), call.mode);
  }
  if (scope.shell.empty() || !is_shell(scope.shell.front())) return std::nullopt;
  const ShellMode mode = call_of(scope.shell).mode;
  if (run.heredocs.empty()) return read(run.text, mode);
  if (run.text.text().starts_with("<<")) {
    std::optional<JoinedText> text = heredoc_script(dockerfile, run);
    if (!text) return std::nullopt;
    return read(*std::move(text), mode);
  }
  JoinedText text = run.text;
  for (const DockerfileHeredoc& heredoc : run.heredocs) {
    const std::size_t end = heredoc.body.end + heredoc.name.size();
    text.add_decoded("\n", heredoc.body.begin);
    text.add(dockerfile.bytes.substr(heredoc.body.begin, end - heredoc.body.begin),
             heredoc.body.begin);
  }
  return read(std::move(text), mode);
}

}  // namespace patcher
