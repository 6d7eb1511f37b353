// SPDX-License-Identifier: MIT
#include "patcher/image/shell_fate.hpp"

#include <algorithm>
#include <utility>

#include "patcher/image/shell_follower.hpp"

namespace patcher {
namespace {

void add_commands(const ShellNode& node, std::vector<const ShellNode*>& all);

void add_commands(const ShellWord& word, std::vector<const ShellNode*>& all) {
  for (const ShellNode& inner : word.commands) add_commands(inner, all);
}

void add_commands(const ShellNode& node, std::vector<const ShellNode*>& all) {
  for (const ShellNode::Assignment& each : node.assignments) add_commands(each.value, all);
  for (const ShellWord& word : node.words) add_commands(word, all);
  for (const ShellRedirect& redirect : node.redirects) add_commands(redirect.target, all);
  if (node.kind == ShellNode::Kind::command) all.push_back(&node);
  for (const ShellNode& part : node.parts) add_commands(part, all);
}

/// The names that loops around `subject` give another value each time, below `node`.
///
/// Returns whether `subject` is in `node`.
bool add_loop_names(const ShellNode& node, const ShellNode& subject,
                    std::vector<std::string>& names) {
  const std::vector<const ShellNode*> inside = commands_in(node);
  if (std::ranges::find(inside, &subject) == inside.end()) return false;
  if (node.kind == ShellNode::Kind::loop_over) names.push_back(node.name);
  if (node.kind == ShellNode::Kind::function) names.insert(names.end(), {"1", "2", "@", "*"});
  const bool loops = node.kind == ShellNode::Kind::loop_while ||
                     node.kind == ShellNode::Kind::loop_until ||
                     node.kind == ShellNode::Kind::loop_over;
  for (const ShellNode* command : loops ? inside : std::vector<const ShellNode*>{}) {
    const bool reads = !command->words.empty() && command->words.front().literal() == "read";
    for (const ShellWord& word : reads ? command->words : std::vector<ShellWord>{}) {
      names.push_back(word.literal().value_or(""));
    }
  }
  for (const ShellNode& part : node.parts) add_loop_names(part, subject, names);
  return true;
}

/// Whether each run of `subject` in a loop of `script` is work of its own, not another attempt.
bool varies(const ShellNode& script, const ShellNode& subject) {
  std::vector<std::string> names;
  add_loop_names(script, subject, names);
  return std::ranges::any_of(names, [&](const std::string& name) {
    const auto expands = [&](const ShellWord& word) { return word.expands(name); };
    return std::ranges::any_of(subject.words, expands) ||
           std::ranges::any_of(subject.redirects, [&](const ShellRedirect& redirect) {
             return expands(redirect.target);
           });
  });
}

bool ends_well(const ShellPath& path) { return path.status == 0; }

}  // namespace

Fate fate_of(const ShellNode& script, const ShellNode& subject, ShellMode mode,
             const DoesWork& does_work) {
  ShellPath begin;
  begin.mode = mode;
  Fate fate;
  ShellFollower failing(
      subject, varies(script, subject) ? SubjectFails::sometimes : SubjectFails::always, does_work);
  for (const ShellPath& path : failing.follow(script, begin)) {
    const bool hides = ends_well(path) && path.failed && !path.made_good && path.lost;
    if (hides && !fate.lost) fate.lost = path.lost;
  }
  fate.read_late = failing.read_late();
  ShellFollower sound(subject, SubjectFails::never, does_work);
  const ShellPaths all = sound.follow(script, begin);
  fate.can_be_passed_over =
      std::ranges::any_of(all, [](const ShellPath& path) { return ends_well(path) && !path.ran; });
  return fate;
}

std::vector<const ShellNode*> commands_in(const ShellNode& script) {
  std::vector<const ShellNode*> all;
  add_commands(script, all);
  return all;
}

}  // namespace patcher
