// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/cli/options.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/tree/file_system.hpp"

namespace patcher {

/// `status` without a manifest: what the records of the roots say, or of the current folder's.
[[nodiscard]] Outcome status_by_record(const Options& options, FileSystem& files);

}  // namespace patcher
