// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "patcher/image/lint_subject.hpp"

namespace patcher {

/// A source that a RUN clones.
struct ClonedSource {
  std::size_t instruction = 0;
  ByteRange at;                        ///< The `git clone` in the file.
  std::string url;                     ///< With `kUnknownPart` for what is open.
  std::string folder;                  ///< Absolute, where it lies then.
  std::string ref;                     ///< What is checked out; empty for the default branch.
  ByteRange ref_at;                    ///< Where that is said.
  std::vector<std::string> ref_names;  ///< The variables that it comes from.
};

/// Every `git clone` of the RUNs, with what the same RUN checks out of it.
[[nodiscard]] std::vector<ClonedSource> cloned_sources(const LintSubject& subject);

/// `owner/name`, in small letters, of an address of a repository; empty where it has none.
[[nodiscard]] std::string repository_of(std::string url);

}  // namespace patcher
