// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "patcher/core/diagnostic.hpp"

namespace patcher {

struct Patch;

/// Why a patch is not for this base, or why that cannot be told.
struct Exclusion {
  std::string reason;
  Diagnostics errors = {};  ///< Not empty where it cannot be told.
  Severity told_as = Severity::note;
};

/// Patches that are not for this base.
using Exclusions = std::map<const Patch*, Exclusion>;

}  // namespace patcher
