// SPDX-License-Identifier: MIT
#include "patcher/report/starting_patch.hpp"

#include <fmt/format.h>

#include <string_view>

namespace patcher {
namespace {

constexpr std::string_view kHead =
    R"yaml(# Fill in what ends in a colon, then look at it with 'patcher lint THIS_FILE'. Of the lines that
# begin with '#', those with a key are more that can be said: take the '#' and one blank away.
# An editor checks all of it by the schema that 'patcher schema patch' prints.
version: 1
id: {}
tree: {}
# One line, as the subject of a commit: what the patch does.
title:
# The defect, how it shows, and why this cures it. It is the message that 'patcher export' writes.
why: >-

upstream:
  # not-submitted, submitted, merged, rejected or not-applicable
  state: not-submitted
  # Pull requests, issues, commits.
  links: []
  # What must be true for the patch not to be needed any more.
  drop_when:

# Evidence in the base that upstream has a cure of its own.
# obsolete_if:
#   - file: path/in/the/tree.py
#     present: "text of upstream's cure"

)yaml";

constexpr std::string_view kEdits =
    R"yaml(# All edits are located before any is made. Each must fit in exactly one place.
edits:
  # Whole lines, at whatever depth they stand. 'insert_before:' and 'insert_after:' keep them.
  - file:
    find: |

    replace: |

#   # Only within a definition:
#   - file: path/in/the/tree.py
#     scope: Class.function
#     find: |
#       old(line)
#     replace: |
#       new(line)
#   # Between two lines that stand next to each other, asserting both:
#   - file: path/in/the/tree.py
#     between:
#       - line_above()
#       - line_below()
#     insert: |
#       new(line)
#   # A part of a line:
#   - file: path/in/the/tree.py
#     find_text: "timeout=30"
#     replace: "timeout=300"
#   # A new file:
#   - add_file: path/of/the/new_file.py
#     content: |
#       all = of_it
#   # Permission bits:
#   - mode_of: path/of/a/script.sh
#     mode: "0755"
#     was: "0644"

# What must be true right after the patch.
# ensure:
#   - file: path/in/the/tree.py
#     present: "new(line)"

# Commands that judge the result once it is written.
# checks:
#   - run: [python3, -m, py_compile, "{file}"]
)yaml";

}  // namespace

std::string render_starting_patch(const std::string& id, const std::string& tree) {
  return fmt::format(kHead, id, tree).append(kEdits);
}

}  // namespace patcher
