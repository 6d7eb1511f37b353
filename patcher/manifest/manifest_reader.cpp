// SPDX-License-Identifier: MIT
#include "patcher/manifest/manifest_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "patcher/manifest/claim_reader.hpp"
#include "patcher/manifest/digest.hpp"
#include "patcher/manifest/fields.hpp"
#include "patcher/manifest/key_table.hpp"
#include "patcher/manifest/scalar_rule.hpp"
#include "patcher/manifest/shape_check.hpp"
#include "patcher/manifest/suggestion.hpp"

namespace patcher::language {
namespace {

using yaml::Value;

/// Reads the parts of one manifest whose shape is right.
class ManifestReader {
 public:
  ManifestReader(const Document& document, Findings& findings)
      : document_(document), findings_(findings), shape_(findings) {}

  ManifestDraft read() {
    const Value& root = document_.root;
    warn_of_line_ends(document_, findings_);
    Manifest& manifest = draft_.manifest;
    manifest.file = document_.source.path();
    manifest.sha256 = sha256_of(document_.source.text());
    if (!is_for_this_program(document_, findings_)) return std::move(draft_);
    shape_.check(root, manifest_table());
    manifest.name = text_of(root, "name");
    if (const Value* base = yaml::value_of(root, "base")) {
      manifest.base = {text_of(*base, "image"), text_of(*base, "digest")};
    }
    read_trees(root);
    read_references(root);
    read_rebuilds(root);
    read_checks(root);
    read_ledger(root);
    return std::move(draft_);
  }

 private:
  [[nodiscard]] Place place(const Value& value) const {
    return document_.source.place(value.source.begin);
  }

  void read_trees(const Value& root) {
    const Value* trees = yaml::value_of(root, "trees");
    if (trees == nullptr) return;
    for (const yaml::Entry& entry : trees->entries) {
      TreeSpec tree{.name = entry.key.text,
                    .upstream = text_of(entry.value, "upstream"),
                    .commit = text_of(entry.value, "commit"),
                    .locate = {},
                    .definitions = texts_of(entry.value, "definitions"),
                    .undefined = texts_of(entry.value, "undefined"),
                    .where = place(entry.key)};
      for (const Value& item : list_of(entry.value, "locate")) {
        tree.locate.push_back(location_of(item));
      }
      refuse_both(entry.value, tree.definitions);
      draft_.manifest.trees.push_back(std::move(tree));
    }
  }

  /// A macro cannot be defined and not defined.
  void refuse_both(const Value& tree, const std::vector<std::string>& defined) {
    for (const Value& name : list_of(tree, "undefined")) {
      if (std::ranges::find(defined, name.text) == defined.end()) continue;
      findings_.error(Code::invalid_manifest, name.source,
                      fmt::format("'{}' stands in 'definitions' too", name.text),
                      "take it out of one of the two");
    }
  }

  [[nodiscard]] Location location_of(const Value& map) {
    Location location{.what = {}, .where = place(map)};
    if (yaml::value_of(map, "path") != nullptr) {
      location.what = Location::Path{std::string(without_final_newline(text_of(map, "path")))};
    } else {
      const auto up = static_cast<std::size_t>(number_of(map, "up").value_or(0));
      location.what = Location::Python{text_of(map, "python"), up};
    }
    const Value* parts = yaml::value_of(map, "map");
    if (parts == nullptr || !shape_.fits(*parts)) return location;
    for (const yaml::Entry& entry : parts->entries) location.map.push_back(part_of(entry));
    std::ranges::sort(location.map, {}, &MappedPart::at);
    refuse_nested_parts(*parts);
    return location;
  }

  [[nodiscard]] MappedPart part_of(const yaml::Entry& entry) const {
    MappedPart part{TreePath::parse(entry.key.text).value_or(TreePath()), {}, place(entry.key)};
    if (entry.value.kind == yaml::Kind::map) {
      part.what = MappedPart::Python{text_of(entry.value, "python"), text_of(entry.value, "path")};
    } else {
      part.what = MappedPart::Path{std::string(without_final_newline(entry.value.text))};
    }
    return part;
  }

  void refuse_nested_parts(const Value& parts) {
    for (const yaml::Entry& inner : parts.entries) {
      const auto outer = std::ranges::find_if(parts.entries, [&](const yaml::Entry& entry) {
        return inner.key.text.starts_with(entry.key.text + "/");
      });
      if (outer == parts.entries.end()) continue;
      Diagnostic& found = findings_.error(Code::invalid_manifest, inner.key.source,
                                          fmt::format("'{}' lies in '{}', which is mapped as well",
                                                      inner.key.text, outer->key.text),
                                          "map one of the two");
      found.notes.push_back(findings_.note(outer->key.source, "it is mapped here"));
    }
  }

  void read_references(const Value& root) {
    std::map<std::string, const Value*> seen;
    for (const Value& item : list_of(root, "patches")) {
      if (!shape_.fits(item)) continue;
      const Value* path = item.kind == yaml::Kind::map ? yaml::value_of(item, "patch") : &item;
      const std::string spelling(without_final_newline(path->text));
      const std::string file = beside(document_.source.path(), spelling);
      const auto [first, added] = seen.try_emplace(file, path);
      if (added) {
        draft_.references.push_back({file, path->source});
        if (item.kind == yaml::Kind::map) read_conditions(item, draft_.references.back());
        continue;
      }
      Diagnostic& found = findings_.error(
          Code::invalid_manifest, path->source,
          fmt::format("the patch file '{}' is named twice", spelling), "keep one of the two");
      found.notes.push_back(findings_.note(first->second->source, "it is named here first"));
    }
  }

