// SPDX-License-Identifier: MIT
#include "patcher/cli/root_finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/cli/process_environment.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostCopies = 12;

Diagnostic no_root(const TreeSpec& spec, std::vector<Note> tried) {
  Diagnostic diagnostic;
  diagnostic.code = Code::tree_not_found;
  diagnostic.message = fmt::format("tree '{}' is nowhere to be found", spec.name);
  diagnostic.where = spec.where;
  diagnostic.tree = spec.name;
  diagnostic.notes = std::move(tried);
  diagnostic.hint = fmt::format("give its folder with '--root {}=DIR'", spec.name);
  return diagnostic;
}

Note note_on(const Location& location, std::string message) {
  return {std::move(message), location.where, {}, {}};
}

std::string words_for(const Location& location, const std::string& folder) {
  if (const auto* path = std::get_if<Location::Path>(&location.what)) {
    return fmt::format("path '{}'", path->path);
  }
  return fmt::format("\"{}\"", folder);
}

Diagnostics warning_of(const TreeSpec& spec, const std::string& root,
                       const std::vector<OtherCopy>& others) {
  if (others.empty()) return {};
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = Code::two_copies;
  warning.message = fmt::format("tree '{}' is there {} times: only \"{}\" is edited", spec.name,
                                others.size() + 1, root);
  warning.where = spec.where;
  warning.tree = spec.name;
  for (std::size_t i = 0; i < std::min(others.size(), kMostCopies); ++i) {
    warning.notes.push_back(
        {fmt::format("another copy: \"{}\" ({})", others[i].folder, others[i].by),
         others[i].where});
  }
  warning.hint = fmt::format(
      "remove what is not used, or choose the copy that runs with '--root {}=DIR'", spec.name);
  return {warning};
}

}  // namespace

RootFinder::RootFinder(const Manifest& manifest, const Options& options, FileSystem& files)
    : options_(options), files_(files), locator_(manifest, python_environment()) {}

Result<OpenRoot> RootFinder::find(const TreeSpec& spec) {
  auto worktree = open(spec);
  if (!worktree) return std::move(worktree).error();
  const std::string root = (*worktree)->root();
  return OpenRoot{&spec, *std::move(worktree),
                  warning_of(spec, root, locator_.other_copies(spec, root))};
}

RootFinder::Opened RootFinder::open(const TreeSpec& spec) {
  const auto given = options_.roots.find(spec.name);
  return given == options_.roots.end() ? open_located(spec) : open_given(spec, given->second);
}

RootFinder::Opened RootFinder::open_given(const TreeSpec& spec, const std::string& where) {
  if (!where.starts_with("git:") && !where.starts_with("oci:")) {
    return Worktree::open(where, files_);
  }
  return Diagnostic{
      .code = Code::not_supported,
      .message =
          fmt::format("--root {}={}: this version reads trees from folders only", spec.name, where),
      .hint = "check the tree out and give its folder"};
}

RootFinder::Opened RootFinder::open_located(const TreeSpec& spec) {
  std::vector<Note> tried;
  for (const Location& location : spec.locate) {
    auto located = locator_.follow(location, spec);
    if (!located) return std::move(located).error();
    std::ranges::move(located->tried, std::back_inserter(tried));
    if (!located->folder) continue;
    auto worktree = Worktree::open(*located->folder, files_);
    if (worktree || worktree.error().diagnostics().front().code != Code::tree_not_found) {
      return worktree;
    }
    tried.push_back(note_on(location, words_for(location, *located->folder) + ": no folder there"));
  }
  return no_root(spec, std::move(tried));
}

}  // namespace patcher
