#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program makes rebuilds of a stand-in for aiter, whose modules are real extensions made by g++.

usage: rebuild_test.py PATCHER HELPER

Each test has a checkout of its own in which module_gather was built before any patch, as a base image has
it: it answers 201. With `packs` and `ranks` applied it must answer 2007.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PATCHER, HELPER = (os.path.abspath(path) for path in sys.argv[1:3])
STAND_IN = pathlib.Path(__file__).resolve().parent / "stand_in"

PATCH = """\
version: 1
id: {id}
tree: aiter
title: a test
why: it is tested
upstream: {{state: not-applicable, drop_when: never}}
edits:
  - {{file: {file}, find_text: "{find}", replace: "{replace}"}}
"""

MANIFEST = """\
version: 1
name: m
trees:
  aiter:
    upstream: https://example.org/aiter
    commit: 0123456789abcdef0123456789abcdef01234567
    locate: [{{path: {where}}}]
patches: [packs.yaml, ranks.yaml]
rebuilds:
  - id: gather
    tree: aiter
    when_changed: [csrc/include/gather.cuh, "csrc/kernels/gather*"]
    remove: [aiter/jit/build/module_gather, aiter/jit/build/lock_module_gather]
    produces: [aiter/jit/module_gather.so]
    run: [python3, -B, {helper}, module_gather]
    env: {{GPU_ARCHS: "gfx942;gfx950"}}
    time_limit: {limit}
"""

# A setup.py that tells when it is called: it deletes every module of an image and reinstalls packages.
SETUP = "import os, pathlib\npathlib.Path(os.environ['HOME'], 'setup-was-called').write_text('x')\n"


class Checkout(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="patcher-aiter-")
        self.addCleanup(folder.cleanup)
        self.box = pathlib.Path(folder.name)
        self.root = self.box / "aiter-test"
        shutil.copytree(STAND_IN, self.root)
        (self.box / "home").mkdir()
        (self.root / "setup.py").write_text(SETUP)
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.box / "home"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "STAND_IN_BUILDS": str(self.box / "builds"),
        }
        (self.box / "packs.yaml").write_text(
            PATCH.format(id="packs", file="csrc/include/gather.cuh", find="return 1;", replace="return 7;")
        )
        (self.box / "ranks.yaml").write_text(
            PATCH.format(id="ranks", file="csrc/kernels/gather.cu", find="100 * ranks", replace="1000 * ranks")
        )
        self.write_manifest()
        self.assertEqual(self.answer(GPU_ARCHS="gfx950"), "201")
        (self.box / "builds").unlink()

    def tearDown(self):
        self.assertFalse((self.box / "home/setup-was-called").exists())

    def write_manifest(self, helper=HELPER, limit=300, where="aiter-test"):
        text = MANIFEST.format(helper=helper, limit=limit, where=where)
        (self.box / "m.yaml").write_text(text)

    def answer(self, **more):
        """What a service gets out of the module now; it has no GPU_ARCHS, and so it cannot build."""
        told = subprocess.run(
            [sys.executable, "aiter/ops/gather.py"],
            cwd=self.root, env=self.environment | more, capture_output=True, text=True, check=False,
        )
        return told.stdout.strip() if told.returncode == 0 else told.stderr.splitlines()[-1]

    def patcher(self, *words):
        return subprocess.run(
            [PATCHER, *words], cwd=self.box, env=self.environment, capture_output=True, text=True, check=False
        )

    def expect(self, status, *words):
        told = self.patcher(*words)
        self.assertEqual(told.returncode, status, told.stdout + told.stderr)
        return told

    def builds(self):
        log = self.box / "builds"
        return log.read_text().splitlines() if log.exists() else []

    def pending(self):
        return [one["id"] for one in json.loads(self.patcher("status", "m.yaml", "--format", "json").stdout)["pending"]]


class Setup(Checkout):
    def test_that_is_called_tells_so(self):
        subprocess.run([sys.executable, "setup.py"], cwd=self.root, env=self.environment, check=True)
        told = self.box / "home/setup-was-called"
        self.assertTrue(told.exists())
        told.unlink()


