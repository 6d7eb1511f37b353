// SPDX-License-Identifier: MIT
#include "patcher/locate/source_text.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace patcher {
namespace {

struct LanguageEntry {
  Language language;
  std::string_view name;
  std::string_view extensions;  // each followed by a space
};

constexpr std::array kLanguages = {
    LanguageEntry{Language::python, "python", ".py .pyi "},
    LanguageEntry{Language::c, "c", ".c "},
    LanguageEntry{Language::cpp, "cpp", ".h .hpp .hh .cc .cpp .cxx .inl "},
    LanguageEntry{Language::cuda, "cuda", ".cu .cuh .hip "},
    LanguageEntry{Language::bash, "bash", ".sh .bash "},
    LanguageEntry{Language::json, "json", ".json "},
    LanguageEntry{Language::yaml, "yaml", ".yaml .yml "},
    LanguageEntry{Language::toml, "toml", ".toml "},
};

}  // namespace

Language language_of(const TreePath& path) {
  if (path.extension().empty()) return Language::none;
  const std::string wanted = std::string(path.extension()) + ' ';
  for (const LanguageEntry& entry : kLanguages) {
    if (entry.extensions.find(wanted) != std::string_view::npos) return entry.language;
  }
  return Language::none;
}

std::optional<Language> language_named(std::string_view name) {
  for (const LanguageEntry& entry : kLanguages) {
    if (entry.name == name) return entry.language;
  }
  return std::nullopt;
}

std::string_view name_of(Language language) {
  for (const LanguageEntry& entry : kLanguages) {
    if (entry.language == language) return entry.name;
  }
  return "none";
}

bool is_c_family(Language language) {
  return language == Language::c || language == Language::cpp || language == Language::cuda;
}

bool judges_syntax(Language language) {
  return language == Language::python || is_c_family(language);
}

bool has_scopes(Language language) { return judges_syntax(language) || language == Language::bash; }

SourceText::SourceText(std::shared_ptr<const std::string> bytes, Language language,
                       const KnownMacros& known)
    : bytes_(std::move(bytes)), language_(language), known_(&known) {}

const LineIndex& SourceText::lines() const {
  if (!lines_) lines_.emplace(*bytes_);
  return *lines_;
}

ByteRange SourceText::all() const {
  // Without a line there is nothing, or a byte order mark and nothing else.
  const std::size_t begin = lines().size() == 0 ? bytes_->size() : lines().whole(0).begin;
  return {begin, bytes_->size()};
}

const Outline& SourceText::outline() const {
  if (!outline_) {
    outline_ = has_scopes(language_) ? outline_of(*bytes_, language_, *known_) : Outline{};
  }
  return *outline_;
}

const Definition* SourceText::innermost_at(std::size_t offset) const {
  // Definitions come parents first, so the last one around `offset` is the innermost.
  const auto& all = outline().definitions;
  const auto innermost = std::find_if(all.rbegin(), all.rend(), [&](const Definition& definition) {
    return definition.range.contains({offset, offset + 1});
  });
  return innermost == all.rend() ? nullptr : &*innermost;
}

std::string SourceText::definition_at(std::size_t offset) const {
  const Definition* innermost = innermost_at(offset);
  return innermost == nullptr ? std::string() : innermost->path;
}

std::shared_ptr<const SourceText> SourceCache::of(const std::shared_ptr<const std::string>& bytes,
                                                  Language language) {
  const auto is_wanted = [&](const Item& item) {
    return item.bytes == bytes && item.text->language() == language;
  };
  // Most ask again for what they were given: that needs no look at the bytes.
  const auto same = std::find_if(items_.begin(), items_.end(), is_wanted);
  if (same != items_.end()) return same->text;
  const std::size_t hash = std::hash<std::string>{}(*bytes);
  for (const Item& item : items_) {
    const bool same_bytes = item.hash == hash && *item.bytes == *bytes;
    if (same_bytes && item.text->language() == language) return item.text;
  }
  items_.push_back({hash, bytes, std::make_shared<const SourceText>(bytes, language, known_)});
  return items_.back().text;
}

std::shared_ptr<const std::string> SourceCache::shared(std::string bytes) const {
  const std::size_t hash = std::hash<std::string>{}(bytes);
  for (const Item& item : items_) {
    if (item.hash == hash && *item.bytes == bytes) return item.bytes;
  }
  return std::make_shared<const std::string>(std::move(bytes));
}

}  // namespace patcher
