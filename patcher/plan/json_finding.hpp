// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/manifest/json_edit.hpp"
#include "patcher/plan/finding.hpp"

namespace patcher {

/// Judges an edit of a JSON file with `bytes`: each of its values is still to be put or taken away,
/// or it is done, whatever its layout. All to be done is pristine, all done applied, both partial.
///
/// Errors: json_broken for what is no JSON, and for an object on the way to a value that has a key
/// twice; key_missing, key_present; content_differs for a value that is not what it must be;
/// place_unfit for an element that is taken away and is not its array's last.
[[nodiscard]] Finding find_json_edit(const EditContext& context, const JsonChange& change,
                                     const std::string& bytes);

/// Notes on what of `change` is not as it was made in `bytes`, those of `file` now; none where it
/// is, or cannot be told.
[[nodiscard]] std::vector<Note> lost_values(const JsonChange& change, const std::string& file,
                                            const std::string& bytes);

}  // namespace patcher
