#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether the Triton kernels that the set adds to ATOM or changes compute what they should, element by element.

    dcp_kernels.py TREE

The kernels' own text is run as Python on a stand-in for triton.language, in which every load and store is held
to its buffer: the merge of decode context parallelism against an exact one, and both passes of the sparse index
filter against a plain one, with rows of a padded batch that nobody has filled. Then sparse_attn_indexer itself,
which has to fill those rows. Each is repeated with a fault planted, which must be found.
"""
import ast
import math
import pathlib
import random
import sys
import types
from unittest import mock

INFINITY, NAN = math.inf, math.nan


class Outside(AssertionError):
    """A load or store that is not in its buffer."""


def lanes(value, count):
    return value.items if isinstance(value, Vector) else [value] * count


class Vector:
    """The lanes of one program."""

    def __init__(self, items):
        self.items = list(items)

    def to(self, _):
        return self


def spread(operation):
    def apply(*values):
        counts = [len(value.items) for value in values if isinstance(value, Vector)]
        if not counts:
            return operation(*values)
        return Vector(operation(*each) for each in zip(*(lanes(value, counts[0]) for value in values), strict=True))

    return apply


OPERATORS = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "mod": lambda a, b: a % b,
    "truediv": lambda a, b: a / b, "floordiv": lambda a, b: a // b, "lt": lambda a, b: a < b,
    "ge": lambda a, b: a >= b, "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
}
for name, operator in OPERATORS.items():
    setattr(Vector, f"__{name}__", spread(operator))
    setattr(Vector, f"__r{name}__", spread(lambda a, b, operator=operator: operator(b, a)))


class Pointer:
    dtype = types.SimpleNamespace(element_ty=None)

    def __init__(self, buffer, offset=0):
        self.buffer, self.offset = buffer, offset

    def __add__(self, more):
        return Pointer(self.buffer, self.offset + more)

    def at(self, offset):
        if not 0 <= offset < len(self.buffer):
            raise Outside(f"place {offset} of a buffer of {len(self.buffer)}")
        return offset


class Program(int):
    def to(self, _):
        return int(self)


class Language:
    """triton.language, for one program after another."""

    constexpr = int64 = int32 = float32 = None
    static_range = staticmethod(range)
    where = staticmethod(spread(lambda condition, yes, no: yes if condition else no))
    exp = staticmethod(spread(math.exp))
    program = 0

    def program_id(self, axis):
        return Program(self.program)

    @staticmethod
    def arange(begin, end):
        return Vector(range(begin, end))

    @staticmethod
    def zeros(shape, dtype):
        return Vector([0.0] * shape[0])

    @staticmethod
    def max(vector, axis):
        return max(vector.items)

    @staticmethod
    def sum(vector, axis=0):
        return sum(vector.items)

    @staticmethod
    def cumsum(vector, axis):
        total, sums = 0, []
        for item in vector.items:
            total += item
            sums.append(total)
        return Vector(sums)

    @staticmethod
    def load(pointer, mask=True, other=None):
        read = spread(lambda offset, taken: pointer.buffer[pointer.at(offset)] if taken else other)
        return read(pointer.offset, mask)

    @staticmethod
    def store(pointer, value, mask=True):
        def write(offset, item, taken):
            if taken:
                pointer.buffer[pointer.at(offset)] = int(item) if isinstance(item, bool) else item

        spread(write)(pointer.offset, value, mask)


def function_of(file, name, names, plant=None):
    """A function of the file without its decorators. `plant`: a text of it that is to be another one."""
    source = file.read_text()
    (node,) = [n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef) and n.name == name]
    text = "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])
    if plant:
        assert text.count(plant[0]) == 1, f"{plant[0]!r} is not in {name} once"
        text = text.replace(*plant)
    space = dict(names)
    exec(compile("from __future__ import annotations\n" + text, str(file), "exec"), space)
    return space[name]


def launch(language, grid, kernel, *arguments, **constants):
    for language.program in range(grid):
        kernel(*arguments, **constants)


def must_find(what, check):
    try:
        check()
    except AssertionError as found:
        print(f"ok: found, {what}: {found}")
        return
    raise SystemExit(f"the fault is not found: {what}")


# ---------------------------------------------------------------- the merge


def merged_exactly(parts, lses, row, dim):
    """ATOM's rule: NaN and +inf count as -inf, and a rank of weight 0 adds nothing, NaN though it be."""
    known = [-INFINITY if math.isnan(lse[row]) or lse[row] == INFINITY else lse[row] for lse in lses]
    highest = max(known)
    weights = [0.0 if lse == -INFINITY else math.exp(lse - highest) for lse in known]
    total = math.fsum(weights) or 1.0
    used = [(weight / total, part) for weight, part in zip(weights, parts) if weight]
    return [math.fsum(weight * part[row * dim + i] for weight, part in used) for i in range(dim)]


