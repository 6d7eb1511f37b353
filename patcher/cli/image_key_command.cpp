// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/lock_file.hpp"
#include "patcher/cli/named_base.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/cli/text_files.hpp"
#include "patcher/image/image_key.hpp"
#include "patcher/manifest/lock_freshness.hpp"

namespace patcher {
namespace {

Diagnostic base_moves(const Manifest& manifest, const std::string& base) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.code = Code::base_tag_only;
  diagnostic.where.file = manifest.file;
  diagnostic.message =
      base.empty() ? std::string("the key knows of no base: it stays the same on another one")
                   : fmt::format(
                         "the base '{}' has no digest: the key stays the same when its tag "
                         "moves",
                         base);
  diagnostic.hint = "give --base NAME@sha256:..., or base.digest in the manifest";
  return diagnostic;
}

}  // namespace

Outcome image_key_command(const Options& options) {
  Outcome outcome = begun(options);
  const Result<Manifest> manifest = load(options, outcome);
  if (!manifest) return failed(std::move(outcome), manifest.error());
  const Result<Lock> lock = open_lock(*manifest);
  if (!lock) return failed(std::move(outcome), lock.error());
  Diagnostics faults = stale_digests(*lock, digests_of(*manifest));
  const std::vector<NamedText> files = texts_in(options.files, faults);
  if (!faults.empty()) return failed(std::move(outcome), Failure(std::move(faults)));
  const std::string base = named_base(options, *manifest);
  if (!has_digest(base)) {
    outcome.diagnostics.push_back(base_moves(*manifest, base));
  }
  outcome.document = image_key(*manifest, text_of(*lock), base, files) + "\n";
  outcome.summary = fmt::format("{}: the key of {}", outcome.manifest,
                                counted(manifest->patches.size(), "patch", "patches"));
  return concluded(std::move(outcome), ExitCode::done);
}

}  // namespace patcher