class Rebuilds(Checkout):
    def test_the_fault_an_old_module_answers_for_patched_sources(self):
        self.expect(0, "apply", "m.yaml", "--rebuild", "never")
        self.assertEqual(self.answer(), "201")
        self.assertEqual(self.pending(), ["gather"])
        self.expect(1, "status", "m.yaml", "--require", "applied")

    def test_two_patches_one_build_and_none_when_nothing_changes(self):
        self.expect(0, "apply", "m.yaml")
        self.assertEqual(self.answer(), "2007")
        self.assertEqual(self.builds(), ["module_gather gfx950"])
        self.expect(0, "apply", "m.yaml")
        self.expect(0, "status", "m.yaml", "--require", "applied")
        self.assertEqual(len(self.builds()), 1)

    def test_one_patch_after_the_other_and_a_revert_build_each_time(self):
        self.expect(0, "apply", "m.yaml", "--only", "packs")
        self.assertEqual(self.answer(), "207")
        self.expect(0, "apply", "m.yaml")
        self.assertEqual(self.answer(), "2007")
        self.expect(0, "revert", "m.yaml")
        self.assertEqual(self.answer(), "201")
        self.assertEqual(len(self.builds()), 3)
        self.assertFalse((self.root / ".patcher").exists())

    def test_a_compile_that_fails_is_pending_and_mended_by_the_next_run(self):
        (self.box / "packs.yaml").write_text(
            PATCH.format(id="packs", file="csrc/include/gather.cuh", find="return 1;", replace="return seven;")
        )
        told = self.expect(4, "apply", "m.yaml")
        self.assertIn("seven", told.stderr)
        self.assertIn("aiter could not build 'module_gather'", told.stderr)
        self.assertIn("deleted before it ran, and not there: 'aiter/jit/module_gather.so'", told.stderr)
        self.assertIn("Get GPU arch from rocminfo failed", self.answer())  # No old answer: it would have to build.
        self.assertEqual(self.pending(), ["gather"])
        self.setup_packs()
        self.expect(0, "apply", "m.yaml", "--upgrade")
        self.assertEqual(self.answer(), "2007")
        self.assertEqual(self.pending(), [])

    def setup_packs(self):
        (self.box / "packs.yaml").write_text(
            PATCH.format(id="packs", file="csrc/include/gather.cuh", find="return 1;", replace="return 7;")
        )

    def test_a_compile_that_fails_is_mended_by_a_revert(self):
        (self.box / "ranks.yaml").write_text(
            PATCH.format(id="ranks", file="csrc/kernels/gather.cu", find="100 * ranks", replace="100 * rank")
        )
        self.expect(4, "apply", "m.yaml")
        self.expect(0, "revert", "m.yaml")
        self.assertEqual(self.answer(), "201")
        self.assertFalse((self.root / ".patcher").exists())

    def test_a_command_that_makes_nothing_has_failed(self):
        idle = self.box / "idle.py"
        idle.write_text("print('done')\n")
        self.write_manifest(helper=idle)
        self.assertIn("did not make 'aiter/jit/module_gather.so'", self.expect(4, "apply", "m.yaml").stderr)
        self.write_manifest()
        self.expect(0, "apply", "m.yaml")
        self.assertEqual(self.answer(), "2007")

    def test_a_time_limit_ends_the_compiler_too(self):
        slow = self.box / "slow.py"
        slow.write_text(f"import subprocess\nsubprocess.run(['sh', '-c', 'echo $$ > {self.box}/id; exec sleep 60'])\n")
        self.write_manifest(helper=slow, limit=1)
        self.assertIn("after 1 s, its time limit", self.expect(4, "apply", "m.yaml").stderr)
        self.assert_gone(int((self.box / "id").read_text()))
        self.write_manifest()
        self.expect(0, "rebuild", "m.yaml")
        self.assertEqual(self.answer(), "2007")

    def assert_gone(self, process):
        for _ in range(200):
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                return
            time.sleep(0.01)
        self.fail(f"process {process} is still there")

    def test_a_kill_in_the_middle_is_mended_by_the_next_run(self):
        slow = self.box / "slow.py"
        slow.write_text(f"import time\nopen('{self.box}/begun', 'w').close()\ntime.sleep(60)\n")
        for number, status in ((signal.SIGKILL, -9), (signal.SIGTERM, -15), (signal.SIGINT, -2), (signal.SIGHUP, -1)):
            with self.subTest(number):
                self.expect(0, "revert", "m.yaml")
                self.write_manifest(helper=slow)
                run = subprocess.Popen(
                    [PATCHER, "apply", "m.yaml"], cwd=self.box, env=self.environment,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                )
                while not (self.box / "begun").exists():
                    time.sleep(0.01)
                run.send_signal(number)
                self.assertEqual(run.wait(timeout=60), status)
                (self.box / "begun").unlink()
                self.assertEqual(self.pending(), ["gather"])
                self.write_manifest()
                self.until_unlocked()
                self.assertEqual(self.answer(), "2007")

    def until_unlocked(self):
        """Applies; what a killed run left must end first, and holds the tree's lock until then."""
        for _ in range(200):
            told = self.patcher("apply", "m.yaml")
            if told.returncode != 5:
                break
            time.sleep(0.05)
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)

    def test_a_time_in_the_future_proves_nothing(self):
        module = self.root / "aiter/jit/module_gather.so"
        os.utime(module, (4_000_000_000, 4_000_000_000))
        self.expect(0, "apply", "m.yaml")
        self.assertEqual(self.answer(), "2007")


