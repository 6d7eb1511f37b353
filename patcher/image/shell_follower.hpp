// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/image/shell_path.hpp"

namespace patcher {

/// How the subject ends when it runs.
enum class SubjectFails { never, sometimes, always };

/// Follows every way through a script; see `fate_of`.
class ShellFollower {
 public:
  /// `subject` is a command of the scripts that are followed, and outlives this.
  ShellFollower(const ShellNode& subject, SubjectFails fails, const DoesWork& does_work)
      : subject_(subject), fails_(fails), does_work_(does_work) {}

  /// The ways in which `script` can end that begins as `begin`.
  [[nodiscard]] ShellPaths follow(const ShellNode& script, const ShellPath& begin);
  /// Where `$?` was read after the subject's failure had been made a success.
  [[nodiscard]] const std::vector<ByteRange>& read_late() const { return read_late_; }

 private:
  /// Where a node stands: whether something looks at its status, so that `set -e` does not count,
  /// and whether it runs because something failed or a condition asked.
  struct Position {
    bool is_checked = false;
    bool is_instead = false;
  };

  ShellPaths run(const ShellNode& node, const ShellPath& path, Position position);
  ShellPaths run_all(const ShellNode& node, const ShellPaths& paths, Position position);
  ShellPaths command(const ShellNode& node, ShellPath path, Position position);
  ShellPaths builtin(const ShellNode& node, const std::string& name, ShellPath path);
  ShellPaths other_command(const ShellNode& node, const std::string& name, ShellPath path,
                           Position position);
  [[nodiscard]] ShellPaths subject(ShellPath path) const;
  ShellPaths words_of(const ShellNode& node, ShellPath path);
  ShellPaths called(const std::string& name, ShellPath path, Position position);
  ShellPaths substituted(const ShellNode& inner, const ShellPath& path, bool is_status);
  ShellPaths substitutions(const ShellWord& word, const ShellPaths& paths, bool is_status);
  ShellPaths assignment(const ShellNode& node, const ShellPath& path);
  ShellPaths sequence(const ShellNode& node, const ShellPath& path, Position position);
  ShellPaths list(const ShellNode& node, const ShellPath& path, Position position);
  ShellPaths pipeline(const ShellNode& node, const ShellPath& path, Position position);
  ShellPaths negated(const ShellNode& node, const ShellPath& path);
  ShellPaths subshell(const ShellNode& node, const ShellPath& path, Position position);
  ShellPaths isolated(const ShellNode& node, const ShellPath& path, Position position);
  ShellPaths background(const ShellNode& node, const ShellPath& path);
  ShellPaths in_branch(const ShellNode& body, const ShellPath& path, Position position);
  ShellPaths branch(const ShellNode& node, const ShellPath& path, Position position);
  ShellPaths choice(const ShellNode& node, const ShellPath& path, Position position);
  ShellPaths loop_over(const ShellNode& node, const ShellPath& path, Position position);
  /// One round of a loop: what goes on to the next. What has left the loop is added to `ends`.
  ShellPaths round(const ShellNode& body, const ShellPaths& entered, Position position,
                   ShellPaths& ends);
  /// The paths on which the loop's condition lets another round begin; the others go to `ends`.
  ShellPaths entered(const ShellNode& loop, const ShellPath& before, Position position,
                     ShellPaths& ends);
  ShellPaths loop_while(const ShellNode& node, const ShellPath& path, Position position);
  ShellPaths inside(const ShellNode& node, const ShellPath& path, Position position);
  void note_reading(const ShellWord& word, const ShellPath& path);
  static void stop_if_failed(ShellPath& path, Position position);

  const ShellNode& subject_;
  SubjectFails fails_;
  const DoesWork& does_work_;
  std::vector<ByteRange> read_late_;
};

}  // namespace patcher
