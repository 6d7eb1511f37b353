// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/line_index.hpp"
#include "patcher/core/tree_path.hpp"

namespace patcher {

/// The languages that this version reads, by a file's extension.
enum class Language { none, python, c, cpp, cuda, bash, json, yaml, toml };

/// The language of a file by its extension; `none` when it has no grammar here.
[[nodiscard]] Language language_of(const TreePath& path);
/// The language spelled `name` (`python`, `cpp`, ...), or nothing.
[[nodiscard]] std::optional<Language> language_named(std::string_view name);
[[nodiscard]] std::string_view name_of(Language language);
/// Says whether `scope:` can name definitions in `language` in this version.
[[nodiscard]] bool has_scopes(Language language);

/// How much of a definition's path is known.
enum class Trust { whole_path, last_name_only };

/// One named definition of a source file.
struct Definition {
  std::string path;  ///< Full path from module level: `CoreManager._create_output_thread`.
  ByteRange range;   ///< Whole lines, from its first decorator's line to its last line's ending.
  std::size_t syntax_errors = 0;  ///< Error and missing nodes inside it.
  /// Whether the path can be trusted: not where a syntax error around the definition may hide one
  /// that encloses it.
  Trust trust = Trust::whole_path;
};

/// What a grammar says of a file.
struct Outline {
  std::vector<Definition> definitions;   ///< In the order of their beginnings; may nest.
  std::vector<ByteRange> syntax_errors;  ///< Error and missing nodes, outermost, in order.
};

/// A file's bytes with what is derived from them once: its lines, and its outline on demand.
class SourceText {
 public:
  SourceText(std::shared_ptr<const std::string> bytes, Language language);
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  [[nodiscard]] std::string_view bytes() const { return *bytes_; }
  [[nodiscard]] const LineIndex& lines() const { return lines_; }
  [[nodiscard]] Language language() const { return language_; }
  /// The whole text as a range, the byte order mark left out.
  [[nodiscard]] ByteRange all() const;
  /// Parsed on first use; empty for a language without scopes. Not for concurrent use.
  [[nodiscard]] const Outline& outline() const;
  /// Path of the innermost definition around `offset`; empty at module level or without grammar.
  [[nodiscard]] std::string definition_at(std::size_t offset) const;

 private:
  std::shared_ptr<const std::string> bytes_;
  LineIndex lines_;
  Language language_;
  mutable std::optional<Outline> outline_;
};

/// Source texts by content, so that one run parses each version of a file once.
class SourceCache {
 public:
  [[nodiscard]] std::shared_ptr<const SourceText> of(
      const std::shared_ptr<const std::string>& bytes, Language language);

 private:
  struct Item {
    std::size_t hash;
    std::shared_ptr<const std::string> bytes;
    std::shared_ptr<const SourceText> text;
  };
  std::vector<Item> items_;
};

/// The outline of `text` by the grammar of `language`.
[[nodiscard]] Outline outline_of(std::string_view text, Language language);

/// Byte ranges of every string, heredoc or raw literal in `text` that spans lines.
///
/// By the grammar of `language`; without one, by triple quotes and `<<WORD`.
[[nodiscard]] std::vector<ByteRange> multi_line_literals(std::string_view text, Language language);

}  // namespace patcher
