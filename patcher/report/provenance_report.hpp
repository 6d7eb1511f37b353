// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/manifest/lock.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// The image that a statement is about.
struct StatementSubject {
  std::string name;      ///< Without tag and digest.
  std::string digest;    ///< 64 hex digits: SHA-256 of its manifest, of one platform.
  std::string platform;  ///< `linux/amd64`; empty where it is not said.
  std::string base;      ///< The base's reference, with its digest.
};

/// A statement of how the image came to hold the set: what it was made of, and each file of the
/// trees before and after, as the lock has them.
///
/// The same set gives the same bytes: no time, no host, no absolute path.
/// Source: in-toto Statement v1; SLSA Provenance v1.
[[nodiscard]] std::string render_provenance(const StatementSubject& subject,
                                            const Manifest& manifest, const Lock& lock);

}  // namespace patcher
