// SPDX-License-Identifier: MIT
// The commands that leave the trees as they are.
#include <utility>

#include "patcher/cli/choice_option.hpp"
#include "patcher/cli/command_app.hpp"

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
  add_lint();
  add_import();
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

void CommandApp::add_import() {
  CLI::App* sub = add(Command::import_change,
                      "Make a patch file of existing work, and prove that it is the same");
  CLI::Option* diff = sub->add_option("--diff", options_.import.diff,
                                      "Take over this unified diff, or mail with one")
                          ->type_name("FILE");
  CLI::Option* from = sub->add_option("--from", options_.import.from,
                                      "Take over what is new against this folder or git:REPO@REV")
                          ->type_name("WHERE");
  CLI::Option* to =
      sub->add_option("--to", options_.import.to, "The folder or git:REPO@REV that has what is new")
          ->type_name("WHERE")
          ->needs(from);
  from->needs(to)->excludes(diff);
  add_roots(sub);
  sub->add_option("--tree", options_.tree, "Name the tree that the patch is for")
      ->required()
      ->type_name("NAME");
  sub->add_option("--id", options_.id, "Give the patch this id")->required()->type_name("ID");
  sub->add_option("--title", options_.import.title, "Give it this title, not the change's own")
      ->type_name("TEXT");
  sub->add_option("--why", options_.import.why, "Give it this reason, not the change's own")
      ->type_name("TEXT");
  sub->add_option("--out,-o", options_.import.out, "Write the patch to this new file")
      ->required()
      ->type_name("FILE");
  sub->callback([this, diff, from] {
    options_.command = Command::import_change;
    if (diff->empty() && from->empty()) throw CLI::RequiredError("--diff, or --from and --to");
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
