// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "patcher/cli/options.hpp"

namespace patcher {

/// What an option may be, by name.
template <class Value>
using Choices = std::map<std::string, Value>;

inline const Choices<Format> kFormats{
    {"human", Format::human}, {"json", Format::json}, {"github", Format::github}};
inline const Choices<ColourChoice> kColours{{"auto", ColourChoice::automatic},
                                            {"always", ColourChoice::always},
                                            {"never", ColourChoice::never}};
inline const Choices<RebuildPolicy> kPolicies{{"auto", RebuildPolicy::automatic},
                                              {"never", RebuildPolicy::never},
                                              {"always", RebuildPolicy::always}};
/// Labels of what a check may need, as the manifest language has them.
inline const Choices<std::string> kLabels{{"gpu", "gpu"}, {"network", "network"}, {"rocm", "rocm"}};
inline const Choices<State> kRequired{{"applied", State::applied}, {"pristine", State::pristine}};
inline const Choices<FileKind> kKinds{
    {"manifest", FileKind::manifest}, {"patch", FileKind::patch}, {"lock", FileKind::lock}};
inline const Choices<Builder> kBuilders{
    {"buildah", Builder::buildah}, {"docker", Builder::docker}, {"podman", Builder::podman}};
inline const Choices<Shell> kShells{
    {"bash", Shell::bash}, {"zsh", Shell::zsh}, {"fish", Shell::fish}};

/// `a|b|c`, for help and errors.
template <class Value>
std::string names_of(const Choices<Value>& choices) {
  std::string names;
  for (const auto& [name, value] : choices) names += (names.empty() ? "" : "|") + name;
  return names;
}

}  // namespace patcher
