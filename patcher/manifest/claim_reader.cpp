// SPDX-License-Identifier: MIT
#include "patcher/manifest/claim_reader.hpp"

#include "patcher/manifest/fields.hpp"

namespace patcher::language {
namespace {

using yaml::Value;

std::variant<Claim::Present, Claim::Absent, Claim::Parses> statement_of(const Value& map) {
  if (yaml::value_of(map, "absent") != nullptr) return Claim::Absent{text_of(map, "absent")};
  if (yaml::value_of(map, "parses") != nullptr) return Claim::Parses{text_of(map, "parses")};
  Claim::Present present{text_of(map, "present"), std::nullopt};
  if (const auto count = number_of(map, "count")) present.count = static_cast<std::size_t>(*count);
  return present;
}

}  // namespace

Claim read_claim(const Value& map, Findings& findings) {
  return {.file = path_of(map, "file"),
          .scope = scope_of(map, findings),
          .what = statement_of(map),
          .where = findings.source().place(map.source.begin)};
}

}  // namespace patcher::language
