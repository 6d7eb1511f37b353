// SPDX-License-Identifier: MIT
// Failures that a RUN hides: IMG101, IMG102, IMG103.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "patcher/image/lint_subject.hpp"
#include "patcher/image/step_files.hpp"

namespace patcher {
namespace {

/// Commands whose failure is lost at one place.
struct Hidden {
  Loss loss;
  ByteRange first;                   ///< The first of them, in the script.
  std::vector<std::string> serious;  ///< Those that must not fail unseen.
  std::vector<std::string> others;
};

/// `'git clone', 'pip install' (3 times)`, each name where it is first.
std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) != name) continue;
    const auto count = std::ranges::count(names, *name);
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", *name);
    if (count > 1) text += fmt::format(" ({} times)", count);
  }
  return text;
}

/// Whether something in `script` asks the shell to stop where a command fails.
bool stops_somewhere(const RunScript& run) {
  if (run.mode.errexit) return true;
  return std::ranges::any_of(commands_in(run.script.all), [](const ShellNode* command) {
    const bool sets = !command->words.empty() && command->words.front().literal() == "set";
    return sets && std::ranges::any_of(command->words, [](const ShellWord& word) {
             const std::string text = word.literal().value_or("");
             return text == "errexit" ||
                    (text.starts_with('-') && text.find('e') != std::string::npos);
           });
  });
}

/// How messages call a command: by name, or as it is spelled where a variable is in the way.
std::string title_in(const RunScript& run, const ShellNode& node, const CommandName& name) {
  std::string title = title_of(name);
  const bool is_open = title.empty() || title.find('?') != std::string::npos;
  if (!is_open || node.words.empty()) return title;
  const std::size_t last = std::min<std::size_t>(node.words.size(), 2) - 1;
  const std::size_t begin = node.words.front().at.begin;
  return run.text.text().substr(begin, node.words[last].at.end - begin);
}

std::string hidden_by(const RunScript& run, const Loss& loss) {
  switch (loss.kind) {
    case LossKind::either: {
      // With the command behind it, which is what people look for.
      const std::string& text = run.text.text();
      const std::size_t word = std::min(text.find_first_not_of(" \t", loss.at.end), text.size());
      const std::size_t end = std::min(text.find_first_of(" \t;&|)\n", word), text.size());
      return fmt::format("'|| {}'", text.substr(word, end - word));
    }
    case LossKind::pipe:
      return "the pipe: its status is the last command's";
    case LossKind::sequence:
      return stops_somewhere(run)
                 ? "what follows: 'set -e' does not look at what stands before '&&' or '||'"
                 : "what follows: without 'set -e' only the last status counts";
    case LossKind::negation:
      return "'!'";
    case LossKind::condition:
      return "'if': its failure is an answer, and no branch ends the build";
    case LossKind::loop:
      return "the loop: its status is the last round's";
    case LossKind::substitution:
      return "'$(...)': its status is not the command's around it";
    case LossKind::background:
      return "'&'";
  }
  return "";
}

std::string hint_for(LossKind kind) {
  switch (kind) {
    case LossKind::either:
      return "let it fail, or put the part that may fail alone in braces: { command || true; }";
    case LossKind::pipe:
      return "write to a file and read that, or set SHELL [\"/bin/bash\", \"-o\", \"pipefail\", "
             "\"-c\"]";
    case LossKind::substitution:
      return "give it to a variable of its own first: value=$(command)";
    case LossKind::sequence:
      return "join the commands with '&&', or begin with 'set -e' and put '|| exit 1' behind lists";
    default:
      return "join the commands with '&&', or begin with 'set -e'";
  }
}

class Failures {
 public:
  Failures(const LintSubject& subject, LintFindings& findings)
      : subject_(subject), findings_(findings) {}

  void judge(std::size_t index) {
    const RunScript& run = *subject_.scripts[index];
    if (!run.script.unread.empty() || !run.script.why_unread.empty()) {
      return add_unread(index, run);
    }
    std::vector<Hidden> all;
    const DoesWork does_work = [&](const ShellNode& node) {
      return work_of(name_of(node, subject_.plan.scopes[index].variables)) != CommandWork::none;
    };
    for (const ShellNode* command : commands_in(run.script.all)) {
      const Fate fate = fate_of(run.script.all, *command, run.mode, does_work);
      for (const ByteRange& at : fate.read_late) add_late(index, *command, at);
      if (fate.lost) add_hidden(all, index, *command, *fate.lost);
    }
    report(all, index);
  }

