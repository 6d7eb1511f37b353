#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether aiter's own merge takes every family of tables of a tree, and leaves the tables as they are.

    table_merge.py TREE

Runs what the tree's jit/core.py has between its marks 'config_env' on a copy of the tables. Then a family with
one of its rows in a second table must be refused, so that the answer means something. Exit 77: no pandas.
"""
import functools
import logging
import os
import pathlib
import shutil
import sys
import tempfile
import types


def configs_of(tree, copy, scratch):
    """aiter's AITER_CONFIGS for a root that is `copy`; what it writes by the way goes to `scratch`."""
    text = (tree / "aiter/jit/core.py").read_text()
    text = text.split("# config_env start here\n")[1].split("# config_env end here\n")[0]
    assert text.count('"/tmp/aiter_configs/"') == 1
    text = text.replace('"/tmp/aiter_configs/"', repr(str(scratch)))
    chip = types.ModuleType("aiter.jit.utils.chip_info")
    chip.gfx_from_cu_num = {256: "gfx950", 80: "gfx942", 304: "gfx942"}.get
    for name in ("aiter", "aiter.jit", "aiter.jit.utils"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules[chip.__name__] = chip
    space = {"os": os, "functools": functools, "logger": logging.getLogger("aiter"),
             "mp_lock": lambda path, make: make(), "AITER_ROOT_DIR": str(copy)}
    exec(text, space)
    return space["AITER_CONFIG"]


def bytes_of(folder):
    return {path: path.read_bytes() for path in folder.rglob("*.csv")}


def main(tree):
    try:
        import pandas  # noqa: F401
    except ImportError:
        print(f"skipped: needs pandas for {sys.executable} (Debian: python3-pandas)")
        return 77
    for name in [name for name in os.environ if name.startswith("AITER_")]:
        del os.environ[name]
    with tempfile.TemporaryDirectory() as work:
        copy = pathlib.Path(work, "root")
        tables = copy / "aiter/configs"
        shutil.copytree(pathlib.Path(tree) / "aiter/configs", tables)
        config = configs_of(pathlib.Path(tree), copy, pathlib.Path(work, "merged"))
        families = [name for name in vars(config) if name.startswith("AITER_CONFIG_")]
        before = bytes_of(tables)
        for family in families:
            getattr(config(), family)
        assert len(families) >= 13, families
        assert bytes_of(tables) == before, "the merge rewrote a table"

        source = tables / "model_configs/a8w8_bpreshuffle_tuned_gemm_glm5.2.csv"
        rows = source.read_text().splitlines(keepends=True)
        (source.parent / "twice_a8w8_bpreshuffle_tuned_gemm.csv").write_text(rows[0] + rows[1])
        try:
            config().AITER_CONFIG_GEMM_A8W8_BPRESHUFFLE_FILE
        except RuntimeError as refusal:
            assert "duplicate shape entries" in str(refusal), refusal
        else:
            raise AssertionError("a row that is there twice is merged without a word")
    print(f"ok: aiter merges all {len(families)} families and rewrites none of {len(before)} tables")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
