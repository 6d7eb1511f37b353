// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "patcher/core/result.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/manifest/diff.hpp"

namespace patcher::language {

/// A file's paths in the tree, as a section of a diff names it.
struct DiffPaths {
  std::optional<TreePath> before;  ///< None where the file is added.
  std::optional<TreePath> after;   ///< None where the file is removed.
};

/// The paths of `file`, which is a section of `diff`, without their first `strip` components.
///
/// Without `strip` one component goes, which must be seen to be the diff's own: the two sides
/// differ in it, or it is a letter that git puts there. Errors, at the section: unsafe_path for an
/// absolute path, and one that leads out of the tree or into what git keeps, stripped or not;
/// diff_invalid where the components are too few, cannot be told, or leave the two sides with
/// different names.
[[nodiscard]] Result<DiffPaths> paths_of(const Diff& diff, const DiffFile& file,
                                         std::optional<std::size_t> strip);

/// A diagnostic (diff_invalid) at a section of `diff`.
[[nodiscard]] Diagnostic about_section(const Diff& diff, const DiffFile& file, std::string message,
                                       std::string hint);

}  // namespace patcher::language
