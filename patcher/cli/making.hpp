// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

#include "patcher/cli/means.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/rebuild_trigger.hpp"
#include "patcher/write/rebuild.hpp"

namespace patcher {

/// An error about `rebuild`, at its place in the manifest.
[[nodiscard]] Diagnostic rebuild_error(const Rebuild& rebuild, Code code, std::string message);

/// Files that no rebuild may delete: what patches wrote, and what `rebuild` is made of.
[[nodiscard]] Result<std::set<TreePath>> sources_of(const Rebuild& rebuild, const SessionTree& tree,
                                                    const Record& record);

/// One rebuild of one tree of a session. What it refers to must outlive it.
class Making {
 public:
  Making(const Session& session, const SessionTree& tree, const Rebuild& rebuild,
         const Means& means)
      : session_(session), tree_(tree), rebuild_(rebuild), means_(means) {}

  [[nodiscard]] PendingRebuild which() const;
  /// Whether all its products are there.
  [[nodiscard]] bool has_products() const;

  /// Deletes, runs, proves the products, and keeps the record true at every step.
  ///
  /// Errors, the rebuild being pending then: those of run_rebuild and of the record; rebuild_failed
  /// without its program, and where a file that a patch wrote changed while the command ran.
  [[nodiscard]] Status make();

  /// Makes it pending because a later command took products of it away, and gives the errors that
  /// say so (product_missing).
  [[nodiscard]] Diagnostics lose();

 private:
  [[nodiscard]] LookAt look() const;
  [[nodiscard]] Result<RebuildJob> job_for(const Record& record) const;
  [[nodiscard]] Status run(const RebuildJob& job);
  [[nodiscard]] Diagnostic built_of_other_bytes(const std::string& changed) const;

  const Session& session_;
  const SessionTree& tree_;
  const Rebuild& rebuild_;
  const Means& means_;
};

}  // namespace patcher
