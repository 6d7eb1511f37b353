// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace patcher {

/// How an edit or a patch stands to the bytes of a tree. Docs: docs/states.md.
enum class State {
  pristine,    ///< It fits, once per wanted place, and undoing its result gives the bytes back.
  applied,     ///< The record says so and the bytes agree.
  unrecorded,  ///< The result is there, but no record knows of it.
  partial,     ///< Some of it is pristine, some of it is there.
  drifted,     ///< An anchor does not fit.
  ambiguous,   ///< More places than wanted, or the result stands elsewhere as well.
  missing,     ///< The file or the scope is not there.
  obsolete,    ///< Evidence in the base says that upstream has its own cure.
  outdated,    ///< The record names another revision of the patch.
  modified,    ///< Recorded, but the bytes moved since.
  blocked,     ///< A patch that it stands on is not as it must be.
  orphan,      ///< Recorded, but no longer in the manifest.
  excluded     ///< Not meant for this base: its `when` does not hold.
};

/// What a run may do about recorded patches that are not the manifest's any more: another revision,
/// another order, or none of its patches.
enum class Upgrade {
  no,  ///< They stay, and forbid to apply the set.
  yes  ///< They give way to what the manifest has now.
};

/// The spelling of `state` in output and JSON: the enumerator's name.
[[nodiscard]] std::string_view name_of(State state);

}  // namespace patcher
