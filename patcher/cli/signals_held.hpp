// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>
#include <optional>

#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// Puts the signals of the process back as it found them when it goes: what `hold_signals` kept
/// waiting takes effect then.
class SignalsRestored {
 public:
  SignalsRestored() { pthread_sigmask(SIG_BLOCK, nullptr, &before_); }
  ~SignalsRestored() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsRestored(const SignalsRestored&) = delete;
  SignalsRestored& operator=(const SignalsRestored&) = delete;

 private:
  sigset_t before_{};
};

/// Keeps signals that end a process waiting from here on: while files are exchanged, and until it
/// was said what became of them.
void hold_signals();

/// The error (interrupted) for a run that a waiting signal asks to end, if there is one that the
/// process does not ignore.
[[nodiscard]] std::optional<Diagnostic> asked_to_stop();

}  // namespace patcher
