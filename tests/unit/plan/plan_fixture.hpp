// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/load.hpp"
#include "patcher/plan/adoption.hpp"
#include "patcher/plan/assessment.hpp"
#include "patcher/plan/patch_finding.hpp"
#include "patcher/plan/tree_plan.hpp"
#include "tests/support/memory_tree.hpp"
#include "tests/support/sandbox.hpp"

namespace patcher::testing {

/// Files in memory, as the manifest stage reads them.
class MemorySource final : public FileSource {
 public:
  explicit MemorySource(std::map<std::string, std::string> files) : files_(std::move(files)) {}
  [[nodiscard]] Result<std::string> read(const std::string& path, std::size_t) const override {
    const auto file = files_.find(path);
    if (file != files_.end()) return file->second;
    Diagnostic diagnostic;
    diagnostic.code = Code::usage;
    diagnostic.message = "no file " + path;
    return diagnostic;
  }

 private:
  std::map<std::string, std::string> files_;
};

/// The manifest `m` of patches `p1`, `p2`, ... with these edits each.
inline Manifest manifest_of(const std::vector<std::string>& edits) {
  std::map<std::string, std::string> files;
  std::vector<std::string> names;
  for (const std::string& text : edits) {
    const std::string id = "p" + std::to_string(names.size() + 1);
    names.push_back(id + ".yaml");
    files[names.back()] = patch_text(id, text);
  }
  files["m.yaml"] = manifest_text(names);
  auto loaded = load_manifest("m.yaml", MemorySource(files));
  if (!loaded) {
    for (const Diagnostic& d : loaded.error().diagnostics()) ADD_FAILURE() << d.message;
    return {};
  }
  return std::move(loaded->manifest);
}

/// `manifest` under another name.
inline Manifest named(const std::string& name, Manifest manifest) {
  manifest.name = name;
  return manifest;
}

/// The states of the manifest's patches on `tree` with `record`.
inline std::vector<State> states_of(const Manifest& manifest, const Tree& tree,
                                    const Record& record) {
  SourceCache cache;
  std::vector<State> states;
  const Assessment assessment({manifest, "t", tree, record, cache});
  for (const Verdict& verdict : assessment.verdicts()) states.push_back(*verdict.outcome.state);
  return states;
}

/// One patch `p1` with these edits.
inline Patch patch_of(const std::string& edits) { return manifest_of({edits}).patches.front(); }

/// What came of applying or reverting everything on a tree in memory.
struct Carried {
  MemoryTree tree;
  Record record;
  std::vector<State> states;  ///< Before the run.
  Diagnostics refusals;
  Settled settled = {};

  [[nodiscard]] bool refused() const { return has_error(refusals); }
};

enum class Way { apply, revert, upgrade, adopt, adopt_and_upgrade };

inline TreePlan plan_for(Way way, const Assessment& assessment, const Selection& selection) {
  if (way == Way::revert) return plan_revert(assessment, selection);
  const bool adopts = way == Way::adopt || way == Way::adopt_and_upgrade;
  return adopts ? plan_adopting(assessment, selection) : plan_apply(assessment, selection);
}

/// Plans on `tree` with `record` and carries the plan out in memory.
inline Carried carry(Way way, const Manifest& manifest, const MemoryTree& tree,
                     const Record& record, const Selection& selection = {}) {
  SourceCache cache;
  const bool upgrades = way == Way::upgrade || way == Way::adopt_and_upgrade;
  const Assessment assessment(
      {manifest, "t", tree, record, cache, upgrades ? Upgrade::yes : Upgrade::no});
  const TreePlan plan = plan_for(way, assessment, selection);
  Carried result{tree, record, {}, plan.refusals, plan.settled};
  for (const PatchOutcome& outcome : plan.patches) result.states.push_back(*outcome.state);
  if (has_error(plan.refusals)) return result;
  for (const FileChange& file : plan.change.files) {
    if (file.after) {
      result.tree.write(file.path.str(), *file.after, file.mode);
    } else {
      result.tree.unlink(file.path.str());
    }
  }
  for (const TreePath& folder : plan.change.emptied_folders) {
    result.tree.remove_folder(folder.str());
  }
  result.record = plan.change.record.empty() ? Record{} : *parse_record(plan.change.record, "r");
  return result;
}

}  // namespace patcher::testing
