// SPDX-License-Identifier: MIT
#include "patcher/manifest/lock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "patcher/manifest/scalar_rule.hpp"

namespace patcher {
namespace {

struct Spelling {
  GitEntry::Kind kind;
  std::string_view word;
};
constexpr std::array kSpellings{
    Spelling{GitEntry::Kind::absent, "absent"}, Spelling{GitEntry::Kind::other, "other"},
    Spelling{GitEntry::Kind::file, "100644"}, Spelling{GitEntry::Kind::executable, "100755"},
    Spelling{GitEntry::Kind::link, "120000"}};

template <class Items, class Matches>
const typename Items::value_type* first_of(const Items& items, Matches matches) {
  const auto found = std::ranges::find_if(items, matches);
  return found == items.end() ? nullptr : &*found;
}

}  // namespace

std::string spelled(const GitEntry& entry) {
  const auto* spelling =
      std::ranges::find_if(kSpellings, [&](const Spelling& s) { return s.kind == entry.kind; });
  if (entry.blob.hex.empty()) return std::string(spelling->word);
  return fmt::format("{} {}", spelling->word, entry.blob.hex);
}

std::optional<GitEntry> git_entry_spelled(std::string_view spelling) {
  if (!language::rule_of(language::Scalar::git_entry).fits(spelling)) return std::nullopt;
  const std::string_view word = spelling.substr(0, spelling.find(' '));
  const auto* known =
      std::ranges::find_if(kSpellings, [&](const Spelling& s) { return s.word == word; });
  GitEntry entry{known->kind, {}};
  if (word.size() < spelling.size()) entry.blob.hex = spelling.substr(word.size() + 1);
  return entry;
}

const LockedTree* Lock::tree(std::string_view name) const {
  return first_of(trees, [&](const LockedTree& tree) { return tree.name == name; });
}

const LockedPatch* Lock::patch(std::string_view id) const {
  return first_of(patches, [&](const LockedPatch& patch) { return patch.id == id; });
}

std::string lock_path_of(const std::string& path) {
  std::filesystem::path lock(path);
  lock.replace_extension(".lock.yaml");
  return lock.string();
}

}  // namespace patcher
