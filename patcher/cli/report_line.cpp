// SPDX-License-Identifier: MIT
#include "patcher/cli/report_line.hpp"

#include <string>

#include "patcher/cli/choice_option.hpp"

namespace patcher {
namespace {

CLI::App* add_kind(CLI::App* report, Options& options, Command command,
                   const std::string& description) {
  const std::string name(name_of(command));
  CLI::App* sub = report->add_subcommand(name.substr(name.find(' ') + 1), description);
  sub->callback([&options, command] { options.command = command; });
  sub->add_option("MANIFEST", options.manifest, "Read this manifest")->required()->type_name("");
  sub->add_option("--base", options.base, "Take this image as the base")->type_name("NAME@DIGEST");
  add_choice(sub, "--format", options.format, kFormats)
      ->description("Choose the form of the output");
  add_choice(sub, "--color", options.colour, kColours)
      ->description("Choose whether to colour the output");
  return sub;
}

}  // namespace

void add_report_commands(CLI::App& app, Options& options) {
  CLI::App* report = app.add_subcommand("report", "Write what others ask for about a set");
  report->require_subcommand(1);
  CLI::App* provenance =
      add_kind(report, options, Command::report_provenance,
               "Print an in-toto statement of what an image with the set was made of");
  provenance
      ->add_option("--subject", options.subject,
                   "The image: the digest is that of its manifest, of one platform")
      ->required()
      ->type_name("NAME@DIGEST");
  provenance->add_option("--platform", options.platform, "Say which platform it is for")
      ->type_name("OS/ARCH");
  CLI::App* waiver = add_kind(report, options, Command::report_waiver,
                              "Print a waiver for the set's patches, or check one");
  CLI::Option* number =
      waiver->add_option("--pr", options.pull_request, "The pull request that brings the patches")
          ->type_name("N")
          ->check(CLI::PositiveNumber);
  CLI::Option* check =
      waiver->add_option("--check", options.file, "Check that this waiver covers exactly the set")
          ->type_name("FILE");
  waiver->callback([&options, number, check] {
    options.command = Command::report_waiver;
    if (number->empty() && check->empty()) throw CLI::RequiredError("--pr or --check");
  });
}

}  // namespace patcher
