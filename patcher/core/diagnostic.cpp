// SPDX-License-Identifier: MIT
#include "patcher/core/diagnostic.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

namespace patcher {
namespace {

/// In the order of the enumerators.
constexpr std::array<std::string_view, static_cast<std::size_t>(Code::internal) + 1> kCodeNames{
    "invalid-yaml",
    "invalid-manifest",
    "unknown-key",
    "duplicate-key",
    "not-supported",
    "usage",
    "edits-overlap",
    "lock-absent",
    "lock-invalid",
    "diff-invalid",
    "table-invalid",
    "json-invalid",
    "anchor-not-found",
    "anchor-ambiguous",
    "pattern-too-costly",
    "empty-match",
    "result-elsewhere",
    "scope-not-found",
    "scope-ambiguous",
    "scope-changed",
    "file-missing",
    "file-ambiguous",
    "not-a-regular-file",
    "path-in-the-way",
    "content-differs",
    "mode-differs",
    "indentation-unfit",
    "place-unfit",
    "syntax-error",
    "partly-applied",
    "round-trip-failed",
    "unrecorded",
    "modified",
    "obsolete",
    "patch-conflict",
    "patch-blocked",
    "ensure-failed",
    "stands-on-top",
    "state-required",
    "interrupted",
    "outdated",
    "orphan",
    "lock-stale",
    "lock-drift",
    "row-duplicate",
    "row-missing",
    "column-unfit",
    "table-broken",
    "table-unread",
    "key-unfit",
    "json-broken",
    "key-missing",
    "key-present",
    "not-in-tree",
    "mutant-accepted",
    "claim-untrue",
    "dockerfile-invalid",
    "IMG001",
    "IMG002",
    "IMG003",
    "IMG005",
    "IMG006",
    "IMG007",
    "IMG008",
    "IMG101",
    "IMG102",
    "IMG103",
    "IMG110",
    "IMG111",
    "IMG112",
    "IMG201",
    "IMG301",
    "IMG302",
    "IMG303",
    "IMG304",
    "IMG305",
    "IMG901",
    "IMG902",
    "IMG903",
    "IMG904",
    "tree-not-found",
    "tree-ambiguous",
    "history-unknown",
    "io-error",
    "record-unreadable",
    "object-unreadable",
    "unsafe-path",
    "unsafe-link",
    "tree-locked",
    "rebuild-failed",
    "product-missing",
    "check-failed",
    "link-broken",
    "line-endings",
    "check-not-run",
    "rebuild-pending",
    "pin-differs",
    "two-copies",
    "map-unused",
    "left-out",
    "bytes-decide",
    "bytes-changed-at-checkout",
    "recovered",
    "internal"};

}  // namespace

std::string_view name_of(Code code) { return kCodeNames.at(static_cast<std::size_t>(code)); }

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
