// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/diagnostic.hpp"
#include "patcher/core/line_index.hpp"
#include "patcher/image/joined_text.hpp"

namespace patcher {

/// A line that begins with `#` and is no directive.
struct DockerfileComment {
  ByteRange at;             ///< In the file, from the `#` to the line's end.
  std::string text;         ///< Behind the `#`, blanks around it gone.
  std::uint32_t line = 0;   ///< 1-based.
  std::size_t instruction;  ///< The one that it is in, or else the next one; their count for none.
};

/// `--name=value` behind an instruction's word.
struct DockerfileFlag {
  std::string name;
  std::string value;
  std::size_t at = 0;  ///< In the file.
};

/// The text behind `<<NAME`.
struct DockerfileHeredoc {
  std::string name;
  ByteRange body;  ///< In the file, without the line that ends it.
};

/// One instruction, its lines joined.
struct DockerfileInstruction {
  std::string word;  ///< In capitals: `RUN`.
  ByteRange at;      ///< In the file, with its heredocs.
  std::vector<DockerfileFlag> flags;
  JoinedText text;                                  ///< Behind the word and the flags.
  std::optional<std::vector<std::string>> strings;  ///< The JSON form, where it is that.
  std::vector<DockerfileHeredoc> heredocs;

  /// The value of the flag `name`, or null.
  [[nodiscard]] const std::string* flag(std::string_view name) const;
};

/// What stands between one FROM and the next.
struct DockerfileStage {
  std::string name;       ///< Behind AS, in small letters; may be empty.
  std::size_t begin = 0;  ///< Its FROM, an index into the instructions.
  std::size_t end = 0;    ///< Behind its last instruction.
};

/// A Dockerfile, read.
struct Dockerfile {
  std::string file;  ///< As it is named in messages.
  std::string bytes;
  char escape = '\\';
  std::string syntax;  ///< Of a `# syntax=` directive; empty without one.
  std::vector<DockerfileInstruction> instructions;
  std::vector<DockerfileComment> comments;
  std::vector<DockerfileStage> stages;
  Diagnostics faults;  ///< What is no Dockerfile, with its places.

  /// The place of the byte at `offset`.
  [[nodiscard]] Place place_of(std::size_t offset) const;
  /// The line of the byte at `begin`, marked from there to `end` or the line's end.
  [[nodiscard]] ExcerptLine excerpt_of(ByteRange at) const;
};

/// Reads `bytes`, which are called `file`. What cannot be read is among its faults
/// (dockerfile_invalid); all the rest is read all the same.
///
/// Source: the Dockerfile reference ("Parser directives", "Escape", "Here-Documents").
[[nodiscard]] Dockerfile read_dockerfile(std::string file, std::string bytes);

}  // namespace patcher
