// SPDX-License-Identifier: MIT
#include "patcher/cli/exit_code.hpp"

#include <algorithm>

namespace patcher {
namespace {

/// When several codes apply: 70, 5, 3, 2, 1.
int gravity(ExitCode code) {
  switch (code) {
    case ExitCode::internal:
      return 6;
    case ExitCode::unsafe:
      return 5;
    case ExitCode::environment:
      return 4;
    case ExitCode::usage:
      return 3;
    case ExitCode::refused:
      return 2;
    case ExitCode::pending:
      return 1;
    case ExitCode::done:
      return 0;
  }
  return 6;
}

template <class Counts>
ExitCode gravest(const Diagnostics& diagnostics, Counts counts) {
  ExitCode result = ExitCode::done;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::error || !counts(diagnostic.code)) continue;
    const ExitCode code = exit_code_of(diagnostic.code);
    if (gravity(code) > gravity(result)) result = code;
  }
  return result;
}

}  // namespace

ExitCode exit_code_of(Code code) {
  switch (code) {
    case Code::invalid_yaml:
    case Code::invalid_manifest:
    case Code::unknown_key:
    case Code::duplicate_key:
    case Code::not_supported:
    case Code::usage:
    case Code::edits_overlap:
    case Code::lock_absent:
    case Code::lock_invalid:
    case Code::diff_invalid:
    case Code::table_invalid:
    case Code::json_invalid:
      return ExitCode::usage;
    case Code::tree_not_found:
    case Code::tree_ambiguous:
    case Code::io_error:
    case Code::record_unreadable:
    case Code::history_unknown:
    case Code::object_unreadable:
      return ExitCode::environment;
    case Code::unsafe_path:
    case Code::unsafe_link:
    case Code::tree_locked:
      return ExitCode::unsafe;
    case Code::rebuild_failed:
    case Code::product_missing:
    case Code::check_failed:
      return ExitCode::pending;
    case Code::internal:
      return ExitCode::internal;
    default:
      return ExitCode::refused;
  }
}

ExitCode strict_exit(const Diagnostics& diagnostics) {
  return gravest(diagnostics, [](Code) { return true; });
}

ExitCode reporting_exit(const Diagnostics& diagnostics) {
  return gravest(diagnostics, [](Code code) {
    return exit_code_of(code) != ExitCode::refused || code == Code::state_required ||
           code == Code::interrupted || code == Code::lock_stale || code == Code::lock_drift;
  });
}

}  // namespace patcher
