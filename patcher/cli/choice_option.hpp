// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "patcher/cli/choices.hpp"

namespace patcher {

/// An option or argument of `name` that takes one of `choices` by name and nothing else.
template <class Value, class Target>
CLI::Option* add_choice(CLI::App* app, const std::string& name, Target& target,
                        const Choices<Value>& choices) {
  const auto take = [&target, &choices, name](const std::string& given) {
    const auto chosen = choices.find(given);
    if (chosen == choices.end()) {
      throw CLI::ValidationError(name, fmt::format("'{}' is none of {}", given, names_of(choices)));
    }
    target = chosen->second;
  };
  return app->add_option_function<std::string>(name, take)->type_name(names_of(choices));
}

}  // namespace patcher
