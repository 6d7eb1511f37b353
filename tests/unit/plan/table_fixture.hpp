// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {

/// The manifest `m` of patches `p1`, `p2`, ... with these edits each, and the payloads beside them.
inline Manifest tables_manifest(const std::vector<std::string>& edits,
                                std::map<std::string, std::string> files) {
  std::vector<std::string> names;
  for (const std::string& text : edits) {
    const std::string id = "p" + std::to_string(names.size() + 1);
    names.push_back(id + ".yaml");
    files[names.back()] = patch_text(id, text);
  }
  files["m.yaml"] = manifest_text(names);
  auto loaded = load_manifest("m.yaml", MemorySource(std::move(files)));
  if (!loaded) {
    for (const Diagnostic& d : loaded.error().diagnostics()) ADD_FAILURE() << d.message;
    return {};
  }
  return std::move(loaded->manifest);
}

/// The key and the family of the tables below, as an edit has them.
inline const std::string kFamily =
    "    key: {header_of: c/a_untuned.csv, plus: [cu_num, gfx]}\n"
    "    family: [c/a_tuned.csv, \"c/model/*a_tuned*.csv\"]\n";

/// An edit that adds `rows.csv` to `table`.
inline std::string rows_edit(const std::string& table, const std::string& more = "") {
  return "  - table: " + table + "\n    rows: rows.csv\n" + kFamily + more;
}

inline const std::string kHeader = "gfx,cu_num,M,N,K,us\n";

/// A family of two tables and the file that has its key.
inline MemoryTree family_tree() {
  return MemoryTree{{"c/a_tuned.csv", kHeader + "gfx950,256,1,2048,3072,4.8\n"},
                    {"c/model/a_tuned_x.csv", kHeader + "gfx950,256,2,2048,3072,4.9\n"},
                    {"c/a_untuned.csv", "M,N,K\n"}};
}

/// What comes of adding `rows` to `table` of `tree`.
inline PatchFinding added(const MemoryTree& tree, const std::string& rows,
                          const std::string& edit = rows_edit("c/a_tuned.csv")) {
  SourceCache cache;
  const Manifest manifest = tables_manifest({edit}, {{"rows.csv", rows}});
  return find_patch(manifest.patches.front(), View(tree), cache);
}

/// The bytes of the one file that the patch makes or changes, or why it does not.
inline std::string made(const PatchFinding& finding) {
  if (!finding.step || has_error(finding.diagnostics)) {
    return finding.diagnostics.empty() ? "no step" : finding.diagnostics.front().message;
  }
  return *finding.step->files.begin()->second.after.bytes;
}

}  // namespace patcher::testing
