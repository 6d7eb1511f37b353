// SPDX-License-Identifier: MIT
#include "patcher/write/rebuild.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace patcher {
namespace {

constexpr std::size_t kShownLines = 20;
constexpr std::size_t kNamedPaths = 10;

/// The paths in quotes, at most a few of them.
std::string named(const std::vector<std::string>& paths) {
  const std::size_t count = std::min(paths.size(), kNamedPaths);
  const std::vector<std::string> first(paths.begin(),
                                       paths.begin() + static_cast<std::ptrdiff_t>(count));
  std::string text = fmt::format("'{}'", fmt::join(first, "', '"));
  if (paths.size() > count) text += fmt::format(" and {} more", paths.size() - count);
  return text;
}

/// Says what a rebuild that failed leaves behind, so that nobody has to guess.
class Aftermath {
 public:
  Aftermath(const RebuildJob& job, const Workshop& workshop, std::vector<TreePath> removed)
      : job_(job), workshop_(workshop), removed_(std::move(removed)) {}

  [[nodiscard]] Diagnostic failure(Code code, std::string message, const ProcessEnd& end) const {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.message = std::move(message);
    diagnostic.where = job_.where;
    diagnostic.tree = job_.tree;
    if (!end.tail.empty()) {
      diagnostic.notes.push_back(
          {.message = "the end of its output", .lines = last_lines(end.tail, kShownLines)});
    }
    const std::vector<std::string> gone = gone_now();
    if (!gone.empty()) {
      diagnostic.notes.push_back(
          {.message = fmt::format("deleted before it ran, and not there: {}", named(gone))});
    }
    diagnostic.notes.push_back(
        {.message = "the patches stay as they are, and the rebuild is pending"});
    diagnostic.hint = "mend what is named and run again: what is pending runs then";
    return diagnostic;
  }

 private:
  [[nodiscard]] std::vector<std::string> gone_now() const {
    std::vector<std::string> gone;
    for (const TreePath& path : removed_) {
      const auto entry = workshop_.tree.look(path);
      if (entry && entry->kind == EntryKind::absent) gone.push_back(path.str());
    }
    return gone;
  }

  const RebuildJob& job_;
  const Workshop& workshop_;
  std::vector<TreePath> removed_;
};

}  // namespace

std::vector<std::string> missing_products(const std::vector<std::string>& products,
                                          const SplitWorktree& tree) {
  std::vector<std::string> missing;
  for (const std::string& product : products) {
    const auto matches = tree.match(product);
    const bool made = matches && std::ranges::any_of(*matches, [](const Match& match) {
                        return !match.leads_to.has_value();
                      });
    if (!made) missing.push_back(product);
  }
  return missing;
}

Removal removal_for(const RebuildJob& job) {
  Removal removal{job.remove, job.sources};
  removal.globs.insert(removal.globs.end(), job.produces.begin(), job.produces.end());
  return removal;
}

Status run_rebuild(const RebuildJob& job, const Workshop& workshop, const ProcessWatch& watch) {
  auto removed = remove_caught(workshop.tree, removal_for(job), workshop.files);
  if (!removed) return std::move(removed).error();
  const Aftermath aftermath(job, workshop, *std::move(removed));
  const ProcessEnd end = workshop.processes.run(job.process, watch);
  if (!end.is_success()) {
    return aftermath.failure(
        Code::rebuild_failed,
        fmt::format("rebuild '{}' failed: {}", job.id, how_it_ended(job.process, end)), end);
  }
  const std::vector<std::string> missing = missing_products(job.produces, workshop.tree);
  if (missing.empty()) return {};
  return aftermath.failure(
      Code::product_missing,
      fmt::format("rebuild '{}' ended well and did not make {}", job.id, named(missing)), end);
}

std::vector<ExcerptLine> last_lines(std::string_view output, std::size_t most) {
  std::vector<ExcerptLine> lines;
  while (!output.empty() && lines.size() < most) {
    if (output.ends_with('\n')) output.remove_suffix(1);
    const std::size_t before = output.rfind('\n');
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    lines.push_back({0, std::string(output.substr(begin)), {}});
    output = output.substr(0, begin);
  }
  std::ranges::reverse(lines);
  return lines;
}

}  // namespace patcher
