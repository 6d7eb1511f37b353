// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace patcher {

/// An image's name in its parts.
struct ImageReference {
  std::string repository;  ///< `vllm/vllm-openai`, `registry.example:5000/tools/base`.
  std::string tag;         ///< Empty without one.
  std::string digest;      ///< `sha256:<hex>`; empty without one.
};

/// `text` in its parts; parts that are not known may be among them.
///
/// Source: distribution/reference, "Grammar".
[[nodiscard]] ImageReference reference_of(std::string_view text);

/// `repository` with the registry and folder that builders put before a bare name left out.
[[nodiscard]] std::string bare_repository(std::string repository);

/// Whether `tag` is one that its owner moves to something new: `latest`, `nightly`, a branch. No
/// tag at all is `latest`.
[[nodiscard]] bool is_floating(std::string_view tag);

/// Whether `text` is a commit: 7 to 64 hex digits, some of them figures.
[[nodiscard]] bool is_commit(std::string_view text);

}  // namespace patcher
