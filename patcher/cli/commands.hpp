// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/cli/means.hpp"
#include "patcher/cli/options.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/tree/file_system.hpp"

namespace patcher {

// One function for each command, each in its own file. They return what the run came to, exit
// code included, and never print. `files` is what they read and write trees through; those that
// run commands of a manifest tell people on a console meanwhile.

[[nodiscard]] Outcome apply_command(const Options& options, const Means& means);
[[nodiscard]] Outcome revert_command(const Options& options, const Means& means);
[[nodiscard]] Outcome rebuild_command(const Options& options, const Means& means);
[[nodiscard]] Outcome check_command(const Options& options, const Means& means);
[[nodiscard]] Outcome lock_command(const Options& options, FileSystem& files);
[[nodiscard]] Outcome status_command(const Options& options, FileSystem& files);
[[nodiscard]] Outcome list_command(const Options& options);
[[nodiscard]] Outcome show_command(const Options& options, FileSystem& files);
[[nodiscard]] Outcome verify_command(const Options& options, FileSystem& files);
[[nodiscard]] Outcome diff_command(const Options& options, FileSystem& files);
[[nodiscard]] Outcome lint_command(const Options& options, FileSystem& files);
[[nodiscard]] Outcome import_command(const Options& options, FileSystem& files);
[[nodiscard]] Outcome export_command(const Options& options, FileSystem& files);
[[nodiscard]] Outcome new_command(const Options& options, FileSystem& files);
[[nodiscard]] Outcome scope_command(const Options& options);
[[nodiscard]] Outcome image_init_command(const Options& options);
[[nodiscard]] Outcome image_key_command(const Options& options);
[[nodiscard]] Outcome image_lint_command(const Options& options);
[[nodiscard]] Outcome report_provenance_command(const Options& options);
[[nodiscard]] Outcome report_waiver_command(const Options& options);

}  // namespace patcher
