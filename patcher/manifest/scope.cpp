// SPDX-License-Identifier: MIT
#include "patcher/manifest/scope.hpp"

#include <fmt/format.h>

namespace patcher {

std::string spelled(const Scope& scope) {
  if (!scope.region) return scope.path;
  if (!scope.region->to) return fmt::format("from {}", scope.region->from);
  return fmt::format("from {} to {}", scope.region->from, *scope.region->to);
}

}  // namespace patcher