  /// What an entry of `patches` says besides the patch.
  void read_conditions(const Value& entry, PatchReference& reference) {
    reference.optional = without_final_newline(text_of(entry, "optional"));
    const Value* value = yaml::value_of(entry, "when");
    if (value == nullptr || !shape_.fits(*value)) return;
    When when{.tree = text_of(*value, "tree"),
              .since = text_of(*value, "since"),
              .before = text_of(*value, "before"),
              .claim = {},
              .where = place(*value),
              .lines = document_.source.excerpt(value->source)};
    if (const Value* tree = yaml::value_of(*value, "tree")) {
      reference.when_tree = tree->source;
      require_commit(*value, when);
    } else {
      when.claim = read_claim(*value, findings_);
    }
    reference.when = std::move(when);
  }

  void require_commit(const Value& value, const When& when) {
    if (!when.since.empty() || !when.before.empty()) return;
    findings_.error(Code::invalid_manifest, value.source,
                    "the condition names no commit, expected 'since', 'before' or both",
                    "name the commit that the patch is for, or is not for");
  }

  void read_rebuilds(const Value& root) {
    std::map<std::string, const Value*> seen;
    for (const Value& map : list_of(root, "rebuilds")) {
      if (!shape_.fits(map)) continue;
      Rebuild rebuild{text_of(map, "id"),
                      text_of(map, "tree"),
                      texts_of(map, "when_changed"),
                      texts_of(map, "remove"),
                      texts_of(map, "run"),
                      texts_of(map, "produces"),
                      {},
                      place(map)};
      if (const Value* env = yaml::value_of(map, "env")) {
        for (const auto& [key, value] : env->entries) rebuild.env[key.text] = value.text;
      }
      rebuild.time_limit = number_of(map, "time_limit").value_or(rebuild.time_limit);
      require_new_id(map, seen);
      require_tree(map);
      require_new_products(map);
      draft_.manifest.rebuilds.push_back(std::move(rebuild));
    }
  }

  /// Two rebuilds of one product would each delete what the other made.
  void require_new_products(const Value& map) {
    for (const Value& product : list_of(map, "produces")) {
      for (const Rebuild& earlier : draft_.manifest.rebuilds) {
        const bool is_twin =
            earlier.tree == text_of(map, "tree") &&
            std::ranges::find(earlier.produces, product.text) != earlier.produces.end();
        if (!is_twin) continue;
        findings_.error(Code::invalid_manifest, product.source,
                        fmt::format("rebuild '{}' makes '{}' already", earlier.id, product.text),
                        "make it in one of the two");
      }
    }
  }

  void read_checks(const Value& root) {
    draft_.manifest.checks = checks_of(root, findings_);
    for (const Value& map : list_of(root, "checks")) {
      if (shape_.fits(map) && yaml::value_of(map, "tree") != nullptr) require_tree(map);
      for (const Value& word : list_of(map, "run")) {
        if (word.text.find("{file}") == std::string::npos) continue;
        findings_.error(Code::invalid_manifest, word.source,
                        "'{file}' stands for each file of a patch, and this check is the set's",
                        "name the file, or give the check to the patch");
      }
    }
  }

  void read_ledger(const Value& root) {
    std::map<std::string, const Value*> seen;
    for (const Value& map : list_of(root, "ledger")) {
      if (!shape_.fits(map)) continue;
      require_new_id(map, seen);
      draft_.manifest.ledger.push_back({.id = text_of(map, "id"),
                                        .tree = text_of(map, "tree"),
                                        .why = text_of(map, "why"),
                                        .links = texts_of(map, "links"),
                                        .where = place(*yaml::value_of(map, "id")),
                                        .title = text_of(map, "title")});
    }
  }

  void require_new_id(const Value& map, std::map<std::string, const Value*>& seen) {
    const Value* id = yaml::value_of(map, "id");
    const auto [first, added] = seen.try_emplace(id->text, id);
    if (added) return;
    Diagnostic& found = findings_.error(Code::invalid_manifest, id->source,
                                        fmt::format("the id '{}' is used twice", id->text),
                                        "rename one of the two");
    found.notes.push_back(findings_.note(first->second->source, "it is used here first"));
  }

  void require_tree(const Value& map) {
    const Value* tree = yaml::value_of(map, "tree");
    if (draft_.manifest.tree(tree->text) != nullptr) return;
    findings_.error(Code::invalid_manifest, tree->source,
                    fmt::format("the tree '{}' is not declared in 'trees'", tree->text),
                    hint_for_tree(tree->text, draft_.manifest));
  }

  const Document& document_;
  Findings& findings_;
  ShapeCheck shape_;
  ManifestDraft draft_;
};

}  // namespace

ManifestDraft read_manifest(const Document& document, Findings& findings) {
  return ManifestReader(document, findings).read();
}

std::string hint_for_tree(std::string_view name, const Manifest& manifest) {
  std::vector<std::string_view> known;
  known.reserve(manifest.trees.size());
  for (const TreeSpec& tree : manifest.trees) known.push_back(tree.name);
  if (const auto meant = nearest(name, known)) return fmt::format("did you mean '{}'?", *meant);
  return fmt::format("declared are: {}", fmt::join(known, ", "));
}

}  // namespace patcher::language
