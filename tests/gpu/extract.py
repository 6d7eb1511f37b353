#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes the code under test out of a patched aiter tree, word for word.

    extract.py TREE OUT [--plant FROM TO]

Writes kernels.inc (types, synchronisation and kernels), members.inc (what CustomAllreduce needs to
launch them) and entries.inc (the host entries). Each piece is found by its first line and taken up to
its closing brace; a piece that is not there exactly once is an error. --plant replaces a text in them,
which must be there exactly once: the negative control of the tests.
"""
import pathlib
import re
import sys

HEADER = "csrc/include/custom_all_reduce.cuh"
ENTRIES = "csrc/kernels/custom_all_reduce.cu"
TENSOR = "csrc/include/aiter_tensor.h"

# kMaxBlocks is not taken: the test compiles with a smaller one, so that all blocks of all ranks fit one GPU.
KERNELS = [
    (HEADER, r"^struct Signal$"),
    (HEADER, r"(?<=#ifdef USE_ROCM\n)struct __align__\(16\) RankData$"),
    (HEADER, r"^struct __align__\(16\) RankSignals$"),
    (HEADER, r"^template <typename inp_dtype>\nDINLINE opus::fp32_t upcast_s\("),
    (HEADER, r"^template <>\nDINLINE opus::fp32_t upcast_s<"),
    (HEADER, r"^template <int ngpus>\nDINLINE void start_sync\("),
    (HEADER, r"^template <int ngpus, bool final_sync = false>\nDINLINE void end_sync\("),
    (HEADER, r"^template <typename T, int pack_size>\nDINLINE opus::vector_t<opus::fp8_t, pack_size> packQuant\("),
    (HEADER, r"^template <int ngpus>\n__global__ void [^\n]*alltoall_vec\("),
    (HEADER, r"^template <int ngpus>\nDINLINE void combine_weights\("),
    (HEADER, r"^template <typename T, int ngpus>\n__global__ void [^\n]*alltoall_combine_quant\("),
]
MEMBERS = [
    (HEADER, r"^ *RankData\* get_buffer_RD\("),
    (HEADER, r"^void dispatchAllToAll\("),
    (HEADER, r"^template <typename T>\nvoid dispatchAllToAllCombineQuant\("),
]
ENTRY = [
    (TENSOR, r"^struct aiter_tensor_t$"),
    (ENTRIES, r"^static int64_t _all_to_all_bytes\("),
    (ENTRIES, r"^void all_to_all_reg\("),
    (ENTRIES, r"^void all_to_all_unreg\("),
    (ENTRIES, r"^void all_to_all_combine_quant\("),
]


def end_of_braces(text, start):
    """The offset behind the brace that closes the first one after `start`, and a ';' behind it."""
    depth = 0
    for at in range(text.index("{", start), len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at + 2 if text[at + 1 : at + 2] == ";" else at + 1
    raise SystemExit(f"no end of the piece at offset {start}")


def piece(texts, file, pattern):
    found = list(re.finditer(pattern, texts[file], re.MULTILINE))
    if len(found) != 1:
        raise SystemExit(f"{file}: {len(found)} places for {pattern!r}, expected 1")
    # A `#ifdef` around parameters has no brace; one around a body's opening brace would, and is not taken.
    return texts[file][found[0].start() : end_of_braces(texts[file], found[0].end() - 1)]


def main(arguments):
    if len(arguments) not in (2, 5) or (len(arguments) == 5 and arguments[2] != "--plant"):
        raise SystemExit(__doc__)
    tree, out = pathlib.Path(arguments[0]), pathlib.Path(arguments[1])
    texts = {file: (tree / file).read_text() for file in (HEADER, ENTRIES, TENSOR)}
    written = {}
    for name, pieces in (("kernels", KERNELS), ("members", MEMBERS), ("entries", ENTRY)):
        written[name] = "\n\n".join(piece(texts, *where) for where in pieces) + "\n"
    if len(arguments) == 5:
        old, new = arguments[3:]
        if sum(text.count(old) for text in written.values()) != 1:
            raise SystemExit(f"{old!r} does not stand exactly once in the pieces")
        written = {name: text.replace(old, new) for name, text in written.items()}
    out.mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        (out / f"{name}.inc").write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
