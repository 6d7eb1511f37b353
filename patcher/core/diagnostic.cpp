// SPDX-License-Identifier: MIT
#include "patcher/core/diagnostic.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace patcher {

std::string_view name_of(Code code) {
  switch (code) {
    case Code::invalid_yaml:
      return "invalid-yaml";
    case Code::invalid_manifest:
      return "invalid-manifest";
    case Code::unknown_key:
      return "unknown-key";
    case Code::duplicate_key:
      return "duplicate-key";
    case Code::not_supported:
      return "not-supported";
    case Code::usage:
      return "usage";
    case Code::edits_overlap:
      return "edits-overlap";
    case Code::anchor_not_found:
      return "anchor-not-found";
    case Code::anchor_ambiguous:
      return "anchor-ambiguous";
    case Code::result_elsewhere:
      return "result-elsewhere";
    case Code::scope_not_found:
      return "scope-not-found";
    case Code::scope_ambiguous:
      return "scope-ambiguous";
    case Code::file_missing:
      return "file-missing";
    case Code::not_a_regular_file:
      return "not-a-regular-file";
    case Code::path_in_the_way:
      return "path-in-the-way";
    case Code::content_differs:
      return "content-differs";
    case Code::mode_differs:
      return "mode-differs";
    case Code::indentation_unfit:
      return "indentation-unfit";
    case Code::syntax_error:
      return "syntax-error";
    case Code::partly_applied:
      return "partly-applied";
    case Code::round_trip_failed:
      return "round-trip-failed";
    case Code::unrecorded:
      return "unrecorded";
    case Code::modified:
      return "modified";
    case Code::obsolete:
      return "obsolete";
    case Code::patch_conflict:
      return "patch-conflict";
    case Code::patch_blocked:
      return "patch-blocked";
    case Code::ensure_failed:
      return "ensure-failed";
    case Code::stands_on_top:
      return "stands-on-top";
    case Code::state_required:
      return "state-required";
    case Code::interrupted:
      return "interrupted";
    case Code::outdated:
      return "outdated";
    case Code::orphan:
      return "orphan";
    case Code::tree_not_found:
      return "tree-not-found";
    case Code::io_error:
      return "io-error";
    case Code::record_unreadable:
      return "record-unreadable";
    case Code::unsafe_path:
      return "unsafe-path";
    case Code::unsafe_link:
      return "unsafe-link";
    case Code::tree_locked:
      return "tree-locked";
    case Code::link_broken:
      return "link-broken";
    case Code::line_endings:
      return "line-endings";
    case Code::check_not_run:
      return "check-not-run";
    case Code::rebuild_pending:
      return "rebuild-pending";
    case Code::rebuild_failed:
      return "rebuild-failed";
    case Code::pin_differs:
      return "pin-differs";
    case Code::bytes_decide:
      return "bytes-decide";
    case Code::internal:
      return "internal";
  }
  return "internal";
}

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "error";
}

bool has_error(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

void append(Diagnostics& all, Diagnostics more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace patcher
