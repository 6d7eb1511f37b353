// SPDX-License-Identifier: MIT
// What is said of a root that an interrupted run wrote in and that is not there.
#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "patcher/write/left_run.hpp"

namespace patcher {

/// The error for a root of the run that is lost.
Diagnostic LeftRun::lost(const Seat& seat, std::string_view how) const {
  const std::string what =
      seat.number == 0
          ? fmt::format("and only \"{}\" says whether it is to be undone or finished, which {}",
                        seat.path, how)
          : fmt::format("that wrote in \"{}\" as well, which {}", seat.path, how);
  return {.code = Code::interrupted,
          .message = fmt::format("a run was interrupted here {}", what),
          .tree = seat.tree(),
          .target = {.file = own_path(*found_in_, kJournalFile)},
          .notes = notes_on_given(seat),
          .hint = way_back(seat)};
}

std::string LeftRun::way_back(const Seat& seat) const {
  if (stage_ == Journals::Stage::settled) {
    return fmt::format(
        "bring that folder back or mount it; that run had nothing under way but its "
        "journals, so that where the folder was moved or is gone, '--give-up {}' "
        "loses nothing",
        seat.path);
  }
  return fmt::format(
      "bring that folder back, mount it, or name its new place with '--root "
      "{}=DIR'; only if it is gone for good, go on without it: '--give-up {}'",
      seat.name, seat.path);
}

/// Which of the given roots cannot be the one that is looked for.
std::vector<Note> LeftRun::notes_on_given(const Seat& seat) const {
  std::vector<Note> notes;
  for (const Worktree* root : given_) {
    std::error_code unseen;
    const bool is_named = std::filesystem::equivalent(root->root(), seat.path, unseen);
    const auto found = journal_in(*root);
    const bool has_it = found && *found && (*found)->journal.run == journal_.run;
    if (!has_it && !is_named)
      notes.push_back({fmt::format("\"{}\" has no journal of that run", root->root())});
    if (has_it && is_named)
      notes.push_back({fmt::format(R"("{}" is what was "{}" in that run)", root->root(),
                                   (*found)->journal.roots[(*found)->journal.seat])});
  }
  return notes;
}

}  // namespace patcher
