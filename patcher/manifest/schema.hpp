// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace patcher {

/// The kinds of file that the program reads: two that people write, and the one that it writes.
enum class FileKind { manifest, patch, lock };

/// The JSON Schema (draft-07, as editors read it) of `kind`, indented, ending in a newline.
///
/// Made from the same tables that the reader uses, so that the two cannot disagree on keys.
[[nodiscard]] std::string schema_of(FileKind kind);

}  // namespace patcher
