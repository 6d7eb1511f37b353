// SPDX-License-Identifier: MIT
#include "patcher/manifest/patch_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "patcher/manifest/claim_reader.hpp"
#include "patcher/manifest/diff_reader.hpp"
#include "patcher/manifest/digest.hpp"
#include "patcher/manifest/edit_reader.hpp"
#include "patcher/manifest/fields.hpp"
#include "patcher/manifest/key_table.hpp"
#include "patcher/manifest/patch_rules.hpp"
#include "patcher/manifest/shape_check.hpp"

namespace patcher::language {
namespace {

using yaml::Value;

Upstream upstream_of(const Value& root) {
  const Value* map = yaml::value_of(root, "upstream");
  if (map == nullptr) return {};
  Upstream upstream;
  const std::string state = text_of(*map, "state");
  for (const auto candidate :
       {Upstream::State::not_submitted, Upstream::State::submitted, Upstream::State::merged,
        Upstream::State::rejected, Upstream::State::not_applicable}) {
    if (name_of(candidate) == state) upstream.state = candidate;
  }
  upstream.links = texts_of(*map, "links");
  upstream.drop_when = text_of(*map, "drop_when");
  return upstream;
}

/// Reads the parts of one patch file whose shape is right.
class PatchReader {
 public:
  PatchReader(const Document& document, const FileSource& files)
      : document_(document),
        findings_(document.source),
        shape_(findings_),
        payloads_(document.source.path(), files) {}

  ReadPatch read() {
    const Value& root = document_.root;
    warn_of_line_ends(document_, findings_);
    patch_.file = document_.source.path();
    patch_.where = {patch_.file, 1, 1};
    patch_.id = text_of(root, "id");
    if (is_for_this_program(document_, findings_)) read_parts(root);
    findings_.name_patch(patch_.id);
    return {std::move(patch_), findings_.take()};
  }

 private:
  void read_parts(const Value& root) {
    shape_.check(root, patch_table());
    patch_.tree = text_of(root, "tree");
    patch_.title = without_final_newline(text_of(root, "title"));
    patch_.why = text_of(root, "why");
    patch_.upstream = upstream_of(root);
    read_edits(list_of(root, "edits"));
    patch_.obsolete_if = claims_of(list_of(root, "obsolete_if"));
    patch_.ensure = claims_of(list_of(root, "ensure"));
    patch_.checks = checks_of(root, findings_);
    refuse_absent_anchors(list_of(root, "obsolete_if"), patch_.edits, findings_);
    patch_.sha256 = sha256_of(document_.source.text());
    patch_.payloads = payloads_.files();
    patch_.revision = "sha256:" + sha256_of(framed(document_.source.text()) + payloads_.frames());
  }

  void read_edits(const std::vector<Value>& edits) {
    Twins twins;
    for (std::size_t i = 0; i < edits.size(); ++i) {
      if (!shape_.fits(edits[i])) continue;
      findings_.enter_edit(i);
      for (Edit& edit : edits_of(edits[i])) {
        edit.number = i;
        twins.check(edit, edits[i].source, findings_);
        patch_.edits.push_back(std::move(edit));
      }
    }
    findings_.enter_edit(std::nullopt);
  }

  /// What one entry of `edits` stands for.
  std::vector<Edit> edits_of(const Value& map) {
    if (yaml::value_of(map, "diff") != nullptr) return read_diff_edit(map, payloads_, findings_);
    return {read_edit(map, payloads_, findings_)};
  }

  std::vector<Claim> claims_of(const std::vector<Value>& maps) {
    std::vector<Claim> claims;
    for (const Value& map : maps) {
      if (shape_.fits(map)) claims.push_back(read_claim(map, findings_));
    }
    return claims;
  }

  const Document& document_;
  Findings findings_;
  ShapeCheck shape_;
  Payloads payloads_;
  Patch patch_;
};

}  // namespace

ReadPatch read_patch(const Document& document, const FileSource& files) {
  return PatchReader(document, files).read();
}

}  // namespace patcher::language
