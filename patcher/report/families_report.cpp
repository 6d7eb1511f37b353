// SPDX-License-Identifier: MIT
#include "patcher/report/families_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

std::string spelled_key(const FamilyOutcome& family) {
  if (family.key.empty()) return "nothing looks for duplicates";
  return printable(fmt::format("{}", fmt::join(family.key, ",")));
}

std::string line_of(const FamilyOutcome& family, std::size_t width) {
  return fmt::format("  {:<{}}  {:>6}  {:>6}  {:>8}  {:>7}  {:>6}  {:>6}  {:>6}",
                     printable(family.name), width, family.tables, family.rows, family.bytes,
                     family.headers, family.ragged, family.inside, family.across);
}

}  // namespace

std::string render_families(const std::vector<FamilyOutcome>& families) {
  std::size_t width = 6;
  FamilyOutcome sum;
  sum.name = "all";
  for (const FamilyOutcome& family : families) {
    width = std::max(width, printable(family.name).size());
    sum.tables += family.tables;
    sum.rows += family.rows;
    sum.bytes += family.bytes;
    sum.headers += family.headers;
    sum.ragged += family.ragged;
    sum.inside += family.inside;
    sum.across += family.across;
  }
  std::string text =
      fmt::format("  {:<{}}  {:>6}  {:>6}  {:>8}  {:>7}  {:>6}  {:>6}  {:>6}  {}\n", "family",
                  width, "tables", "rows", "bytes", "headers", "ragged", "inside", "across", "key");
  for (const FamilyOutcome& family : families) {
    text += fmt::format("{}  {}\n", line_of(family, width), spelled_key(family));
  }
  return text + line_of(sum, width) + '\n';
}

}  // namespace patcher
