// SPDX-License-Identifier: MIT
#include "patcher/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include "patcher/cli/choice_option.hpp"
#include "patcher/cli/exit_code.hpp"
#include "patcher/cli/image_line.hpp"
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

class CommandLine {
 public:
  CommandLine() : app_("Strict, build-time patching of pinned source trees", "patcher") {
    app_.set_version_flag("--version", fmt::format("patcher {}", kVersion),
                          "Print the version and exit");
    app_.require_subcommand(1);
    app_.get_formatter()->column_width(28);
    add_writing_commands();
    add_reading_commands();
    add_image_commands(app_, options_);
    add_documents();
  }

  [[nodiscard]] CLI::App& app() { return app_; }
  [[nodiscard]] Options& options() { return options_; }

 private:
  CLI::App* add(Command command, const std::string& description) {
    CLI::App* sub = app_.add_subcommand(std::string(name_of(command)), description);
    sub->callback([this, command] { options_.command = command; });
    add_choice(sub, "--format", options_.format, kFormats)
        ->description("Choose the form of the output");
    add_choice(sub, "--color", options_.colour, kColours)
        ->description("Choose whether to colour the output");
    return sub;
  }

  CLI::App* add_with_manifest(Command command, const std::string& description) {
    CLI::App* sub = add(command, description);
    sub->add_option("MANIFEST", options_.manifest, "Read this manifest or patch file")
        ->required()
        ->type_name("");
    return sub;
  }

  void add_roots(CLI::App* sub) {
    sub->add_option_function<std::vector<std::string>>(
           "--root",
           [this](const std::vector<std::string>& all) {
             for (const std::string& given : all) {
               const std::string fault = add_root(options_, given);
               if (!fault.empty()) throw CLI::ValidationError("--root", fault);
             }
           },
           "Take this folder, or a git commit (git:REPO@REV), as the root of a tree (repeatable)")
        ->type_name("TREE[:FOLDER]=WHERE")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
  }

  CLI::App* add_with_roots(Command command, const std::string& description) {
    CLI::App* sub = add_with_manifest(command, description);
    add_roots(sub);
    sub->add_option("--tree", options_.tree, "Limit the run to one tree")->type_name("NAME");
    return sub;
  }

  /// A command that judges or edits trees: it may be limited to patches, and held to the lock.
  CLI::App* add_with_trees(Command command, const std::string& description) {
    CLI::App* sub = add_with_roots(command, description);
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
    sub->add_flag_callback(
        "--locked", [this] { options_.lock_use = LockUse::demanded; },
        "Demand that every file is what the manifest's lock has for it");
    return sub;
  }

