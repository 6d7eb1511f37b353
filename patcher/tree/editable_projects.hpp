// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace patcher {

/// A folder that was installed as editable, by what an installer wrote down about it.
struct EditableProject {
  std::string folder;  ///< Absolute.
  std::string record;  ///< The file that says so.
};

/// The editable projects of one folder of installed packages.
struct EditableProjects {
  std::vector<EditableProject> found;  ///< By the record's name.
  std::vector<std::string> unread;     ///< Records that could not be read, a sentence each.
};

/// Reads `X.egg-link` (its first line) and `X.dist-info/direct_url.json` (a `file:` URL with
/// `"editable": true`) in the folder `site`, whose sorted names are `names`.
///
/// These do not make a package importable: they say where it is developed when what does is code.
/// Source: setuptools, "Development mode"; Python packaging specifications, "Recording the Direct
/// URL Origin of installed distributions"; RFC 8089 for the URL.
[[nodiscard]] EditableProjects editable_projects_in(const std::string& site,
                                                    const std::vector<std::string>& names);

}  // namespace patcher
