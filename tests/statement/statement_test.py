# SPDX-License-Identifier: MIT
"""usage: statement_test.py PATCHER

Holds `report provenance` to the public form of its statement: in-toto Statement v1 with SLSA Provenance v1.
"""

import copy
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

SCHEMA = json.loads((pathlib.Path(__file__).parent / "statement.schema.json").read_text())
HEX = "ab" * 32
SUBJECT = ["--subject", f"r/e@sha256:{HEX}", "--base", f"r/base:v1@sha256:{'cd' * 32}"]
PATCH = """\
version: 1
id: {id}
tree: t
title: a test
why: it is tested
upstream: {{state: not-applicable, drop_when: never}}
edits:
  - {edit}
"""
MANIFEST = """\
version: 1
name: m
trees:
  t:
    upstream: https://example.org/t
    commit: 1111111111111111111111111111111111111111
patches: [one.yaml, two.yaml, three.yaml]
"""
FILES = {
    "m.yaml": MANIFEST,
    "one.yaml": PATCH.format(id="one", edit='{file: a.py, find: "a = 1", replace: "a = 2"}'),
    "two.yaml": PATCH.format(id="two", edit="{remove_file: b.py, content: \"b\\n\"}"),
    "three.yaml": PATCH.format(id="three", edit='{file: a.py, find: "a = 2", replace: "a = 3"}'),
    "t/a.py": "a = 1\n",
    "t/b.py": "b\n",
}


def blob(text):
    return hashlib.sha1(f"blob {len(text)}\0{text}".encode()).hexdigest()


class Statement(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.box = pathlib.Path(folder.name)
        for name, text in FILES.items():
            (self.box / name).parent.mkdir(exist_ok=True)
            (self.box / name).write_text(text)
        self.run_patcher(0, "lock", "m.yaml", "--root", "t=t")

    def run_patcher(self, status, *words):
        done = subprocess.run([PATCHER, *words], cwd=self.box, text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def statement(self, *more):
        return json.loads(self.run_patcher(0, "report", "provenance", "m.yaml", *SUBJECT, *more).stdout)

    def test_it_has_the_public_form(self):
        jsonschema.Draft7Validator.check_schema(SCHEMA)
        jsonschema.validate(self.statement("--platform", "linux/amd64"), SCHEMA)

    def test_the_form_refuses_what_is_not_one(self):
        for path, value in [(("_type",), "x"), (("subject",), []), (("predicate", "runDetails", "builder", "id"), ""),
                            (("subject", 0, "digest", "sha256"), HEX[1:]),
                            (("predicate", "buildDefinition", "resolvedDependencies", 0), {"name": "n"})]:
            broken = copy.deepcopy(self.statement())
            at = broken
            for step in path[:-1]:
                at = at[step]
            at[path[-1]] = value
            with self.subTest(path), self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate(broken, SCHEMA)

    def test_it_says_what_the_image_was_made_of(self):
        statement = self.statement()
        self.assertEqual(statement["subject"], [{"name": "r/e", "digest": {"sha256": HEX}}])
        made_of = statement["predicate"]["buildDefinition"]["resolvedDependencies"]
        self.assertEqual([item["name"] for item in made_of],
                         ["base", "tree/t", "manifest", "lock", "patch/one", "patch/two", "patch/three"])
        self.assertEqual(made_of[0]["digest"], {"sha256": "cd" * 32})
        self.assertEqual(made_of[1]["digest"], {"gitCommit": "1" * 40})
        for item, file in zip(made_of[2:], ["m.yaml", "m.lock.yaml", "one.yaml", "two.yaml", "three.yaml"]):
            self.assertEqual(item["digest"]["sha256"], hashlib.sha256((self.box / file).read_bytes()).hexdigest())

    def test_it_has_each_file_before_and_after(self):
        edited, removed = self.statement()["predicate"]["runDetails"]["byproducts"]
        self.assertEqual(edited["name"], "t/a.py")
        self.assertEqual(edited["digest"], {"gitBlob": blob("a = 3\n")})
        self.assertEqual(edited["annotations"],
                         {"before": "100644 " + blob("a = 1\n"), "after": "100644 " + blob("a = 3\n"),
                          "patches": ["one", "three"]})
        self.assertEqual(removed["uri"], "urn:patcher:absent")

    def test_the_same_set_gives_the_same_bytes_anywhere(self):
        first = self.run_patcher(0, "report", "provenance", "m.yaml", *SUBJECT).stdout
        again = self.run_patcher(0, "report", "provenance", str(self.box / "m.yaml"), *SUBJECT).stdout
        self.assertEqual(first, again)

    def test_it_refuses_what_is_not_pinned(self):
        for words in (["--subject", "r/e:v1", *SUBJECT[2:]], SUBJECT[:2], ["--subject", "r/e@sha256:ab", *SUBJECT[2:]]):
            with self.subTest(words):
                done = self.run_patcher(2, "report", "provenance", "m.yaml", *words)
                self.assertEqual(done.stdout, "")
        (self.box / "one.yaml").write_text(FILES["one.yaml"] + "# moved\n")
        self.run_patcher(1, "report", "provenance", "m.yaml", *SUBJECT)
        (self.box / "m.lock.yaml").unlink()
        self.run_patcher(2, "report", "provenance", "m.yaml", *SUBJECT)


if __name__ == "__main__":
    PATCHER = sys.argv[1]
    unittest.main(argv=sys.argv[:1])
