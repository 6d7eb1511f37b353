// SPDX-License-Identifier: MIT
#include <iostream>
#include <span>

#include "patcher/cli/run.hpp"

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  return static_cast<int>(patcher::run(arguments, {std::cout, std::cerr}));
}