 private:
  void add_unread(std::size_t index, const RunScript& run) {
    const ByteRange at = run.script.unread.empty() ? ByteRange{0, 1} : run.script.unread.front();
    Diagnostic& found = findings_.add(Code::shell_unread, index, run.source_of(at),
                                      "the shell of this RUN was not understood, so the failures "
                                      "that it may hide were not looked for");
    found.severity = Severity::warning;
    found.hint = "put the script in a file of its own, and run that";
  }

  void add_late(std::size_t index, const ShellNode& command, ByteRange at) {
    const RunScript& run = *subject_.scripts[index];
    const CommandName name = name_of(command, subject_.plan.scopes[index].variables);
    findings_
        .add(Code::status_discarded, index, run.source_of(at),
             fmt::format("the status of '{}' is read after it was discarded: it is always 0 here",
                         title_in(run, command, name)))
        .hint = "keep it where it fails: rc=0; command || rc=$?";
  }

  void add_hidden(std::vector<Hidden>& all, std::size_t index, const ShellNode& command,
                  const Loss& loss) {
    const CommandName name = name_of(command, subject_.plan.scopes[index].variables);
    const RunScript& run = *subject_.scripts[index];
    auto known = std::ranges::find_if(all, [&](const Hidden& hidden) {
      return hidden.loss.kind == loss.kind && hidden.loss.at == loss.at;
    });
    if (known == all.end()) {
      all.push_back({loss, command.at, {}, {}});
      known = all.end() - 1;
    }
    const std::string title = title_in(run, command, name);
    constexpr std::array<std::string_view, 7> kTalk{"echo", "printf", "true", ":",
                                                    "cd",   "test",   "["};
    if (title.empty() || std::ranges::find(kTalk, name.program) != kTalk.end()) return;
    (is_serious(command, name) ? known->serious : known->others).push_back(title);
  }

  void report(const std::vector<Hidden>& all, std::size_t index) {
    const RunScript& run = *subject_.scripts[index];
    for (const Hidden& hidden : all) {
      if (hidden.serious.empty()) continue;
      Diagnostic& found =
          findings_.add(Code::failure_hidden, index, run.source_of(hidden.loss.at),
                        fmt::format("a failure of {} is hidden by {}", joined(hidden.serious),
                                    hidden_by(run, hidden.loss)));
      found.hint = hint_for(hidden.loss.kind);
      add_others(found, all, hidden, index);
    }
  }

  /// What others of the RUN hide that may be meant: to be known, no finding by itself.
  void add_others(Diagnostic& found, const std::vector<Hidden>& all, const Hidden& reported,
                  std::size_t index) const {
    const RunScript& run = *subject_.scripts[index];
    for (const Hidden& hidden : all) {
      const bool is_meant = hidden_by(run, hidden.loss) == "'|| true'" && hidden.serious.empty();
      if (&hidden == &reported || !is_meant || hidden.others.empty()) continue;
      const Place where = subject_.dockerfile.place_of(run.source_of(hidden.loss.at).begin);
      found.notes.push_back(
          {fmt::format("this '|| true' hides only {}", joined(hidden.others)), where});
    }
  }

  /// Whether a failure of the command must not go unseen.
  [[nodiscard]] bool is_serious(const ShellNode& command, const CommandName& name) const {
    if (name.program != "sed" && name.program != "perl") {
      return work_of(name) != CommandWork::none;
    }
    const auto step = std::ranges::find(subject_.steps, &command, &LintStep::node);
    return step != subject_.steps.end() && edits_source(subject_, *step);
  }

  const LintSubject& subject_;
  LintFindings& findings_;
};

}  // namespace

void lint_failures(const LintSubject& subject, LintFindings& findings) {
  Failures failures(subject, findings);
  for (std::size_t i = 0; i < subject.scripts.size(); ++i) {
    if (subject.scripts[i]) failures.judge(i);
  }
}

}  // namespace patcher
