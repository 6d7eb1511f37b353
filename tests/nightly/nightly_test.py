#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the steps of docs/nightly.yml on an upstream of our own: one night that fits, one that does not.

usage: nightly_test.py PATCHER WORKFLOW
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

PATCHER, WORKFLOW = (os.path.abspath(path) for path in sys.argv[1:3])
PATCH = """version: 1
id: p
tree: engine
title: a test
why: it is tested
upstream: {state: not-applicable, drop_when: never}
edits:
- {file: a, find: V=1, replace: V=2}
"""
MANIFEST = """version: 1
name: serving
trees:
  engine:
    upstream: https://example.org/engine
    commit: 0123456789abcdef0123456789abcdef01234567
patches: [p.yaml]
"""


class Nightly(unittest.TestCase):
    def setUp(self):
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)
        (self.work / "runner").mkdir()
        (self.work / "set/manifests").mkdir(parents=True)
        (self.work / "set/manifests/serving.yaml").write_text(MANIFEST)
        (self.work / "set/manifests/p.yaml").write_text(PATCH)
        (self.work / "upstream").mkdir()
        self.git("init", "-q", "-b", "main", ".")
        os.symlink(PATCHER, self.work / "runner/patcher")
        with open(WORKFLOW, encoding="utf-8") as file:
            self.workflow = yaml.safe_load(file)

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments],
                       cwd=self.work / "upstream", check=True, env=self.environment())

    def environment(self):
        return {**os.environ, "HOME": str(self.work), "GIT_CONFIG_GLOBAL": "/dev/null",
                "GIT_CONFIG_SYSTEM": "/dev/null", "RUNNER_TEMP": str(self.work / "runner"),
                "GITHUB_STEP_SUMMARY": str(self.work / "summary"),
                "MANIFEST": self.workflow["env"]["MANIFEST"] if hasattr(self, "workflow") else "",
                "TREES": f"engine file://{self.work}/upstream main\n"}

    def upstream_has(self, text):
        (self.work / "upstream/a").write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "a commit")

    def run_step(self, name):
        steps = [s for s in self.workflow["jobs"]["verify"]["steps"] if s.get("name") == name]
        self.assertEqual(len(steps), 1, name)
        return subprocess.run(["bash", "-e", "-c", steps[0]["run"]], cwd=self.work / "set",
                              env=self.environment(), text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def night(self, text):
        self.upstream_has(text)
        fetched = self.run_step("fetch what upstream has today, without a checkout")
        self.assertEqual(fetched.returncode, 0, fetched.stdout)
        return self.run_step("verify")

    def test_a_base_that_fits(self):
        night = self.night("V=1\n")
        self.assertEqual(night.returncode, 0, night.stdout)
        self.assertIn("serving: proved in memory", (self.work / "summary").read_text())

    def test_a_base_that_does_not(self):
        night = self.night("V=3\n")
        self.assertEqual(night.returncode, 1, night.stdout)
        self.assertIn("::error file=manifests/p.yaml,line=8,", night.stdout)
        self.assertIn("[anchor-not-found]", (self.work / "runner/report").read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
