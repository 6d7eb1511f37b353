// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/regex.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// Where in `within` a pattern that matches nothing there comes nearest: a place that differs in
/// white space alone, or the first one that its longest matching beginning has, with the rest of
/// the pattern. Empty when not even a few bytes of it match.
[[nodiscard]] std::vector<Note> nearest(const Regex& regex, const SourceText& text,
                                        ByteRange within, const std::string& file);

}  // namespace patcher
