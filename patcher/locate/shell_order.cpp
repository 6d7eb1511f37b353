// SPDX-License-Identifier: MIT
#include "patcher/locate/shell_order.hpp"

#include <utility>

namespace patcher {
namespace {

using Kind = ShellNode::Kind;

bool is_list(const ShellNode& node) {
  return (node.kind == Kind::both || node.kind == Kind::either) && node.parts.size() == 2;
}

}  // namespace

ShellNode with_shell_order(ShellNode all) {
  if (all.parts.empty()) return all;
  if (is_list(all.parts.front())) {
    ShellNode outer = std::move(all.parts.front());
    all.parts.front() = std::move(outer.parts[1]);
    all.at.begin = all.parts.front().at.begin;
    outer.at.end = all.at.end;
    outer.parts[1] = with_shell_order(std::move(all));
    return outer;
  }
  if (is_list(all.parts.back())) {
    ShellNode outer = std::move(all.parts.back());
    all.parts.back() = std::move(outer.parts[0]);
    outer.at.begin = all.at.begin;
    outer.parts[0] = with_shell_order(std::move(all));
    return outer;
  }
  if (all.parts.front().kind == Kind::negated) {
    ShellNode outer = std::move(all.parts.front());
    all.parts.front() = std::move(outer.parts.front());
    outer.at.end = all.at.end;
    outer.parts.front() = std::move(all);
    return outer;
  }
  return all;
}

}  // namespace patcher
