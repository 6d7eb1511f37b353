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

}  // namespace

ShellPaths ShellFollower::round(const ShellNode& body, const ShellPaths& entered, Position position,
                                ShellPaths& ends) {
  ShellPaths after = run_all(body, entered, position);
  for (ShellPath& each : after) {
    if (each.end == End::continued) each.end = End::none;
  }
  ShellPaths going = going_on(after);
  for (ShellPath& each : after) {
    if (each.end == End::broke) each.end = End::none;
  }
  add_paths(ends, std::move(after));
  return going;
}

ShellPaths ShellFollower::entered(const ShellNode& loop, const ShellPath& before, Position position,
                                  ShellPaths& ends) {
  const bool leaves_on_success = loop.kind == Kind::loop_until;
  const ShellPath begin = dropped(before, LossKind::loop, loop.at);
  ShellPaths all;
  for (ShellPath& asked : run(loop.parts[0], begin, {true, position.is_instead})) {
    if (!asked.goes_on()) {
      add_paths(ends, {std::move(asked)});
    } else if ((asked.status == 0) == leaves_on_success) {
      add_paths(ends, {left_loop(std::move(asked), before, loop.at)});
    } else {
      add_paths(all, {dropped(std::move(asked), LossKind::loop, loop.at)});
    }
  }
  return all;
}

ShellPaths ShellFollower::loop_over(const ShellNode& node, const ShellPath& path,
                                    Position position) {
  ShellPaths ends;
  ShellPaths going = words_of(node, path);
  for (ShellPath& each : going) each = ended_well(std::move(each));
  for (int count = 0; count < kRounds; ++count) {
    for (ShellPath& each : going) each = dropped(std::move(each), LossKind::loop, node.at);
    going = round(node.parts.front(), going, position, ends);
  }
  add_paths(ends, std::move(going));
  return ends;
}

ShellPaths ShellFollower::loop_while(const ShellNode& node, const ShellPath& path,
                                     Position position) {
  ShellPaths ends;
  ShellPaths going{ended_well(path)};
  for (int count = 0; count <= kRounds; ++count) {
    ShellPaths inside;
    for (const ShellPath& before : going) add_paths(inside, entered(node, before, position, ends));
    going = round(node.parts[1], inside, position, ends);
  }
  return ends;
}

}  // namespace patcher
