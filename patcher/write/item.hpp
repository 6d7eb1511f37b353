// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <string>

#include "patcher/tree/tree.hpp"
#include "patcher/write/folders.hpp"

namespace patcher {

/// Whether a run must know the bytes that it replaces or removes.
enum class Proof {
  needed,  ///< A file of the tree, or our own: nothing may be lost that nobody looked at.
  waived   ///< Byte-code, which anyone may rewrite at any time: only its name counts.
};

/// What stands at an item's name.
enum class Standing {
  original,  ///< What stood there before the run; nothing, for a file that is added.
  away,      ///< Nothing: the original has another name, or is gone.
  fresh      ///< The new file.
};

/// One name in one folder that a run gives a new file or takes away, and how far that has come.
///
/// `staged` and `kept` are temporary names in the same folder: of the new file before it gets its
/// own, and of the original until the run is over. They are given before anything is written, so
/// that the journal can hold them.
struct Item {
  Folder* folder = nullptr;
  std::string name;
  Entry before;      ///< As found when the run was planned.
  Bytes after = {};  ///< Null to remove the file.
  mode_t mode = 0;   ///< Permission bits of `after`.
  Proof proof = Proof::needed;

  Standing standing = Standing::original;
  std::string staged = {};
  std::string kept = {};
  bool is_staged = false;  ///< `staged` is on the disk.
  bool is_kept = false;    ///< `kept` is on the disk.

  [[nodiscard]] Diagnostic refusal(const std::string& doing, int error) const {
    return folder->refusal(doing, name, error);
  }
};

}  // namespace patcher
