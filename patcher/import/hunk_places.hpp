// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/core/result.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/manifest/diff.hpp"

namespace patcher {

/// `text`, the bytes of `path`, with all hunks of `file`, a section of `diff`, done.
///
/// Errors, at each hunk: anchor_not_found, anchor_ambiguous; place_unfit for lines that nothing
/// says the place of; edits_overlap for hunks that share lines.
[[nodiscard]] Result<std::string> with_hunks(std::string_view text, const TreePath& path,
                                             const Diff& diff, const DiffFile& file);

}  // namespace patcher
