// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/regex.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// Where in `within` a pattern that matches nothing there comes nearest: the first place that
/// differs in white space, layout, the case of letters or one word alone, or that its longest
/// matching beginning has, a third of it or more, with the rest of the pattern; or else text like
/// what of it stands for itself. Empty when there is none of these.
[[nodiscard]] std::vector<Note> nearest(const Regex& regex, const SourceText& text,
                                        ByteRange within, const std::string& file);

}  // namespace patcher
