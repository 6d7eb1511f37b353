#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table_report_test.py PATCHER: `lint --tables` of aiter at its pin, beside what a count by hand gave.

Needs PATCHER_AITER_GIT (see ci/fetch-upstreams); without it it says so and is skipped.
"""

import json
import os
import subprocess
import sys
import tempfile

SKIPPED = 77
PIN = "e4048607a535ace3a2b51ded31b1c8c2d45c0879"
KEYS = ("tables", "rows", "bytes", "headers", "ragged", "inside", "across")
EXPECTED = {
    "a4w4_blockscale_tuned_gemm": (3, 1532, 175555, 1, 0, 0, 0),
    "a8w8_tuned_gemm": (1, 579, 89318, 1, 0, 0, 0),
    "a8w8_bpreshuffle_tuned_gemm": (8, 2957, 471955, 1, 0, 0, 0),
    "a8w8_blockscale_tuned_gemm": (10, 39130, 6263518, 1, 0, 0, 0),
    "a8w8_blockscale_bpreshuffle_tuned_gemm": (8, 3455, 518910, 1, 0, 0, 0),
    "tuned_fmoe": (31, 2402, 784751, 6, 19, 0, 0),
    "tuned_fhmoe": (1, 12, 3392, 1, 0, 0, 0),
    "tuned_grouped_fmoe": (1, 111, 27567, 1, 0, 1, 0),
    "a8w8_tuned_batched_gemm": (1, 26, 4147, 1, 0, 0, 0),
    "bf16_tuned_batched_gemm": (1, 26, 3816, 1, 0, 0, 0),
    "bf16_tuned_gemm": (17, 3338, 584780, 1, 0, 0, 0),
    "chunk_gdn_h_opt_tuned": (3, 368, 34484, 1, 0, 0, 0),
    "batched_gemm_a8w8_blockscale_mxscale_tuned": (1, 77, 11537, 1, 0, 0, 0),
}


def main():
    git = os.environ.get("PATCHER_AITER_GIT")
    if git is None:
        print("table_report_test: skipped: needs PATCHER_AITER_GIT (ci/fetch-upstreams)")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as tree:
        archive = subprocess.run(["git", f"--git-dir={git}", "archive", PIN, "aiter/configs",
                                  "aiter/jit/core.py"], check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "-x"], cwd=tree, input=archive, check=True)
        told = subprocess.run([sys.argv[1], "lint", "--tables", tree, "--format", "json"],
                              stdout=subprocess.PIPE, check=False, text=True)
    assert told.returncode == 0, told.returncode
    found = {family["family"]: tuple(family[key] for key in KEYS)
             for family in json.loads(told.stdout)["families"]}
    assert found == EXPECTED, found
    print(f"{len(found)} families, {sum(f[0] for f in found.values())} tables, "
          f"{sum(f[1] for f in found.values())} rows, as counted")



if __name__ == "__main__":
    main()
