// SPDX-License-Identifier: MIT
#include "patcher/cli/known_patch.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "patcher/manifest/suggestion.hpp"

namespace patcher {

Status known_patch(const Manifest& manifest, const std::string& id) {
  std::vector<std::string_view> ids;
  for (const Patch& patch : manifest.patches) {
    if (patch.id == id) return {};
    ids.push_back(patch.id);
  }
  if (id.empty()) return {};
  Diagnostic diagnostic;
  diagnostic.code = Code::usage;
  diagnostic.message = fmt::format("manifest '{}' has no patch '{}'", manifest.name, id);
  const auto near = language::nearest(id, ids);
  diagnostic.hint = near ? fmt::format("did you mean '{}'?", *near)
                         : fmt::format("it has '{}'", fmt::join(ids, "', '"));
  return diagnostic;
}

}  // namespace patcher
