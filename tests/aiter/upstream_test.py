#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rebuilds of ROCm aiter itself: its own compiler, up to the call of ROCm's, which is a stand-in.

usage: upstream_test.py PATCHER HELPER

The line: aiter's jit/core.py, cpp_extension.py and ninja run as they are, on a checkout at the pin of the
shipped set. Stand-ins are torch, pybind11, psutil and packaging as far as they are imported, and hipcc,
hipconfig and the linker, which note how they are called. No kernel is compiled.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PATCHER, HELPER = (os.path.abspath(path) for path in sys.argv[1:3])
HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = os.environ.get("PATCHER_AITER_GIT", "")
PIN = "e4048607a535ace3a2b51ded31b1c8c2d45c0879"
MODULE = "module_custom_all_reduce"

PATCH = """\
version: 1
id: {id}
tree: aiter
title: a test
why: it is tested
upstream: {{state: not-applicable, drop_when: never}}
edits:
  - file: {file}
    find_text: "{text}"
    insert_before: "/* {id} */ "
"""

MANIFEST = f"""\
version: 1
name: m
trees:
  aiter:
    upstream: https://github.com/ROCm/aiter
    commit: {PIN}
    locate: [{{path: aiter-test}}]
    definitions: [USE_ROCM]
patches: [header.yaml, kernel.yaml, other.yaml]
rebuilds:
  - id: custom-all-reduce
    tree: aiter
    when_changed:
      - csrc/include/custom_all_reduce.cuh
      - csrc/include/custom_all_reduce.h
      - csrc/include/rocm_ops.hpp
      - csrc/kernels/custom_all_reduce.cu
    remove: [aiter/jit/build/{MODULE}, aiter/jit/build/lock_{MODULE}]
    produces: [aiter/jit/{MODULE}.so]
    run: [python3, -B, {HELPER}, {MODULE}]
    env: {{GPU_ARCHS: "gfx942;gfx950"}}
    time_limit: 300
  - id: quant
    tree: aiter
    when_changed: [csrc/kernels/quant_kernels.cu]
    run: [python3, -B, {HELPER}, module_quant]
    produces: [aiter/jit/module_quant.so]
"""

# A setup.py that tells when it is called: it deletes every module of an image and reinstalls packages.
SETUP = "import os, pathlib\npathlib.Path(os.environ['HOME'], 'setup-was-called').write_text('x')\n"


@unittest.skipUnless(REPOSITORY, "PATCHER_AITER_GIT names no clone of aiter (ci/fetch-upstreams makes one)")
class Upstream(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="patcher-aiter-")
        self.addCleanup(folder.cleanup)
        self.box = pathlib.Path(folder.name)
        self.root = self.box / "aiter-test"
        self.root.mkdir()
        packed = subprocess.run(
            ["git", "-C", REPOSITORY, "archive", PIN, "aiter/__init__.py", "aiter/jit", "csrc/include",
             "csrc/kernels", "csrc/pybind"],
            check=True, capture_output=True,
        ).stdout
        subprocess.run(["tar", "x", "-C", self.root], input=packed, check=True)
        (self.root / "setup.py").write_text(SETUP)
        for name, file, text in (
            ("header", "csrc/include/custom_all_reduce.cuh", "void dispatchAllGather("),
            ("kernel", "csrc/kernels/custom_all_reduce.cu", "void all_gather_unreg(fptr_t _fa,"),
            ("other", "csrc/include/custom_all_reduce.h", "void all_gather_unreg(fptr_t _fa,"),
        ):
            (self.box / f"{name}.yaml").write_text(PATCH.format(id=name, file=file, text=text))
        (self.box / "m.yaml").write_text(MANIFEST)
        self.jit = self.root / "aiter/jit"
        self.leave_old_build()

    def tearDown(self):
        self.assertFalse((self.box / "setup-was-called").exists())

    def leave_old_build(self):
        """As a base image has it, with the lock of the machine that it was built on."""
        (self.jit / "build" / MODULE / "build").mkdir(parents=True)
        (self.jit / "build" / MODULE / "build" / "old.o").write_text("old")
        (self.jit / "build" / f"lock_{MODULE}").write_text("17\nsome-build-host\n")
        (self.jit / f"{MODULE}.so").write_text("old")
        (self.jit / "module_quant.so").write_text("old")

    def patcher(self, *words):
        environment = {
            "PATH": f"{HERE / 'rocm/bin'}:{os.environ['PATH']}",
            "HOME": str(self.box),
            "ROCM_HOME": str(HERE / "rocm"),
            "PYTHONPATH": str(HERE / "stubs"),
            "HIPCC_CALLS": str(self.box / "calls"),
        }
        return subprocess.run(
            [PATCHER, *words, "--format", "json"],
            cwd=self.box, env=environment, capture_output=True, text=True, check=False,
        )

    def compiled(self):
        """The calls of hipcc that compile a source."""
        calls = (self.box / "calls").read_text().splitlines()
        return [call.split() for call in calls if " -c " in call and "/dev/null" not in call]

    def test_the_right_module_is_made_by_aiters_own_compiler(self):
        told = self.patcher("apply", "m.yaml")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertEqual(json.loads(told.stdout)["rebuilt"], ["custom-all-reduce"])
        self.assertEqual((self.jit / f"{MODULE}.so").read_text(), "made\n")
        self.assertEqual((self.jit / "module_quant.so").read_text(), "old")
        self.assertFalse((self.jit / "build" / MODULE / "build" / "old.o").exists())
        self.assertFalse((self.jit / "build" / f"lock_{MODULE}").exists())

    def test_the_compiler_gets_the_patched_sources_and_all_architectures_in_order(self):
        self.assertEqual(self.patcher("apply", "m.yaml").returncode, 0)
        calls = self.compiled()
        sources = sorted(pathlib.Path(words[words.index("-c") + 1]).name for words in calls)
        self.assertEqual(sources, ["custom_all_reduce.cu", "custom_all_reduce_pybind.cu"])
        for words in calls:
            self.assertIn(f"-I{self.root}/csrc/include", words)
            archs = [word for word in words if word.startswith("--offload-arch=")]
            self.assertEqual(archs, ["--offload-arch=gfx942", "--offload-arch=gfx950"])
            # What aiter adds where the last architecture is not gfx942.
            self.assertIn("-D__Float4_e2m1fn_x2", words)

    def test_a_revert_makes_it_again_and_a_second_apply_nothing(self):
        self.assertEqual(self.patcher("apply", "m.yaml").returncode, 0)
        self.assertEqual(json.loads(self.patcher("apply", "m.yaml").stdout)["rebuilt"], [])
        self.assertEqual(json.loads(self.patcher("revert", "m.yaml").stdout)["rebuilt"], ["custom-all-reduce"])
        self.assertFalse((self.root / ".patcher").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
