// SPDX-License-Identifier: MIT
#include "patcher/write/commit.hpp"

#include <utility>

#include "patcher/write/folders.hpp"
#include "patcher/write/transaction.hpp"
#include "patcher/write/write_plan.hpp"

namespace patcher {

namespace {

std::vector<Journals::Seat> seats_of(const WritePlan& plan) {
  std::vector<Journals::Seat> seats;
  for (Folder* own : plan.own) seats.push_back({own, Journals::Stage::none});
  return seats;
}

Diagnostic still_interrupted() {
  return {.code = Code::interrupted,
          .message = "the run was not undone whole: the trees stay as it left them",
          .hint = "mend what the errors name, and run again: that finishes or undoes it first"};
}

}  // namespace

Result<Diagnostics> commit(const std::vector<RootCommit>& roots, FileSystem& files,
                           const StopAsked& stop_asked) {
  Folders folders(files);
  auto plan = write_plan_of(roots, folders, files);
  if (!plan) return std::move(plan).error();

  Journals journals(seats_of(*plan), folders);
  Transaction transaction(*std::move(plan), std::move(journals), folders);
  transaction.stop_when(stop_asked);
  Status written = transaction.begin();
  if (written) written = transaction.stage();
  if (written) written = transaction.mark();
  if (written) written = transaction.exchange();
  if (written) return transaction.finish();
  Diagnostics failures = std::move(written).error().diagnostics();
  Diagnostics left = transaction.roll_back();
  if (!left.empty()) left.push_back(still_interrupted());
  append(failures, std::move(left));
  return Failure(std::move(failures));
}

Status check_commit(const std::vector<RootCommit>& roots, FileSystem& files) {
  Folders folders(files);
  const auto plan = write_plan_of(roots, folders, files);
  if (!plan) return plan.error();
  return {};
}

}  // namespace patcher