  void add_writing_commands() {
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

  void add_ids(CLI::App* sub, const std::string& description) {
    sub->add_option_function<std::vector<std::string>>(
           "ID",
           [this](const std::vector<std::string>& ids) {
             options_.ids.insert(ids.begin(), ids.end());
           },
           description)
        ->type_name("");
  }

  static std::string known_label(std::string label) {
    if (kLabels.contains(label)) return label;
    throw CLI::ValidationError("--with",
                               fmt::format("'{}' is none of {}", label, names_of(kLabels)));
  }

  void add_labels(CLI::App* sub) {
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

  void add_give_up(CLI::App* sub) {
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

  void add_ways_out(CLI::App* apply) {
    apply->add_flag_callback(
        "--adopt", [this] { options_.adopt = Adopt::yes; },
        "Record patches whose results stand already, as they stand");
    apply->add_flag_callback(
        "--upgrade", [this] { options_.upgrade = Upgrade::yes; },
        "Replace recorded patches that the manifest has no more, or not so");
  }

  void add_recorded(CLI::App* revert) {
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

  void add_reading_commands() {
    CLI::App* status = add_with_trees(Command::status, "Tell the state of every patch and edit");
    status->get_option("MANIFEST")
        ->required(false)
        ->description("Read this manifest or patch file; without it, the trees' records");
    add_choice(status, "--require", options_.require, kRequired)
        ->description("Fail unless every patch is in this state");
    CLI::App* list = add_with_manifest(Command::list, "List what is in the set");
    list->add_option("--tree", options_.tree, "Limit the list to one tree")->type_name("NAME");
    CLI::App* show = add_with_manifest(Command::show,
                                       "Show one patch in full, with the bytes that it looks for");
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

  void add_verify() {
    CLI::App* verify = add_with_trees(
        Command::verify, "Prove the set on its trees in memory: applied, applied again, reverted");
    verify->add_flag_callback(
        "--each", [this] { options_.each = Each::yes; },
        "Prove each patch by itself as well, and tell which stand on others");
    verify->add_flag_callback(
        "--drill", [this] { options_.drill = Drilling::yes; },
        "Try each edit on mutants of its base as well, and demand that they are refused");
  }

  void add_lint() {
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

  void add_import() {
    CLI::App* sub = add(Command::import_change,
                        "Make a patch file of existing work, and prove that it is the same");
    CLI::Option* diff = sub->add_option("--diff", options_.import.diff,
                                        "Take over this unified diff, or mail with one")
                            ->type_name("FILE");
    CLI::Option* from = sub->add_option("--from", options_.import.from,
                                        "Take over what is new against this folder or git:REPO@REV")
                            ->type_name("WHERE");
    CLI::Option* to = sub->add_option("--to", options_.import.to,
                                      "The folder or git:REPO@REV that has what is new")
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

  void add_names(CLI::App* sub, const std::string& name, std::vector<std::string>& names,
                 const std::string& description) {
    sub->add_option(name, names, description)
        ->type_name("NAME")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
  }

  void add_scope() {
    CLI::App* scope = add(Command::scope, "Name the definitions of a file, or print one's pins");
    scope->add_option("FILE", options_.file, "Read this source file")->required()->type_name("");
    scope->add_option("SCOPE", options_.scope, "Print the pins of this definition")->type_name("");
    add_names(scope, "--define", options_.defined,
              "Take this preprocessor name as defined (repeatable)");
    add_names(scope, "--undefine", options_.undefined,
              "Take this preprocessor name as not defined (repeatable)");
  }

  void add_documents() {
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

  CLI::App app_;
  Options options_;
};

std::string command_asked(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  if (parsed.empty()) return "patcher";
  const auto below = parsed.front()->get_subcommands();
  return below.empty()
             ? parsed.front()->get_name()
             : fmt::format("{} {}", parsed.front()->get_name(), below.front()->get_name());
}

bool takes(const CommandSpec& spec, const std::string& option) {
  return std::ranges::any_of(spec.options,
                             [&](const OptionSpec& known) { return known.name == option; });
}

CommandSpec spec_of(const CLI::App& app);

/// Adds what the commands of `app` take to `spec`, each option once.
void add_commands(CommandSpec& spec, const CLI::App& app) {
  for (const CLI::App* below : app.get_subcommands({})) {
    spec.commands += (spec.commands.empty() ? "" : " ") + below->get_name();
    const CommandSpec taken = spec_of(*below);
    for (const OptionSpec& option : taken.options) {
      if (!takes(spec, option.name)) spec.options.push_back(option);
    }
  }
}

/// What `app` takes, or, if it has commands of its own, what any of them takes.
CommandSpec spec_of(const CLI::App& app) {
  CommandSpec spec{app.get_name(), app.get_description(), {}};
  add_commands(spec, app);
  if (!spec.commands.empty()) return spec;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      spec.options.push_back({"", option->get_type_name(), option->get_description()});
      continue;
    }
    spec.options.push_back({"--" + option->get_lnames().front(),
                            option->get_type_size() == 0 ? "" : option->get_type_name(),
                            option->get_description()});
  }
  return spec;
}

}  // namespace

std::vector<CommandSpec> command_specs() {
  CommandLine line;
  std::vector<CommandSpec> specs;
  for (const CLI::App* sub : line.app().get_subcommands({})) specs.push_back(spec_of(*sub));
  return specs;
}

std::variant<Options, Answer> parse_command_line(const std::vector<std::string>& arguments) {
  CommandLine line;
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    line.app().parse(std::move(reversed));
    return std::move(line.options());
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream err;
    const bool is_answer = line.app().exit(error, out, err) == 0;
    if (is_answer) return Answer{0, out.str(), "", Format::human, ""};
    return Answer{static_cast<int>(ExitCode::usage), "", error.what(), Format::human,
                  command_asked(line.app())};
  }
}

}  // namespace patcher
