// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/tree/python_package.hpp"

namespace patcher {

/// A folder that an entry of a `locate:` list leads to, or the notes that say why there is none.
struct Located {
  std::optional<std::string> folder;
  std::vector<Note> tried;
};

/// Another folder that may be the tree that is meant.
struct OtherCopy {
  std::string folder;
  std::string by;  ///< Who finds it and how.
  Place where;     ///< The entry that leads to it.
};

/// Follows the entries of a manifest's `locate:` lists on this machine.
class Locator {
 public:
  /// `manifest` must outlive this.
  Locator(const Manifest& manifest, PythonEnvironment environment)
      : manifest_(manifest), environment_(std::move(environment)) {}

  /// The folder that `location`, an entry of `spec`, leads to; a path need not exist.
  ///
  /// Errors: tree_ambiguous for a Python package of which more than one copy may be the one that is
  /// imported, or of which it cannot be told whether there is one; all that was found is named.
  [[nodiscard]] Result<Located> follow(const Location& location, const TreeSpec& spec);
  /// The folder that `part` of an entry leads to whose root is `root`; the same otherwise.
  [[nodiscard]] Result<Located> follow(const MappedPart& part, const TreeSpec& spec,
                                       const std::string& root);
  /// Every folder besides `root` that the entries of `spec` lead to, each once: paths that exist,
  /// and all copies of Python packages, whether they would be imported or not. None where the
  /// entries leave no choice: there is no package among them, and at most one path exists.
  [[nodiscard]] std::vector<OtherCopy> other_copies(const TreeSpec& spec, const std::string& root);

 private:
  [[nodiscard]] PackageSearch search(const std::string& package);
  [[nodiscard]] Result<Located> package_folder(const std::string& package, const TreeSpec& spec,
                                               const Place& where);
  [[nodiscard]] std::vector<OtherCopy> all_copies(const TreeSpec& spec);
  [[nodiscard]] bool has_choice(const TreeSpec& spec) const;
  [[nodiscard]] std::string beside_manifest(const std::string& path) const;

  const Manifest& manifest_;
  PythonEnvironment environment_;
  std::optional<PythonPackages> packages_;  ///< Read when first asked for.
};

}  // namespace patcher
