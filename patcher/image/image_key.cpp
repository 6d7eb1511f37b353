// SPDX-License-Identifier: MIT
#include "patcher/image/image_key.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "patcher/manifest/digest.hpp"

namespace patcher {

std::string image_key(const Manifest& manifest, std::string_view lock, std::string_view base,
                      const std::vector<NamedText>& files) {
  // A line for each part; no part can hold the end of a line, so that no two sets read alike.
  std::string parts = fmt::format("patcher.image-key/1\nmanifest {}\nlock {}\nbase {}\n",
                                  manifest.sha256, sha256_of(lock), sha256_of(base));
  for (const Patch& patch : manifest.patches) {
    parts += fmt::format("patch {} {}\n", patch.revision, sha256_of(patch.id));
  }
  std::vector<std::string> digests;
  for (const NamedText& file : files) digests.push_back(sha256_of(file.bytes));
  std::ranges::sort(digests);
  for (const std::string& digest : digests) parts += fmt::format("file {}\n", digest);
  return "sha256:" + sha256_of(parts);
}

}  // namespace patcher
