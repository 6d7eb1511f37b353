// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/line_index.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/locate/definition.hpp"
#include "patcher/locate/macro_knowledge.hpp"

namespace patcher {

/// The languages that this version reads, by a file's extension.
enum class Language { none, python, c, cpp, cuda, bash, json, yaml, toml };

/// The language of a file by its extension; `none` when it has no grammar here.
[[nodiscard]] Language language_of(const TreePath& path);
/// The language spelled `name` (`python`, `cpp`, ...), or nothing.
[[nodiscard]] std::optional<Language> language_named(std::string_view name);
[[nodiscard]] std::string_view name_of(Language language);
/// Says whether `scope:` can name definitions in `language`.
[[nodiscard]] bool has_scopes(Language language);
/// Says whether `language` is C, C++ or CUDA (HIP), which a preprocessor reads first.
[[nodiscard]] bool is_c_family(Language language);
/// Says whether an edit that makes more syntax errors is refused in `language`.
///
/// Not in Bash: its grammar takes one sound script in ten for broken.
[[nodiscard]] bool judges_syntax(Language language);

/// A file's bytes with what is derived from them once: its lines and its outline, on demand.
class SourceText {
 public:
  /// `known` must outlive the text; it counts for the C family only.
  SourceText(std::shared_ptr<const std::string> bytes, Language language,
             const KnownMacros& known = kNoMacros);
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  [[nodiscard]] std::string_view bytes() const { return *bytes_; }
  /// Made on first use. Not for concurrent use.
  [[nodiscard]] const LineIndex& lines() const;
  [[nodiscard]] Language language() const { return language_; }
  /// The preprocessor names that are settled where the text is from.
  [[nodiscard]] const KnownMacros& known() const { return *known_; }
  /// The whole text as a range, the byte order mark left out.
  [[nodiscard]] ByteRange all() const;
  /// Parsed on first use; empty for a language without scopes. Not for concurrent use.
  [[nodiscard]] const Outline& outline() const;
  /// The innermost definition around `offset`, or null.
  [[nodiscard]] const Definition* innermost_at(std::size_t offset) const;
  /// Path of the innermost definition around `offset`; empty at module level or without grammar.
  [[nodiscard]] std::string definition_at(std::size_t offset) const;
  /// What `make()` derives from this text, made once for each `key`, which names its type too.
  template <class T, class Make>
  [[nodiscard]] const T& derived(const std::string& key, Make make) const {
    std::shared_ptr<const void>& kept = derived_[key];
    if (!kept) kept = std::make_shared<const T>(make());
    return *static_cast<const T*>(kept.get());
  }

 private:
  std::shared_ptr<const std::string> bytes_;
  mutable std::optional<LineIndex> lines_;
  Language language_;
  const KnownMacros* known_;
  mutable std::optional<Outline> outline_;
  mutable std::map<std::string, std::shared_ptr<const void>> derived_;
};

/// Source texts by content, so that one run parses each version of a file once.
class SourceCache {
 public:
  SourceCache() = default;
  /// `known` are the preprocessor names that are settled in the tree that the texts are from.
  explicit SourceCache(KnownMacros known) : known_(std::move(known)) {}
  SourceCache(const SourceCache&) = delete;
  SourceCache& operator=(const SourceCache&) = delete;

  [[nodiscard]] std::shared_ptr<const SourceText> of(
      const std::shared_ptr<const std::string>& bytes, Language language);
  /// `bytes`, or what a text of the cache has of the same content: so that equal versions of a
  /// file, planned more than once, are held once.
  [[nodiscard]] std::shared_ptr<const std::string> shared(std::string bytes) const;

 private:
  struct Item {
    std::size_t hash;
    std::shared_ptr<const std::string> bytes;
    std::shared_ptr<const SourceText> text;
  };
  KnownMacros known_;
  std::vector<Item> items_;
};

/// The outline of `text` by the grammar of `language`; `known` counts for the C family only.
[[nodiscard]] Outline outline_of(std::string_view text, Language language,
                                 const KnownMacros& known = kNoMacros);

/// Byte ranges of every string, heredoc or raw literal in `text` that spans lines.
///
/// By the grammar of `language`; without one, by triple quotes and `<<WORD`.
[[nodiscard]] std::vector<ByteRange> multi_line_literals(std::string_view text, Language language);

}  // namespace patcher
