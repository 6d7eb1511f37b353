// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/import/change.hpp"
#include "patcher/tree/git_changes.hpp"

namespace patcher {

/// What the mail or commit message above a diff says, `name` being the diff's file name.
///
/// The title is the mail's subject without `[PATCH ...]`, and `why` its body up to the line `---`,
/// without the lines at its end that sign it. A diff without a message is told by its name. Bytes
/// that are not UTF-8 are replaced.
[[nodiscard]] ChangeMessage message_of_diff(std::string_view bytes, const std::string& name);

/// What a commit says: its first paragraph is the title.
[[nodiscard]] ChangeMessage message_of_commit(const CommitChange& commit);

/// The message of a change that has none of its own, made from `title`.
[[nodiscard]] ChangeMessage message_titled(const std::string& title);

}  // namespace patcher
