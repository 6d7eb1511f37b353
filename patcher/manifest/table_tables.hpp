// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/manifest/key_table.hpp"

namespace patcher::language {

// The keys of edits with `table`.
extern const Table kRowsEdit;
extern const Table kUpdateRowsEdit;
extern const Table kDeleteRowsEdit;

}  // namespace patcher::language
