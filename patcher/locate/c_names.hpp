// SPDX-License-Identifier: MIT
#pragma once

#include <tree_sitter/api.h>

#include <string>
#include <string_view>

#include "patcher/locate/parse_copy.hpp"

namespace patcher {

/// A text of the C family with the copy that its tree was read from.
struct CSource {
  std::string_view text;
  const ParseCopy& copy;
};

/// The source at `range`, folded, without what the copy blanks.
[[nodiscard]] std::string folded_source(const CSource& source, ByteRange range);

/// What a node of a tree defines, by name.
struct CName {
  std::string path;       ///< As it is spelled there, folded: `A<T>::f`.
  std::string signature;  ///< Of a function: `(int, float*) const`.
};

/// The name of the function whose definition is `node`; an empty path when it has none.
[[nodiscard]] CName function_name(TSNode node, const CSource& source);

/// The parameters of the template whose declaration is `head`, as arguments spell them:
/// `T,N,Ts...`.
[[nodiscard]] std::string template_arguments(TSNode head, const CSource& source);

/// The field `name` of `node`; a null node when it has none.
[[nodiscard]] TSNode field_of(TSNode node, std::string_view name);
[[nodiscard]] bool is_kind(TSNode node, std::string_view kind);

}  // namespace patcher
