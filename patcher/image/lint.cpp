// SPDX-License-Identifier: MIT
#include "patcher/image/lint.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "patcher/image/allowances.hpp"
#include "patcher/image/lint_rules.hpp"
#include "patcher/image/lint_subject.hpp"

namespace patcher {
namespace {

constexpr std::array kRules{
    Code::base_tag_only,     Code::base_floating, Code::tag_digest_differ, Code::pin_claimed,
    Code::pin_overridden,    Code::base_unknown,  Code::pins_differ,       Code::failure_hidden,
    Code::status_discarded,  Code::shell_unread,  Code::tree_edited,       Code::live_diff,
    Code::patch_fuzz,        Code::label_by_hand, Code::set_mounted,       Code::patched_touched,
    Code::apply_passed_over, Code::not_locked,    Code::last_run_missing};

}  // namespace

std::vector<std::string_view> allowable_rules() {
  std::vector<std::string_view> names;
  for (const Code code : kRules) names.push_back(name_of(code));
  return names;
}

Diagnostics lint_image(const ImageLintInput& input) {
  const LintSubject subject = subject_of(input);
  if (!subject.dockerfile.faults.empty()) return subject.dockerfile.faults;
  LintFindings findings(subject.dockerfile);
  lint_bases(subject, findings);
  lint_claims(subject, findings);
  lint_sources(subject, findings);
  lint_same_pins(subject, findings);
  lint_failures(subject, findings);
  lint_edits(subject, findings);
  lint_labels(subject, findings);
  lint_patching(subject, findings);
  lint_later_steps(subject, findings);
  Diagnostics all;
  if (input.inline_allowed == InlineAllowed::yes) {
    all = without_allowed(subject.dockerfile, std::move(findings), input.today);
  } else {
    for (LintFinding& finding : findings.all()) all.push_back(std::move(finding.diagnostic));
  }
  const bool is_first = true;
  std::ranges::stable_sort(all, {}, [&](const Diagnostic& each) {
    const bool is_elsewhere = (each.where.file == subject.dockerfile.file) != is_first;
    return std::tuple(is_elsewhere, is_elsewhere ? each.where.file : std::string(), each.where.line,
                      each.where.column);
  });
  return all;
}

}  // namespace patcher
