// SPDX-License-Identifier: MIT
// The commands that leave the trees as they are.
#include <utility>

#include "patcher/cli/choice_option.hpp"
#include "patcher/cli/command_app.hpp"
#include "patcher/cli/root_option.hpp"

namespace patcher {

void CommandApp::add_reading_commands() {
  CLI::App* status = add_with_trees(Command::status, "Tell the state of every patch and edit");
  status->get_option("MANIFEST")
      ->required(false)
      ->description("Read this manifest or patch file; without it, the trees' records");
  add_choice(status, "--require", options_.require, kRequired)
      ->description("Fail unless every patch is in this state");
  CLI::App* list = add_with_manifest(Command::list, "List what is in the set");
  list->add_option("--tree", options_.tree, "Limit the list to one tree")->type_name("NAME");
  CLI::App* show =
      add_with_manifest(Command::show, "Show one patch in full, with the bytes that it looks for");
  show->add_option("ID", options_.id, "Show this patch")->required()->type_name("");
  add_roots(show);
  CLI::App* diff = add_with_trees(Command::diff, "Print what apply would change, as a diff");
  diff->add_flag_callback(
      "--applied", [this] { options_.side = DiffSide::applied; },
      "Print what is applied now instead");
  add_verify();
  add_drift();
  add_lint();
  add_scope();
}

void CommandApp::add_verify() {
  CLI::App* verify = add_with_trees(
      Command::verify, "Prove the set on its trees in memory: applied, applied again, reverted");
  verify->add_flag_callback(
      "--each", [this] { options_.each = Each::yes; },
      "Prove each patch by itself as well, and tell which stand on others");
  verify->add_flag_callback(
      "--drill", [this] { options_.drill = Drilling::yes; },
      "Try each edit on mutants of its base as well, and demand that they are refused");
}

void CommandApp::add_drift() {
  CLI::App* drift = add_with_roots(
      Command::drift, "Tell over upstream's history where each patch fits and what broke it");
  add_only(drift);
  drift
      ->add_option_function<std::vector<std::string>>(
          "--since",
          [this](const std::vector<std::string>& all) {
            for (const std::string& given : all) {
              const std::string fault = add_since(options_, given);
              if (!fault.empty()) throw CLI::ValidationError("--since", fault);
            }
          },
          "Begin with this revision, not with the pin (repeatable)")
      ->type_name("[TREE=]REV")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void CommandApp::add_lint() {
  CLI::App* lint = add_with_manifest(Command::lint, "Check a manifest and its patch files");
  CLI::Option* manifest = lint->get_option("MANIFEST")->required(false);
  CLI::Option* tables =
      lint->add_option("--tables", options_.tables,
                       "Report on the families of tables in this aiter tree instead")
          ->type_name("DIR")
          ->excludes(manifest);
  lint->callback([this, manifest, tables] {
    options_.command = Command::lint;
    if (manifest->empty() && tables->empty()) throw CLI::RequiredError("MANIFEST");
  });
}

void CommandApp::add_names(CLI::App* sub, const std::string& name, std::vector<std::string>& names,
                           const std::string& description) {
  sub->add_option(name, names, description)
      ->type_name("NAME")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void CommandApp::add_scope() {
  CLI::App* scope = add(Command::scope, "Name the definitions of a file, or print one's pins");
  scope->add_option("FILE", options_.file, "Read this source file")->required()->type_name("");
  scope->add_option("SCOPE", options_.scope, "Print the pins of this definition")->type_name("");
  add_names(scope, "--define", options_.defined,
            "Take this preprocessor name as defined (repeatable)");
  add_names(scope, "--undefine", options_.undefined,
            "Take this preprocessor name as not defined (repeatable)");
}

void CommandApp::add_documents() {
  CLI::App* schema =
      app_.add_subcommand("schema", "Print the JSON Schema of a kind of file, for editors");
  schema->callback([this] { options_.command = Command::schema; });
  add_choice(schema, "KIND", options_.kind, kKinds)
      ->description("Choose the kind of file")
      ->required();
  CLI::App* completion =
      app_.add_subcommand("completion", "Print a script that completes commands and options");
  completion->callback([this] { options_.command = Command::completion; });
  add_choice(completion, "SHELL", options_.shell, kShells)
      ->description("Choose the shell")
      ->required();
}

}  // namespace patcher
