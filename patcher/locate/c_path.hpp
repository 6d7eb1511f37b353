// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// `text` as its tokens, with one space between two that would run together and none elsewhere:
/// `std::pair< int ,T > const &` becomes `std::pair<int,T>const&`. Comments are dropped.
[[nodiscard]] std::string folded(std::string_view text);

/// The path of a definition of the C family, taken apart at each `::` outside brackets.
struct CPath {
  std::vector<std::string> parts;        ///< Folded, outermost first: `aiter`, `Filter<float>`.
  std::optional<std::string> signature;  ///< Folded parameters and what follows: `(int)const`.
  bool is_global = false;                ///< Begins with `::`, so that nothing is left out.
};

/// Takes `spelled` apart: `ns::A<int>::f(int) const`, `A::operator()`, `::f`.
[[nodiscard]] CPath c_path_of(std::string_view spelled);

}  // namespace patcher
