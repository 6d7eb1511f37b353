// SPDX-License-Identifier: MIT
#include "patcher/cli/signals_held.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace patcher {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 4> kEnding{
    {{SIGINT, "INT"}, {SIGTERM, "TERM"}, {SIGHUP, "HUP"}, {SIGQUIT, "QUIT"}}};

/// A signal that is held waits even where it is ignored (`nohup`).
bool is_ignored(int signal) {
  struct sigaction action{};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void hold_signals() {
  sigset_t held;
  sigemptyset(&held);
  for (const auto& [signal, name] : kEnding) sigaddset(&held, signal);
  pthread_sigmask(SIG_BLOCK, &held, nullptr);
}

std::optional<Diagnostic> asked_to_stop() {
  sigset_t waiting;
  sigemptyset(&waiting);
  if (sigpending(&waiting) != 0) return std::nullopt;
  for (const auto& [signal, name] : kEnding) {
    if (sigismember(&waiting, signal) != 1 || is_ignored(signal)) continue;
    return Diagnostic{
        .code = Code::interrupted,
        .message = fmt::format("signal {} came before the commit mark: no file is changed", name),
        .hint = "run again"};
  }
  return std::nullopt;
}

}  // namespace patcher
