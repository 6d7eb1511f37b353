// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/tree/in_history.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// A tree that is kept where nobody edits it: a commit of a git repository, or a folder of an
/// image.
///
/// `look` has one more error, object_unreadable: something is to stand at the path, but its bytes
/// are not here. A submodule is no folder of the tree: what lies in it is not_a_regular_file.
class StoredTree : public Tree {
 public:
  /// The tree as it was named: `git:REPO@REV`, or `oci:LAYOUT:/FOLDER`.
  [[nodiscard]] virtual const std::string& where() const = 0;
  /// The commit that the files are of, as 40 hex digits; empty where none is known.
  [[nodiscard]] virtual std::string commit() const = 0;
  /// Whether the tree's commit has `commit` (40 hex digits) in its history.
  [[nodiscard]] virtual InHistory in_history(const std::string& commit) const = 0;
  /// The tree's `.patcher/record.json`; absent where there is none.
  [[nodiscard]] Result<Entry> look_at_record() const { return look_at_own("record.json"); }
  /// The file `name` of our own, in the tree's `.patcher`; absent where there is none.
  [[nodiscard]] virtual Result<Entry> look_at_own(std::string_view name) const = 0;
  /// A warning (bytes_changed_at_checkout) for each file that was looked at and that a checkout
  /// would write with other bytes than the ones judged.
  [[nodiscard]] virtual Diagnostics changes_at_checkout() const = 0;
};

}  // namespace patcher
