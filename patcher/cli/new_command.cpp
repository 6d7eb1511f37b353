// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/new_files.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/cli/starting_file.hpp"
#include "patcher/import/yaml_text.hpp"
#include "patcher/manifest/scalar_rule.hpp"
#include "patcher/report/starting_patch.hpp"

namespace patcher {
namespace {

Status is_named_well(const Options& options) {
  const auto check = [](const std::string& text, language::Scalar scalar) -> Status {
    const language::ScalarRule& rule = language::rule_of(scalar);
    if (rule.fits(text)) return {};
    return usage_error(fmt::format("'{}' is not {}", text, rule.expected), std::string(rule.hint));
  };
  Status id = check(options.id, language::Scalar::id);
  return id ? check(options.tree, language::Scalar::name) : id;
}

Status carried_out(const Options& options, FileSystem& files) {
  Status named = is_named_well(options);
  if (!named) return named;
  if (options.out.empty()) {
    if (options.format == Format::human) return {};
    return usage_error("the patch file is printed for people alone", "write it: '-o FILE'");
  }
  const std::map<std::string, std::string> file{{options.out, starting_file(options)}};
  Status is_free = refuse_existing(file);
  return is_free ? write_new_files(file, files) : is_free;
}

}  // namespace

std::string starting_file(const Options& options) {
  return render_starting_patch(yaml_inline(options.id), yaml_inline(options.tree));
}

Outcome new_command(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  const Status done = carried_out(options, files);
  if (!done) return failed(std::move(outcome), done.error());
  const bool is_file = !options.out.empty();
  if (is_file) outcome.changed.push_back({"", options.out});
  outcome.summary = fmt::format("{}: a patch file to fill in{}", options.id,
                                is_file ? fmt::format(": {}", options.out) : "");
  return concluded(std::move(outcome), ExitCode::done);
}

}  // namespace patcher
