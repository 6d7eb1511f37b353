// SPDX-License-Identifier: MIT
#include <array>

#include "patcher/manifest/scope_key.hpp"

namespace patcher::language {
namespace {

constexpr Shape one(Scalar scalar) { return {.scalar = scalar}; }
constexpr Shape list_of(Scalar scalar) { return {.form = Form::list, .scalar = scalar}; }

constexpr Key kClaimFile = {"file", one(Scalar::tree_path), Need::required,
                            "The file to judge, relative to the tree's root."};
constexpr auto kPresentKeys = std::to_array<Key>(
    {{"present", one(Scalar::code_bytes), Need::required, "Bytes that must occur."},
     kClaimFile,
     kScope,
     {"count", one(Scalar::count), Need::optional,
      "The exact number of times; at least once if left out."}});
constexpr Table kPresentClaim = {"a condition with 'present'", "present_claim",
                                 "Bytes that must occur.", kPresentKeys};
constexpr auto kAbsentKeys = std::to_array<Key>(
    {{"absent", one(Scalar::code_bytes), Need::required, "Bytes that must not occur."},
     kClaimFile,
     kScope});
constexpr Table kAbsentClaim = {"a condition with 'absent'", "absent_claim",
                                "Bytes that must not occur.", kAbsentKeys};
constexpr auto kParsesKeys = std::to_array<Key>(
    {{"parses", one(Scalar::language), Need::required, "The language in which it must parse."},
     kClaimFile,
     kScope});
constexpr Table kParsesClaim = {"a condition with 'parses'", "parses_claim",
                                "A file that must parse without an error.", kParsesKeys};
constexpr auto kEnsureClaims =
    std::to_array<const Table*>({&kPresentClaim, &kAbsentClaim, &kParsesClaim});
constexpr auto kObsoleteClaims = std::to_array<const Table*>({&kPresentClaim, &kAbsentClaim});

constexpr auto kUpstreamKeys = std::to_array<Key>(
    {{"state", one(Scalar::state), Need::required, "Where the patch stands upstream."},
     {"links", list_of(Scalar::url), Need::optional, "Pull requests, issues, commits."},
     {"drop_when", one(Scalar::filled_text), Need::required,
      "What must be true for the patch to be dropped."}});
constexpr Table kUpstream = {"'upstream'", "upstream", "Where the patch stands upstream.",
                             kUpstreamKeys};
constexpr auto kUpstreamMaps = std::to_array<const Table*>({&kUpstream});

// Not constexpr: the tables of edits are another file's.
const auto kPatchKeys = std::to_array<Key>(
    {{"version", one(Scalar::language_version), Need::required,
      "The version of the manifest language: 1."},
     {"id", one(Scalar::id), Need::required, "The patch's name, unique in every manifest."},
     {"tree", one(Scalar::name), Need::required, "The tree that the patch edits."},
     {"title", one(Scalar::title), Need::required, "One line: what the patch does."},
     {"why", one(Scalar::filled_text), Need::required,
      "The defect, how it shows, and why this edit cures it."},
     {"upstream", {.maps = kUpstreamMaps}, Need::required, "Where the patch stands upstream."},
     {"obsolete_if",
      {.form = Form::list, .maps = kObsoleteClaims},
      Need::optional,
      "Evidence in the base that upstream has its own cure."},
     {"edits",
      {.form = Form::full_list, .maps = edit_tables()},
      Need::required,
      "What is changed; all edits are located before any is made."},
     {"ensure",
      {.form = Form::list, .maps = kEnsureClaims},
      Need::optional,
      "What must be true right after the patch."},
     {"checks",
      {.form = Form::list, .maps = check_tables()},
      Need::optional,
      "Commands that judge the result once it is written."},
     {"min_patcher", one(Scalar::program_version), Need::optional,
      "The oldest version of patcher that can read this file."}});
constexpr Table kPatch = {"a patch", "patch", "One concern: edits on one tree, and their reason.",
                          kPatchKeys};

}  // namespace

std::span<const Table* const> base_claim_tables() { return kObsoleteClaims; }

const Table& patch_table() { return kPatch; }

}  // namespace patcher::language
