// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {

/// Runs git in `folder` of the sandbox, kept from all configuration but the repository's own.
inline void git(const Sandbox& box, const std::string& folder, const std::string& arguments) {
  const std::string command = "cd '" + (box.root() / folder).string() +
                              "' && HOME=/nonexistent GIT_CONFIG_GLOBAL=/dev/null "
                              "GIT_CONFIG_SYSTEM=/dev/null git -c user.name=t "
                              "-c user.email=t@example.org -c protocol.file.allow=always " +
                              arguments + " > /dev/null 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

/// Commits all of `folder`, which becomes a repository with the branch `main` if it is none.
inline void commit_all(const Sandbox& box, const std::string& folder = "tree") {
  if (!box.exists(folder + "/.git")) git(box, folder, "init -q -b main .");
  git(box, folder, "add -A");
  git(box, folder, "commit -q --allow-empty -m all");
}

}  // namespace patcher::testing
