// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"

namespace patcher {

struct ShellNode;

/// A part of a word.
struct ShellPiece {
  enum class Kind {
    literal,   ///< `text` is what it stands for, quotes and escapes gone.
    variable,  ///< `text` is the name: `HOME`, `1`, `?`.
    adapted,   ///< A variable with more to it, as `${name:-word}`; `text` is the name.
    other      ///< What a command prints, a sum, a list in braces; `text` is empty.
  };
  Kind kind = Kind::literal;
  std::string text;
};

/// A word of a command.
struct ShellWord {
  ByteRange at;
  std::vector<ShellPiece> pieces;
  std::vector<ShellNode> commands;  ///< What `$(...)` and `<(...)` in it run, in order.

  /// The word where nothing in it is expanded.
  [[nodiscard]] std::optional<std::string> literal() const;
  /// Whether it expands the variable `name`.
  [[nodiscard]] bool expands(std::string_view name) const;
};

/// Where a command reads from or writes to.
struct ShellRedirect {
  std::string sign;  ///< `>`, `>>`, `<`, `&>`, `<<`, ...
  ShellWord target;  ///< The file; of `<<` the text itself.
};

/// A piece of shell and what it is made of.
///
/// Ranges are bytes of the whole script, half-open.
struct ShellNode {
  enum class Kind {
    command,      ///< `words` with `assignments` before them; of `[ ... ]` too.
    assignment,   ///< `assignments` alone.
    declaration,  ///< `export`, `local`, ... : `words`, and the `assignments` in them.
    sequence,     ///< `parts` one after another; `marks` are what stands behind each.
    both,         ///< Two `parts` with `&&`, which is the mark.
    either,       ///< Two `parts` with `||`, which is the mark.
    pipeline,     ///< `parts` with `|` between; `marks` are one fewer.
    negated,      ///< One part behind `!`.
    subshell,     ///< One part in `( )`.
    group,        ///< One part in `{ }`.
    branch,       ///< `if`: condition, body, condition, body, ..., and perhaps a last body.
    loop_over,    ///< `for`: one part; `name` is the variable.
    loop_while,   ///< `while`: condition and body.
    loop_until,   ///< `until`: condition and body.
    choice,       ///< `case`: a part for each arm.
    function,     ///< A definition: one part; `name`.
    background,   ///< One part behind which `&` stands, the mark.
    nothing       ///< What does nothing, such as a redirection alone.
  };
  /// A name and what it gets.
  struct Assignment {
    std::string name;
    ShellWord value;
  };
  Kind kind = Kind::nothing;
  ByteRange at = {};
  std::vector<ShellWord> words = {};
  std::vector<Assignment> assignments = {};
  std::vector<ShellRedirect> redirects = {};
  std::vector<ShellNode> parts = {};
  std::vector<ByteRange> marks = {};
  std::string name = {};
  bool catches_all = false;  ///< Of `case`: whether one arm fits everything.
};

/// A script as its grammar reads it.
struct ShellScript {
  ShellNode all;                  ///< A sequence.
  std::vector<ByteRange> unread;  ///< Where the grammar stumbled, ascending.
  std::string why_unread;         ///< Why there is nothing at all; empty otherwise.
};

/// Reads `text` as sh or bash would, without running anything.
///
/// Source: POSIX.1-2017, Shell & Utilities, 2.10, by the grammar of Bash.
[[nodiscard]] ShellScript read_shell(std::string_view text);

}  // namespace patcher
