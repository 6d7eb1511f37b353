// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "patcher/plan/drill_outcome.hpp"
#include "patcher/plan/finding.hpp"

namespace patcher {

/// An edit with the bytes that it fits on.
struct DrilledEdit {
  EditContext context;
  const Finding& finding;  ///< Pristine.

  [[nodiscard]] const Edit& edit() const { return context.patch.edits[context.index]; }
};

/// A base that differs from the one that an edit fits on.
struct Mutant {
  Mutation mutation = Mutation::anchor_deleted;
  std::map<TreePath, Entry> files = {};  ///< What stands at these paths instead.
  std::vector<State> expected = {};      ///< The states that tell what happened.
  std::string why_not = {};              ///< Why it cannot be made; there are no files then.
};

/// One mutant for each mutation, in their order; those that cannot be made of this kind of edit say
/// why.
[[nodiscard]] std::vector<Mutant> mutants_of(const DrilledEdit& drilled);

/// The mutants that change the text around the first place of `edit`, which is that of `drilled`.
[[nodiscard]] std::vector<Mutant> mutants_of_text(const DrilledEdit& drilled, const TextEdit& edit);

/// `entry` with other bytes.
[[nodiscard]] Entry with_bytes(const Entry& entry, std::string bytes);
/// `bytes` with `\r\n` for `\n`; with `\n` for `\r\n` where any line ends so.
[[nodiscard]] std::string with_other_endings(std::string_view bytes);
/// `bytes` with the letter or digit at `offset` made another.
[[nodiscard]] std::string with_other_byte(std::string_view bytes, std::size_t offset);
/// Where the letter or digit nearest to the middle of `range` stands; `range.end` if there is none.
[[nodiscard]] std::size_t middle_letter(std::string_view bytes, ByteRange range);
/// A mutant that is only a reason why there is none.
[[nodiscard]] Mutant not_applicable(Mutation mutation, std::string why);
/// The file of `drilled` under another name.
[[nodiscard]] Mutant renamed_file(const DrilledEdit& drilled, const Entry& entry);

}  // namespace patcher
