// SPDX-License-Identifier: MIT
#include "patcher/cli/named_base.hpp"

#include <fmt/format.h>

#include <string_view>

namespace patcher {

std::string named_base(const Options& options, const Manifest& manifest) {
  if (!options.base.empty()) return options.base;
  const bool is_split =
      !manifest.base.digest.empty() && manifest.base.image.find('@') == std::string::npos;
  return is_split ? fmt::format("{}@{}", manifest.base.image, manifest.base.digest)
                  : manifest.base.image;
}

bool has_digest(const std::string& reference) {
  constexpr std::string_view kMark = "@sha256:";
  constexpr std::size_t kDigits = 64;
  const std::size_t at = reference.find(kMark);
  if (at == std::string::npos || at == 0) return false;
  const std::string_view hex = std::string_view(reference).substr(at + kMark.size());
  return hex.size() == kDigits &&
         hex.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace patcher
