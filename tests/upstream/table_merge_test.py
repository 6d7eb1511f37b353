#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table_merge_test.py PATCHER: rows that PATCHER takes or refuses, judged by aiter's own merge.

Needs PATCHER_AITER_GIT (see ci/fetch-upstreams) and pandas (Debian: python3-pandas). Without either
it says so and is skipped.

200 changes, seeded, of the tables of four families at the pin: payloads with a row of the family as
it is, with its numbers spelled otherwise, with another key, with a missing cell; siblings without
`gfx` or with a row too many; columns that one word turns into text. After each the class
AITER_CONFIG of the pin's own jit/core.py merges the family, in a process with pandas: the tables as
`patcher apply` left them, or, where it refused, as they would be with the rows put at the end. Both
must say the same. What is accepted is taken back, and every byte must be as before.
"""

import ast
import csv
import functools
import io
import logging
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import types

SKIPPED = 77
PIN = "e4048607a535ace3a2b51ded31b1c8c2d45c0879"
SEED = 20260822
CHANGES = 200
CONFIGS = "aiter/configs"
FAMILIES = ("a8w8_bpreshuffle_tuned_gemm", "a8w8_blockscale_bpreshuffle_tuned_gemm", "tuned_fmoe",
            "chunk_gdn_h_opt_tuned")
PATCH = """version: 1
id: rows
tree: aiter
title: rows
why: they are tested
upstream: {{state: not-applicable, drop_when: never}}
edits:
  - table: {table}
    rows: rows.csv
    key: {{header_of: {key}, plus: [{plus}]}}
    family: [{default}, "{glob}"]
