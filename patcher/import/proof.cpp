// SPDX-License-Identifier: MIT
#include "patcher/import/proof.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <utility>

#include "patcher/manifest/load.hpp"
#include "patcher/plan/changed_tree.hpp"
#include "patcher/plan/round_trip.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {
namespace {

/// The patch file and its payloads, before they are written.
class Unwritten final : public FileSource {
 public:
  explicit Unwritten(const ImportedPatch& patch) {
    files_.emplace(patch.file, &patch.text);
    const std::filesystem::path folder = std::filesystem::path(patch.file).parent_path();
    for (const auto& [path, bytes] : patch.payloads) {
      files_.emplace((folder / path).lexically_normal().string(), &bytes);
    }
  }

  [[nodiscard]] Result<std::string> read(const std::string& path,
                                         std::size_t limit) const override {
    const auto file = files_.find(path);
    if (file != files_.end() && file->second->size() <= limit) return *file->second;
    return Diagnostic{.code = Code::usage,
                      .message = fmt::format("'{}' is no file of the patch, or too large", path)};
  }

 private:
  std::map<std::string, const std::string*> files_;
};

Diagnostic not_proved(const std::string& what, const std::string& path) {
  return {.code = Code::round_trip_failed,
          .message = what,
          .target = {path, 0, 0},
          .hint = "nothing was written; say this edit by hand"};
}

bool is_as(const FileChange& planned, const FileChange& expected) {
  if (!planned.after || !expected.after) return !planned.after && !expected.after;
  return *planned.after == *expected.after && planned.mode == expected.mode;
}

/// Where what `plan` would write is not the new side.
Diagnostics unlike(const RootChange& plan, const RootChange& expected) {
  std::map<TreePath, const FileChange*> planned;
  for (const FileChange& file : plan.files) planned.emplace(file.path, &file);
  Diagnostics errors;
  for (const FileChange& file : expected.files) {
    const auto found = planned.find(file.path);
    const bool same = found != planned.end() && is_as(*found->second, file);
    if (found != planned.end()) planned.erase(found);
    if (same) continue;
    errors.push_back(not_proved(
        fmt::format("applied, '{}' would not be as the new side has it", file.path.str()),
        file.path.str()));
  }
  for (const auto& [path, file] : planned) {
    errors.push_back(not_proved(
        fmt::format("applied, '{}' would change, which is the same on both sides", path.str()),
        path.str()));
  }
  return errors;
}

/// The one patch of `manifest` on `tree`.
TreeJob job_of(const Manifest& manifest, const Tree& tree, const Record& record,
               SourceCache& cache) {
  return {manifest, manifest.trees.front().name, tree, record, cache};
}

Diagnostics errors_among(const Diagnostics& all) {
  Diagnostics errors;
  for (const Diagnostic& diagnostic : all) {
    if (diagnostic.severity == Severity::error) errors.push_back(diagnostic);
  }
  return errors;
}

/// Why the new side does not read as done.
Diagnostics not_done(const Manifest& manifest, const Tree& after, SourceCache& cache) {
  const Record record;
  const Assessment assessment(job_of(manifest, after, record, cache));
  const Verdict& verdict = assessment.verdicts().front();
  if (verdict.outcome.state == State::unrecorded) return {};
  Diagnostics errors{not_proved("on the new side, the patch would not read as done", "")};
  append(errors, errors_among(verdict.why));
  return errors;
}

}  // namespace

Status prove(const ImportedPatch& patch, const Change& change, const Tree& tree,
             SourceCache& cache) {
  const auto loaded = load_manifest(patch.file, Unwritten(patch));
  if (!loaded) return loaded.error();
  const Manifest& manifest = loaded->manifest;
  const Record record;
  const Assessment base(job_of(manifest, tree, record, cache));
  const RoundTrip trip = round_trip(base, {});
  Diagnostics errors = errors_among(trip.said);
  if (!errors.empty() && trip.applied.files.empty()) return Failure(std::move(errors));
  const RootChange expected = written_by(change);
  append(errors, unlike(trip.applied, expected));
  append(errors, not_done(manifest, ChangedTree(tree, expected), cache));
  if (!errors.empty()) return Failure(std::move(errors));
  return {};
}

RootChange written_by(const Change& change) {
  RootChange expected;
  const auto add = [&](const TreePath& path, const Entry& before, const Entry& after) {
    expected.files.push_back({path, before, after.bytes, after.mode});
  };
  for (const ChangedPath& file : change.files) {
    add(file.path, file.from ? Entry{} : file.before, file.after);
    if (file.from) add(*file.from, file.before, Entry{});
  }
  return expected;
}

}  // namespace patcher
