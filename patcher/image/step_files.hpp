// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/image/lint_subject.hpp"

namespace patcher {

/// The absolute paths that `step` writes, moves or removes, as far as its words tell; those with an
/// open part among them. A change of a whole checkout, as by `git checkout`, is its folder.
[[nodiscard]] std::vector<std::string> files_written_by(const LintSubject& subject,
                                                        const LintStep& step);

/// Whether `step` edits with `sed` or `perl` a file in a tree of the set, in what a RUN clones, or
/// of an installed package.
[[nodiscard]] bool edits_source(const LintSubject& subject, const LintStep& step);

}  // namespace patcher
