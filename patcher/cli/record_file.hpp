// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/cli/session.hpp"
#include "patcher/core/result.hpp"
#include "patcher/plan/record.hpp"
#include "patcher/tree/file_system.hpp"

namespace patcher {

/// The record of `tree` as it is on the disk now. Errors: record_unreadable, unsafe_link, io_error.
[[nodiscard]] Result<Record> read_record(const SessionTree& tree);

/// Makes `record` the record of `tree`, in a commit of its own. Errors: those of `commit`.
[[nodiscard]] Status write_record(const SessionTree& tree, const Record& record, FileSystem& files);

}  // namespace patcher
