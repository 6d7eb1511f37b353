// SPDX-License-Identifier: MIT
// The commands that make files of patches, and of patches files.
#include <algorithm>
#include <array>
#include <cstddef>

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

/// What `import` may take over: exactly one.
void CommandApp::add_sources(CLI::App* sub) {
  Options::Import& import = options_.import;
  CLI::Option* diff =
      sub->add_option("--diff", import.diff, "Take over this unified diff, or mail with one")
          ->type_name("FILE");
  CLI::Option* series =
      sub->add_option("--series", import.series,
                      "Take over the mails of this mailbox or folder, a patch for each")
          ->type_name("WHERE");
  CLI::Option* commit =
      sub->add_option("--commit", import.commit, "Take over this commit, with its message")
          ->type_name("git:REPO@REV");
  CLI::Option* checkout =
      sub->add_option("--checkout", import.checkout,
                      "Take over what was edited in this checkout, what git ignores left out")
          ->type_name("DIR");
  sub->add_option("--since", import.since, "Take this commit for the checkout's old side")
      ->type_name("REV")
      ->needs(checkout);
  CLI::Option* from = sub->add_option("--from", import.from,
                                      "Take over what is new against this folder or git:REPO@REV")
                          ->type_name("WHERE");
  CLI::Option* to =
      sub->add_option("--to", import.to, "The folder or git:REPO@REV that has what is new")
          ->type_name("WHERE")
          ->needs(from);
  from->needs(to);
  const std::array sources{diff, series, commit, checkout, from};
  for (std::size_t i = 1; i < sources.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) sources[i]->excludes(sources[j]);
  }
  sub->callback([this, sources] {
    options_.command = Command::import_change;
    const bool named = std::ranges::any_of(sources, [](const auto* one) { return !one->empty(); });
    if (named) return;
    throw CLI::RequiredError("--diff, --series, --commit, --checkout, or --from and --to");
  });
}

void CommandApp::add_import() {
  CLI::App* sub = add(Command::import_change,
                      "Make a patch file of existing work, and prove that it is the same");
  add_sources(sub);
  add_roots(sub);
  sub->add_option("--tree", options_.tree, "Name the tree that the patch is for")
      ->required()
      ->type_name("NAME");
  sub->add_option("--id", options_.id, "Give the patch this id, or those of a series ID-1, ID-2")
      ->required()
      ->type_name("ID");
  sub->add_option("--title", options_.import.title, "Give it this title, not the change's own")
      ->type_name("TEXT")
      ->excludes("--series");
  sub->add_option("--why", options_.import.why, "Give it this reason, not the change's own")
      ->type_name("TEXT")
      ->excludes("--series");
  sub->add_option("--out,-o", options_.out,
                  "Write the patch to this new file, or a series into this folder")
      ->required()
      ->type_name("PATH");
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
