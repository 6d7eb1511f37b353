// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/manifest/diff.hpp"
#include "patcher/manifest/diff_path.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher::language {

/// Whether hunks are searched in a scope or in their whole file.
enum class HunkScope { file, scope };

/// The edits that `file`, a section of `diff` that is about `paths`, stands for: each hunk of a
/// file that stays is a text edit, and what a section says of the file itself is a whole-file edit.
///
/// Places are those of the diff. Errors, at their hunk (diff_invalid): one without context where
/// nothing else says where it belongs, or by what its result is known.
[[nodiscard]] Result<std::vector<Edit>> edits_of(const Diff& diff, const DiffFile& file,
                                                 const DiffPaths& paths, HunkScope scope);

}  // namespace patcher::language
