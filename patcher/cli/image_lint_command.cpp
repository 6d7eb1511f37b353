// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/lock_file.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/cli/text_files.hpp"
#include "patcher/image/lint.hpp"

namespace patcher {
namespace {

/// The lock beside `manifest`, or nothing where it has none.
Result<std::optional<Lock>> lock_beside(const Manifest& manifest) {
  const Result<std::optional<std::string>> bytes = lock_bytes(manifest);
  if (!bytes) return bytes.error();
  if (!bytes->has_value()) return std::optional<Lock>();
  Result<Lock> lock = read_lock(lock_path_of(manifest.file), **bytes);
  if (!lock) return std::move(lock).error();
  return std::optional<Lock>(*std::move(lock));
}

/// What the files of `options` hold; all that cannot be read is told together.
struct LintFiles {
  ImageLintInput input;
  std::optional<Manifest> manifest;
  std::optional<Lock> lock;
  Diagnostics faults;
};

void read_manifest(const Options& options, Outcome& outcome, LintFiles& files) {
  Result<Manifest> manifest = load(options, outcome);
  if (!manifest) return append(files.faults, std::move(manifest).error().diagnostics());
  files.manifest = *std::move(manifest);
  Result<std::optional<Lock>> lock = lock_beside(*files.manifest);
  if (!lock) return append(files.faults, std::move(lock).error().diagnostics());
  files.lock = *std::move(lock);
}

LintFiles read_files(const Options& options, Outcome& outcome) {
  LintFiles files;
  Result<NamedText> dockerfile = text_in(options.file);
  if (dockerfile) {
    files.input.dockerfile = *std::move(dockerfile);
  } else {
    append(files.faults, std::move(dockerfile).error().diagnostics());
  }
  files.input.documents = texts_in(options.image_lint.documents, files.faults);
  if (!options.manifest.empty()) read_manifest(options, outcome, files);
  return files;
}

std::string today() {
  const auto now = std::chrono::system_clock::now();
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

}  // namespace

Outcome image_lint_command(const Options& options) {
  Outcome outcome = begun(options);
  LintFiles files = read_files(options, outcome);
  if (!files.faults.empty()) return failed(std::move(outcome), Failure(std::move(files.faults)));
  files.input.manifest = files.manifest ? &*files.manifest : nullptr;
  files.input.lock = files.lock ? &*files.lock : nullptr;
  files.input.arguments = options.image_lint.arguments;
  files.input.builder = options.image_lint.builder;
  files.input.inline_allowed = options.image_lint.inline_allowed;
  files.input.today = today();
  append(outcome.diagnostics, lint_image(files.input));
  const std::string faults = counted_faults(outcome.diagnostics);
  outcome.summary = fmt::format("{}: {}", options.file == "-" ? "standard input" : options.file,
                                faults.empty() ? std::string("no fault found") : faults);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
