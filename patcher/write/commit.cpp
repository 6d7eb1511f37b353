// SPDX-License-Identifier: MIT
#include "patcher/write/commit.hpp"

#include <utility>

#include "patcher/write/folders.hpp"
#include "patcher/write/transaction.hpp"
#include "patcher/write/write_plan.hpp"

namespace patcher {

Result<Diagnostics> commit(const std::vector<RootCommit>& roots, FileSystem& files) {
  Folders folders(files);
  auto plan = write_plan_of(roots, folders, files);
  if (!plan) return std::move(plan).error();

  Transaction transaction(*std::move(plan), folders, files);
  Status written = transaction.stage();
  if (written) written = transaction.exchange();
  if (written) return transaction.finish();
  Diagnostics failures = std::move(written).error().diagnostics();
  append(failures, transaction.roll_back());
  return Failure(std::move(failures));
}

Status check_commit(const std::vector<RootCommit>& roots, FileSystem& files) {
  Folders folders(files);
  const auto plan = write_plan_of(roots, folders, files);
  if (!plan) return plan.error();
  return {};
}

}  // namespace patcher
