// SPDX-License-Identifier: MIT
#include <array>

#include "patcher/manifest/key_table.hpp"

namespace patcher::language {
namespace {

constexpr Shape one(Scalar scalar) { return {.scalar = scalar}; }
constexpr Shape list_of(Scalar scalar) { return {.form = Form::list, .scalar = scalar}; }
constexpr Shape full_list_of(Scalar scalar) { return {.form = Form::full_list, .scalar = scalar}; }

// Keys that several kinds of edit share.
constexpr Key kFile = {"file", one(Scalar::tree_path), Need::required,
                       "The file to edit, relative to the tree's root."};
constexpr auto kLaterInScope = std::to_array<std::string_view>({"path", "signature", "body"});
constexpr auto kRegionKeys = std::to_array<Key>(
    {{"from", one(Scalar::code_line), Need::required, "The first line of the region, as a whole."},
     {"to", one(Scalar::code_line), Need::optional,
      "The line that ends the region and is no part of it; the end of the file if left out."}});
constexpr Table kRegion = {"a region",  "region", "Lines that limit the search.",
                           kRegionKeys, {},       kLaterInScope};
constexpr auto kScopeMaps = std::to_array<const Table*>({&kRegion});
constexpr Key kScope = {"scope",
                        {.scalar = Scalar::scope, .maps = kScopeMaps},
                        Need::optional,
                        "The definition that limits the search, by its full name, or two lines."};
constexpr Key kCount = {"count", one(Scalar::count), Need::optional,
                        "The exact number of places; 1 if left out."};
constexpr Key kIndent = {"indent", one(Scalar::indent), Need::optional,
                         "Pins the indentation of the place, in bytes."};
constexpr Key kReindent = {"reindent", one(Scalar::reindent), Need::optional,
                           "Columns by which the new text is shifted."};
constexpr Key kReplace = {"replace", one(Scalar::code_replacement), Need::optional,
                          "The text that takes the anchor's place."};
constexpr Key kInsertBefore = {"insert_before", one(Scalar::code_insertion), Need::optional,
                               "The text that is put right before the anchor."};
constexpr Key kInsertAfter = {"insert_after", one(Scalar::code_insertion), Need::optional,
                              "The text that is put right after the anchor."};
constexpr Key kContent = {"content", one(Scalar::code_content), Need::optional,
                          "The bytes of the file, exactly."};
constexpr Key kFrom = {"from", one(Scalar::path), Need::optional,
                       "A file with the bytes, relative to this patch file.", "sha256"};
constexpr Key kSha256 = {"sha256", one(Scalar::sha256), Need::optional,
                         "SHA-256 of the bytes, 64 hex digits."};

constexpr auto kActionNames =
    std::to_array<std::string_view>({"replace", "insert_before", "insert_after"});
constexpr auto kPayloadNames = std::to_array<std::string_view>({"content", "from"});
constexpr auto kOneAction = std::to_array<Choice>({kActionNames});
constexpr auto kOnePayload = std::to_array<Choice>({kPayloadNames});

constexpr auto kLaterInEdit = std::to_array<std::string_view>(
    {"find_tokens", "find_regex", "find_node", "span",       "any_of",      "definition",
     "table",       "json",       "diff",      "rows",       "key",         "family",
     "strip",       "only",       "delete",    "expand",     "optional",    "update_where",
     "set",         "remove",     "position",  "must_equal", "must_be_new", "delete_where"});

constexpr auto kFindKeys =
    std::to_array<Key>({{"find", one(Scalar::code_lines), Need::required,
                         "Whole lines to find, their common indentation left out."},
                        kFile,
                        kScope,
                        kCount,
                        kReplace,
                        kInsertBefore,
                        kInsertAfter,
                        kIndent,
                        kReindent});
constexpr Table kFindEdit = {
    "an edit with 'find'", "find_edit", "Edits whole lines of a file.", kFindKeys, kOneAction,
    kLaterInEdit};

constexpr auto kFindTextKeys = std::to_array<Key>(
    {{"find_text", one(Scalar::code_fragment), Need::required, "Exact bytes within one line."},
     kFile,
     kScope,
     kCount,
     kReplace,
     kInsertBefore,
     kInsertAfter});
constexpr Table kFindTextEdit = {"an edit with 'find_text'",
                                 "find_text_edit",
                                 "Edits a part of a line.",
                                 kFindTextKeys,
                                 kOneAction,
                                 kLaterInEdit};

constexpr auto kBetweenKeys = std::to_array<Key>(
    {{"between",
      {.form = Form::pair, .scalar = Scalar::code_line},
      Need::required,
      "Two lines that stand next to each other."},
     kFile,
     kScope,
     kCount,
     {"insert", one(Scalar::code_insertion), Need::required, "The lines to put between the two."},
     kIndent,
     kReindent});
constexpr Table kBetweenEdit = {"an edit with 'between'",
                                "between_edit",
                                "Inserts lines between two adjacent ones.",
                                kBetweenKeys,
                                {},
                                kLaterInEdit};

constexpr auto kAddFileKeys = std::to_array<Key>(
    {{"add_file", one(Scalar::tree_path), Need::required,
      "The file to add, relative to the tree's root; it must not be there."},
     kContent,
     kFrom,
     kSha256,
     {"mode", one(Scalar::mode), Need::optional, "Permission bits, octal; 0644 if left out."}});
constexpr Table kAddFileEdit = {"an edit with 'add_file'",
                                "add_file_edit",
                                "Adds a file.",
                                kAddFileKeys,
                                kOnePayload,
                                kLaterInEdit};

constexpr auto kRemoveFileKeys = std::to_array<Key>(
    {{"remove_file", one(Scalar::tree_path), Need::required,
      "The file to remove, relative to the tree's root; it must hold exactly the bytes given."},
     kContent,
     kFrom,
     kSha256});
constexpr Table kRemoveFileEdit = {"an edit with 'remove_file'",
                                   "remove_file_edit",
                                   "Removes a file.",
                                   kRemoveFileKeys,
                                   kOnePayload,
                                   kLaterInEdit};

constexpr auto kModeOfKeys = std::to_array<Key>(
    {{"mode_of", one(Scalar::tree_path), Need::required,
      "The file whose permissions change, relative to the tree's root."},
     {"mode", one(Scalar::mode), Need::required, "The new permission bits, octal."},
     {"was", one(Scalar::mode), Need::optional, "The permission bits that must be there before."}});
constexpr Table kModeOfEdit = {"an edit with 'mode_of'",
                               "mode_of_edit",
                               "Changes a file's permissions.",
                               kModeOfKeys,
                               {},
                               kLaterInEdit};

constexpr auto kEdits = std::to_array<const Table*>(
    {&kFindEdit, &kFindTextEdit, &kBetweenEdit, &kAddFileEdit, &kRemoveFileEdit, &kModeOfEdit});

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

constexpr auto kCheckKeys =
    std::to_array<Key>({{"run", full_list_of(Scalar::text), Need::required,
                         "Program and arguments; {file}, {here} and {root} are replaced."},
                        {"needs", list_of(Scalar::name), Need::optional,
                         "What the command needs: gpu, rocm, network."}});
constexpr Table kCheck = {"a check", "check", "A command that judges the result.", kCheckKeys};
constexpr auto kCheckMaps = std::to_array<const Table*>({&kCheck});

constexpr auto kPatchKeys = std::to_array<Key>(
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
      {.form = Form::full_list, .maps = kEdits},
      Need::required,
      "What is changed; all edits are located before any is made."},
     {"ensure",
      {.form = Form::list, .maps = kEnsureClaims},
      Need::optional,
      "What must be true right after the patch."},
     {"checks",
      {.form = Form::list, .maps = kCheckMaps},
      Need::optional,
      "Commands that judge the result once it is written."},
     {"min_patcher", one(Scalar::program_version), Need::optional,
      "The oldest version of patcher that can read this file."}});
constexpr Table kPatch = {"a patch", "patch", "One concern: edits on one tree, and their reason.",
                          kPatchKeys};

}  // namespace

const Table& patch_table() { return kPatch; }
const Table& check_table() { return kCheck; }
std::span<const Table* const> edit_tables() { return kEdits; }

}  // namespace patcher::language
