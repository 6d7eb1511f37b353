// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "patcher/locate/source_text.hpp"

namespace patcher {

/// The outline of `text` in a language of the C family, read on its blanked copy (`parse_copy_of`).
///
/// Definitions are namespaces, classes, structs, unions and enums with a body, functions with a
/// body, names of a namespace to which a lambda is assigned, and macros. A path goes by `::`;
/// anonymous namespaces and types add nothing to it. A function outside its class counts under the
/// class; template arguments that only repeat the template's own parameters are left out (`A<T>::f`
/// is `A::f`), others belong to the name (`Filter<float>`). A definition includes its template head
/// and its attributes.
///
/// A path is trusted where the grammar and the brackets agree on what is around a definition and
/// where it ends.
[[nodiscard]] Outline c_outline_of(std::string_view text, Language language,
                                   const KnownMacros& known);

}  // namespace patcher
