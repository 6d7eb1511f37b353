# SPDX-License-Identifier: MIT
"""A set and a base in the shape of the nightly one, small enough to build an image of in a second.

Two trees, two patches, and a module that its compiler (a line of sh) makes from a source and never makes anew
by itself.
"""

import pathlib
import subprocess

MANIFEST = """\
version: 1
name: atom-nightly
base: {{image: "rocm/atom-dev:nightly_202608221555"}}
trees:
  atom:
    upstream: https://example.org/atom
    commit: 1111111111111111111111111111111111111111
    locate: [{{path: {root}/app/ATOM}}]
  aiter:
    upstream: https://example.org/aiter
    commit: 2222222222222222222222222222222222222222
    locate: [{{path: {root}/app/aiter-test}}]
patches:
  - ../patches/atom/queue.yaml
  - ../patches/aiter/gather.yaml
rebuilds:
  - id: gather
    tree: aiter
    when_changed: [csrc/kernels/gather.cu]
    remove: [aiter/jit/build]
    run: [sh, "{{here}}/rebuild.sh"]
    produces: [aiter/jit/module_gather.so]
"""
PATCH = """\
version: 1
id: {id}
tree: {tree}
title: a test
why: it is tested
upstream: {{state: not-applicable, drop_when: never}}
edits:
  - file: {file}
    find: |
      {find}
    replace: |
      {replace}
"""
QUEUE = PATCH.format(id="queue", tree="atom", file="atom/engine.py", find="queue.put(item)", replace="queue.put_nowait(item)")
GATHER = PATCH.format(id="gather", tree="aiter", file="csrc/kernels/gather.cu", find="int packs = 1;", replace="int packs = 7;")
# Tells in a file beside the trees that it ran.
REBUILD = "echo built >> ../rebuilds\n{ echo module of; cat csrc/kernels/gather.cu; } > aiter/jit/module_gather.so\n"

BASE = {
    "app/ATOM/atom/engine.py": "def run(queue, item):\n    queue.put(item)\n",
    "app/aiter-test/csrc/kernels/gather.cu": "int packs = 1;\n",
    "app/aiter-test/aiter/jit/module_gather.so": "module of\nint packs = 1;\n",
}
PATCHED = {
    "app/ATOM/atom/engine.py": "def run(queue, item):\n    queue.put_nowait(item)\n",
    "app/aiter-test/csrc/kernels/gather.cu": "int packs = 7;\n",
    "app/aiter-test/aiter/jit/module_gather.so": "module of\nint packs = 7;\n",
}


def write(folder, files):
    for name, text in files.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def write_set(context, root=""):
    """The set, for a base whose files are below `root`; without its lock."""
    write(context, {
        "manifests/atom-nightly.yaml": MANIFEST.format(root=root),
        "manifests/rebuild.sh": REBUILD,
        "checks/README": "what checks of the set run\n",
        "patches/atom/queue.yaml": QUEUE,
        "patches/aiter/gather.yaml": GATHER,
    })


def lock(patcher, context, base):
    """Makes the lock on the base's trees."""
    subprocess.run(
        [patcher, "lock", "manifests/atom-nightly.yaml", "--root", f"atom={base}/app/ATOM",
         "--root", f"aiter={base}/app/aiter-test"],
        cwd=context, check=True, stdout=subprocess.DEVNULL)
