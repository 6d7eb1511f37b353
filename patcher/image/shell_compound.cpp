// SPDX-License-Identifier: MIT
// How the parts of compound commands run.
#include <algorithm>
#include <utility>

#include "patcher/image/shell_follower.hpp"

namespace patcher {
namespace {

using Kind = ShellNode::Kind;
using End = ShellPath::End;

}  // namespace

ShellPaths ShellFollower::run(const ShellNode& node, const ShellPath& path, Position position) {
  switch (node.kind) {
    case Kind::command:
      return command(node, path, position);
    case Kind::assignment: {
      ShellPaths ends = assignment(node, path);
      for (ShellPath& end : ends) stop_if_failed(end, position);
      return ends;
    }
    case Kind::declaration: {
      ShellPaths ends = words_of(node, path);
      for (ShellPath& end : ends) end = ended_well(std::move(end));
      return ends;
    }
    case Kind::sequence:
      return sequence(node, path, position);
    case Kind::both:
    case Kind::either:
      return list(node, path, position);
    case Kind::pipeline:
      return pipeline(node, path, position);
    case Kind::negated:
      return negated(node, path);
    case Kind::subshell:
      return subshell(node.parts.front(), path, position);
    case Kind::background:
      return background(node, path);
    case Kind::function: {
      ShellPath known = ended_well(path);
      known.functions[node.name] = &node.parts.front();
      return {std::move(known)};
    }
    case Kind::nothing:
      return {ended_well(path)};
    default:
      return inside(node, path, position);
  }
}

ShellPaths ShellFollower::inside(const ShellNode& node, const ShellPath& path, Position position) {
  switch (node.kind) {
    case Kind::group:
      return run(node.parts.front(), path, position);
    case Kind::branch:
      return branch(node, path, position);
    case Kind::choice:
      return choice(node, path, position);
    case Kind::loop_over:
      return loop_over(node, path, position);
    default:
      return loop_while(node, path, position);
  }
}

ShellPaths ShellFollower::run_all(const ShellNode& node, const ShellPaths& paths,
                                  Position position) {
  ShellPaths ends;
  for (const ShellPath& path : paths) {
    add_paths(ends, path.goes_on() ? run(node, path, position) : ShellPaths{path});
  }
  return ends;
}

ShellPaths ShellFollower::sequence(const ShellNode& node, const ShellPath& path,
                                   Position position) {
  ShellPaths paths{path};
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    for (ShellPath& each : paths) {
      const bool is_between = i > 0 && each.goes_on();
      if (is_between) each = dropped(std::move(each), LossKind::sequence, node.marks[i - 1]);
    }
    paths = run_all(node.parts[i], paths, position);
  }
  return paths;
}

ShellPaths ShellFollower::list(const ShellNode& node, const ShellPath& path, Position position) {
  const bool goes_on_after_success = node.kind == Kind::both;
  ShellPaths ends;
  for (ShellPath& left : run(node.parts[0], path, {true, position.is_instead})) {
    if (!left.goes_on() || (left.status == 0) != goes_on_after_success) {
      add_paths(ends, {std::move(left)});
      continue;
    }
    const bool failed_here = left.carries;
    const bool is_instead = position.is_instead || failed_here;
    // The status stays until the right side sets one: it may ask for `$?`.
    ShellPath begin = dropped(std::move(left), LossKind::either, node.marks.front());
    ShellPaths rights = run(node.parts[1], begin, {position.is_checked, is_instead});
    for (ShellPath& right : rights) {
      right.fresh_loss = right.fresh_loss || (failed_here && right.status == 0 && right.goes_on());
    }
    add_paths(ends, std::move(rights));
  }
  return ends;
}

ShellPaths ShellFollower::pipeline(const ShellNode& node, const ShellPath& path,
                                   Position position) {
  ShellPaths paths{path};
  for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
    ShellPaths next;
    const Position part{position.is_checked, false};
    for (const ShellPath& each : paths) add_paths(next, isolated(node.parts[i], each, part));
    paths = std::move(next);
    // With pipefail the subject's failure is the pipeline's, however the rest ends.
    for (ShellPath& each : paths) {
      if (each.carries && each.mode.pipefail) each.variables["|"] = "1";
      each = dropped(std::move(each), LossKind::pipe, node.marks[i]);
    }
  }
  ShellPaths ends;
  for (const ShellPath& each : paths) {
    add_paths(ends, isolated(node.parts.back(), each, position));
  }
  for (ShellPath& end : ends) {
    if (end.variables.erase("|") > 0) {
      end.status = 1;
      end.carries = true;
    }
    stop_if_failed(end, position);
  }
  return ends;
}

ShellPaths ShellFollower::negated(const ShellNode& node, const ShellPath& path) {
  ShellPaths ends = run(node.parts.front(), path, {true, false});
  for (ShellPath& end : ends) {
    if (!end.goes_on()) continue;
    end = dropped(std::move(end), LossKind::negation, node.at);
    end.status = end.status == 0 ? 1 : 0;
  }
  return ends;
}

ShellPaths ShellFollower::isolated(const ShellNode& node, const ShellPath& path,
                                   Position position) {
  ShellPaths ends = run(node, path, position);
  for (ShellPath& end : ends) {
    if (end.end == End::exited || end.end == End::returned) end.end = End::none;
    end.variables = path.variables;
    end.mode = path.mode;
  }
  return ends;
}

ShellPaths ShellFollower::subshell(const ShellNode& node, const ShellPath& path,
                                   Position position) {
  ShellPaths ends = isolated(node, path, position);
  for (ShellPath& end : ends) stop_if_failed(end, position);
  return ends;
}

ShellPaths ShellFollower::background(const ShellNode& node, const ShellPath& path) {
  ShellPaths ends = subshell(node.parts.front(), path, {true, false});
  for (ShellPath& end : ends) {
    end = ended_well(dropped(std::move(end), LossKind::background, node.marks.front()));
  }
  return ends;
}

ShellPaths ShellFollower::in_branch(const ShellNode& body, const ShellPath& path,
                                    Position position) {
  return run(body, path, {position.is_checked, position.is_instead || path.failed});
}

ShellPaths ShellFollower::branch(const ShellNode& node, const ShellPath& path, Position position) {
  ShellPaths ends;
  ShellPaths waiting{path};
  for (std::size_t i = 0; i + 1 < node.parts.size(); i += 2) {
    ShellPaths asked = run_all(node.parts[i], waiting, {true, position.is_instead});
    ShellPaths going = going_on(asked);
    add_paths(ends, std::move(asked));
    waiting.clear();
    for (ShellPath& each : going) {
      const bool holds = each.status == 0;
      const ShellPath next = dropped(std::move(each), LossKind::condition, node.at);
      add_paths(holds ? ends : waiting,
                holds ? in_branch(node.parts[i + 1], next, position) : ShellPaths{next});
    }
  }
  const bool has_else = node.parts.size() % 2 == 1;
  for (const ShellPath& each : waiting) {
    add_paths(ends, has_else ? in_branch(node.parts.back(), each, position)
                             : ShellPaths{ended_well(each)});
  }
  return ends;
}

ShellPaths ShellFollower::choice(const ShellNode& node, const ShellPath& path, Position position) {
  ShellPaths ends;
  for (const ShellNode& arm : node.parts) add_paths(ends, run(arm, path, position));
  if (!node.catches_all) add_paths(ends, {ended_well(path)});
  return ends;
}

}  // namespace patcher
