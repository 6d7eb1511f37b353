#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What aiter's own reader takes for GLM-5.2's GEMMs on gfx950 at M 144 to 240, for which the set adds no rows.

    gemm_rows.py TREE

Runs get_GEMM_config_with_quant_type and get_CKGEMM_config of the tree's gemm_op_a8w8.py, on all tables of a
family, with getPaddedM compiled from the tree. Holds what the manifest's ledger says of
aiter-glm52-decode-gemm-rows: each shape that upstream tuned for GLM-5 or GLM-5.2 takes, at each of these M, a
tuned row: that of M itself, of M rounded up to 16, or of M 256, which a derived row could only repeat. The
day a shape takes none, this fails.
"""
import ast
import csv
import ctypes
import functools
import logging
import pathlib
import subprocess
import sys
import tempfile
import types

PRESHUFFLED = "a8w8_bpreshuffle_tuned_gemm"
BLOCKSCALE = "a8w8_blockscale_bpreshuffle_tuned_gemm"
READERS = {"get_GEMM_config_with_quant_type", "get_CKGEMM_config"}
CACHES = {"_CKGEMM_CONFIG_CACHE", "_CKGEMM_HAS_GFX", "_GEMM_QUANT_TYPE_CACHE", "_GEMM_QUANT_TYPE_HAS_GFX"}


def number(cell):
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            pass
    return cell


class Frame:
    """As much of a pandas.DataFrame as the reader asks for."""

    def __init__(self, tables):
        self.rows, self.names = [], []
        for table in tables:
            with open(table, newline="", encoding="utf-8") as file:
                self.rows += [{name: number(cell) for name, cell in row.items()} for row in csv.DictReader(file)]
        self.columns = list(self.rows[0])

    def drop_duplicates(self):
        return self

    def set_index(self, names):
        self.names = names
        return self

    def to_dict(self, kind):
        assert kind == "index"
        return {tuple(row[name] for name in self.names): row for row in self.rows}


def tables_of(configs, family):
    found = sorted((configs / "model_configs").glob(f"*{family}*.csv"))
    return [configs / f"{family}.csv", *(path for path in found if "untuned" not in path.name)]


def padded_m(tree, folder):
    library = pathlib.Path(folder) / "padded.so"
    source = tree / "csrc/py_itfs_cu/gemm_common.cu"  # C++ by its contents
    subprocess.run(["c++", "-x", "c++", "-shared", "-fPIC", "-o", library, source], check=True)
    return ctypes.CDLL(str(library)).getPaddedM


def readers_of(tree, padded):
    source = (tree / "aiter/ops/gemm_op_a8w8.py").read_text()

    def is_wanted(node):
        if isinstance(node, ast.AnnAssign):
            return getattr(node.target, "id", "") in CACHES
        return getattr(node, "name", "") in READERS

    body = [node for node in ast.parse(source).body if is_wanted(node)]
    assert len(body) == len(READERS | CACHES), [ast.unparse(node)[:60] for node in body]
    names = {
        "functools": functools, "logger": logging.getLogger("aiter"), "AITER_LOG_TUNED_CONFIG": False,
        "torch": types.SimpleNamespace(dtype=str), "get_padded_m": padded,
        "get_gfx": lambda: "gfx950", "get_cu_num": lambda: 256,
        "pd": types.SimpleNamespace(read_csv=lambda family: Frame(tables_of(tree / "aiter/configs", family))),
    }
    exec(compile(ast.Module(body, []), "gemm_op_a8w8.py", "exec"), names)
    return {
        PRESHUFFLED: lambda m, n, k: names["get_GEMM_config_with_quant_type"](
            m, n, k, "torch.float8_e4m3fn", PRESHUFFLED),
        BLOCKSCALE: lambda m, n, k: names["get_CKGEMM_config"](m, n, k, BLOCKSCALE),
    }


def shapes_of(configs, family):
    """(N, K) of the tables that upstream made for GLM-5 and GLM-5.2, as far as they are for gfx950."""
    rows = Frame(table for table in tables_of(configs, family) if "glm5" in table.name).rows
    return sorted({(row["N"], row["K"]) for row in rows if row["gfx"] == "gfx950"})


def main(tree):
    tree = pathlib.Path(tree).resolve()
    with tempfile.TemporaryDirectory() as folder:
        readers = readers_of(tree, padded_m(tree, folder))
    taken = {}
    for family, read in readers.items():
        for n, k in shapes_of(tree / "aiter/configs", family):
            for m in range(144, 241):
                row = read(m, n, k)
                assert row is not None, f"{family} {n} x {k}: nothing is tuned for M {m}"
                assert row["M"] in (m, -(-m // 16) * 16, 256), f"{family} {n} x {k}: M {m} takes {row['M']}"
                taken.setdefault((family, n, k), set()).add(row["M"])
            assert readers[family](144, n, k + 1) is None, "the reader finds rows that are not there"
    assert len(taken) >= 9, taken
    for (family, n, k), rows in taken.items():
        print(f"{family} {n} x {k}: rows of M {' '.join(map(str, sorted(rows)))}")
    print("ok: at M 144 to 240 every shape of GLM-5 and GLM-5.2 takes a tuned row")


if __name__ == "__main__":
    main(sys.argv[1])
