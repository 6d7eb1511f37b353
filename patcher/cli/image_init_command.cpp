// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/manifest/image_recipe.hpp"

namespace patcher {

Outcome image_init_command(const Options& options) {
  Outcome outcome = begun(options);
  const Result<Manifest> manifest = load(options, outcome);
  if (!manifest) return failed(std::move(outcome), manifest.error());
  Result<ImageRecipe> recipe = image_recipe_of(*manifest, std::filesystem::current_path().string());
  if (!recipe) return failed(std::move(outcome), std::move(recipe).error());
  outcome.summary = fmt::format("{}: a Dockerfile for {} in {}", outcome.manifest,
                                counted(manifest->patches.size(), "patch", "patches"),
                                counted(recipe->trees.size(), "tree", "trees"));
  outcome.recipe = std::make_shared<const ImageRecipe>(*std::move(recipe));
  return concluded(std::move(outcome), ExitCode::done);
}

}  // namespace patcher
