// SPDX-License-Identifier: MIT
#include "patcher/manifest/diff_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "patcher/core/glob.hpp"
#include "patcher/manifest/diff.hpp"
#include "patcher/manifest/diff_edits.hpp"
#include "patcher/manifest/diff_path.hpp"
#include "patcher/manifest/document.hpp"
#include "patcher/manifest/fields.hpp"
#include "patcher/manifest/scalar_rule.hpp"

namespace patcher::language {
namespace {

using yaml::Value;

/// A section of a diff and the files of the tree that it is about.
struct Section {
  const DiffFile* file;
  DiffPaths paths;

  [[nodiscard]] const TreePath& path() const { return paths.after ? *paths.after : *paths.before; }
  [[nodiscard]] bool is_caught_by(const std::string& glob) const {
    return (paths.before && catches(glob, paths.before->str())) ||
           (paths.after && catches(glob, paths.after->str()));
  }
};

/// Reads one edit with `diff`.
class DiffEdit {
 public:
  DiffEdit(const Value& map, Findings& findings)
      : map_(map), source_(yaml::value_of(map, "diff")->source), findings_(findings) {}

  std::vector<Edit> read(Payloads& payloads) {
    const std::string spelled(without_final_newline(text_of(map_, "diff")));
    const auto bytes = payloads.read(spelled);
    if (!bytes) return given_up(bytes.error());
    auto diff = parse_diff(*bytes, beside(findings_.source().path(), spelled));
    if (!diff) return given_up(diff.error());
    findings_.relay(diff->warnings, source_);
    errors_before_ = findings_.errors();
    std::vector<Section> sections = limited(sections_of(*diff));
    const auto scope = scope_over(sections);
    if (findings_.errors() > errors_before_) return {};
    std::vector<Edit> edits;
    for (const Section& section : sections) add_edits(*diff, section, scope, edits);
    return edits;
  }

 private:
  std::vector<Edit> given_up(const Failure& failure) {
    findings_.relay(failure.diagnostics(), source_);
    return {};
  }

  std::vector<Section> sections_of(const Diff& diff) {
    std::optional<std::size_t> strip;
    if (const auto number = number_of(map_, "strip")) strip = static_cast<std::size_t>(*number);
    std::vector<Section> sections;
    std::map<TreePath, const DiffFile*> seen;
    for (const DiffFile& file : diff.files) {
      auto paths = paths_of(diff, file, strip);
      if (!paths) {
        findings_.relay(paths.error().diagnostics(), source_);
        continue;
      }
      sections.push_back({&file, *std::move(paths)});
      const auto [twin, is_new] = seen.try_emplace(sections.back().path(), &file);
      if (!is_new) refuse_twin(diff, sections.back(), *twin->second);
    }
    return sections;
  }

  void refuse_twin(const Diff& diff, const Section& section, const DiffFile& twin) {
    Diagnostic fault = about_section(
        diff, *section.file,
        fmt::format("the diff has two sections of '{}', expected one", section.path().str()),
        "make one diff of both steps, or put them into two patches: the hunks of one are all "
        "looked for in the same bytes");
    fault.notes.push_back({"the other one is here", {diff.file, twin.line, 1}, {}, twin.lines});
    findings_.relay({fault}, source_);
  }

  /// The sections that `only` leaves.
  std::vector<Section> limited(std::vector<Section> sections) {
    const auto& globs = list_of(map_, "only");
    if (globs.empty()) return sections;
    const bool is_whole = findings_.errors() == errors_before_;
    for (const Value& glob : globs) {
      const bool catches_some = std::ranges::any_of(
          sections, [&](const Section& section) { return section.is_caught_by(glob.text); });
      if (catches_some || !is_whole) continue;
      findings_.error(Code::invalid_manifest, glob.source,
                      fmt::format("'{}' catches no file of the diff", glob.text),
                      "paths are those in the tree: what 'strip' leaves of the diff's own");
    }
    std::erase_if(sections, [&](const Section& section) {
      return std::ranges::none_of(
          globs, [&](const Value& glob) { return section.is_caught_by(glob.text); });
    });
    return sections;
  }

  /// The scope, if there is one; all hunks must lie in its one file then.
  std::optional<Scope> scope_over(const std::vector<Section>& sections) {
    const Value* value = yaml::value_of(map_, "scope");
    if (value == nullptr || sections.empty()) return std::nullopt;
    const bool is_one = sections.size() == 1 && !sections.front().file->hunks.empty() &&
                        sections.front().file->kind == DiffFile::Kind::changed;
    if (!is_one) {
      findings_.error(Code::invalid_manifest, value->source,
                      "a scope is for the hunks of one file, and the diff has more or others",
                      "limit the diff to that file by 'only:'");
      return std::nullopt;
    }
    return scope_of(map_, sections.front().path(), findings_);
  }

  void add_edits(const Diff& diff, const Section& section, const std::optional<Scope>& scope,
                 std::vector<Edit>& edits) {
    const HunkScope limit = scope ? HunkScope::scope : HunkScope::file;
    auto made = edits_of(diff, *section.file, section.paths, limit);
    if (!made) {
      findings_.relay(made.error().diagnostics(), source_);
      return;
    }
    for (Edit& edit : *made) {
      edit.where = findings_.source().place(map_.source.begin);
      if (auto* text = std::get_if<TextEdit>(&edit.what)) text->scope = scope;
      edits.push_back(std::move(edit));
    }
  }

  const Value& map_;
  ByteRange source_;
  Findings& findings_;
  std::size_t errors_before_ = 0;
};

}  // namespace

std::vector<Edit> read_diff_edit(const Value& map, Payloads& payloads, Findings& findings) {
  return DiffEdit(map, findings).read(payloads);
}

}  // namespace patcher::language
