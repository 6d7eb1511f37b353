// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/lock_file.hpp"
#include "patcher/cli/named_base.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/cli/text_files.hpp"
#include "patcher/manifest/lock_freshness.hpp"
#include "patcher/report/provenance_report.hpp"
#include "patcher/report/waiver_report.hpp"

namespace patcher {
namespace {

Diagnostics unpinned(const Options& options, const std::string& base) {
  Diagnostics faults;
  if (!has_digest(options.subject)) {
    faults.push_back(usage_error(fmt::format("--subject '{}' has no digest", options.subject),
                                 "give NAME@sha256:... with 64 hex digits"));
  }
  if (!has_digest(base)) {
    faults.push_back(
        usage_error(fmt::format("the base '{}' has no digest, and a statement names what it was "
                                "made of",
                                base),
                    "give --base NAME@sha256:..., or base.digest in the manifest"));
  }
  return faults;
}

/// What a check of the waiver in `options.file` finds.
Diagnostics checked(const Options& options, const Manifest& manifest) {
  const Result<NamedText> text = text_in(options.file);
  if (!text) return text.error().diagnostics();
  WaiverSubject subject{pull_request_in(text->bytes), named_base(options, manifest)};
  Diagnostics found = waiver_differences(options.file, text->bytes, subject, manifest);
  const auto refuse = [&](std::string message) {
    Diagnostic& diagnostic = found.emplace_back();
    diagnostic.code = Code::content_differs;
    diagnostic.where = {options.file, 1, 1};
    diagnostic.message = std::move(message);
    diagnostic.hint = "its first line is: # Waiver for PR N";
  };
  const std::string stem = std::filesystem::path(options.file).stem().string();
  const bool is_number = !stem.empty() && stem.find_first_not_of("0123456789") == std::string::npos;
  const std::string asked = options.pull_request != 0 ? std::to_string(options.pull_request)
                            : is_number               ? stem
                                                      : "";
  if (subject.pull_request == 0) {
    refuse("the waiver does not say for which pull request it is");
  } else if (!asked.empty() && asked != std::to_string(subject.pull_request)) {
    refuse(fmt::format("the waiver is for PR {}, not {}", subject.pull_request, asked));
  }
  return found;
}

}  // namespace

Outcome report_provenance_command(const Options& options) {
  Outcome outcome = begun(options);
  const Result<Manifest> manifest = load(options, outcome);
  if (!manifest) return failed(std::move(outcome), manifest.error());
  const Result<Lock> lock = open_lock(*manifest);
  if (!lock) return failed(std::move(outcome), lock.error());
  const std::string base = named_base(options, *manifest);
  Diagnostics faults = stale_digests(*lock, digests_of(*manifest));
  append(faults, unpinned(options, base));
  if (!faults.empty()) return failed(std::move(outcome), Failure(std::move(faults)));
  const std::size_t at = options.subject.find('@');
  const std::size_t digits = options.subject.find(':', at) + 1;
  const StatementSubject subject{options.subject.substr(0, at), options.subject.substr(digits),
                                 options.platform, base};
  outcome.document = render_provenance(subject, *manifest, *lock);
  outcome.summary = fmt::format("{}: a statement about {}", outcome.manifest, options.subject);
  return concluded(std::move(outcome), ExitCode::done);
}

Outcome report_waiver_command(const Options& options) {
  Outcome outcome = begun(options);
  const Result<Manifest> manifest = load(options, outcome);
  if (!manifest) return failed(std::move(outcome), manifest.error());
  const WaiverSubject subject{options.pull_request, named_base(options, *manifest)};
  Diagnostics faults = waiver_faults(subject, *manifest);
  if (!faults.empty()) return failed(std::move(outcome), Failure(std::move(faults)));
  const std::string patches = counted(manifest->patches.size(), "patch", "patches");
  if (options.file.empty()) {
    outcome.document = render_waiver(subject, *manifest);
    outcome.summary = fmt::format("{}: a waiver for {}", outcome.manifest, patches);
    return concluded(std::move(outcome), ExitCode::done);
  }
  append(outcome.diagnostics, checked(options, *manifest));
  const std::string found = counted_faults(outcome.diagnostics);
  outcome.summary = fmt::format(
      "{}: {}", options.file,
      found.empty() ? fmt::format("covers the set, {}, and nothing else", patches) : found);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
