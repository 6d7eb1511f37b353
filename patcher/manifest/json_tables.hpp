// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/manifest/key_table.hpp"

namespace patcher::language {

/// The keys of an edit with `json`.
extern const Table kJsonEdit;

}  // namespace patcher::language
