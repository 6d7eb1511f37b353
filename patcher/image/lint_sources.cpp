// SPDX-License-Identifier: MIT
// Sources that a RUN brings: IMG001, IMG002 and IMG007 for `git clone` and `pip install git+...`.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "patcher/image/cloned_source.hpp"
#include "patcher/image/image_reference.hpp"
#include "patcher/image/lint_subject.hpp"

namespace patcher {
namespace {

/// What is taken of a repository, and where that is said.
struct Taken {
  std::size_t instruction;
  ByteRange at;
  std::string what;  ///< For messages: the repository.
  std::string ref;
  std::vector<std::string> names;
};

bool is_release(const std::string& ref) {
  const bool has_number =
      std::ranges::any_of(ref, [](unsigned char c) { return std::isdigit(c) != 0; });
  return has_number && ref.find('/') == std::string::npos && !is_floating(ref);
}

std::string origin_of(const Taken& taken) {
  return taken.names.empty() ? "" : fmt::format(" (from {})", fmt::join(taken.names, ", "));
}

void judge(const Taken& taken, LintFindings& findings) {
  if (is_commit(taken.ref)) return;
  if (taken.ref.find(kUnknownPart) != std::string::npos) {
    Diagnostic& found = findings.add(Code::base_unknown, taken.instruction, taken.at,
                                     fmt::format("which commit of {} this is, the build will say{}",
                                                 taken.what, origin_of(taken)));
    found.severity = Severity::note;
    found.hint = "judge it with --build-arg, and build with a commit in it";
    return;
  }
  if (is_release(taken.ref)) {
    Diagnostic& found =
        findings.add(Code::base_tag_only, taken.instruction, taken.at,
                     fmt::format("{} is taken at '{}'{}, and a tag can be moved or go", taken.what,
                                 taken.ref, origin_of(taken)));
    found.severity = Severity::warning;
    found.hint = "check out the commit that it names";
    return;
  }
  const std::string how = taken.ref.empty() ? std::string("at its default branch")
                                            : fmt::format("at '{}'{}", taken.ref, origin_of(taken));
  findings
      .add(Code::base_floating, taken.instruction, taken.at,
           fmt::format("{} is taken {}: another build may get other sources", taken.what, how))
      .hint = "check out a commit";
}

std::string shown(const std::string& url) {
  std::string text = repository_of(url);
  std::ranges::replace(text, kUnknownPart, '?');
  return fmt::format("'{}'", text.empty() ? std::string("the repository") : text);
}

/// `pip install git+https://host/owner/name@ref#egg=x`.
void judge_requirements(const LintStep& step, LintFindings& findings) {
  for (const std::string& word : step.name.words) {
    const std::size_t begin = word.find("git+");
    if (begin == std::string::npos) continue;
    const std::string address = word.substr(begin + 4, word.find('#', begin) - begin - 4);
    const std::size_t scheme = address.find("://");
    const std::size_t at = address.rfind('@');
    const std::size_t host_end = address.find('/', scheme == std::string::npos ? 0 : scheme + 3);
    const bool has_ref = at != std::string::npos && host_end != std::string::npos && at > host_end;
    judge({step.instruction,
           step.at,
           shown(address.substr(0, has_ref ? at : std::string::npos)),
           has_ref ? address.substr(at + 1) : "",
           {}},
          findings);
  }
}

}  // namespace

void lint_sources(const LintSubject& subject, LintFindings& findings) {
  for (const ClonedSource& source : cloned_sources(subject)) {
    judge({source.instruction, source.ref_at, shown(source.url), source.ref, source.ref_names},
          findings);
  }
  for (const LintStep& step : subject.steps) {
    if (step.name.program == "pip") judge_requirements(step, findings);
  }
}

}  // namespace patcher
