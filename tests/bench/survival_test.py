#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks how bench/survival takes versions from a history, and how it tells right from wrong.

usage: survival_test.py PATCHER SURVIVAL
"""

import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

PATCHER, SURVIVAL = (os.path.abspath(path) for path in sys.argv[1:3])


def loaded(path):
    """The script as a module, though its name has no suffix."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("survival", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("survival", loader))
    loader.exec_module(module)
    return module


survival = loaded(SURVIVAL)

CPP = """\
namespace comm {
void gather(int a);
// void gather(int a) {}
const char* kText = "void gather(int a) {";
#define GATHER \\
  void gather(int) { {
#ifndef USE_ROCM
template <class T> void gather(T a)
{
#else
template <class T>
void gather(
    T a, int b)
{
#endif
  if (a) { gather(b); }
}
#ifdef USE_ROCM
class Group {
#else
class Group : Base {
#endif
  void gather(int a) { comm::gather<int>(a); }
};
}
"""


class RightPlace(unittest.TestCase):
    def test_of_a_cpp_definition_is_no_call_comment_or_branch_left_out(self):
        self.assertEqual(survival.cpp_name(["comm"], "gather", "{")(CPP), {12})

    def test_of_a_cpp_method_is_in_its_class(self):
        self.assertEqual(survival.cpp_name(["comm", "Group"], "gather", "{")(CPP), {23})

    def test_of_a_cpp_declaration_has_no_body(self):
        self.assertEqual(survival.cpp_name(["comm"], "gather", ";")(CPP), {2})

    def test_in_cpp_whose_brackets_do_not_pair_is_an_error(self):
        with self.assertRaises(ValueError):
            survival.cpp_name([], "f", "{")("}\nvoid f() {}\n")

    def test_of_a_python_definition_is_below_its_decorators_and_at_its_level(self):
        text = "def f(): pass\nclass A:\n  if x:\n    @d\n    def f(self):\n      def f(): pass\n"

        self.assertEqual(survival.python_definition("A.f")(text), {5})
        self.assertEqual(survival.python_definition("f")(text), {1})

    def test_of_a_python_call_is_the_line_of_its_last_name(self):
        text = "def f():\n  # g.put(1)\n  (g\n   .put(1))\n  'g.put(1)'\n  other.g.put(1)\n"

        self.assertEqual(survival.python_call("f", "g.put")(text), {4})

    def test_of_a_python_assignment_may_be_annotated(self):
        text = "class A:\n  def f(self):\n    self.q: Q = Q()\n    self.q.r = 1\n    self.qq = 1\n"

        self.assertEqual(survival.python_assignment("A", "self.q")(text), {3})

    def test_of_a_binding_is_in_its_macro(self):
        text = '#define M \\\n  m.def("f", \\\n  &f);\n\n#define N m.def("f", &f);\n'

        self.assertEqual(survival.binding_in_macro("M", "f")(text), {2})


class Versions(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.root = pathlib.Path(work.name)
        self.git("init", "-q", "-b", "main")

    def git(self, *words):
        names = {f"GIT_{who}_{what}": "a" for who in ("AUTHOR", "COMMITTER")
                 for what in ("NAME", "EMAIL")}
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.root), **names,
                       "GIT_CONFIG_NOSYSTEM": "1"}
        subprocess.run(["git", *words], cwd=self.root, env=environment, check=True,
                       stdout=subprocess.DEVNULL)

    def commit(self, text):
        (self.root / "f.py").write_text(text)
        self.git("add", "f.py")
        self.git("commit", "-q", "-m", text)

    def test_are_the_distinct_blobs_of_the_first_parents_newest_first(self):
        for text in ("one", "two", "one", "three"):
            self.commit(text)
        self.git("checkout", "-q", "-b", "side")
        self.commit("half of four")
        self.commit("four")
        self.git("checkout", "-q", "main")
        self.git("merge", "-q", "--no-ff", "-m", "merge", "side")
        self.git("rm", "-q", "f.py")
        self.git("commit", "-q", "-m", "removed")
        self.commit("five")

        versions = survival.versions_of(self.root / ".git", "main", "f.py")

        self.assertEqual(versions, [b"five", b"four", b"three", b"one", b"two"])


def module_of(body):
    """A class A with `body` in its method run, before a class B that has the anchor too."""
    return (f"class A:\n    def run(self, x):\n{textwrap.indent(body, 8 * ' ')}\n"
            "class B:\n    def run(self, x):\n        self.out.put(x)\n        done()\n").encode()


class Measure(unittest.TestCase):
    PIN = module_of("first()\nself.out.put(x)\nlast()\n")

    def measured(self, *older):
        anchor = survival.Anchor("t", "f.py", "A.run", "self.out.put(", 0,
                                 survival.python_call("A.run", "self.out.put"))
        count, right, wrong = survival.measure(PATCHER, anchor, [self.PIN, *older])
        return (count, *([counts[way] for way in survival.WAYS] for counts in (right, wrong)))

    # The ways are, in order: in its scope, as text, as a line, with one line around it, with three.

    def test_counts_what_each_way_finds(self):
        neighbour = module_of("another()\nself.out.put(x)\nlast()\n")
        deeper = module_of("if x:\n    self.out.put(x)\n")
        absent = b"class A:\n    def run(self, x):\n        pass\n"

        self.assertEqual(self.measured(neighbour, deeper, absent),
                         (3, [3, 0, 0, 1, 1], [0, 0, 1, 0, 0]))

    def test_calls_a_place_that_is_no_call_wrong(self):
        comment = module_of("pass  # self.out.put(x)\n")

        self.assertEqual(self.measured(comment), (1, [1, 0, 0, 1, 1], [1, 0, 1, 0, 0]))

    def test_calls_two_right_places_none(self):
        twice = module_of("self.out.put(x)\nself.out.put(x)\n")

        self.assertEqual(self.measured(twice), (1, [1, 0, 0, 1, 1], [0, 0, 0, 0, 0]))

    def test_ends_with_a_version_that_cannot_be_judged(self):
        with self.assertRaisesRegex(SystemExit, "f.py, 1 versions before the pin, cannot be"):
            self.measured(b"def run(:\n")

    def test_ends_with_a_manifest_that_the_program_refuses(self):
        anchor = survival.Anchor("t", "f.py", "", "self.out.put(", 0, lambda text: {3})

        with self.assertRaisesRegex(SystemExit, "(?s)on f.py, ends with 2: .*invalid-manifest"):
            survival.measure(PATCHER, anchor, [self.PIN])


class Environment(unittest.TestCase):
    def refusal(self, **variables):
        run = subprocess.run([sys.executable, SURVIVAL], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True,
                             env={"PATH": os.environ["PATH"], **variables})
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        return run.stderr

    def test_without_a_repository_is_refused(self):
        self.assertIn("needs PATCHER_ATOM_GIT", self.refusal(PATCHER_BINARY=PATCHER))

    def test_with_a_repository_without_the_pin_is_refused(self):
        self.assertIn("PATCHER_ATOM_GIT=/ is no git repository with commit",
                      self.refusal(PATCHER_BINARY=PATCHER, PATCHER_ATOM_GIT="/"))

    def test_without_a_program_is_refused(self):
        self.assertIn("no program at /nowhere", self.refusal(PATCHER_BINARY="/nowhere"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
