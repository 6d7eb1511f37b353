// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace patcher {

/// `text` as a YAML scalar on one line: plain where every reader takes it as it is, else quoted.
[[nodiscard]] std::string yaml_inline(std::string_view text);

/// `text`, lines without a final newline, as the value of a key that stands at column `indent`:
/// a literal block, with that newline added, or a quoted scalar where a block cannot hold it. With
/// the blank before it and the line end behind it.
[[nodiscard]] std::string yaml_block(std::string_view text, std::size_t indent);

}  // namespace patcher
