// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/diagnostic.hpp"
#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

// Rules between the parts of one patch.

/// Finds edits that do the same thing at the same place.
class Twins {
 public:
  /// Reports (edits_overlap) when `edit`, which stands at `source`, has the file, scope, anchor and
  /// action of an edit checked before.
  void check(const Edit& edit, ByteRange source, Findings& findings);

 private:
  std::map<std::string, Note> seen_;  ///< What an edit does, and a note that points at it.
};

/// Reports (invalid_manifest) every `absent:` of `obsolete_if`, the maps in `claims`, whose text
/// stands in the anchor of one of `edits` in the same file: that it is gone is drift, not evidence
/// of a cure.
void refuse_absent_anchors(const std::vector<yaml::Value>& claims, const std::vector<Edit>& edits,
                           Findings& findings);

}  // namespace patcher::language