def check_merge(ops, plant=None):
    language = Language()
    kernel = function_of(ops, "_dcp_a2a_merge_kernel", {"tl": language}, plant)
    chance = random.Random(5)
    for world, rows, dim in ((2, 11, 8), (4, 23, 4), (8, 13, 2)):
        parts = [[chance.gauss(0, 3) for _ in range(rows * dim)] for _ in range(world)]
        lses = [[chance.gauss(0, 9) for _ in range(rows)] for _ in range(world)]
        for rank in range(world):
            for row in range(rows):
                ours = (row + rank) % 2 == 0
                hard = {3: -INFINITY if ours else None, 5: -INFINITY, 7: NAN if ours else None, 9: INFINITY if ours else None}
                if hard.get(row % 11) is not None:
                    lses[rank][row] = hard[row % 11]
                    parts[rank][row * dim : (row + 1) * dim] = [NAN] * dim
        pad = [NAN] * 3  # between the chunks
        out = [NAN] * (rows * dim)
        launch(language, rows, kernel, Pointer(sum((part + pad for part in parts), [])),
               Pointer(sum((lse + pad for lse in lses), [])), Pointer(out), rows * dim + 3, rows + 3,
               HEAD_DIM=dim, WORLD=world)
        for row in range(rows):
            for got, wanted in zip(out[row * dim : (row + 1) * dim], merged_exactly(parts, lses, row, dim)):
                assert math.isclose(got, wanted, rel_tol=1e-12, abs_tol=1e-12), f"row {row} of world {world}: {got}, not {wanted}"


# ---------------------------------------------------------------- the sparse index filter

TOPK, BLOCK, PAGE, REAL, ROWS = 32, 16, 4, 5, 8


def owned(position, rank, world, interleave):
    return position >= 0 and position // interleave % world == rank


