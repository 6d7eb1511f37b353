// SPDX-License-Identifier: MIT
// How the rounds of loops run.
#include <utility>

#include "patcher/image/shell_follower.hpp"

namespace patcher {
namespace {

using Kind = ShellNode::Kind;
using End = ShellPath::End;

/// A loop is followed for this many rounds; what a further one would show, a second one has shown.
constexpr int kRounds = 2;

/// `asked`, which a loop's condition ended, after the loop: the status is that of the last round,
/// which ended as `before`, not the condition's.
ShellPath left_loop(ShellPath asked, const ShellPath& before, ByteRange loop) {
  const bool asked_subject = asked.carries;
  asked = dropped(std::move(asked), LossKind::loop, loop);
  asked.status = before.status;
  asked.fresh_loss = false;
  if (asked_subject || !before.carries) return asked;
  asked.carries = true;
  asked.lost = before.lost;
  return asked;
}

/// Takes the paths that go on out of `paths`; the others are left in it.
ShellPaths going_on(ShellPaths& paths) {
  ShellPaths going;
  ShellPaths ended;
  for (ShellPath& path : paths) (path.goes_on() ? going : ended).push_back(std::move(path));
  paths = std::move(ended);
  return going;
}

}  // namespace

ShellPaths ShellFollower::loop_over(const ShellNode& node, const ShellPath& path,
                                    Position position) {
  ShellPaths ends;
  ShellPaths going = words_of(node, path);
  for (ShellPath& each : going) each = ended_well(std::move(each));
  for (int round = 0; round < kRounds; ++round) {
    for (ShellPath& each : going) each = dropped(std::move(each), LossKind::loop, node.at);
    ShellPaths after = run_all(node.parts.front(), going, position);
    for (ShellPath& each : after) {
      if (each.end == End::continued) each.end = End::none;
    }
    going = going_on(after);
    for (ShellPath& each : after) {
      if (each.end == End::broke) each.end = End::none;
    }
    add_paths(ends, std::move(after));
  }
  add_paths(ends, std::move(going));
  return ends;
}

ShellPaths ShellFollower::loop_while(const ShellNode& node, const ShellPath& path,
                                     Position position) {
  const bool leaves_on_success = node.kind == Kind::loop_until;
  ShellPaths ends;
  ShellPaths going{ended_well(path)};
  for (int round = 0; round <= kRounds; ++round) {
    ShellPaths entered;
    for (const ShellPath& before : going) {
      const ShellPath begin = dropped(before, LossKind::loop, node.at);
      for (ShellPath& asked : run(node.parts[0], begin, {true, position.is_instead})) {
        const bool leaves = !asked.goes_on() || (asked.status == 0) == leaves_on_success;
        if (leaves && asked.goes_on()) asked = left_loop(std::move(asked), before, node.at);
        add_paths(leaves ? ends : entered, {std::move(asked)});
      }
    }
    for (ShellPath& each : entered) each = dropped(std::move(each), LossKind::loop, node.at);
    ShellPaths after = run_all(node.parts[1], entered, position);
    for (ShellPath& each : after) {
      if (each.end == End::continued) each.end = End::none;
    }
    going = going_on(after);
    for (ShellPath& each : after) {
      if (each.end == End::broke) each.end = End::none;
    }
    add_paths(ends, std::move(after));
  }
  return ends;
}

}  // namespace patcher
