// SPDX-License-Identifier: MIT
// How simple commands run; compound ones are in shell_compound.cpp.
#include "patcher/image/shell_follower.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace patcher {
namespace {

using Kind = ShellNode::Kind;

/// Whether the command only asks something, so that its failure is an answer.
bool is_question(const ShellNode& node, const std::string& name) {
  constexpr std::array kAsking{"[",    "[[",  "((",    "test", "grep", "egrep", "fgrep",
                               "diff", "cmp", "which", "type", "hash", "read",  "getopts"};
  const bool looks_up = name == "command" && node.words.size() > 1 &&
                        node.words[1].literal().value_or("").starts_with("-");
  return looks_up || std::ranges::find(kAsking, std::string_view(name)) != kAsking.end();
}

void set_modes(const ShellNode& node, ShellMode& mode) {
  for (std::size_t i = 1; i < node.words.size(); ++i) {
    const std::string word = node.words[i].literal().value_or("");
    if (word.size() < 2 || (word[0] != '-' && word[0] != '+')) {
      continue;
    }
    const bool on = word[0] == '-';
    if (word.find('e') != std::string::npos) mode.errexit = on;
    const bool names_option = word.find('o') != std::string::npos && i + 1 < node.words.size();
    if (!names_option) continue;
    const std::string option = node.words[i + 1].literal().value_or("");
    if (option == "errexit") mode.errexit = on;
    if (option == "pipefail") mode.pipefail = on;
  }
}

ShellPath with_status(ShellPath path, int status) {
  path.status = status;
  path.carries = false;
  path.fresh_loss = false;
  return path;
}

/// `exit 1`, `return`, `exit $?`: 0 or 1, by default the status so far.
int status_asked(const ShellNode& node, const ShellPath& path) {
  if (node.words.size() < 2) return path.status;
  const ShellWord& word = node.words[1];
  if (const auto number = word.literal()) return *number == "0" ? 0 : 1;
  if (word.pieces.size() != 1) return 1;
  if (word.pieces.front().text == "?") return path.status;
  const auto known = path.variables.find(word.pieces.front().text);
  return known != path.variables.end() && known->second == "0" ? 0 : 1;
}

/// `path` once `each` is set, where `$?` is `before`.
ShellPath assigned(ShellPath path, const ShellNode::Assignment& each, int before) {
  const std::optional<std::string> literal = each.value.literal();
  const bool keeps_status = each.value.pieces.size() == 1 && each.value.expands("?");
  path.variables.erase(each.name);
  if (literal) path.variables[each.name] = *literal;
  if (keeps_status) path.variables[each.name] = before == 0 ? "0" : "1";
  return each.value.commands.empty() ? with_status(std::move(path), 0) : path;
}

}  // namespace

ShellPaths ShellFollower::follow(const ShellNode& script, const ShellPath& begin) {
  return run(script, begin, {});
}

void ShellFollower::stop_if_failed(ShellPath& path, Position position) {
  const bool stops = path.status != 0 && path.mode.errexit && !position.is_checked;
  if (stops && path.goes_on()) path.end = ShellPath::End::exited;
}

void ShellFollower::note_reading(const ShellWord& word, const ShellPath& path) {
  const bool is_late = path.fresh_loss && path.failed && word.expands("?");
  if (is_late && std::ranges::find(read_late_, word.at) == read_late_.end()) {
    read_late_.push_back(word.at);
  }
}

ShellPaths ShellFollower::substituted(const ShellNode& inner, const ShellPath& path,
                                      bool is_status) {
  ShellPaths ends = subshell(inner, path, {true, false});
  if (is_status) return ends;
  for (ShellPath& end : ends) end = dropped(std::move(end), LossKind::substitution, inner.at);
  return ends;
}

ShellPaths ShellFollower::substitutions(const ShellWord& word, const ShellPaths& paths,
                                        bool is_status) {
  ShellPaths all = paths;
  for (const ShellNode& inner : word.commands) {
    ShellPaths next;
    for (const ShellPath& path : all) add_paths(next, substituted(inner, path, is_status));
    all = std::move(next);
  }
  return all;
}

