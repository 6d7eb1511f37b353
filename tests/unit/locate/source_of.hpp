// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "patcher/locate/source_text.hpp"

namespace patcher {

/// The source text of `bytes`.
[[nodiscard]] inline SourceText source_of(std::string bytes, Language language = Language::none) {
  return {std::make_shared<const std::string>(std::move(bytes)), language};
}

/// The source text of Python `bytes`.
[[nodiscard]] inline SourceText python_of(std::string bytes) {
  return source_of(std::move(bytes), Language::python);
}

/// The source text of C++ or HIP `bytes`.
[[nodiscard]] inline SourceText cuda_of(std::string bytes) {
  return source_of(std::move(bytes), Language::cuda);
}

/// The bytes of `range` in `text`.
[[nodiscard]] inline std::string_view part_of(const SourceText& text, ByteRange range) {
  return text.bytes().substr(range.begin, range.size());
}

}  // namespace patcher