"""


def skip(why):
    print(f"table_merge_test: skipped: {why}")
    sys.exit(SKIPPED)


def shown(git, path):
    return subprocess.run(["git", f"--git-dir={git}", "show", f"{PIN}:{path}"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout


def names_of(node):
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return [getattr(node, "name", None)]


def source_of(text, wanted):
    """The source of the module-level definitions of these names."""
    nodes = [n for n in ast.parse(text).body if set(names_of(n)) & set(wanted)]
    assert len(nodes) == len(wanted), wanted
    return "\n".join(ast.get_source_segment(text, node) for node in nodes)


def reader_of(git, root, scratch):
    """aiter's merge with its root at `root`; what it writes by the way goes to `scratch`."""
    chip = types.ModuleType("aiter.jit.utils.chip_info")

    def no_gpu():
        raise RuntimeError("no GPU here")

    chip.get_gfx_runtime = no_gpu
    exec(source_of(shown(git, "aiter/jit/utils/chip_info.py"),
                   ["_LEGACY_CU_NUM_TO_GFX", "gfx_from_cu_num"]), chip.__dict__)
    for name in ("aiter", "aiter.jit", "aiter.jit.utils"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules[chip.__name__] = chip
    text = source_of(shown(git, "aiter/jit/core.py"), ["AITER_CONFIG"])
    assert '"/tmp/aiter_configs/"' in text
    text = text.replace('"/tmp/aiter_configs/"', repr(scratch))
    space = {"os": os, "functools": functools, "logger": logging.getLogger("aiter"),
             "mp_lock": lambda path, make: make(), "AITER_ROOT_DIR": root}
    exec(text, space)
    return space["AITER_CONFIG"]


def accepts(reader, root, family):
    """Whether the merge takes the family, in tables of which it may spoil a copy."""
    try:
        reader().get_config_file("PATCHER_UNSET", f"{root}/{CONFIGS}/{family}.csv", family)
    except Exception as error:  # noqa: BLE001 (whatever it is, the first process would die of it)
        return False, f"{type(error).__name__}: {str(error)[:120]}"
    return True, ""


class Table:
    """A table's cells as they are spelled."""

    def __init__(self, path):
        self.path = path
        with open(path, newline="", encoding="utf-8") as file:
            self.header, *self.rows = csv.reader(file)

    def write(self):
        with open(self.path, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([self.header, *self.rows])

    def at(self, name):
        return self.header.index(name)


def text_of(header, rows):
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([header, *rows])
    return file.getvalue()


def respelled(cell, chance):
    """A number written otherwise, with the same value."""
    if not cell.isdigit():
        return cell
    return chance.choice([cell, cell + ".0", "0" + cell, " " + cell, "+" + cell, cell + ".00",
                          f"{int(cell):e}" if float(f"{int(cell):e}") == int(cell) else cell])


class Change:
    """One change: the rows of a payload, and what was done to the tables before."""

    def __init__(self, root, family, chance):
        self.root, self.family, self.chance = root, family, chance
        folder = pathlib.Path(root, CONFIGS)
        paths = [folder / f"{family}.csv"]
        paths += sorted(p for p in (folder / "model_configs").glob(f"*{family}*.csv")
                        if "untuned" not in p.name)
        self.tables = [Table(path) for path in paths]
        full = [table for table in self.tables if table.rows]
        self.source = chance.choice(full)
        self.key_file = "untuned".join(family.rsplit("tuned", 1))
        with open(folder / f"{self.key_file}.csv", newline="", encoding="utf-8") as file:
            self.key = next(csv.reader(file))
        alike = [table for table in self.tables if table.header == self.source.header]
        self.target = chance.choice(alike)
        width = len(self.source.header)
        self.row = list(chance.choice([r for r in self.source.rows if len(r) == width]))
        self.rows = [self.row]

    def numbers(self):
        return [n for n in self.key if n in self.source.header
                and self.row[self.source.at(n)].isdigit()]

    def fresh(self):
        name = self.chance.choice(self.numbers())
        self.row[self.source.at(name)] = str(self.chance.randrange(10**6, 10**7))

    def as_it_is(self):
        pass

    def respelling(self):
        self.rows = [[respelled(cell, self.chance) for cell in self.row]]

    def another_key(self):
        self.fresh()
        self.respelling()

    def twice(self):
        self.fresh()
        self.rows = [self.row, [respelled(cell, self.chance) for cell in self.row]]

    def without_gfx(self):
        if "gfx" not in self.source.header or self.source is self.target:
            return
        gfx = self.source.at("gfx")
        for row in self.source.rows:
            if len(row) > gfx:
                del row[gfx]
        del self.source.header[gfx]
        self.source.write()
        self.row[gfx] = self.chance.choice(["gfx950", "gfx942", self.row[gfx]])

    def missing(self):
        name = self.chance.choice(self.key)
        if name not in self.source.header:
            return
        at = self.source.at(name)
        self.rows = [list(self.row), list(self.row)]
        for row in self.rows:
            row[at] = self.chance.choice(["", "NA", "nan", "0"])

    def broken_base(self):
        table = self.chance.choice(self.tables)
        if table.header == self.source.header:
            table.rows.append([respelled(cell, self.chance) for cell in self.row])
            table.write()
        self.fresh()

    def word(self):
        name = self.chance.choice(self.numbers())
        other = list(self.row)
        other[self.source.at(name)] = "word"
        self.rows = [[respelled(cell, self.chance) for cell in self.row], other]

    def truth(self):
        names = [n for n in self.key if n in self.source.header
                 and self.row[self.source.at(n)] in ("0", "1", "True", "False")]
        if names:
            at = self.source.at(self.chance.choice(names))
            self.row[at] = self.chance.choice(["0", "1", "True", "False", "true", "1.0"])

    def vast(self):
        at = self.source.at(self.chance.choice(self.numbers()))
        self.rows = [list(self.row), list(self.row)]
        self.rows[0][at] = "9007199254740993"
        self.rows[1][at] = self.chance.choice(["9007199254740992", "9007199254740993.0"])

    def wide_base(self):
        table = self.chance.choice(self.tables)
        if table.rows:
            table.rows[self.chance.randrange(len(table.rows))].append("1")
            table.write()
        self.fresh()

    KINDS = (as_it_is, respelling, respelling, another_key, another_key, another_key, twice,
             without_gfx, without_gfx, missing, broken_base, word, truth, vast, wide_base)

    def make(self):
        self.kind = self.chance.choice(self.KINDS)
        self.kind(self)
        self.place = self.target.path.relative_to(self.root)
        if self.chance.random() < 0.4:
            self.place = pathlib.Path(CONFIGS, "model_configs", f"zz_{self.family}.csv")
        # The target may have lost a column with its source.
        self.header = Table(self.target.path).header
        self.is_new = not pathlib.Path(self.root, self.place).exists()

    def payload(self):
        return text_of(self.header, self.rows)

    def patch(self):
        plus = [n for n in ("cu_num", "gfx", "_tag") if any(n in t.header for t in self.tables)]
        return PATCH.format(table=self.place, key=f"{CONFIGS}/{self.key_file}.csv",
                            plus=", ".join(plus), default=f"{CONFIGS}/{self.family}.csv",
                            glob=f"{CONFIGS}/model_configs/*{self.family}*.csv")

    def put_at_end(self):
        path = pathlib.Path(self.root, self.place)
        old = "" if self.is_new else path.read_text(encoding="utf-8")
        rows = self.payload() if self.is_new else self.payload().split("\n", 1)[1]
        path.write_text(old + rows, encoding="utf-8")


def snapshot(root):
    return {str(p): p.read_bytes() for p in pathlib.Path(root).rglob("*") if p.is_file()}


class Trial:
    def __init__(self, patcher, git, work):
        self.patcher, self.git, self.work = patcher, git, work
        self.base = os.path.join(work, "base")
        os.mkdir(self.base)
        archive = subprocess.run(["git", f"--git-dir={git}", "archive", PIN, CONFIGS], check=True,
                                 stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "-x"], cwd=self.base, input=archive, check=True)
        self.root = os.path.join(work, "aiter-root")
        self.reader = reader_of(git, self.root, os.path.join(work, "merged"))

    def run(self, command):
        return subprocess.run([self.patcher, command, os.path.join(self.work, "p.yaml"),
                               "--root", f"aiter={self.root}", "--color", "never"],
                              capture_output=True, text=True, check=False)

    def judge(self, number):
        """Whether the rows were taken; a failure is raised."""
        chance = random.Random(SEED + number)
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self.base, self.root)
        change = Change(self.root, FAMILIES[number % len(FAMILIES)], chance)
        change.make()
        pathlib.Path(self.work, "rows.csv").write_text(change.payload(), encoding="utf-8")
        pathlib.Path(self.work, "p.yaml").write_text(change.patch(), encoding="utf-8")
        before = snapshot(self.root)
        applied = self.run("apply")
        what = f"change {number}, {change.kind.__name__}, {change.place}"
        if applied.returncode not in (0, 1):
            raise AssertionError(f"{what}: exit {applied.returncode}\n{applied.stderr}")
        taken = applied.returncode == 0
        if taken:
            after = snapshot(self.root)
        else:
            assert snapshot(self.root) == before, f"{what}: refused, and written"
            change.put_at_end()
        merged, why = accepts(self.reader, self.root, change.family)
        if merged != taken:
            raise AssertionError(f"{what}: patcher {'takes' if taken else 'refuses'} it, the merge "
                                 f"does not agree: {why}\n{applied.stderr}\n{change.payload()}")
        if taken:
            assert snapshot(self.root) == after, f"{what}: the merge rewrote a table"
            self.run("revert")
            assert snapshot(self.root) == before, f"{what}: not every byte is back"
        return taken, change.kind.__name__


def main():
    git = os.environ.get("PATCHER_AITER_GIT")
    if git is None:
        skip("needs PATCHER_AITER_GIT, a git repository of ROCm/aiter (ci/fetch-upstreams)")
    try:
        import pandas  # noqa: F401
    except ImportError:
        skip(f"needs pandas for {sys.executable} (Debian: python3-pandas)")
    counts, failures = {}, []
    with tempfile.TemporaryDirectory() as work:
        trial = Trial(sys.argv[1], git, work)
        for number in range(CHANGES):
            try:
                taken, kind = trial.judge(number)
                counts.setdefault(kind, [0, 0])[taken] += 1
            except AssertionError as failure:
                failures.append(str(failure))
    for kind, (refused, taken) in sorted(counts.items()):
        print(f"{kind:<14} {taken:>4} taken {refused:>4} refused")
    print("\n".join(failures[:10]))
    print(f"{CHANGES} changes, {len(failures)} judged differently")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