ShellPaths ShellFollower::words_of(const ShellNode& node, ShellPath path) {
  for (const ShellWord& word : node.words) note_reading(word, path);
  const int status = path.status;
  ShellPaths paths{std::move(path)};
  for (const ShellNode::Assignment& each : node.assignments) {
    paths = substitutions(each.value, paths, false);
  }
  for (const ShellWord& word : node.words) paths = substitutions(word, paths, false);
  for (const ShellRedirect& redirect : node.redirects) {
    paths = substitutions(redirect.target, paths, false);
  }
  // `$?` is what it was before the line.
  for (ShellPath& each : paths) each.status = status;
  return paths;
}

ShellPaths ShellFollower::assignment(const ShellNode& node, const ShellPath& path) {
  ShellPaths paths{path};
  for (const ShellNode::Assignment& each : node.assignments) {
    note_reading(each.value, path);
    for (ShellPath& one : paths) one = assigned(std::move(one), each, path.status);
    // A substitution's status is the assignment's own, and so is its failure.
    paths = substitutions(each.value, paths, true);
  }
  return paths;
}

ShellPaths ShellFollower::subject(ShellPath path) const {
  ShellPaths ends;
  path.ran = true;
  if (fails_ != SubjectFails::always) ends.push_back(with_status(path, 0));
  if (fails_ == SubjectFails::never) return ends;
  ShellPath failed = with_status(std::move(path), 1);
  failed.failed = true;
  failed.carries = true;
  failed.made_good = false;
  failed.lost.reset();
  ends.push_back(std::move(failed));
  return ends;
}

ShellPaths ShellFollower::builtin(const ShellNode& node, const std::string& name, ShellPath path) {
  using End = ShellPath::End;
  if (name == "set") set_modes(node, path.mode);
  if (name == "exit" || name == "return") {
    const int status = status_asked(node, path);
    if (status == 0 && path.carries) path.lost = Loss{LossKind::sequence, node.at};
    path = with_status(std::move(path), status);
    path.end = name == "exit" ? End::exited : End::returned;
    return {std::move(path)};
  }
  const bool was_carried = path.carries;
  path = with_status(std::move(path), name == "false" ? 1 : 0);
  if (was_carried && name == "false") path.carries = true;
  if (name == "break") path.end = End::broke;
  if (name == "continue") path.end = End::continued;
  return {std::move(path)};
}

ShellPaths ShellFollower::called(const std::string& name, ShellPath path, Position position) {
  const ShellNode* body = path.functions.at(name);
  // A function that calls itself is not followed further.
  path.functions.erase(name);
  ShellPaths ends = run(*body, path, position);
  for (ShellPath& end : ends) {
    if (end.end == ShellPath::End::returned) end.end = ShellPath::End::none;
    end.functions[name] = body;
  }
  return ends;
}

ShellPaths ShellFollower::other_command(const ShellNode& node, const std::string& name,
                                        ShellPath path, Position position) {
  if (path.functions.contains(name)) return called(name, std::move(path), position);
  const std::optional<int> known =
      name == "[" || name == "test" || name == "[[" ? status_of_test(node, path) : std::nullopt;
  ShellPaths ends;
  if (known.value_or(0) == 0) {
    ends.push_back(with_status(path, 0));
    if (position.is_instead && path.failed && does_work_(node)) ends.back().made_good = true;
  }
  const bool may_fail = !known && (position.is_checked || is_question(node, name));
  if (may_fail || known.value_or(0) != 0) ends.push_back(with_status(std::move(path), 1));
  return ends;
}

ShellPaths ShellFollower::command(const ShellNode& node, ShellPath path, Position position) {
  constexpr std::array kBuiltins{"set",      "exit", "return", "true",  "false", ":",    "break",
                                 "continue", "echo", "printf", "shift", "trap",  "umask"};
  const std::string name =
      node.words.empty() ? std::string() : node.words.front().literal().value_or("");
  const bool is_builtin = std::ranges::find(kBuiltins, std::string_view(name)) != kBuiltins.end();
  ShellPaths ends;
  for (ShellPath& each : words_of(node, std::move(path))) {
    if (&node == &subject_) {
      add_paths(ends, subject(std::move(each)));
    } else if (is_builtin) {
      add_paths(ends, builtin(node, name, std::move(each)));
    } else {
      add_paths(ends, other_command(node, name, std::move(each), position));
    }
  }
  for (ShellPath& end : ends) stop_if_failed(end, position);
  return ends;
}

}  // namespace patcher
