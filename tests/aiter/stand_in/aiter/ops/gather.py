# SPDX-License-Identifier: MIT
"""What the module answers, for whoever runs this file."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from jit import core  # noqa: E402

if __name__ == "__main__":
    print(core.get_module("module_gather").answer())
