// SPDX-License-Identifier: MIT
#include "patcher/cli/image_line.hpp"

#include "patcher/cli/choice_option.hpp"

namespace patcher {

void add_image_commands(CLI::App& app, Options& options) {
  CLI::App* image = app.add_subcommand("image", "Make the Dockerfile of a set");
  image->require_subcommand(1);
  CLI::App* init = image->add_subcommand(
      "init", "Print a Dockerfile that builds an image with the set in it, or none");
  init->callback([&options] { options.command = Command::image_init; });
  init->add_option("MANIFEST", options.manifest, "Read this manifest")->required()->type_name("");
  add_choice(init, "--format", options.format, kFormats)
      ->description("Choose the form of the output");
  add_choice(init, "--color", options.colour, kColours)
      ->description("Choose whether to colour the output");
}

}  // namespace patcher
