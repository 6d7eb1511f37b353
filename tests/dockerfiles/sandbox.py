# SPDX-License-Identifier: MIT
"""Carries out a Dockerfile in a folder: its COPYs are copies, its RUNs real processes, in its own order.

What it knows is what this project's Dockerfiles use. Whatever they say with an absolute path is below the
folder of the stage; there is no other wall, so only our own files may be built like this.
"""

import os
import pathlib
import re
import shutil
import subprocess

from dockerfile import filled, instructions_of, stages_of


class Stop(Exception):
    """Why there is no image."""


class Sandbox:
    def __init__(self, box, context, images, arguments, variables=None):
        self.box = pathlib.Path(box)
        self.context = pathlib.Path(context)
        self.images = images  # folder of each image, by its reference
        self.arguments = arguments  # --build-arg
        self.variables = variables or {}  # what the base has as ENV
        self.ran = []  # the words of each RUN that was begun
        self.log = ""
        self.roots = {}
        self.root = None
        self.environment = {}

    def build(self, text):
        """The folder of the image. Errors: Stop."""
        before, stages = stages_of(instructions_of(text))
        declared = {}
        for instruction in before:
            name, _, default = instruction.text.partition("=")
            declared[name] = self.arguments.get(name, default)
        for number, stage in enumerate(stages):
            self.begin(filled(stage[0].text, declared).split(), number + 1 == len(stages))
            for instruction in stage[1:]:
                getattr(self, instruction.word.lower())(instruction)
        return self.root

    def begin(self, words, is_last):
        if words[0] not in self.images:
            raise Stop(f"no image '{words[0]}'")
        self.root = self.box / ("image" if is_last else words[2])
        shutil.copytree(self.images[words[0]], self.root)
        self.roots[words[2] if len(words) > 2 else ""] = self.root
        self.environment = {"PATH": f"{self.root}/usr/local/bin:{os.environ['PATH']}", "HOME": str(self.box),
                            **self.variables}

    def arg(self, instruction):
        name, _, default = instruction.text.partition("=")
        self.environment[name] = self.arguments.get(name, default)

    def copy(self, instruction):
        *sources, target = instruction.words
        there = self.below(target)
        for source in sources:
            stage = instruction.flags.get("from")
            path = self.roots[stage] / source.lstrip("/") if stage else self.context / source
            if path.is_dir():
                shutil.copytree(path, there, dirs_exist_ok=True)
            else:
                place = there / path.name if target.endswith("/") else there
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, place)

    def run(self, instruction):
        words = instruction.exec_form or ["/bin/sh", "-c", instruction.text]
        self.ran.append(words)
        if instruction.exec_form:
            words = [word if not word.startswith("/") else str(self.below(word)) for word in words]
        done = subprocess.run(words, cwd=self.root, env=self.environment, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.log += done.stdout
        if done.returncode != 0:
            raise Stop(f"line {instruction.line}: exit status {done.returncode}")

    def below(self, path):
        return self.root / re.sub("^/+", "", path)
