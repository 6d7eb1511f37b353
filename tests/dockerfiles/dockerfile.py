# SPDX-License-Identifier: MIT
"""Reads a Dockerfile as far as those of this project go: instructions, their flags, and their words."""

import dataclasses
import json
import re
import shlex

VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)")


@dataclasses.dataclass
class Instruction:
    word: str  # in capitals
    text: str  # what follows it, continuations joined, without flags
    flags: dict
    line: int  # of its first line, from 1

    @property
    def exec_form(self):
        """The words of a RUN in its exec form; None for one that a shell reads."""
        if not self.text.startswith("["):
            return None
        return json.loads(self.text)

    @property
    def words(self):
        return self.exec_form or shlex.split(self.text)


def instructions_of(text):
    """The instructions of a Dockerfile, comments left out."""
    found = []
    begun = ""
    first = 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#") or (not begun and not line.strip()):
            continue
        first = first if begun else number
        begun += line.rstrip("\\") if line.endswith("\\") else line
        if line.endswith("\\"):
            continue
        found.append(_instruction(begun, first))
        begun = ""
    if begun:
        raise ValueError(f"line {first}: ends in a continuation")
    return found


def _instruction(text, line):
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    flags = {}
    while rest.startswith("--"):
        flag, _, rest = rest.partition(" ")
        name, _, value = flag[2:].partition("=")
        flags[name] = value
        rest = rest.strip()
    return Instruction(word.upper(), rest, flags, line)


def stages_of(instructions):
    """The instructions before the first FROM, and then those of each stage, its FROM first."""
    before = []
    stages = []
    for instruction in instructions:
        if instruction.word == "FROM":
            stages.append([instruction])
        else:
            (stages[-1] if stages else before).append(instruction)
    return before, stages


def filled(text, variables):
    """`text` with its variables; one that has no value is empty, as builders have it."""
    return VARIABLE.sub(lambda found: variables.get(found[1] or found[2], ""), text)