class Helper(Checkout):
    def helper(self, *words, **more):
        return subprocess.run(
            [sys.executable, "-B", HELPER, *words], cwd=self.root,
            env=self.environment | more, capture_output=True, text=True, check=False,
        )

    def test_a_lock_of_another_machine_is_deleted(self):
        lock = self.root / "aiter/jit/build/lock_module_gather"
        lock.write_text("1\nsome-build-host\n")
        told = self.helper("module_gather", GPU_ARCHS="gfx950")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("process 1 on 'some-build-host', which is not this machine", told.stdout)
        self.assertFalse(lock.exists())

    def test_a_lock_that_is_held_here_is_left_alone(self):
        lock = self.root / "aiter/jit/build/lock_module_gather"
        lock.write_text(f"{os.getpid()}\n{os.uname().nodename}\n")
        told = self.helper("module_gather", GPU_ARCHS="gfx950")
        self.assertEqual(told.returncode, 1)
        self.assertIn(f"process {os.getpid()} builds this module now", told.stderr)
        self.assertTrue(lock.exists() and (self.root / "aiter/jit/module_gather.so").exists())

    def test_gpu_archs_is_demanded_where_there_is_no_gpu_and_keeps_its_order(self):
        for value in ({}, {"GPU_ARCHS": ""}, {"GPU_ARCHS": "native"}):
            told = self.helper("module_gather", **value)
            self.assertEqual(told.returncode, 1)
            self.assertIn("GPU_ARCHS is not set, and there is no GPU here", told.stderr)
        self.assertTrue((self.root / "aiter/jit/module_gather.so").exists())
        self.helper("module_gather", GPU_ARCHS="gfx950;gfx942")
        self.assertEqual(self.builds(), ["module_gather gfx942"])

    def test_a_module_that_is_not_known_deletes_nothing(self):
        told = self.helper("module_gathr", GPU_ARCHS="gfx950")
        self.assertEqual(told.returncode, 1)
        self.assertIn("did you mean 'module_gather'?", told.stderr)
        self.assertTrue((self.root / "aiter/jit/module_gather.so").exists())

    def test_a_jit_folder_of_its_own_is_built_in_and_no_old_module_stays_elsewhere(self):
        elsewhere = self.box / "jit"
        told = self.helper("module_gather", GPU_ARCHS="gfx950", AITER_JIT_DIR=str(elsewhere))
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertTrue((elsewhere / "module_gather.so").exists())
        self.assertFalse((self.root / "aiter/jit/module_gather.so").exists())

    def test_no_old_module_stays_in_the_users_folder(self):
        user = self.box / "home/.aiter/jit"
        (user / "build/module_gather").mkdir(parents=True)
        (user / "build/module_quant").mkdir()
        (user / "module_gather.so").write_text("old")
        (user / "build/lock_module_gather").write_text("1\nsome-build-host\n")
        told = self.helper("module_gather", GPU_ARCHS="gfx950")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertEqual(sorted(path.name for path in user.rglob("*")), ["build", "module_quant"])

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_the_users_folder_is_built_in_where_the_packages_own_cannot_be_written(self):
        own = self.root / "aiter/jit"
        (own / "module_gather.so").unlink()
        user = self.box / "home/.aiter/jit"
        user.mkdir(parents=True)
        own.chmod(0o555)
        self.addCleanup(own.chmod, 0o755)
        told = self.helper("module_gather", GPU_ARCHS="gfx950")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertTrue((user / "module_gather.so").is_file())

    def test_a_wheel_has_its_sources_in_aiter_meta(self):
        (self.root / "aiter/install_mode").write_text("install")
        (self.root / "aiter_meta").mkdir()
        (self.root / "csrc").rename(self.root / "aiter_meta/csrc")
        header = self.root / "aiter_meta/csrc/include/gather.cuh"
        header.write_text(header.read_text().replace("return 1;", "return 9;"))
        self.assertEqual(self.helper("module_gather", GPU_ARCHS="gfx950").returncode, 0)
        self.assertEqual(self.answer(), "209")
        shutil.rmtree(self.root / "aiter_meta/csrc/kernels")
        told = self.helper("module_gather", GPU_ARCHS="gfx950")
        self.assertEqual(told.returncode, 1)
        self.assertIn("the sources of 'module_gather' are not there", told.stderr)

    def test_a_list_builds_what_is_not_built_yet(self):
        listed = self.box / "list.txt"
        listed.write_text("# a list\nmodule_gather # here\nmodule_quant # there\n")
        told = self.helper("--prebuild", str(listed), GPU_ARCHS="gfx950")
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertEqual(self.builds(), ["module_quant gfx950"])
        self.assertIn("every module of the list is built", self.helper("--prebuild", str(listed)).stdout)

    def test_a_wheel_is_patched_and_built_through_its_map(self):
        (self.root / "aiter/install_mode").write_text("install")
        (self.root / "aiter_meta").mkdir()
        (self.root / "csrc").rename(self.root / "aiter_meta/csrc")
        told = self.expect(
            0, "apply", "m.yaml", "--root", "aiter=aiter-test", "--root", "aiter:csrc=aiter-test/aiter_meta/csrc"
        )
        self.assertIn("1 rebuild made", told.stdout)
        self.assertEqual(self.answer(), "2007")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