def slot_of(position, blocks, world, interleave):
    inside = position % (PAGE * world)
    return blocks[position // (PAGE * world)] * PAGE + inside // (world * interleave) * interleave + inside % interleave


def filtered(language, kernels, case, rank):
    """Both passes, as triton_filter_and_convert_dcp_index launches them: the offsets and the slots."""
    world, interleave, table, width, top, requests = case
    starts = Pointer([min(request, REAL) for request in range(requests + 1)])  # padded ones begin behind the real
    flat, counts = Pointer(sum(top, [])), [0] * requests
    common = (rank, world, interleave)
    end = width * PAGE * world
    launch(language, requests, kernels[0], starts, None, flat, Pointer(counts), *common, TOPK, BLOCK, TOPK, 1, end)
    offsets = [sum(counts[:request]) for request in range(requests + 1)]
    slots = [None] * offsets[-1]
    launch(language, requests, kernels[1], starts, None, Pointer(offsets), Pointer(sum(table, [])), flat, Pointer(slots),
           *common, PAGE, TOPK, BLOCK, TOPK, 1, width, 1, end)
    return offsets, slots


def check_filter(ops, plants=(None, None)):
    language = Language()
    names = ("_count_owned_dcp_kernel", "_compact_filter_dcp_kernel")
    kernels = [function_of(ops, name, {"tl": language}, plant) for name, plant in zip(names, plants)]
    chance = random.Random(7)
    for world, interleave in ((2, 1), (4, 1), (4, 2), (8, 1)):
        width, requests = 6, ROWS
        table = [[chance.randrange(100) for _ in range(width)] for _ in range(requests)]
        end = width * PAGE * world
        top = [chance.sample(range(end), 20) + [-1] * (TOPK - 20) for _ in range(REAL)]
        # What torch.empty may hold in the rows that nobody fills, negative numbers and huge ones.
        top += [[chance.randrange(-(2**31), 2**31) for _ in range(TOPK)] for _ in range(ROWS - REAL)]
        found = []
        for rank in range(world):
            offsets, slots = filtered(language, kernels, (world, interleave, table, width, top, requests), rank)
            for request in range(requests):
                row = top[min(request, REAL)]
                kept = [p for p in row if p < end and owned(p, rank, world, interleave)]
                wanted = [slot_of(p, table[request], world, interleave) for p in kept]
                got = slots[offsets[request] : offsets[request + 1]]
                assert got == wanted, f"request {request}, rank {rank} of {world}: {got}, not {wanted}"
                found += [(request, p) for p in kept if request < REAL]
        wanted = [(request, p) for request in range(REAL) for p in top[request] if p >= 0]
        assert sorted(found) == sorted(wanted), "the ranks' positions together are not those of the top-k"


# ---------------------------------------------------------------- the indexer, which fills the rows


class Rows:
    """A tensor of indices of which only whole rows are looked at."""

    def __init__(self, values):
        self.values = values

    def __getitem__(self, rows):
        return types.SimpleNamespace(fill_=lambda value: self.values.__setitem__(rows, [value] * len(self.values[rows])))


def check_indexer(models, plant=None):
    seen = []
    context = types.SimpleNamespace(is_dummy_run=False, is_prefill=False, batch_size=REAL)
    forward = types.SimpleNamespace(attn_metadata=mock.MagicMock(max_seqlen_q=1), context=context)
    queries = mock.MagicMock()
    queries.__getitem__.return_value.reshape.return_value.shape = (REAL, 1, 32, 128)

    def exchange(*arguments):
        tokens = arguments[6]
        arguments[4].values[:tokens] = ["filled"] * tokens

    names = {
        "torch": types.SimpleNamespace(empty=lambda rows, *_, **__: Rows(["garbage"] * rows), int32=None),
        "get_forward_context": lambda: forward, "get_current_atom_config": mock.MagicMock(),
        "pcp_is_enabled": lambda: False, "indexer_k_quant_and_cache": lambda *_, **__: None,
        "get_dcp_world_size": lambda: 8, "get_dcp_rank": lambda: 3, "_dcp_decode_candidate_exchange": exchange,
        "triton_filter_and_convert_dcp_index": lambda *given, **_: seen.append(given[3].values),
    }
    function = function_of(models, "sparse_attn_indexer", names, plant)
    arguments = {name: mock.MagicMock() for name in function.__code__.co_varnames[: function.__code__.co_argcount]}
    arguments.update(hidden_states=mock.MagicMock(shape=(ROWS, 6144)), q_input=queries, topk_tokens=2048,
                     use_qk_rope_cache_fusion=False)
    function(**arguments)
    assert seen == [["filled"] * REAL + [-1] * (ROWS - REAL)], f"the filter is given {seen}"


def main(tree):
    ops, models = (pathlib.Path(tree) / path for path in ("atom/model_ops/dcp_ops.py", "atom/models/deepseek_v2.py"))
    check_merge(ops)
    check_filter(ops)
    check_indexer(models)
    print("ok: merge, both passes of the filter, and the rows that padding adds")
    in_table = ("in_table = (tok >= 0) & (tok < position_end)", "in_table = tok >= 0")
    must_find("empty ranks are read", lambda: check_merge(ops, ("tl.where(weight == 0.0, 0.0,", "tl.where(False, 0.0,")))
    must_find("NaN LSEs count", lambda: check_merge(ops, ("(lse != lse) |", "")))
    must_find("positions behind the table are read", lambda: check_filter(ops, (in_table, in_table)))
    must_find("the passes differ", lambda: check_filter(ops, (None, in_table)))
    must_find("rows stay as they are", lambda: check_indexer(models, ("topk_indices[num_decode_tokens:].fill_(-1)", "pass")))


if __name__ == "__main__":
    main(sys.argv[1])
