// SPDX-License-Identifier: MIT
#include "patcher/cli/image_line.hpp"

#include <string>
#include <vector>

#include "patcher/cli/choice_option.hpp"

namespace patcher {
namespace {

CLI::App* add_command(CLI::App* image, Options& options, Command command,
                      const std::string& description) {
  const std::string name(name_of(command));
  CLI::App* sub = image->add_subcommand(name.substr(name.find(' ') + 1), description);
  sub->callback([&options, command] { options.command = command; });
  add_choice(sub, "--format", options.format, kFormats)
      ->description("Choose the form of the output");
  add_choice(sub, "--color", options.colour, kColours)
      ->description("Choose whether to colour the output");
  return sub;
}

CLI::Option* add_many(CLI::App* sub, const std::string& name,
                      const std::function<void(const std::string&)>& take,
                      const std::string& description) {
  return sub
      ->add_option_function<std::vector<std::string>>(
          name,
          [take](const std::vector<std::string>& all) {
            for (const std::string& each : all) take(each);
          },
          description)
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void add_build_arguments(CLI::App* sub, std::map<std::string, std::string>& arguments) {
  add_many(
      sub, "--build-arg",
      [&arguments](const std::string& given) {
        const std::size_t equals = given.find('=');
        if (equals == std::string::npos || equals == 0) {
          throw CLI::ValidationError("--build-arg", "'" + given + "' is not NAME=VALUE");
        }
        arguments[given.substr(0, equals)] = given.substr(equals + 1);
      },
      "Take this build argument as given (repeatable)")
      ->type_name("NAME=VALUE");
}

void add_key(CLI::App* image, Options& options) {
  CLI::App* key = add_command(image, options, Command::image_key,
                              "Print one digest of the set, its lock and its base, for reuse");
  key->add_option("MANIFEST", options.manifest, "Read this manifest")->required()->type_name("");
  key->add_option("FILE", options.files,
                  "Let this file count too, such as a Dockerfile (repeatable)")
      ->type_name("");
  key->add_option("--base", options.base, "Take this image as the base")->type_name("NAME@DIGEST");
}

void add_lint(CLI::App* image, Options& options) {
  CLI::App* lint = add_command(image, options, Command::image_lint,
                               "Check a Dockerfile: pins, hidden failures, edits beside the set");
  lint->add_option("FILE", options.file, "Read this Dockerfile, or - for standard input")
      ->required()
      ->type_name("");
  lint->add_option("--manifest", options.manifest,
                   "Hold it to this manifest, the set that the image is to have")
      ->type_name("FILE");
  add_many(
      lint, "--docs",
      [&options](const std::string& file) { options.image_lint.documents.push_back(file); },
      "Look for pins that differ in this text too (repeatable)")
      ->type_name("FILE");
  add_build_arguments(lint, options.image_lint.arguments);
  add_choice(lint, "--builder", options.image_lint.builder, kBuilders)
      ->description("Say what builds the image");
  lint->add_flag_callback(
      "--no-inline", [&options] { options.image_lint.inline_allowed = InlineAllowed::no; },
      "Report what comments in the file allow as well");
}

}  // namespace

void add_image_commands(CLI::App& app, Options& options) {
  CLI::App* image = app.add_subcommand("image", "Make and check Dockerfiles of sets");
  image->require_subcommand(1);
  CLI::App* init =
      add_command(image, options, Command::image_init,
                  "Print a Dockerfile that builds an image with the set in it, or none");
  init->add_option("MANIFEST", options.manifest, "Read this manifest")->required()->type_name("");
  add_key(image, options);
  add_lint(image, options);
}

}  // namespace patcher
