// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "patcher/cli/options.hpp"

namespace patcher {

/// All commands with their options, and what a command line says of them once it was parsed.
class CommandApp {
 public:
  CommandApp();
  [[nodiscard]] CLI::App& app() { return app_; }
  [[nodiscard]] Options& options() { return options_; }

 private:
  CLI::App* add(Command command, const std::string& description);
  CLI::App* add_with_manifest(Command command, const std::string& description);
  void add_roots(CLI::App* sub);
  CLI::App* add_with_roots(Command command, const std::string& description);
  /// A command that judges or edits trees: it may be limited to patches, and held to the lock.
  CLI::App* add_with_trees(Command command, const std::string& description);
  void add_writing_commands();
  void add_ids(CLI::App* sub, const std::string& description);
  static std::string known_label(std::string label);
  void add_labels(CLI::App* sub);
  void add_give_up(CLI::App* sub);
  void add_ways_out(CLI::App* apply);
  void add_recorded(CLI::App* revert);
  void add_reading_commands();
  void add_only(CLI::App* sub);
  void add_verify();
  void add_drift();
  void add_lint();
  void add_names(CLI::App* sub, const std::string& name, std::vector<std::string>& names,
                 const std::string& description);
  void add_scope();
  void add_making_commands();
  void add_new();
  void add_sources(CLI::App* sub);
  void add_import();
  void add_export();
  void add_documents();

  CLI::App app_;
  Options options_;
};

}  // namespace patcher
