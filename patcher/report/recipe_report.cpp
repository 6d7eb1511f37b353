// SPDX-License-Identifier: MIT
#include "patcher/report/recipe_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace patcher {
namespace {

constexpr std::string_view kHome = "/opt/patcher";

std::string usage_of(const ImageRecipe& recipe) {
  std::string arguments;
  if (recipe.base_image.empty()) arguments += "--build-arg BASE_IMAGE=... ";
  if (recipe.base_digest.empty()) arguments += "--build-arg BASE_DIGEST=sha256:... ";
  return fmt::format(
      "#   docker build -f FILE -t NAME --build-arg {}=1 \\\n#     {}--build-arg PATCHER=... .\n",
      recipe.opt_in, arguments);
}

std::string meaning_of_digest(const ImageRecipe& recipe) {
  if (recipe.base.empty()) return "the base's, as its registry has it; a tag would move";
  if (recipe.base_digest.empty()) {
    return fmt::format("of {}: the manifest has none, and a tag moves", recipe.base);
  }
  return fmt::format("of {}, as the manifest has it", recipe.base);
}

/// What the build arguments are, one a line, in columns.
std::string arguments_of(const ImageRecipe& recipe) {
  const std::vector<std::pair<std::string, std::string>> rows{
      {recipe.opt_in,
       "1 asks for the patches; a build that does not ask stops, and none goes on without them"},
      {"BASE_DIGEST", meaning_of_digest(recipe)},
      {"BASE_IMAGE", recipe.base_image.empty()
                         ? "the base's name without a tag: the manifest has none"
                         : "where the base has another name, such as a mirror's; what it is, its "
                           "digest says"},
      {"PATCHER", "an image with the program, as patcher's Dockerfile.patcher makes it"}};
  std::size_t width = 0;
  for (const auto& [name, meaning] : rows) width = std::max(width, name.size());
  std::string text;
  for (const auto& [name, meaning] : rows)
    text += fmt::format("# {:<{}}  {}\n", name, width, meaning);
  return text;
}

std::string declared(std::string_view name, const std::string& value) {
  return value.empty() ? fmt::format("ARG {}\n", name) : fmt::format("ARG {}={}\n", name, value);
}

std::string run_of(std::string_view command, const ImageRecipe& recipe, std::string_view options) {
  return fmt::format("RUN [\"patcher\", \"{}\", \"{}/{}\", \"--locked\", {}]\n", command, kHome,
                     recipe.manifest, options);
}

std::string steps_of(const ImageRecipe& recipe) {
  std::string text =
      "COPY --from=patcher /usr/local/bin/patcher /usr/local/bin/patcher\n"
      "# Copied, never mounted: some builders do not see that a mounted set has changed.\n";
  for (const std::string& path : recipe.copied) {
    text += fmt::format("COPY {0} {1}/{0}\n", path, kHome);
  }
  text += "# All trees are judged before one is edited and a long rebuild begins.\n";
  text += run_of("apply", recipe, "\"--dry-run\"");
  text += "# One layer for each tree, with its rebuilds in it.\n";
  for (const std::string& tree : recipe.trees) {
    text += run_of("apply", recipe, fmt::format(R"("--tree", "{}")", tree));
  }
  text += "# The last word: every patch is applied and nothing is pending, or the build fails.\n";
  return text + run_of("status", recipe, R"("--require", "applied")");
}

}  // namespace

std::string render_recipe(const ImageRecipe& recipe) {
  return fmt::format(
             "# An image with every patch of '{}', rebuilt and checked, or no image.\n"
             "# Made by 'patcher image init {}'. Make it anew when the manifest changes.\n#\n",
             recipe.name, recipe.manifest) +
         usage_of(recipe) + "#\n" + arguments_of(recipe) +
         declared("BASE_IMAGE", recipe.base_image) + declared("BASE_DIGEST", recipe.base_digest) +
         "ARG PATCHER\n\nFROM ${PATCHER} AS patcher\n\nFROM ${BASE_IMAGE}@${BASE_DIGEST}\n" +
         fmt::format(
             "ARG {0}\n"
             "RUN if [ \"${{{0}}}\" != 1 ]; then echo \"this image is built with "
             "--build-arg {0}=1, which asks for the patches of '{1}'\" >&2; exit 1; fi\n",
             recipe.opt_in, recipe.name) +
         steps_of(recipe);
}

}  // namespace patcher
