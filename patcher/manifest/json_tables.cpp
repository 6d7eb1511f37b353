// SPDX-License-Identifier: MIT
#include "patcher/manifest/json_tables.hpp"

#include <array>

namespace patcher::language {
namespace {

/// JSON texts by JSON pointers.
constexpr Shape kTexts = {
    .form = Form::full_dictionary, .scalar = Scalar::code_text, .names = Scalar::filled_text};

constexpr auto kJsonKeys = std::to_array<Key>(
    {{"json",
      {.scalar = Scalar::tree_path},
      Need::required,
      "The JSON file to edit, relative to the tree's root."},
     {"set", kTexts, Need::optional, "New values, as JSON, by the JSON pointers of their places."},
     {"remove",
      {.form = Form::full_list, .scalar = Scalar::filled_text},
      Need::optional,
      "JSON pointers of what is taken away."},
     {"must_be_new",
      {.scalar = Scalar::boolean},
      Need::optional,
      "Whether nothing may stand where 'set' puts values; if left out, something must.",
      "set"},
     {"must_equal", kTexts, Need::optional,
      "What must stand there before, as JSON, by pointers."}});

}  // namespace

constexpr Table kJsonEdit = {"an edit with 'json'", "json_edit",
                             "Changes values of a JSON file and keeps its layout.", kJsonKeys};

}  // namespace patcher::language
