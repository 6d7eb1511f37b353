#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""corpus_test.py PATCHER: patches that people carry, taken over by PATCHER and held to their digests.

Needs PATCHER_CORPUS, a file that lists cases: for each a commit, the files of it that a script or
diff changes, where that script or diff is, how it is run, and the digests of the files before and
after. And PATCHER_MIRRORS, a folder with the repositories that the cases name, each bare and at
OWNER+NAME/repo. Without either it says so and is skipped. None of those scripts and diffs is a part
of this project.

For each case the two sides are made as the file says: the files of the commit, and what the
original makes of them, without a network. Then:
- 'import' makes a patch of the two sides; applied, it gives exactly the digests after, applied again
  nothing changes, and reverted, all is as it was;
- an original that is a diff is also taken as it is, as one `diff:` edit, with the same demands; at
  the commit that broke it, it is refused, and nothing is written.
"""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
FORKS = {"vllm-project/vllm": "raviguptaamd/vllm"}  # smaller, with the same commits
PATCH = """version: 1
id: verbatim
tree: t
title: a diff as it is
why: it is tested
upstream: {state: not-applicable, drop_when: never}
edits:
  - diff: original.diff
"""


class Unfit(Exception):
    """Why a case does not do what it must."""


class Absent(Exception):
    """Why a case cannot be tried here."""


def skip(why):
    print(f"corpus_test: skipped: {why}")
    sys.exit(SKIPPED)


def git(repository, *words):
    return subprocess.run(["git", f"--git-dir={repository}", *words], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def snapshot(root):
    """Bytes and mode of every file below `root`, by path."""
    return {str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mode)
            for path in sorted(pathlib.Path(root).rglob("*")) if path.is_file()}


def digests(root, paths):
    return {path: hashlib.sha256((root / path).read_bytes()).hexdigest()
            for path in paths if (root / path).is_file()}


class Case:
    def __init__(self, fact, mirrors, work):
        self.fact, self.mirrors, self.work = fact, mirrors, work
        self.before, self.after = work / "before", work / "after"

    def mirror(self, project):
        project = FORKS.get(project, project)
        repository = self.mirrors / project.replace("/", "+") / "repo"
        if not repository.is_dir():
            raise Absent(f"there is no mirror of {project}")
        return repository

    def write_targets(self, commit, root):
        """The case's files, as `commit` has them."""
        repository = self.mirror(self.fact["project"])
        for target in self.fact["targets"]:
            try:
                entry = git(repository, "ls-tree", commit, "--", target).decode().split()
                content = git(repository, "cat-file", "blob", entry[2]) if entry else None
            except subprocess.CalledProcessError:
                raise Absent(f"{commit[:12]} is not in the mirror")
            if content is None:
                continue
            path = root / target
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o755 if entry[0] == "100755" else 0o644)

    def original(self):
        original = self.fact["original"]
        if original["blob_in"] is None:
            raise Absent(f"the original ({original['source']}) is in no repository that is named")
        try:
            return git(self.mirror(original["blob_in"]), "cat-file", "blob", original["blob"])
        except subprocess.CalledProcessError:
            raise Absent(f"{original['blob_in']} does not have the original's blob")

    def is_diff(self):
        return self.fact["original"]["run"].startswith(("git apply", "patch "))

    def run_original(self):
        """Makes the side after, in a folder with the files and the packages that are pretended."""
        original = self.fact["original"]
        file = self.work / "original"
        file.write_bytes(self.original())
        scratch = self.work / "scratch"
        shutil.copytree(self.before, scratch)
        for package in original["fake_packages"]:
            path = scratch / package
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        environment = {name: value.replace("{root}", str(scratch))
                       for name, value in original["env"].items()}
        command = original["run"].replace("<original>", str(file))
        subprocess.run(["unshare", "-rn", "sh", "-c", command], cwd=scratch, check=False,
                       env={"PATH": os.environ["PATH"], "HOME": str(scratch),
                            "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(scratch), "GIT_CEILING_DIRECTORIES": "/",
                            **environment},
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for path in self.fact["targets"] + self.fact["new_files"]:
            if (scratch / path).is_file():
                (self.after / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(scratch / path, self.after / path)

    def make_sides(self):
        self.write_targets(self.fact["commit"], self.before)
        expected = self.fact["sha256"]["before"]
        if digests(self.before, expected) != expected:
            raise Absent("the files of the commit do not have the digests before")
        self.run_original()
        expected = self.fact["sha256"]["after"]
        if digests(self.after, expected) != expected:
            raise Absent("the original does not give the digests after")


class Trial:
    """One patch file, tried on the two sides of its case."""

    def __init__(self, patcher, case, patch):
        self.patcher, self.case, self.patch = patcher, case, patch

    def run(self, *words):
        return subprocess.run([self.patcher, *words, "--color", "never"], cwd=self.case.work,
                              capture_output=True, text=True, check=False)

    def on(self, tree, command):
        return self.run(command, self.patch, "--root", f"t={tree}")

    def expect(self, run, exit_code, what):
        if run.returncode != exit_code:
            raise Unfit(f"{what}: exit {run.returncode}: {run.stderr.strip() or run.stdout}")

    def there_and_back(self):
        tree = self.case.work / f"tree-{self.patch}"
        shutil.copytree(self.case.before, tree)
        before = snapshot(tree)
        self.expect(self.on(tree, "apply"), 0, "apply")
        expected = self.case.fact["sha256"]["after"]
        if digests(tree, expected) != expected:
            raise Unfit("applied, the digests are others")
        files = {path: file for path, file in snapshot(tree).items()
                 if not path.startswith(".patcher/")}
        if files != snapshot(self.case.after):
            raise Unfit("applied, other files are there, or other modes")
        done = snapshot(tree)
        self.expect(self.on(tree, "apply"), 0, "the second apply")
        if snapshot(tree) != done:
            raise Unfit("the second apply changes something")
        self.expect(self.on(tree, "revert"), 0, "revert")
        if snapshot(tree) != before:
            raise Unfit("reverted, not all is as it was")

    def refused_at(self, commit):
        tree = self.case.work / f"broken-{self.patch}"
        tree.mkdir()
        self.case.write_targets(commit, tree)
        before = snapshot(tree)
        self.expect(self.on(tree, "apply"), 1, f"apply at {commit[:12]}")
        if snapshot(tree) != before:
            raise Unfit(f"refused at {commit[:12]}, and written")


def imported(patcher, case):
    trial = Trial(patcher, case, "imported.yaml")
    run = trial.run("import", "--from", "before", "--to", "after", "--tree", "t", "--id", "imported",
                    "-o", "imported.yaml")
    trial.expect(run, 0, "import")
    trial.there_and_back()


def verbatim(patcher, case):
    (case.work / "original.diff").write_bytes(case.original())
    (case.work / "verbatim.yaml").write_text(PATCH)
    trial = Trial(patcher, case, "verbatim.yaml")
    trial.there_and_back()
    broke = case.fact.get("drift", {}).get("broke_commit")
    if broke:
        trial.refused_at(broke)


def tried(way, patcher, case):
    try:
        way(patcher, case)
    except Unfit as unfit:
        return str(unfit)
    return ""


def main():
    for variable, what in (("PATCHER_CORPUS", "a file with cases"),
                           ("PATCHER_MIRRORS", "a folder with the repositories that they name")):
        if variable not in os.environ:
            skip(f"needs {variable}, {what}")
    facts = json.loads(pathlib.Path(os.environ["PATCHER_CORPUS"]).read_text())["cases"]
    patcher = os.path.abspath(sys.argv[1])
    counts = {imported: [0, 0], verbatim: [0, 0]}
    absent = 0
    for fact in facts:
        with tempfile.TemporaryDirectory() as folder:
            case = Case(fact, pathlib.Path(os.environ["PATCHER_MIRRORS"]), pathlib.Path(folder))
            try:
                case.make_sides()
            except Absent as why:
                absent += 1
                print(f"{fact['name']}: not tried: {why}")
                continue
            for way in [imported] + ([verbatim] if case.is_diff() else []):
                why = tried(way, patcher, case)
                counts[way][not why] += 1
                print(f"{fact['name']}: {way.__name__}: {why or 'exact'}")
    for way, (failed, exact) in counts.items():
        print(f"{way.__name__}: {exact} of {exact + failed}")
    print(f"{len(facts)} cases, {absent} not tried")
    sys.exit(1 if any(failed for failed, _ in counts.values()) else 0)


if __name__ == "__main__":
    main()
