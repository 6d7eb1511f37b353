#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every step of the Dockerfiles on a stand-in for their base, as an image build would; and they are what
`patcher image init` prints.

usage: recipe_test.py PATCHER DOCKERFILES
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import stand_in
from sandbox import Sandbox, Stop

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATCHER, FOLDER = (os.path.abspath(path) for path in sys.argv[1:3])
BASE_DIGEST = "sha256:" + "5" * 64
ARGUMENTS = {"ATOM_NIGHTLY": "1", "BASE_DIGEST": BASE_DIGEST, "PATCHER": "patcher:0.1.0"}


EXAMPLE = """\
version: 1
name: serving
base: {image: "vllm/vllm-openai:v0.21.0"}
trees:
  vllm:
    upstream: https://github.com/vllm-project/vllm
    commit: 1111111111111111111111111111111111111111
    locate: [{python: vllm, up: 1}]
patches: [../patches/queue.yaml]
"""


def printed_recipe(manifest, folder):
    return subprocess.run([PATCHER, "image", "init", manifest], cwd=folder, check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


class Printed(unittest.TestCase):
    def test_the_nightly_one_is_what_the_program_prints(self):
        kept = (pathlib.Path(FOLDER) / "Dockerfile.atom-nightly").read_text()
        self.assertEqual(printed_recipe("manifests/atom-nightly.yaml", ROOT), kept)


class Example(unittest.TestCase):
    """Dockerfile.example, on an image that has its engine as an installed package."""

    def setUp(self):
        self.box = pathlib.Path(tempfile.mkdtemp(prefix="patcher-example-"))
        self.addCleanup(shutil.rmtree, self.box)
        package = "usr/lib/site/vllm/engine.py"
        stand_in.write(self.box / "base", {
            package: "def run(queue, item):\n    queue.put(item)\n", "usr/lib/site/vllm/__init__.py": ""})
        (self.box / "program/usr/local/bin").mkdir(parents=True)
        os.symlink(PATCHER, self.box / "program/usr/local/bin/patcher")
        patch = stand_in.QUEUE.replace("tree: atom", "tree: vllm").replace("atom/engine.py", "vllm/engine.py")
        stand_in.write(self.box / "context", {"manifests/serving.yaml": EXAMPLE, "patches/queue.yaml": patch})
        subprocess.run([PATCHER, "lock", "manifests/serving.yaml", "--root", f"vllm={self.box}/base/usr/lib/site"],
                       cwd=self.box / "context", check=True, stdout=subprocess.DEVNULL)
        self.package = self.box / "image" / package
        self.text = (pathlib.Path(FOLDER) / "Dockerfile.example").read_text()

    def test_it_is_what_the_program_prints(self):
        self.assertTrue(self.text.endswith(printed_recipe("manifests/serving.yaml", self.box / "context")))

    def test_the_package_that_python_imports_is_patched(self):
        digest = "sha256:" + "5" * 64
        sandbox = Sandbox(
            self.box, self.box / "context",
            {f"vllm/vllm-openai@{digest}": self.box / "base", "patcher:0.1.0": self.box / "program"},
            {"SERVING_PATCHES": "1", "BASE_DIGEST": digest, "PATCHER": "patcher:0.1.0"},
            {"PYTHONPATH": f"{self.box}/image/usr/lib/site"})
        sandbox.build(self.text)
        self.assertIn("put_nowait", self.package.read_text())


class Recipe(unittest.TestCase):
    def setUp(self):
        self.box = pathlib.Path(tempfile.mkdtemp(prefix="patcher-recipe-"))
        self.addCleanup(shutil.rmtree, self.box)
        stand_in.write(self.box / "base", stand_in.BASE)
        (self.box / "program/usr/local/bin").mkdir(parents=True)
        os.symlink(PATCHER, self.box / "program/usr/local/bin/patcher")
        stand_in.write_set(self.box / "context", root=f"{self.box}/image")
        stand_in.lock(PATCHER, self.box / "context", self.box / "base")

    def build(self, **changed):
        images = {f"rocm/atom-dev@{BASE_DIGEST}": self.box / "base", "patcher:0.1.0": self.box / "program"}
        arguments = {name: value for name, value in {**ARGUMENTS, **changed}.items() if value is not None}
        self.sandbox = Sandbox(self.box, self.box / "context", images, arguments)
        return self.sandbox.build((pathlib.Path(FOLDER) / "Dockerfile.atom-nightly").read_text())

    def stopped(self, **changed):
        """What a build that must not end in an image said, the reason first."""
        with self.assertRaises(Stop) as stop:
            self.build(**changed)
        return f"{stop.exception}\n{self.sandbox.log}"

    def files(self, names=stand_in.BASE):
        return {name: (self.box / "image" / name).read_text() for name in names}

    def test_the_image_holds_every_edit_and_its_module_was_built_once(self):
        self.build()
        self.assertEqual(self.files(), stand_in.PATCHED)
        self.assertEqual((self.box / "image/app/rebuilds").read_text(), "built\n")
        self.assertIn("atom-nightly: 2 patches applied", self.sandbox.log.splitlines()[-1])
        self.assertEqual(len(self.sandbox.ran), 5)

    def test_a_base_that_moved_stops_the_build_and_names_the_edit(self):
        stand_in.write(self.box / "base", {"app/ATOM/atom/engine.py": "def run(queue, item):\n    queue.send(item)\n"})
        said = self.stopped()
        self.assertIn("exit status 1", said)
        self.assertIn("anchor not found", said)
        self.assertIn("(tree atom, patch queue, edit 0)", said)
        self.assertIn("'atom/engine.py' is not what the lock has in the base", said)
        self.assertEqual(len(self.sandbox.ran), 2)  # the switch and the look at all trees
        self.assertFalse((self.box / "image/app/rebuilds").exists())
        self.assertFalse((self.box / "image/app/aiter-test/.patcher").exists())

    def test_a_base_whose_anchors_fit_still_is_not_the_locked_one(self):
        text = stand_in.BASE["app/ATOM/atom/engine.py"]
        stand_in.write(self.box / "base", {"app/ATOM/atom/engine.py": text + "# one more line\n"})
        said = self.stopped()
        self.assertIn("exit status 1", said)
        self.assertIn("[lock-drift]", said)

    def test_a_build_that_does_not_ask_for_the_patches_stops_before_anything(self):
        for value in (None, "", "0", "true", "11"):
            with self.subTest(value):
                said = self.stopped(ATOM_NIGHTLY=value)
                self.assertIn("exit status 1", said)
                self.assertIn("--build-arg ATOM_NIGHTLY=1", said)
                self.assertEqual(len(self.sandbox.ran), 1)
                self.assertFalse((self.box / "image/usr").exists())
                shutil.rmtree(self.box / "image")
                shutil.rmtree(self.box / "patcher")

    def test_a_rebuild_that_fails_stops_the_build(self):
        stand_in.write(self.box / "context", {"manifests/rebuild.sh": "echo no compiler here; exit 9\n"})
        said = self.stopped()
        self.assertIn("exit status 4", said)
        self.assertIn("no compiler here", said)
        self.assertEqual(self.sandbox.ran[-1][-2:], ["--tree", "aiter"])

    def test_a_set_that_changed_behind_its_lock_stops_the_build(self):
        changed = stand_in.QUEUE.replace("put_nowait", "put_later")
        stand_in.write(self.box / "context", {"patches/atom/queue.yaml": changed})
        said = self.stopped()
        self.assertIn("exit status 1", said)
        self.assertIn("[lock-stale]", said)

    def test_no_image_without_a_base_by_digest(self):
        self.assertIn("no image 'rocm/atom-dev@'", self.stopped(BASE_DIGEST=None))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
