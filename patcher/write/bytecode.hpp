// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/write/item.hpp"

namespace patcher {

/// The folder beside a source file that the interpreter keeps its byte-code in.
inline constexpr std::string_view kBytecodeFolder = "__pycache__";

/// Says whether `file`, a name in `__pycache__`, is byte-code of the module `module`.
///
/// That is `<module>.<tag>.pyc` or `<module>.<tag>.opt-<level>.pyc`, with no dot in tag and level:
/// `m.cpython-311.pyc` and `m.cpython-311.opt-2.pyc` for `m`, but not `m2.cpython-311.pyc`.
/// Source: PEP 3147, PEP 488.
[[nodiscard]] bool is_bytecode_of(std::string_view module, std::string_view file);

/// The items that remove all byte-code of the source file `source` (`m.py`) in `folder`: that in
/// `__pycache__` and the `m.pyc` and `m.pyo` of old beside it. None for a file of another kind.
///
/// Errors: unsafe_link when `__pycache__` is a link; io_error.
[[nodiscard]] Result<std::vector<Item>> stale_bytecode(Folder& folder, const std::string& source,
                                                       Folders& folders, FileSystem& files);

}  // namespace patcher
