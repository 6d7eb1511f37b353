// SPDX-License-Identifier: MIT
#include "patcher/cli/later_words.hpp"

#include <algorithm>
#include <array>

namespace patcher {
namespace {

constexpr auto kLaterCommands = std::to_array<std::string_view>(
    {"suggest", "report ledger", "report matrix", "image build", "image verify", "image diff"});

}  // namespace

bool is_later_command(std::string_view word) {
  return std::ranges::find(kLaterCommands, word) != kLaterCommands.end();
}

}  // namespace patcher
