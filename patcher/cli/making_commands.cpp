// SPDX-License-Identifier: MIT
// The commands that make files of patches, and of patches files.
#include "patcher/cli/command_app.hpp"

namespace patcher {

void CommandApp::add_making_commands() {
  add_new();
  add_import();
  add_export();
}

void CommandApp::add_new() {
  CLI::App* sub = add(Command::new_patch, "Print a patch file to begin with, or write it");
  sub->add_option("ID", options_.id, "Give the patch this id")->required()->type_name("");
  sub->add_option("--tree", options_.tree, "Name the tree that the patch is for")
      ->required()
      ->type_name("NAME");
  sub->add_option("--out,-o", options_.out, "Write it to this new file")->type_name("FILE");
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
  sub->add_option("--out,-o", options_.out, "Write the patch to this new file")
      ->required()
      ->type_name("FILE");
  sub->callback([this, diff, from] {
    options_.command = Command::import_change;
    if (diff->empty() && from->empty()) throw CLI::RequiredError("--diff, or --from and --to");
  });
}

void CommandApp::add_export() {
  CLI::App* sub =
      add_with_roots(Command::export_patches,
                     "Write patches as mails for 'git am', on the bytes below all patches");
  sub->add_option("ID", options_.id, "Export this patch alone")->type_name("");
  sub->add_option("--author", options_.author, "Name who sends the mails")
      ->type_name("'NAME <ADDRESS>'");
  sub->add_option("--out,-o", options_.out, "Write the mails into this new folder")
      ->required()
      ->type_name("DIR");
}

}  // namespace patcher
