#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds Dockerfile.atom-nightly with buildah on a stand-in for the nightly base, and looks into the images.

usage: container_test.py PATCHER DOCKERFILES

Needs root, buildah and a static busybox (Debian: buildah, busybox-static), and so runs only where
PATCHER_CONTAINER_BUILDS is set, as ci/e2e-image does; then what is missing is a failure. All images are in a
folder of the test's own; nothing is pulled.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

import stand_in

PATCHER, FOLDER = (os.path.abspath(path) for path in sys.argv[1:3])
DOCKERFILE = f"{FOLDER}/Dockerfile.atom-nightly"
SET = "/opt/patcher/manifests/atom-nightly.yaml"
DRIFTED = {"app/ATOM/atom/engine.py": "def run(queue, item):\n    queue.send(item)\n"}
CACHED = "Using cache"


class Buildah:
    """A store of images in `folder`."""

    def __init__(self, folder):
        self.options = ["--root", f"{folder}/storage", "--runroot", f"{folder}/run", "--storage-driver", "vfs"]

    def call(self, *words):
        """Exit status and everything that was printed."""
        done = subprocess.run(["buildah", *self.options, *words], text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def must(self, *words):
        status, said = self.call(*words)
        assert status == 0, f"buildah {' '.join(words)}\n{said}"
        return said.strip()

    def build(self, file, context, name, *more):
        return self.call("bud", "--isolation", "chroot", "--pull-never", "--layers", "--format", "docker",
                         "-f", str(file), "-t", name, *more, str(context))

    def image_of(self, folder, name):
        """Makes the image `name` of the files in `folder`; its digest."""
        (folder.parent / "Dockerfile.files").write_text("FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin:/bin\n")
        status, said = self.build(folder.parent / "Dockerfile.files", folder, name)
        assert status == 0, said
        return self.digest(name)

    def digest(self, name):
        return self.must("images", "--digests", "--format", "{{.Digest}}", name)

    def has(self, name):
        return self.call("images", name)[0] == 0


def add_libraries(root, program=PATCHER):
    """What `program` needs to run in `root`; nothing for a static one."""
    told = subprocess.run(["ldd", program], text=True, check=False, capture_output=True)
    for word in told.stdout.split() if told.returncode == 0 else []:
        if word.startswith("/"):
            place = root / word.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(word, place)


def begin_base(root):
    """A shell, what PATCHER needs, and nothing else."""
    (root / "bin").mkdir(parents=True)
    (root / "tmp").mkdir()
    shutil.copy(shutil.which("busybox"), root / "bin/busybox")
    for name in ("sh", "cat", "echo", "mkdir"):
        os.symlink("busybox", root / "bin" / name)
    add_libraries(root)


def add_python(root):
    """The Python of Debian with its library."""
    real = os.path.realpath("/usr/bin/python3")
    (root / "usr/bin").mkdir(parents=True, exist_ok=True)
    shutil.copy(real, root / "usr/bin/python3.real")
    add_libraries(root, real)
    library = pathlib.Path("usr/lib") / os.path.basename(real)
    shutil.copytree("/" / library, root / library,
                    ignore=shutil.ignore_patterns("__pycache__", "test", "dist-packages", "config-*", "idlelib"))


def program_image(buildah, box):
    """What Dockerfile.patcher makes, of PATCHER as it is."""
    program = box / "program/root"
    (program / "usr/local/bin").mkdir(parents=True)
    # Without its symbols: a store of this kind copies every file for every layer.
    subprocess.run(["strip", "-o", program / "usr/local/bin/patcher", PATCHER], check=True)
    buildah.image_of(program, "localhost/patcher:0.1.0")


@unittest.skipUnless(os.environ.get("PATCHER_CONTAINER_BUILDS"),
                     "PATCHER_CONTAINER_BUILDS is not set: no container is built (ci/e2e-image does)")
class Container(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.box = pathlib.Path(tempfile.mkdtemp(prefix="patcher-container-"))
        cls.addClassCleanup(shutil.rmtree, cls.box)
        cls.buildah = Buildah(cls.box)
        base = cls.box / "base/root"
        begin_base(base)
        stand_in.write(base, stand_in.BASE)
        cls.base = cls.buildah.image_of(base, "localhost/base:latest")
        stand_in.write_set(cls.box / "set")
        stand_in.lock(PATCHER, cls.box / "set", base)
        stand_in.write(base, DRIFTED)
        cls.drifted = cls.buildah.image_of(base, "localhost/drifted:latest")
        program_image(cls.buildah, cls.box)

    def setUp(self):
        self.context = pathlib.Path(tempfile.mkdtemp(dir=self.box))
        shutil.copytree(self.box / "set", self.context, dirs_exist_ok=True)

    def build(self, name, *more, **changed):
        """The exit status of a build of `name` and its log."""
        arguments = {"ATOM_NIGHTLY": "1", "BASE_IMAGE": "localhost/base", "BASE_DIGEST": self.base,
                     "PATCHER": "localhost/patcher:0.1.0", **changed}
        words = [word for key, value in arguments.items() if value is not None
                 for word in ("--build-arg", f"{key}={value}")]
        return self.buildah.build(DOCKERFILE, self.context, name, *words, *more)

    def files(self, name, names):
        """Files of the image `name`, and what `patcher status` says in a container of it."""
        container = self.buildah.must("from", "--pull-never", name)
        self.addCleanup(self.buildah.must, "rm", container)
        root = pathlib.Path(self.buildah.must("mount", container))
        found = {each: (root / each).read_text() for each in names}
        status, said = self.buildah.call("run", "--isolation", "chroot", container, "--",
                                         "patcher", "status", SET, "--locked", "--require", "applied")
        self.assertEqual(status, 0, said)
        return found

    def layers(self, name):
        """The digests of what the layers of the image `name` hold, the lowest first."""
        form = "{{range .OCIv1.RootFS.DiffIDs}}{{.}} {{end}}"
        return self.buildah.must("inspect", "--type", "image", "--format", form, name).split()

    def stopped(self, name, **changed):
        status, said = self.build(name, **changed)
        self.assertNotEqual(status, 0, said)
        self.assertFalse(self.buildah.has(name), said)
        return said

    def test_the_image_holds_every_edit_and_its_module_was_built_once(self):
        status, said = self.build("localhost/green")
        self.assertEqual(status, 0, said)
        found = self.files("localhost/green", [*stand_in.PATCHED, "app/rebuilds"])
        self.assertEqual(found.pop("app/rebuilds"), "built\n")
        self.assertEqual(found, stand_in.PATCHED)

        status, again = self.build("localhost/again")
        self.assertEqual(status, 0, again)
        self.assertNotIn("patches applied", again)  # no step of the program was run again
        self.assertIn(CACHED, again)
        self.assertEqual(self.buildah.digest("localhost/again"), self.buildah.digest("localhost/green"))

        # What that build cached serves none that does not ask for the patches.
        said = self.stopped("localhost/unasked", ATOM_NIGHTLY=None)
        self.assertIn("--build-arg ATOM_NIGHTLY=1", said)

    def test_a_base_that_moved_gives_no_image_and_names_the_edit(self):
        said = self.stopped("localhost/moved", BASE_IMAGE="localhost/drifted", BASE_DIGEST=self.drifted)
        self.assertIn("anchor not found", said)
        self.assertIn("(tree atom, patch queue, edit 0)", said)
        self.assertIn("--dry-run\": exit status 1", said.splitlines()[-1])
        self.assertNotIn("module_gather", said)

    def test_no_image_without_a_base_by_digest(self):
        self.assertIn("invalid reference", self.stopped("localhost/none", BASE_DIGEST=None))
        self.assertIn("invalid reference", self.stopped("localhost/tag", BASE_DIGEST="latest"))

    def test_a_rebuild_that_fails_gives_no_image(self):
        stand_in.write(self.context, {"manifests/rebuild.sh": "echo no compiler here; exit 9\n"})
        said = self.stopped("localhost/broken")
        self.assertIn("no compiler here", said)
        self.assertIn("exit status 4", said.splitlines()[-1])

    def test_a_set_that_changed_is_not_taken_from_the_cache(self):
        self.assertEqual(self.build("localhost/before")[0], 0)
        stand_in.write(self.context, {"patches/aiter/gather.yaml": stand_in.GATHER.replace("packs = 7", "packs = 9")})
        said = self.stopped("localhost/unlocked")
        self.assertIn("[lock-stale]", said)
        (self.box / "pristine").mkdir()
        stand_in.write(self.box / "pristine", stand_in.BASE)
        stand_in.lock(PATCHER, self.context, self.box / "pristine")
        status, said = self.build("localhost/after")
        self.assertEqual(status, 0, said)
        module = "app/aiter-test/aiter/jit/module_gather.so"
        self.assertEqual(self.files("localhost/after", [module])[module], "module of\nint packs = 9;\n")

    def judged(self, name, command, *more):
        """What PATCHER says of the image `name`, from its layers in a layout: exit status and states."""
        layout = self.context / "layout"
        shutil.rmtree(layout, ignore_errors=True)
        self.buildah.must("push", name, f"oci:{layout}:{name}")
        roots = [word for tree in ("atom", "aiter") for word in ("--root", f"{tree}=oci:{layout}")]
        done = subprocess.run([PATCHER, command, self.context / "manifests/atom-nightly.yaml", "--format", "json",
                               *roots, *more], text=True, check=False, capture_output=True)
        self.assertTrue(done.stdout, f"{name}, {command} {more}: exit {done.returncode}\n{done.stderr}")
        return done.returncode, [patch["state"] for patch in json.loads(done.stdout)["patches"]], done.stdout

    def test_the_layers_of_an_image_say_whether_the_set_is_applied(self):
        status, said = self.build("localhost/layered")
        self.assertEqual(status, 0, said)
        for name, state in (("localhost/base:latest", "pristine"), ("localhost/layered", "applied")):
            for command, *more in (("status", "--require", state), ("status", "--locked"), ("verify", "--locked")):
                status, states, said = self.judged(name, command, *more)
                self.assertEqual((status, states), (0, [state, state]), said)
        status, states, said = self.judged("localhost/drifted:latest", "verify")
        self.assertEqual((status, states), (1, ["drifted", "pristine"]), said)

    def test_two_builds_with_one_timestamp_have_the_same_layers(self):
        for name in ("localhost/first", "localhost/second"):
            status, said = self.build(name, "--no-cache", "--timestamp", "1")
            self.assertEqual(status, 0, said)
            self.assertNotIn(CACHED, said)
        first, second = (self.layers(name) for name in ("localhost/first", "localhost/second"))
        self.assertEqual(first, second)
        base = self.layers("localhost/base:latest")
        self.assertEqual(first[:len(base)], base)
        self.assertGreater(len(first), len(base))


SHIPPED = pathlib.Path(__file__).resolve().parents[2]
PYTHON = """#!/bin/sh
# Python itself, but for the helper that calls the compiler: it makes the module that is named last.
case $1 in -*) exec /usr/bin/python3.real "$@" ;; esac
[ "$2" != --prebuild ] || exit 0
for module; do :; done
mkdir -p aiter/jit
echo "$module of the patched sources" > aiter/jit/$module.so
"""


@unittest.skipUnless(os.environ.get("PATCHER_CONTAINER_BUILDS"), "PATCHER_CONTAINER_BUILDS is not set")
@unittest.skipUnless(os.environ.get("PATCHER_ATOM_GIT") and os.environ.get("PATCHER_AITER_GIT"),
                     "PATCHER_ATOM_GIT and PATCHER_AITER_GIT do not name the upstream repositories")
class Shipped(unittest.TestCase):
    """The shipped set itself, on upstream's own files at their places in the image; only Python is a stand-in."""

    def base_of(self, root):
        lock = yaml.safe_load((SHIPPED / "manifests/atom-nightly.lock.yaml").read_text())
        places = {"atom": ("PATCHER_ATOM_GIT", "app/ATOM"), "aiter": ("PATCHER_AITER_GIT", "app/aiter-test")}
        for tree, (variable, place) in places.items():
            known = lock["trees"][tree]
            names = {name for name, file in known["files"].items() if file["base"] != "absent"}
            for glob in known.get("globs", {}).values():
                names.update(glob["files"])
            (root / place).mkdir(parents=True)
            packed = subprocess.run(
                ["git", "--literal-pathspecs", "-C", os.environ[variable], "archive", known["commit"], "--",
                 *sorted(names)], check=True, stdout=subprocess.PIPE)
            subprocess.run(["tar", "-x", "-C", root / place], input=packed.stdout, check=True)

    def test_the_image_holds_every_patch(self):
        box = pathlib.Path(tempfile.mkdtemp(prefix="patcher-container-"))
        self.addCleanup(shutil.rmtree, box)
        buildah = Buildah(box)
        root = box / "base/root"
        begin_base(root)
        self.base_of(root)
        add_python(root)
        (root / "bin/python3").write_text(PYTHON)
        (root / "bin/python3").chmod(0o755)
        base = buildah.image_of(root, "localhost/base:latest")
        program_image(buildah, box)
        status, said = buildah.build(
            DOCKERFILE, SHIPPED, "localhost/shipped", "--build-arg", "ATOM_NIGHTLY=1", "--build-arg",
            "BASE_IMAGE=localhost/base", "--build-arg", f"BASE_DIGEST={base}", "--build-arg",
            "PATCHER=localhost/patcher:0.1.0")
        self.assertEqual(status, 0, said)
        self.assertRegex(said, r"atom-nightly: [0-9]+ patches applied\n")
        self.assertEqual(said.count("rebuild 'aiter-custom-all-reduce': done"), 1, said)
        self.assertEqual(said.count("rebuild 'aiter-prebuild': done"), 1, said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
