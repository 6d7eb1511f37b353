// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "patcher/core/result.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// What a waiver is for.
struct WaiverSubject {
  unsigned pull_request = 0;  ///< The one that brings the patches.
  std::string base;           ///< The pinned image, as it is to be named.
};

/// What keeps `manifest` from being waived: a patch whose reason, link or removal plan is empty, a
/// base without a name. Errors: invalid_manifest.
[[nodiscard]] Diagnostics waiver_faults(const WaiverSubject& subject, const Manifest& manifest);

/// The text in Markdown that asks to run `manifest`'s patches on the image: a section for each
/// patch, from its own fields. The same set gives the same bytes.
[[nodiscard]] std::string render_waiver(const WaiverSubject& subject, const Manifest& manifest);

/// Errors (content_differs) for all that `text`, a waiver in `file`, does not say as
/// `render_waiver` would: patches that are missing, of another revision, or not in the set, and
/// another base. Sections of other titles, and words before the first patch, may be added.
[[nodiscard]] Diagnostics waiver_differences(const std::string& file, std::string_view text,
                                             const WaiverSubject& subject,
                                             const Manifest& manifest);

/// The number in a waiver's first line; 0 where it has none.
[[nodiscard]] unsigned pull_request_in(std::string_view text);

}  // namespace patcher
