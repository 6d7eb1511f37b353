// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/sandbox.hpp"

namespace patcher::testing {

/// A manifest of three patches and a rebuild whose glob catches two files. `p` reads a file that is
/// not there; `q` stands on `p` and reads a file that nobody writes; `s` stands on its own, but
/// writes a file that the others write too.
inline Files locked_set() {
  return {{"m.yaml", manifest_text({"p.yaml", "q.yaml", "s.yaml"}) +
                         "rebuilds:\n"
                         "  - {id: r, tree: t, when_changed: ['src/*.cu'], run: ['true']}\n"},
          {"p.yaml", patch_text("p",
                                "- {file: f, find: a, insert_after: one}\n"
                                "- {file: g, find: x, replace: y}\n"
                                "- {add_file: n/new, content: hello, mode: '0755'}\n",
                                "obsolete_if:\n- {file: cure.py, present: cured}\n")},
          {"q.yaml", patch_text("q",
                                "- {file: f, find: one, insert_after: two}\n"
                                "- {file: h, find: k, replace: l}\n",
                                "ensure:\n- {file: read, present: fact}\n")},
          {"s.yaml", patch_text("s",
                                "- {file: s, find: m, replace: n}\n"
                                "- {file: f, find: z, replace: zz}\n")},
          {"tree/f", "a\nz\n"},
          {"tree/g", "x\n"},
          {"tree/h", "k\n"},
          {"tree/read", "fact\n"},
          {"tree/s", "m\n"},
          {"tree/src/a.cu", "a\n"},
          {"tree/src/b.cu", "b\n"},
          {"tree/src/c.h", "c\n"}};
}

}  // namespace patcher::testing
