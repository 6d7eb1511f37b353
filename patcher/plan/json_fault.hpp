// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// Why a text is not taken as JSON.
struct JsonFault {
  std::string message;  ///< The end of a sentence about the file.
  Place where;          ///< In the file.
};

/// The first fault of `text`, the bytes of `file`: what breaks JSON's grammar, or a key that an
/// object has twice, of which a reader would pick one by chance. Nothing where there is none.
/// Source: RFC 8259.
[[nodiscard]] std::optional<JsonFault> json_fault_in(std::string_view text,
                                                     const std::string& file);

}  // namespace patcher
