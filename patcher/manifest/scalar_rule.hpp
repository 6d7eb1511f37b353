// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace patcher::language {

/// The kinds of scalar that the manifest language knows; `rule_of` says what each may hold.
enum class Scalar {
  none,
  // whole numbers
  language_version,
  count,
  indent,
  reindent,
  up,
  seconds,
  // texts
  text,
  filled_text,
  title,
  name,
  id,
  path,
  tree_path,
  tree_glob,
  mapped_path,
  scope,
  url,
  commit,
  sha256,
  image_digest,
  program_version,
  package,
  macro,
  environment_name,
  state,
  language,
  mode,
  git_entry,
  boolean,
  affirmed,
  limit,
  row_position,
  label,
  // texts that are put into files or looked for in them
  code_lines,
  code_replacement,
  code_insertion,
  code_fragment,
  code_pattern,
  code_text,
  code_line,
  code_content,
  code_bytes
};

/// Whole numbers from `least` to `most`, both included.
struct Range {
  long least = 0;
  long most = 0;
};

/// Whether a plain number can be a value of a text kind (`id: 7` is the text "7").
enum class Numbers { fit, unfit };

/// Whether a text is code, which no reader may fold or trim.
enum class Use { prose, code };

/// What the values of one kind of scalar look like; reader and schema are made from it.
struct ScalarRule {
  std::string_view expected;      ///< For messages: "a text", "40 hex digits".
  std::string_view pattern = {};  ///< For the schema: ECMA 262, to be found anywhere in the value.
  bool (*fits)(std::string_view) = nullptr;       ///< Says the same as `pattern`.
  std::optional<Range> range = {};                ///< Set for whole numbers only.
  std::span<const std::string_view> values = {};  ///< All the values, for a closed set.
  Numbers numbers = Numbers::fit;
  Use use = Use::prose;
  std::string_view hint = {};  ///< The next step when a value does not fit.
};

[[nodiscard]] const ScalarRule& rule_of(Scalar scalar);

/// Says whether `text` has nothing but spaces, tabs and line ends.
[[nodiscard]] bool is_blank(std::string_view text);
/// `text` without the one final newline that YAML blocks have and that anchors do not count.
[[nodiscard]] std::string_view without_final_newline(std::string_view text);

}  // namespace patcher::language
