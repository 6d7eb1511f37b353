#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the Dockerfiles of this project to their rules, and shows that each rule sees what breaks it.

usage: rules_test.py DOCKERFILES
"""

import json
import pathlib
import re
import sys
import unittest

from dockerfile import instructions_of, stages_of

FOLDER = pathlib.Path(sys.argv[1]).resolve()
ALL = sorted(path.name for path in FOLDER.glob("Dockerfile*"))
PATCHED = ["Dockerfile.atom-nightly", "Dockerfile.example"]  # those that make an image with patches in it
DIGEST = re.compile(r"@(sha256:[0-9a-f]{64}|\$\{([A-Z_]+)\})$")
DIRECTIVE = re.compile(r"#\s*(syntax|escape|check)\s*=", re.IGNORECASE)


def global_arguments(before):
    """The ARGs before the first FROM with their defaults; None where there is none."""
    arguments = {}
    for instruction in before:
        name, equals, value = instruction.text.partition("=")
        arguments[name] = value if equals else None
    return arguments


def bases(text):
    """FROM is a digest, a stage, `scratch`, or an argument that must be given; never a tag."""
    before, stages = stages_of(instructions_of(text))
    arguments = global_arguments(before)
    known = {"scratch"}
    for stage in stages:
        words = stage[0].words
        name = words[0]
        alone = re.fullmatch(r"\$\{([A-Z_]+)\}", name)
        if alone and arguments.get(alone[1], "") is not None:
            yield f"line {stage[0].line}: {name} has a default, or is not declared before FROM"
        found = DIGEST.search(name)
        if not alone and name not in known and not found:
            yield f"line {stage[0].line}: {name} is not by digest"
        if found and found[2] and not re.fullmatch(r"sha256:[0-9a-f]{64}", arguments.get(found[2]) or "sha256:" + "0" * 64):
            yield f"line {stage[0].line}: the default of {found[2]} is no digest"
        known.update(words[2:3])
    for name, value in arguments.items():
        if value and ":" in value and not value.startswith("sha256:"):
            yield f"ARG {name}: a default with a tag, which moves"


def old_builders(text):
    """What older builders know: no heredoc, no parser directive, no RUN option."""
    for number, line in enumerate(text.splitlines(), 1):
        if DIRECTIVE.match(line):
            yield f"line {number}: a parser directive"
    for instruction in instructions_of(text):
        if "<<" in instruction.text:
            yield f"line {instruction.line}: a heredoc"
        if instruction.word == "RUN" and instruction.flags:
            yield f"line {instruction.line}: an option of RUN: {sorted(instruction.flags)}"


def copied(text):
    """The set comes by COPY, before the first run of the program, and nothing comes from a network."""
    _, stages = stages_of(instructions_of(text))
    copies = [i for i in stages[-1] if i.word == "COPY" and "from" not in i.flags]
    runs = [i.line for i in program_runs(stages[-1])]
    if not any(i.words[-1].startswith("/opt/patcher/manifests") for i in copies):
        yield "no COPY of the manifests"
    for instruction in stages[-1]:
        if instruction.word == "ADD":
            yield f"line {instruction.line}: ADD"
        if instruction in copies and runs and instruction.line > runs[0]:
            yield f"line {instruction.line}: a COPY behind the first run of the program"


def program_runs(stage):
    return [i for i in stage if i.word == "RUN" and "patcher" in i.text and (i.exec_form or [""])[0] == "patcher"]


def unmasked(text):
    """The program is run in the exec form: no shell, and so nothing in it, can lose its failure."""
    for instruction in instructions_of(text):
        named = instruction.word == "RUN" and re.search(r"\bpatcher\s+[a-z]", instruction.text)
        if named and instruction.exec_form is None:
            yield f"line {instruction.line}: the program is run by a shell"


def locked(text):
    _, stages = stages_of(instructions_of(text))
    for run in program_runs(stages[-1]):
        if run.words[1] in ("apply", "status") and "--locked" not in run.words:
            yield f"line {run.line}: not --locked"


def one_run_a_tree(text):
    """One `apply` for each tree, all judged before; no `apply` that edits them all."""
    _, stages = stages_of(instructions_of(text))
    applies = [i.words for i in program_runs(stages[-1]) if i.words[1] == "apply"]
    if not applies or "--dry-run" not in applies[0] or "--tree" in applies[0]:
        yield "the first apply is not one that judges all trees and edits none"
    trees = []
    for words in applies[1:]:
        if "--tree" not in words or "--dry-run" in words:
            yield f"not one tree: {words}"
        else:
            trees.append(words[words.index("--tree") + 1])
    if not trees or len(trees) != len(set(trees)):
        yield f"trees: {trees}"


def last_word(text):
    """The last instruction is `status --require applied` on all trees."""
    last = instructions_of(text)[-1]
    words = last.words if last.word == "RUN" else []
    if words[:2] != ["patcher", "status"] or words[-2:] != ["--require", "applied"] or "--tree" in words:
        yield f"line {last.line}: the last instruction is not 'status --require applied' on all trees"


def opt_in(text):
    """The switch is declared in the stage, without a default, and asked for before anything else."""
    _, stages = stages_of(instructions_of(text))
    first, second = (stages[-1] + stages[-1])[1:3]
    name = re.fullmatch(r"[A-Z][A-Z0-9_]*", first.text) if first.word == "ARG" else None
    if not name:
        yield "the stage does not begin with an ARG without a default"
    elif second.word != "RUN" or not re.match(rf'if \[ "\$\{{{name[0]}\}}" != 1 \]; then echo .*; exit 1; fi$', second.text):
        yield f"no RUN behind it that stops where {name[0]} is not 1"
    elif any(i.word in ("ARG", "ENV") for i in stages[-1][2:]):
        yield "another ARG or ENV in the stage"


def no_labels(text):
    for instruction in instructions_of(text):
        if instruction.word == "LABEL":
            yield f"line {instruction.line}: a LABEL by hand"


COMMON = [bases, old_builders]
OF_PATCHED = [copied, unmasked, locked, one_run_a_tree, last_word, opt_in, no_labels]


def faults(text, rules):
    return [f"{rule.__name__}: {fault}" for rule in rules for fault in rule(text)]


def replaced(old, new):
    def change(text):
        assert text.count(old) >= 1, f"the planted fault does not fit: {old}"
        return text.replace(old, new, 1)
    return change


def removed_line(part):
    def change(text):
        lines = text.splitlines(keepends=True)
        kept = [line for line in lines if part not in line or line.startswith("#")]
        assert len(kept) < len(lines), f"the planted fault does not fit: {part}"
        return "".join(kept)
    return change


# A fault to plant in Dockerfile.atom-nightly, and the rule that must see it.
PLANTED = [
    (bases, replaced("FROM ${BASE_IMAGE}@${BASE_DIGEST}", "FROM rocm/atom-dev:nightly_202608221555")),
    (bases, replaced("FROM ${BASE_IMAGE}@${BASE_DIGEST}", "FROM ${BASE_IMAGE}")),
    (bases, replaced("FROM ${PATCHER} AS", "FROM patcher AS")),
    (bases, replaced("ARG PATCHER\n", "ARG PATCHER=registry.example/patcher:latest\n")),
    (bases, replaced("ARG PATCHER\n", "")),
    (bases, replaced("ARG BASE_DIGEST\n", "ARG BASE_DIGEST=nightly\n")),
    (bases, replaced("ARG BASE_IMAGE=rocm/atom-dev", "ARG BASE_IMAGE=rocm/atom-dev:latest")),
    (old_builders, lambda text: "# syntax=docker/dockerfile:1\n" + text),
    (old_builders, replaced("RUN if", "RUN <<END\nRUN if")),
    (old_builders, replaced('RUN ["patcher", "apply"', 'RUN --mount=type=bind,target=/s ["patcher", "apply"')),
    (old_builders, replaced('RUN ["patcher", "apply"', 'RUN --network=none ["patcher", "apply"')),
    (copied, removed_line("COPY manifests")),
    (copied, replaced("COPY patches/atom ", "ADD patches/atom ")),
    (copied, lambda text: text.rsplit("RUN", 1)[0] + "COPY later /app/ATOM\nRUN" + text.rsplit("RUN", 1)[1]),
    (unmasked, replaced('"--tree", "atom"]', '"--tree", "atom"]\nRUN patcher apply m.yaml --locked || true')),
    (unmasked, replaced("RUN if", "RUN cd /x; patcher status m.yaml | tee log\nRUN if")),
    (locked, replaced('"--locked", "--tree"', '"--tree"')),
    (locked, replaced('"--locked", "--require"', '"--require"')),
    (one_run_a_tree, replaced(', "--dry-run"', "")),
    (one_run_a_tree, replaced(', "--tree", "aiter"', "")),
    (one_run_a_tree, replaced('"--tree", "aiter"', '"--tree", "atom"')),
    (last_word, removed_line('"status"')),
    (last_word, lambda text: text + "RUN pip install --upgrade engine\n"),
    (last_word, lambda text: text + "COPY late /app/ATOM\n"),
    (last_word, replaced('"--require", "applied"', '"--require", "applied", "--tree", "atom"')),
    (last_word, replaced('"--require", "applied"', '"--require", "pristine"')),
    (opt_in, replaced("ARG ATOM_NIGHTLY\n", "")),
    (opt_in, replaced("ARG ATOM_NIGHTLY\n", "ARG ATOM_NIGHTLY=1\n")),
    (opt_in, lambda text: replaced("ARG PATCHER\n", "ARG PATCHER\nARG ATOM_NIGHTLY\n")(
        replaced("ARG ATOM_NIGHTLY\n", "")(text))),
    (opt_in, replaced("exit 1; fi", "fi")),
    (opt_in, replaced('if [ "${ATOM_NIGHTLY}" != 1 ]', 'if [ "${ATOM_NIGTHLY}" != 1 ]')),
    (opt_in, replaced("COPY manifests", "ENV ATOM_NIGHTLY=1\nCOPY manifests")),
    (no_labels, replaced("COPY manifests", "LABEL io.patcher.applied=two\nCOPY manifests")),
]


class Rules(unittest.TestCase):
    def test_every_dockerfile(self):
        self.assertLessEqual({"Dockerfile.patcher", *PATCHED}, set(ALL))
        for name in ALL:
            with self.subTest(name):
                rules = COMMON + (OF_PATCHED if name in PATCHED else [])
                self.assertEqual(faults((FOLDER / name).read_text(), rules), [])
                self.assertTrue(name in PATCHED or "patcher\", \"apply" not in (FOLDER / name).read_text())

    def test_every_rule_sees_what_breaks_it(self):
        sound = (FOLDER / "Dockerfile.atom-nightly").read_text()
        for number, (rule, plant) in enumerate(PLANTED):
            with self.subTest(f"{number}: {rule.__name__}"):
                self.assertNotEqual(list(rule(plant(sound))), [])
        self.assertEqual({rule for rule, _ in PLANTED}, set(COMMON + OF_PATCHED))

    def test_the_program_comes_alone(self):
        _, stages = stages_of(instructions_of((FOLDER / "Dockerfile.patcher").read_text()))
        last = [(i.word, i.text) for i in stages[-1]]
        self.assertEqual(last, [
            ("FROM", "scratch"),
            ("COPY", "/src/build/release/patcher /usr/local/bin/patcher"),
            ("ENTRYPOINT", json.dumps(["/usr/local/bin/patcher"])),
        ])
        self.assertEqual(stages[-1][1].flags, {"from": "build"})
        runs = [i.words for i in stages[0] if i.word == "RUN"]
        self.assertEqual(runs, [["ci/setup"], ["ci/build", "release"], ["ci/check-static"]])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
