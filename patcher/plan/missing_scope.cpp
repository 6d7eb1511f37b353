// SPDX-License-Identifier: MIT
#include "patcher/plan/missing_scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "patcher/locate/renamed_definition.hpp"
#include "patcher/locate/scope.hpp"
#include "patcher/plan/search_notes.hpp"
#include "patcher/plan/text_diagnosis.hpp"

namespace patcher {
namespace {

/// How the branch that holds `skipped` comes to be read.
std::string way_to_read(const SkippedBranch& branch, const std::string& tree) {
  if (!branch.need) {
    return fmt::format("settle its condition by 'definitions:' or 'undefined:' of tree '{}'", tree);
  }
  const auto& [name, defined] = *branch.need;
  return fmt::format("add '{}' to '{}:' of tree '{}' in the manifest, if it is built so", name,
                     defined ? "definitions" : "undefined", tree);
}

/// Says that the name stands in a part of the file that is not read.
void explain_skipped(const Search& search, const SkippedDefinition& skipped,
                     Diagnostic& diagnostic) {
  const SkippedBranch& branch = *skipped.branch;
  diagnostic.notes.push_back(
      note_at(search, skipped.name, "that name is defined here, in a branch that is not read"));
  diagnostic.notes.push_back(note_at(search, branch.directive, "the branch begins here"));
  diagnostic.hint = way_to_read(branch, search.context.patch.tree);
  point_at(diagnostic, search.text, skipped.name.begin);
}

/// Paths that may be meant.
struct Meant {
  std::vector<std::string> paths;
  bool is_certain = false;  ///< What stands there tells more than how a path is spelled.
};

/// The definitions that are what the scope pins, but for their names.
Meant renamed(const Search& search, Diagnostic& diagnostic) {
  Meant meant;
  const std::string_view what =
      search.edit.scope->pins.body ? "tokens" : std::string_view("signature");
  for (const Definition* definition : renamed_definitions(*search.edit.scope, search.text)) {
    diagnostic.notes.push_back(
        note_at(search, definition->range,
                fmt::format("but for its name, its {} {} the pinned {}", what,
                            what == "tokens" ? "are" : "is", what == "tokens" ? "ones" : "one")));
    meant.paths.push_back(own_spelling(*definition, search.text));
    meant.is_certain = true;
  }
  std::erase(meant.paths, "");
  return meant;
}

/// The definition around `home` that is nested as deep as the one that is asked for: a function
/// inside it was there before. Not in the C family, where paths may leave namespaces out.
std::string as_deep_as(const std::string& path, std::string home, Language language) {
  if (is_c_family(language)) return home;
  const auto depth = std::ranges::count(path, '.');
  while (std::ranges::count(home, '.') > depth) home.resize(home.rfind('.'));
  return home;
}

/// The definitions whose path ends as the one that is asked for: what is around them was left out.
/// Not in the C family, where a path may leave out namespaces.
Meant with_that_name(const Search& search, Diagnostic& diagnostic) {
  constexpr std::size_t kMostMeant = 3;
  Meant meant;
  if (is_c_family(search.text.language())) return meant;
  std::string asked = search.edit.scope->path;
  for (std::size_t at = asked.find("::"); at != std::string::npos; at = asked.find("::", at)) {
    asked.replace(at, 2, ".");
  }
  for (const Definition& definition : search.text.outline().definitions) {
    if (definition.path != asked && !definition.path.ends_with("." + asked)) continue;
    meant.paths.push_back(definition.path);
    diagnostic.notes.push_back(note_at(search, definition.range, "that name is defined here"));
  }
  meant.is_certain = !meant.paths.empty();
  if (meant.paths.size() <= kMostMeant) return meant;
  diagnostic.notes.clear();
  return {};
}

/// What the anchor stands in.
Meant homes_of_anchor(const Search& search, Diagnostic& diagnostic) {
  const std::vector<Spot> spots = anchors_anywhere(search);
  const std::size_t shown = std::min(spots.size(), kMostNotes);
  for (std::size_t i = 0; i < shown; ++i) {
    diagnostic.notes.push_back(note_at(search, spots[i].range, "the anchor stands here"));
  }
  add_rest(spots.size() - shown, diagnostic.notes);
  Meant meant;
  for (std::string& home : other_homes(search)) {
    home = as_deep_as(search.edit.scope->path, std::move(home), search.text.language());
    const auto known = std::find(meant.paths.begin(), meant.paths.end(), home);
    if (known == meant.paths.end()) meant.paths.push_back(std::move(home));
  }
  if (meant.paths.size() != 1) return {};
  meant.is_certain = true;
  return meant;
}

/// What comes near to the anchor stands in.
Meant homes_of_nearest(const Search& search, Diagnostic& diagnostic) {
  diagnostic.notes = nearest_notes(search);
  if (diagnostic.notes.empty() || diagnostic.notes.front().in.empty()) return {};
  return {
      {as_deep_as(search.edit.scope->path, diagnostic.notes.front().in, search.text.language())},
      false};
}

Meant meant_by(const Search& search, Diagnostic& diagnostic) {
  Meant meant = renamed(search, diagnostic);
  const bool is_whole = std::holds_alternative<DefinitionAnchor>(search.edit.anchor);
  // The anchor of a whole definition is its scope, which is not there.
  if (!diagnostic.notes.empty()) return meant;
  meant = with_that_name(search, diagnostic);
  if (!diagnostic.notes.empty() || is_whole) return meant;
  meant = homes_of_anchor(search, diagnostic);
  return diagnostic.notes.empty() ? homes_of_nearest(search, diagnostic) : meant;
}

}  // namespace

void explain_missing_scope(const Search& search, Diagnostic& diagnostic) {
  const std::string& path = search.edit.scope->path;
  if (const auto skipped = skipped_definition(path, search.text, Branches::all)) {
    explain_skipped(search, *skipped, diagnostic);
    return;
  }
  Meant meant = meant_by(search, diagnostic);
  if (!meant.is_certain) {
    for (const std::string& similar : similar_definitions(path, search.text)) {
      const auto& paths = meant.paths;
      const bool is_new = std::find(paths.begin(), paths.end(), similar) == paths.end();
      if (is_new) meant.paths.push_back(similar);
    }
  }
  diagnostic.hint =
      meant.paths.empty()
          ? std::string("see which definition the code is in now, and name it with 'scope:'")
          : fmt::format("did you mean '{}'?", fmt::join(meant.paths, "', '"));
}

}  // namespace patcher
