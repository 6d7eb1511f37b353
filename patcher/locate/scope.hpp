// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/scope.hpp"

namespace patcher {

/// Every definition of `text` that `path` names: one is right, none is missing, more are ambiguous.
///
/// A path is the full one. In the C family it may leave outer namespaces out, unless it begins with
/// `::`, and end in a signature, `A::f(int, float*) const`, which then has to be the same; blanks
/// do not count.
[[nodiscard]] std::vector<const Definition*> definitions_named(std::string_view path,
                                                               const SourceText& text);

/// How a path is spelled that names `definition` and none else; empty if there is no such path.
[[nodiscard]] std::string own_spelling(const Definition& definition, const SourceText& text);

/// Paths of definitions that `path` may have meant: same last name elsewhere first, then the
/// nearest spellings; at most three.
[[nodiscard]] std::vector<std::string> similar_definitions(std::string_view path,
                                                           const SourceText& text);

/// Why a scope is not one place of a text.
struct ScopeFault {
  enum class Kind {
    missing,         ///< No definition has the path.
    ambiguous,       ///< Several have it, `places`.
    untrusted,       ///< A syntax error may hide what is around one that has it, or may have it.
    unsettled,       ///< One has it, but one in `branch` may be read instead, `places`.
    unread,          ///< The text could not be read (`Outline::unread`).
    no_definitions,  ///< The language has no definitions.
    line_missing,    ///< No line is `line`.
    line_repeated,   ///< Several are, `places`.
    head_changed,    ///< The definition, `places`, has another head than is pinned.
    tokens_changed   ///< It has other tokens.
  };
  Kind kind = Kind::missing;
  std::vector<ByteRange> places = {};
  /// For the first few of `places`, the path that names it alone; empty where there is none.
  std::vector<std::string> spellings = {};
  const SkippedBranch* branch = nullptr;  ///< In the outline of the text.
  std::string line = {};                  ///< Of a region: the line that makes it fail,
  std::size_t below = 0;                  ///< which was sought from this offset on.
  std::string found = {};                 ///< Of a pin: the head or digest that is there.
};

/// The one place that `scope` means in `text`, or why there is none.
///
/// A region goes from its first line, which stands exactly once in the text, up to its last line,
/// which stands exactly once below it; a line is compared as a whole, with its indentation.
[[nodiscard]] std::variant<ByteRange, ScopeFault> place_of(const Scope& scope,
                                                           const SourceText& text);

/// How the definition that `scope` names has changed against its pins, if it has. Requires that
/// `place_of` gives a place.
[[nodiscard]] std::optional<ScopeFault> broken_pin(const Scope& scope, const SourceText& text);

/// A definition that is left out of what is read, by its name.
struct SkippedDefinition {
  ByteRange name;
  const SkippedBranch* branch = nullptr;  ///< In the outline of the text.
};

/// Which branches that the preprocessor leaves out are looked at.
enum class Branches { all, unsettled };

/// A definition with the last name of `path` in one of `branches`. Text that no compiler reads is
/// not parsed: what looks like a definition counts.
[[nodiscard]] std::optional<SkippedDefinition> skipped_definition(std::string_view path,
                                                                  const SourceText& text,
                                                                  Branches branches);

}  // namespace patcher
