// SPDX-License-Identifier: MIT
#include "patcher/cli/command_app.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "patcher/cli/choice_option.hpp"
#include "patcher/cli/image_line.hpp"
#include "patcher/cli/report_line.hpp"
#include "patcher/cli/root_option.hpp"
#include "patcher/core/version.hpp"

namespace patcher {
namespace {

/// Where `folder` is or was, as a journal has it.
std::string real_path(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code unseen;
  const fs::path given = fs::absolute(folder, unseen);
  fs::path path = fs::weakly_canonical(given, unseen);
  // A folder on the way may be one that cannot be looked into, or a link that leads to itself.
  if (unseen) path = given.lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).string();
}

}  // namespace

CommandApp::CommandApp() : app_("Strict, build-time patching of pinned source trees", "patcher") {
  app_.set_version_flag("--version", fmt::format("patcher {}", kVersion),
                        "Print the version and exit");
  app_.require_subcommand(1);
  app_.get_formatter()->column_width(28);
  add_writing_commands();
  add_reading_commands();
  add_making_commands();
  add_image_commands(app_, options_);
  add_report_commands(app_, options_);
  add_documents();
}

CLI::App* CommandApp::add(Command command, const std::string& description) {
  CLI::App* sub = app_.add_subcommand(std::string(name_of(command)), description);
  sub->callback([this, command] { options_.command = command; });
  add_choice(sub, "--format", options_.format, kFormats)
      ->description("Choose the form of the output");
  add_choice(sub, "--color", options_.colour, kColours)
      ->description("Choose whether to colour the output");
  return sub;
}

CLI::App* CommandApp::add_with_manifest(Command command, const std::string& description) {
  CLI::App* sub = add(command, description);
  sub->add_option("MANIFEST", options_.manifest, "Read this manifest or patch file")
      ->required()
      ->type_name("");
  return sub;
}

void CommandApp::add_roots(CLI::App* sub) {
  sub->add_option_function<std::vector<std::string>>(
         "--root",
         [this](const std::vector<std::string>& all) {
           for (const std::string& given : all) {
             const std::string fault = add_root(options_, given);
             if (!fault.empty()) throw CLI::ValidationError("--root", fault);
           }
         },
         "Take this folder, a commit (git:REPO@REV) or an image's folder (oci:LAYOUT:/FOLDER) as "
         "the "
         "root of a tree (repeatable)")
      ->type_name("TREE[:FOLDER]=WHERE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

CLI::App* CommandApp::add_with_roots(Command command, const std::string& description) {
  CLI::App* sub = add_with_manifest(command, description);
  add_roots(sub);
  sub->add_option("--tree", options_.tree, "Limit the run to one tree")->type_name("NAME");
  return sub;
}

void CommandApp::add_only(CLI::App* sub) {
  sub->add_option_function<std::vector<std::string>>(
         "--only",
         [this](const std::vector<std::string>& ids) {
           options_.only.insert(ids.begin(), ids.end());
         },
         "Limit the run to this patch (repeatable)")
      ->type_name("ID")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

CLI::App* CommandApp::add_with_trees(Command command, const std::string& description) {
  CLI::App* sub = add_with_roots(command, description);
  add_only(sub);
  sub->add_flag_callback(
      "--locked", [this] { options_.lock_use = LockUse::demanded; },
      "Demand that every file is what the manifest's lock has for it");
  return sub;
}

void CommandApp::add_writing_commands() {
  const std::array commands{
      std::pair{Command::apply, "Edit the trees so that every patch is applied"},
      std::pair{Command::revert, "Take the patches out again, exactly, by the record"}};
  for (const auto& [command, description] : commands) {
    CLI::App* sub = add_with_trees(command, description);
    sub->add_flag_callback(
        "--dry-run", [this] { options_.mode = RunMode::dry; },
        "Do everything but the write, and exit as the real run would");
    add_choice(sub, "--rebuild", options_.rebuild, kPolicies)
        ->description("Choose which rebuilds are made: those that are due, none, or all");
    add_labels(sub);
    add_give_up(sub);
    command == Command::apply ? add_ways_out(sub) : add_recorded(sub);
  }
  CLI::App* rebuild =
      add_with_roots(Command::rebuild, "Make the rebuilds that are pending, or those named");
  add_ids(rebuild, "Make this rebuild, pending or not (repeatable)");
  CLI::App* check =
      add_with_roots(Command::check, "Run the checks of what is applied, or those named");
  add_ids(check, "Run this check, or those of this patch (repeatable)");
  add_labels(check);
  CLI::App* lock = add_with_roots(
      Command::lock, "Write down what the manifest, its patches and the trees are, for --locked");
  lock->add_flag_callback(
      "--check", [this] { options_.lock_run = LockRun::check; },
      "Write nothing; fail when the lock is stale");
}

void CommandApp::add_ids(CLI::App* sub, const std::string& description) {
  sub->add_option_function<std::vector<std::string>>(
         "ID",
         [this](const std::vector<std::string>& ids) {
           options_.ids.insert(ids.begin(), ids.end());
         },
         description)
      ->type_name("");
}

std::string CommandApp::known_label(std::string label) {
  if (kLabels.contains(label)) return label;
  throw CLI::ValidationError("--with", fmt::format("'{}' is none of {}", label, names_of(kLabels)));
}

void CommandApp::add_labels(CLI::App* sub) {
  const auto take = [this](const std::vector<std::string>& given) {
    for (const std::string& label : given) options_.provided.insert(known_label(label));
  };
  sub->add_option_function<std::vector<std::string>>(
         "--with", take, "Run the checks too that need this (repeatable)")
      ->type_name(names_of(kLabels))
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void CommandApp::add_give_up(CLI::App* sub) {
  sub->add_option_function<std::vector<std::string>>(
         "--give-up",
         [this](const std::vector<std::string>& folders) {
           for (const std::string& folder : folders) options_.give_up.insert(real_path(folder));
         },
         "Settle an interrupted run without this root, which is gone for good (repeatable)")
      ->type_name("DIR")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void CommandApp::add_ways_out(CLI::App* apply) {
  apply->add_flag_callback(
      "--adopt", [this] { options_.adopt = Adopt::yes; },
      "Record patches whose results stand already, as they stand");
  apply->add_flag_callback(
      "--upgrade", [this] { options_.upgrade = Upgrade::yes; },
      "Replace recorded patches that the manifest has no more, or not so");
}

void CommandApp::add_recorded(CLI::App* revert) {
  CLI::Option* manifest = revert->get_option("MANIFEST")->required(false);
  CLI::Option* name =
      revert
          ->add_option("--recorded", options_.recorded,
                       "Take out what a manifest of this name applied, by the record alone")
          ->type_name("NAME")
          ->excludes(manifest);
  revert->callback([this, manifest, name] {
    options_.command = Command::revert;
    if (manifest->empty() && name->empty()) throw CLI::RequiredError("MANIFEST");
  });
}

}  // namespace patcher
