#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs ATOM's own test of the output thread's state on a patched tree.

    shared_state.py TREE

tests/test_engine_core_mgr_shared_state.py is run as it stands. engine_core_mgr.py is the tree's; whatever
else it imports and this machine lacks is a stand-in that accepts anything.
"""
import importlib.abc
import importlib.machinery
import importlib.util
import pathlib
import sys
import types
import unittest
from unittest import mock

REAL = "atom.model_engine.engine_core_mgr"


class StandIn(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return mock.MagicMock(name=f"{self.__name__}.{name}")


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Last resort for imports: everything of ATOM but the module under test, and what is not installed."""

    def find_spec(self, name, path, target=None):
        return None if name == REAL else importlib.machinery.ModuleSpec(name, self)

    def create_module(self, spec):
        return StandIn(spec.name)

    def exec_module(self, module):
        pass


def main(tree):
    tree = pathlib.Path(tree).resolve()
    for name in ("atom", "atom.model_engine"):
        package = types.ModuleType(name)
        package.__path__ = []
        sys.modules[name] = package
    sys.meta_path.append(Finder())
    spec = importlib.util.spec_from_file_location(REAL, tree / "atom/model_engine/engine_core_mgr.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[REAL] = module
    spec.loader.exec_module(module)

    file = tree / "tests/test_engine_core_mgr_shared_state.py"
    spec = importlib.util.spec_from_file_location("shared_state_test", file)
    test = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(test)
    result = unittest.TextTestRunner(verbosity=1).run(unittest.defaultTestLoader.loadTestsFromModule(test))
    assert result.testsRun > 0, "no tests found"
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
