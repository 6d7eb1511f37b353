// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/outcome.hpp"

namespace patcher {

/// A status of two patches on one tree and one on another, with something in every list.
inline Outcome full_outcome() {
  Outcome outcome;
  outcome.command = "status";
  outcome.manifest = "atom-nightly";
  outcome.trees = {
      {"atom", "/app/ATOM", "ffdf3bb5ddf8a15a64d5", "ffdf3bb5ddf8a15a64d5"},
      {"aiter", "/app/aiter", "e4048607a535ace3a2b5", "", {{"csrc", "/app/aiter_meta/csrc"}}}};
  outcome.patches = {
      {"atom-stalls",
       "atom",
       "do not queue",
       State::applied,
       {{0, "atom/core.py", State::applied, {{440, "Core.run"}}},
        {1, "atom/core.py", State::applied, {{7, "A"}, {30, "A"}, {88, "B"}}}}},
      {"atom-x", "atom", "a title", State::drifted, {{0, "atom/x.py", State::drifted, {}}}},
      {"aiter-rows", "aiter", "", State::pristine, {{0, "t.csv", State::pristine, {{2, ""}}}}}};
  outcome.pending = {{"aiter", "all-reduce", "atom-nightly"}};
  outcome.changed = {{"atom", "atom/core.py"}};
  outcome.rebuilt = {"module_gemm"};
  outcome.ledger = {{"atom-gauges", "atom", "no series at this pin", {"https://example.org/1"}}};
  outcome.summary = "1 of 3 patches applied";
  return outcome;
}

}  // namespace patcher
