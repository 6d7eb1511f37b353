#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether aiter's own reader takes the new configurations of the absorbed projections, for every M.

    bmm_lookup.py TREE

Runs gemm_config_utils.py of the tree on a stand-in for triton and a GPU that says gfx950.
"""
import importlib.util
import json
import pathlib
import sys
import types

FAMILY = "BATCHED_GEMM-A8W8-A_PER_TOKEN_GROUP_PREQUANT_W_PER_BATCHED_TENSOR_QUANT"
SHAPES = [(512, 192), (256, 512)]


def module(name, **attributes):
    made = types.ModuleType(name)
    made.__dict__.update(attributes)
    sys.modules[name] = made
    return made


def load(name, file):
    spec = importlib.util.spec_from_file_location(name, file)
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


def reader(tree):
    utils = pathlib.Path(tree) / "aiter/ops/triton/utils"
    module("triton", cdiv=lambda a, b: -(-a // b), next_power_of_2=lambda n: 1 << (n - 1).bit_length())
    for package in ("aiter", "aiter.ops", "aiter.ops.triton", "aiter.ops.triton.utils"):
        module(package, __path__=[])
    arch = module("aiter.ops.triton.utils._triton.arch_info", get_arch=lambda: "gfx950")
    module("aiter.ops.triton.utils._triton", __path__=[], arch_info=arch)
    load("aiter.ops.triton.utils.core", utils / "core.py")
    return load("aiter.ops.triton.utils.gemm_config_utils", utils / "gemm_config_utils.py")


def main(tree):
    read = reader(tree)
    folder = pathlib.Path(tree) / "aiter/ops/triton/configs/gemm"
    default = json.loads((folder / f"gfx950-{FAMILY}.json").read_text())
    for n, k in SHAPES:
        file = json.loads((folder / f"gfx950-{FAMILY}-N={n}-K={k}.json").read_text())
        taken = set()
        for m in range(1, 8193):
            config, _ = read.get_gemm_config(FAMILY, m, n, k)
            buckets = [name for name, values in file.items() if values == config]
            assert buckets, f"M={m} N={n} K={k} is not read from the new file: {config}"
            taken.update(buckets)
            assert config.keys() == default["any"].keys(), f"other keys than the default's: {config}"
            assert n % config["BLOCK_SIZE_N"] == 0, f"N={n} is masked at M={m}"
            if m % 16 == 0 and m <= 256:
                assert m % config["BLOCK_SIZE_M"] == 0, f"M={m} N={n} K={k} goes the masked way"
            for key in ("BLOCK_SIZE_M", "BLOCK_SIZE_N", "num_warps"):
                assert config[key] & (config[key] - 1) == 0, f"{key} is no power of two at M={m}"
            assert config["matrix_instr_nonkdim"] <= config["BLOCK_SIZE_M"]
        assert taken == set(file), f"never read: {set(file) - taken}"
    print("ok: both shapes read from their own files at every M up to 8192, unmasked at every 16th up to 256")


if __name__ == "__main__":
    main(sys.argv[1])
