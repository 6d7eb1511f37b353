#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""edits_test.py PATCHER: edits of JSON files and of rows, beside Python's json and by hand.

Seeded; PATCHER_SEEDED_CASES says how many of each kind (12 if not set). What is applied must be the
expected bytes or values, and what is taken back every byte as before.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

CASES = int(os.environ.get("PATCHER_SEEDED_CASES", "12"))
HEAD = """version: 1
id: p
tree: t
title: a title
why: it is tested
upstream: {state: not-applicable, drop_when: never}
edits:
"""
KEYS = ["a", "b", "c/d", "e~f", "g h", "é", 'k"q', "M_1"]
CELLS = ["1", "2", "7.5", "a", "b c", '"x,y"', '"say ""hi"""', '"l1\nl2"', "", "True", "é"]


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def value(chance, depth=0):
    kind = chance.random()
    if depth < 3 and kind < 0.35:
        return {key: value(chance, depth + 1) for key in chance.sample(KEYS, chance.randint(0, 4))}
    if depth < 3 and kind < 0.5:
        return [value(chance, depth + 1) for _ in range(chance.randint(0, 3))]
    return chance.choice([1, 1.5, -3e5, True, None, "x", 'q"\\', "é"])


def pointer(key):
    return quoted("/" + key.replace("~", "~0").replace("/", "~1"))


def json_case(chance):
    """A file, an edit of it, and what the file must say then."""
    before = {key: value(chance) for key in chance.sample(KEYS, chance.randint(1, 5))}
    layout = chance.choice([{"indent": 2}, {"indent": "\t"}, {}, {"separators": (",", ":")}])
    text = json.dumps(before, ensure_ascii=False, **layout)
    after, key = dict(before), chance.choice(list(before))
    kind = chance.choice(["set", "new", "remove"])
    if kind == "remove":
        del after[key]
        return text, f"  - json: f\n    remove: [{pointer(key)}]\n", after
    if kind == "new":
        key = chance.choice([k for k in KEYS if k not in before])
    after[key] = {"fresh": value(chance, 2)}
    new = quoted(json.dumps(after[key], ensure_ascii=False, **layout))
    more = "    must_be_new: true\n" if kind == "new" else ""
    return text, f"  - json: f\n    set: {{{pointer(key)}: {new}}}\n{more}", after


def rows_case(chance):
    """A table, an edit of one of its rows, and the table's bytes then."""
    ending = chance.choice(["\n", "\r\n"])
    last = chance.choice(["", ending])
    rows = [[str(number), chance.choice(CELLS), chance.choice(CELLS)]
            for number in chance.sample(range(1, 40), chance.randint(1, 6))]
    lines = [",".join(row) for row in rows]
    at = chance.randrange(len(rows))
    where = f"{{K: {rows[at][0]}}}"
    edit = "  - table: f\n    key: {columns: [K]}\n    family: [f]\n"
    after = list(lines)
    if chance.random() < 0.5:
        after[at] = ",".join([rows[at][0], rows[at][1], "new"])
        edit += f"    update_where: {where}\n    set: {{B: new}}\n"
    else:
        del after[at]
        edit += f"    delete_where: {where}\n"
    text, result = (ending.join(["K,A,B", *all]) + last for all in (lines, after))
    return text, edit, result


def judge(patcher, work, case, is_right):
    text, edit, expected = case
    file, patch = pathlib.Path(work, "tree/f"), pathlib.Path(work, "p.yaml")
    file.write_bytes(text.encode())
    patch.write_text(HEAD + edit, encoding="utf-8")
    for verb in ("apply", "revert"):
        done = subprocess.run([patcher, verb, patch, "--root", f"t={file.parent}"],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, (case, done.stderr)
        if verb == "apply":
            assert is_right(file.read_bytes().decode(), expected), (case, file.read_bytes())
    assert file.read_bytes() == text.encode(), case


def main():
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(os.path.join(work, "tree"))
        for seed in range(CASES):
            judge(sys.argv[1], work, json_case(random.Random(seed)),
                  lambda got, expected: json.dumps(json.loads(got)) == json.dumps(expected))
            judge(sys.argv[1], work, rows_case(random.Random(seed)),
                  lambda got, expected: got == expected)
    print(f"{CASES} edits of JSON files and {CASES} of rows, as expected and back")


if __name__ == "__main__":
    main()
