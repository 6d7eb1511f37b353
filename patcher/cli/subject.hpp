// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/cli/options.hpp"
#include "patcher/cli/recovering.hpp"
#include "patcher/core/result.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/plan/record.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {

/// What a run is about: a manifest, and the options as they apply to it.
struct Subject {
  Manifest manifest;
  Options options;
};

/// The record that `entry`, read from the root's `.patcher/record.json`, holds; an empty one where
/// there is none. Errors: record_unreadable.
[[nodiscard]] Result<Record> record_from(const Entry& entry, const std::string& root);

/// Loads the manifest of `options`; its name and the warnings go to `outcome`.
///
/// Without a manifest: one without any patch, over the roots of `--root` or the current folder,
/// each named as its record names the tree. With `--recorded NAME` it has that name and may
/// upgrade: all that is recorded of NAME are orphans then. Errors: those of the manifest, of the
/// roots and records; usage for options that need a manifest, for a root of another tree than it is
/// given for, and where nothing of NAME is recorded, unless the root is one of `settled` and
/// nothing at all is recorded there: `outcome` gets a note on it then.
[[nodiscard]] Result<Subject> subject_of(const Options& options, FileSystem& files,
                                         const SettledRoots& settled, Outcome& outcome);

}  // namespace patcher
