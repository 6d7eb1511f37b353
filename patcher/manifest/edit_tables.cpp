// SPDX-License-Identifier: MIT
// The keys of each kind of edit.
#include <array>

#include "patcher/manifest/json_tables.hpp"
#include "patcher/manifest/scope_key.hpp"
#include "patcher/manifest/table_tables.hpp"

namespace patcher::language {
namespace {

constexpr Shape one(Scalar scalar) { return {.scalar = scalar}; }
constexpr Shape some(Scalar scalar) { return {.form = Form::full_list, .scalar = scalar}; }

// Keys that several kinds of edit share.
constexpr Key kFile = {"file", one(Scalar::tree_glob), Need::required,
                       "The file to edit, relative to the tree's root, or a glob: it must catch "
                       "one file, or beside 'count' at least one."};
constexpr Key kCount = {"count", one(Scalar::count), Need::optional,
                        "The exact number of places, over all files of a glob; 1 if left out."};
constexpr Key kOptional = {"optional", one(Scalar::filled_text), Need::optional,
                           "Why the edit may be left out where what it edits is not there."};
constexpr Key kIndent = {"indent", one(Scalar::indent), Need::optional,
                         "Pins the indentation of the place, in bytes."};
constexpr Key kReindent = {"reindent", one(Scalar::reindent), Need::optional,
                           "Columns by which the new text is shifted."};
constexpr Key kReplace = {"replace", one(Scalar::code_replacement), Need::optional,
                          "The text that takes the anchor's place."};
constexpr Key kReplaceOrDelete = {
    "replace", one(Scalar::code_text), Need::optional,
    "The text that takes the anchor's place; an empty one deletes it."};
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

/// The keys of an edit whose anchor is `anchor`, and whose replacement is written under `replace`.
constexpr std::array<Key, 8> keys_beside(const Key& anchor, const Key& replace) {
  return {anchor, kFile, kEditScope, kCount, replace, kInsertBefore, kInsertAfter, kOptional};
}
/// The same, where the new text may be whole lines.
constexpr std::array<Key, 9> shiftable_keys_beside(const Key& anchor, const Key& replace) {
  return {anchor,        kFile,        kEditScope, kCount,   replace,
          kInsertBefore, kInsertAfter, kReindent,  kOptional};
}

constexpr auto kFindKeys =
    std::to_array<Key>({{"find", one(Scalar::code_lines), Need::required,
                         "Whole lines to find, their common indentation left out."},
                        kFile,
                        kEditScope,
                        kCount,
                        kReplace,
                        kInsertBefore,
                        kInsertAfter,
                        kIndent,
                        kReindent,
                        kOptional});
constexpr Table kFindEdit = {"an edit with 'find'", "find_edit", "Edits whole lines of a file.",
                             kFindKeys, kOneAction};

constexpr auto kFindTextKeys = keys_beside(
    {"find_text", one(Scalar::code_fragment), Need::required, "Exact bytes within one line."},
    kReplace);
constexpr Table kFindTextEdit = {"an edit with 'find_text'", "find_text_edit",
                                 "Edits a part of a line.", kFindTextKeys, kOneAction};

constexpr auto kFindRegexKeys = std::to_array<Key>(
    {{"find_regex", one(Scalar::code_pattern), Need::required,
      "A regular expression (PCRE2) for the bytes to find."},
     kFile,
     kEditScope,
     kCount,
     kReplaceOrDelete,
     kInsertBefore,
     kInsertAfter,
     {"expand", one(Scalar::boolean), Need::optional,
      "Whether $1 and ${name} in the new text stand for groups; false if left out."},
     kOptional});
constexpr Table kFindRegexEdit = {"an edit with 'find_regex'", "find_regex_edit",
                                  "Edits what a regular expression matches.", kFindRegexKeys,
                                  kOneAction};

constexpr auto kFindTokensKeys =
    shiftable_keys_beside({"find_tokens", one(Scalar::code_lines), Need::required,
                           "Tokens to find, whatever their layout and the comments between them."},
                          kReplaceOrDelete);
constexpr Table kFindTokensEdit = {"an edit with 'find_tokens'", "find_tokens_edit",
                                   "Edits tokens, however they are laid out.", kFindTokensKeys,
                                   kOneAction};

constexpr auto kFindNodeKeys =
    shiftable_keys_beside({"find_node", one(Scalar::code_pattern), Need::required,
                           "A tree-sitter query; its capture @target is the node to edit."},
                          kReplaceOrDelete);
constexpr Table kFindNodeEdit = {"an edit with 'find_node'", "find_node_edit",
                                 "Edits a node of the syntax tree.", kFindNodeKeys, kOneAction};

constexpr auto kTextAnchorKeys = std::to_array<Key>(
    {{"find_text", one(Scalar::code_fragment), Need::required, "Exact bytes within one line."}});
constexpr Table kTextAnchor = {"an anchor with 'find_text'", "find_text_anchor",
                               "Bytes within a line.", kTextAnchorKeys};
constexpr auto kRegexAnchorKeys = std::to_array<Key>(
    {{"find_regex", one(Scalar::code_pattern), Need::required, "A regular expression (PCRE2)."}});
constexpr Table kRegexAnchor = {"an anchor with 'find_regex'", "find_regex_anchor",
                                "A match of a pattern.", kRegexAnchorKeys};
constexpr auto kTokensAnchorKeys = std::to_array<Key>(
    {{"find_tokens", one(Scalar::code_lines), Need::required, "Tokens, whatever their layout."}});
constexpr Table kTokensAnchor = {"an anchor with 'find_tokens'", "find_tokens_anchor",
                                 "Tokens, however they are laid out.", kTokensAnchorKeys};
constexpr auto kNodeAnchorKeys = std::to_array<Key>(
    {{"find_node", one(Scalar::code_pattern), Need::required, "A tree-sitter query."}});
constexpr Table kNodeAnchor = {"an anchor with 'find_node'", "find_node_anchor",
                               "A node of the syntax tree.", kNodeAnchorKeys};
constexpr auto kEndMaps =
    std::to_array<const Table*>({&kTextAnchor, &kRegexAnchor, &kTokensAnchor, &kNodeAnchor});
constexpr auto kSpanOfKeys = std::to_array<Key>(
    {{"from",
      {.scalar = Scalar::code_lines, .maps = kEndMaps},
      Need::required,
      "Where the span begins: whole lines, or another anchor."},
     {"to",
      {.scalar = Scalar::code_lines, .maps = kEndMaps},
      Need::required,
      "Where it ends: whole lines, or another anchor; below 'from', and there once."},
     {"end", one(Scalar::limit), Need::optional,
      "Whether 'to' is part of the span: exclusive (if left out) or inclusive."}});
constexpr Table kSpan = {"a span", "span", "From one anchor up to another.", kSpanOfKeys};
constexpr auto kSpanMaps = std::to_array<const Table*>({&kSpan});
constexpr auto kSpanKeys = shiftable_keys_beside(
    {"span", {.maps = kSpanMaps}, Need::required, "What to edit: from one anchor up to another."},
    kReplaceOrDelete);
constexpr Table kSpanEdit = {"an edit with 'span'", "span_edit",
                             "Edits what stands from one anchor up to another.", kSpanKeys,
                             kOneAction};

constexpr auto kLinesAnchorKeys =
    std::to_array<Key>({{"find", one(Scalar::code_lines), Need::required, "Whole lines to find."}});
constexpr Table kLinesAnchor = {"an anchor with 'find'", "find_anchor", "Whole lines.",
                                kLinesAnchorKeys};
constexpr auto kSpanAnchorKeys = std::to_array<Key>(
    {{"span", {.maps = kSpanMaps}, Need::required, "From one anchor up to another."}});
constexpr Table kSpanAnchor = {"an anchor with 'span'", "span_anchor",
                               "What stands from one anchor up to another.", kSpanAnchorKeys};
constexpr auto kAlternatives = std::to_array<const Table*>(
    {&kLinesAnchor, &kTextAnchor, &kRegexAnchor, &kTokensAnchor, &kNodeAnchor, &kSpanAnchor});
constexpr auto kAnyOfKeys = shiftable_keys_beside({"any_of",
                                                   {.form = Form::full_list, .maps = kAlternatives},
                                                   Need::required,
                                                   "Anchors of which exactly one may fit."},
                                                  kReplace);
constexpr Table kAnyOfEdit = {"an edit with 'any_of'", "any_of_edit",
                              "Edits what one of several anchors finds.", kAnyOfKeys, kOneAction};

constexpr auto kWholeScopeKeys =
    std::to_array<Key>({kPath,
                        kSignature,
                        {"body",
                         {.scalar = Scalar::sha256},
                         Need::required,
                         "The digest of the definition's tokens, as 'patcher scope' prints it."}});
constexpr Table kWholeScope = {"the scope of a whole definition", "whole_scope",
                               "A definition whose text is known by its digest.", kWholeScopeKeys};
constexpr auto kWholeScopeMaps = std::to_array<const Table*>({&kWholeScope});
constexpr auto kReplaceOrDeleteNames = std::to_array<std::string_view>({"replace", "delete"});
constexpr auto kOneOfBoth = std::to_array<Choice>({kReplaceOrDeleteNames});
constexpr auto kDefinitionKeys = std::to_array<Key>(
    {{"definition", one(Scalar::affirmed), Need::required, "The scope's whole definition."},
     kFile,
     {"scope",
      {.maps = kWholeScopeMaps},
      Need::required,
      "The definition, and the digest of what it is before the edit."},
     kReplace,
     kReindent,
     {"delete", one(Scalar::affirmed), Need::optional, "Takes the definition away."},
     kOptional});
constexpr Table kDefinitionEdit = {"an edit with 'definition'", "definition_edit",
                                   "Replaces or deletes a whole definition.", kDefinitionKeys,
                                   kOneOfBoth};

constexpr auto kBetweenKeys = std::to_array<Key>(
    {{"between",
      {.form = Form::pair, .scalar = Scalar::code_line},
      Need::required,
      "Two lines that stand next to each other."},
     kFile,
     kEditScope,
     kCount,
     {"insert", one(Scalar::code_insertion), Need::required, "The lines to put between the two."},
     kIndent,
     kReindent,
     kOptional});
constexpr Table kBetweenEdit = {"an edit with 'between'",
                                "between_edit",
                                "Inserts lines between two adjacent ones.",
                                kBetweenKeys,
                                {}};

constexpr auto kAddFileKeys = std::to_array<Key>(
    {{"add_file", one(Scalar::tree_path), Need::required,
      "The file to add, relative to the tree's root; it must not be there."},
     kContent,
     kFrom,
     kSha256,
     {"mode", one(Scalar::mode), Need::optional, "Permission bits, octal; 0644 if left out."}});
constexpr Table kAddFileEdit = {"an edit with 'add_file'", "add_file_edit", "Adds a file.",
                                kAddFileKeys, kOnePayload};

constexpr auto kRemoveFileKeys = std::to_array<Key>(
    {{"remove_file", one(Scalar::tree_path), Need::required,
      "The file to remove, relative to the tree's root; it must hold exactly the bytes given."},
     kContent,
     kFrom,
     kSha256});
constexpr Table kRemoveFileEdit = {"an edit with 'remove_file'", "remove_file_edit",
                                   "Removes a file.", kRemoveFileKeys, kOnePayload};

constexpr auto kModeOfKeys = std::to_array<Key>(
    {{"mode_of", one(Scalar::tree_path), Need::required,
      "The file whose permissions change, relative to the tree's root."},
     {"mode", one(Scalar::mode), Need::required, "The new permission bits, octal."},
     {"was", one(Scalar::mode), Need::optional, "The permission bits that must be there before."},
     kOptional});
constexpr Table kModeOfEdit = {
    "an edit with 'mode_of'", "mode_of_edit", "Changes a file's permissions.", kModeOfKeys, {}};

constexpr auto kDiffKeys = std::to_array<Key>(
    {{"diff", one(Scalar::path), Need::required,
      "A unified diff, relative to this patch file. Each hunk must fit in exactly one place."},
     kEditScope,
     {"strip", one(Scalar::up), Need::optional,
      "Leading components of the diff's paths that are not the tree's; 1 if left out."},
     {"only", some(Scalar::tree_glob), Need::optional, "Paths or globs of the files to take."}});
constexpr Table kDiffEdit = {
    "an edit with 'diff'", "diff_edit", "Edits files as a unified diff says.", kDiffKeys, {}};

constexpr auto kEdits = std::to_array<const Table*>(
    {&kFindEdit, &kFindTextEdit, &kFindRegexEdit, &kFindTokensEdit, &kFindNodeEdit, &kSpanEdit,
     &kAnyOfEdit, &kDefinitionEdit, &kBetweenEdit, &kAddFileEdit, &kRemoveFileEdit, &kModeOfEdit,
     &kDiffEdit, &kRowsEdit, &kUpdateRowsEdit, &kDeleteRowsEdit, &kJsonEdit});

}  // namespace

std::span<const Table* const> edit_tables() { return kEdits; }

}  // namespace patcher::language
