#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the set changes in ATOM's Triton code, on one GPU with torch and Triton, of NVIDIA or AMD.

    atom_test.py ATOM AITER        # two patched trees; of aiter only two files of a GEMM are read

 1. The sparse index filter on a padded batch, whose rows behind the scheduled ones hold what torch.empty may
    hold: offsets and slots of every rank against a plain reference, eagerly and in a graph that is captured
    once and replayed with other data. Around the block table lies a mark that must not come out.
 2. _v_up_quantised_and_o_proj with aiter's own batched_gemm_a8w8 against float64, eagerly and in a graph;
    behind the scales, where that kernel reads too far, lie NaNs.
Both are repeated with a fault planted, which must be seen. Exit: 0 all right, 1 something differs.
"""
import ast
import importlib.util
import pathlib
import sys
import tempfile
import types

import torch

DEVICE = "cuda"
MARK = 7_000_000  # a block that is in no table
TOPK, PAGE, WIDTH, REAL, ROWS = 2048, 16, 96, 40, 64
failed = 0


def say(what, wrong, wanted=False):
    """One line. `wanted`: whether a difference is what should be seen."""
    global failed
    right = bool(wrong) == wanted
    failed |= not right
    print(f"{'ok' if right else 'BLIND' if wanted else 'WRONG':6}{what}: {wrong} differ", flush=True)


def module_of(file, name):
    spec = importlib.util.spec_from_file_location(name, file)
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


def replayed(step):
    """The step in a graph: a function that replays it and returns its results."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        step()  # compiles
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        results = step()

    def replay():
        graph.replay()
        torch.cuda.synchronize()
        return results

    return replay


# ---------------------------------------------------------------- the filter


class Padded:
    """A padded decode batch of one rank, and what the filter should make of it."""

    def __init__(self, world, interleave):
        self.world, self.interleave = world, interleave
        self.end = WIDTH * PAGE * world
        self.starts = torch.arange(ROWS + 1, dtype=torch.int32).clamp(max=REAL).to(DEVICE)
        around = torch.full((ROWS * WIDTH * 6,), MARK, dtype=torch.int32, device=DEVICE)
        self.table = around[ROWS * WIDTH : 2 * ROWS * WIDTH].view(ROWS, WIDTH)
        self.top = torch.empty(ROWS, TOPK, dtype=torch.int32, device=DEVICE)
        self.out = torch.empty(ROWS * TOPK, dtype=torch.int32, device=DEVICE)
        self.offsets = torch.empty(ROWS + 1, dtype=torch.int32, device=DEVICE)
        self.counts = torch.empty(ROWS, dtype=torch.int32, device=DEVICE)

    def feed(self, seed, garbage_end):
        """Other positions and blocks; garbage is below `garbage_end`, or anything where that is None."""
        chance = torch.Generator().manual_seed(seed)
        top = torch.full((ROWS, TOPK), -1, dtype=torch.int32)
        for row in range(REAL):
            kept = int(torch.randint(0, min(TOPK, self.end) + 1, (1,), generator=chance))
            top[row, :kept] = torch.randperm(self.end, generator=chance)[:kept].int()
        low, high = (-(2**31), 2**31) if garbage_end is None else (-5, garbage_end)
        top[REAL:] = torch.randint(low, high, (ROWS - REAL, TOPK), generator=chance).int()
        self.top.copy_(top)
        self.table.copy_(torch.randint(0, 5000, (ROWS, WIDTH), generator=chance).int())
        self.out.fill_(-7)

    def filter(self, ops, rank):
        ops.triton_filter_and_convert_dcp_index(
            self.starts, self.starts, self.table, self.top, rank, self.world, PAGE, out_kv_indptr=self.offsets,
            owned_counts=self.counts, NUM_TOPK_TOKENS=TOPK, out=self.out, cp_kv_cache_interleave_size=self.interleave)

    def expected(self, rank):
        rows = self.top.cpu()[self.starts[:-1].cpu().long()]
        split = self.world * self.interleave
        owned = (rows >= 0) & (rows < self.end) & (rows // self.interleave % self.world == rank)
        inside = rows % (PAGE * self.world)
        block = (rows // (PAGE * self.world)).clamp(0, WIDTH - 1).long()
        slots = torch.gather(self.table.cpu(), 1, block) * PAGE + inside // split * self.interleave + inside % self.interleave
        offsets = torch.cat([torch.zeros(1, dtype=torch.int64), owned.sum(1).cumsum(0)])
        out = torch.full((ROWS * TOPK,), -7, dtype=torch.int32)
        out[: offsets[-1]] = slots[owned]
        return offsets.int(), out

    def differ(self, rank):
        offsets, out = self.expected(rank)
        return int((self.offsets.cpu() != offsets).sum() + (self.out.cpu() != out).sum())


def test_filter(file):
    ops = module_of(file, "dcp_ops")
    for world, interleave in ((2, 1), (4, 16), (8, 1)):
        batch, wrong, in_graph = Padded(world, interleave), 0, 0
        for rank in range(world):
            for seed in range(3):
                batch.feed(seed, None)
                batch.filter(ops, rank)
                wrong += batch.differ(rank)
            replay = replayed(lambda: batch.filter(ops, rank))
            for seed in range(3, 6):
                batch.feed(seed, None)
                replay()
                in_graph += batch.differ(rank)
        say(f"padded rows, world {world}, interleaved by {interleave}, eager", wrong)
        say(f"padded rows, world {world}, interleaved by {interleave}, graph", in_graph)
    with tempfile.TemporaryDirectory() as folder:
        text, bound = file.read_text(), " & (tok < position_end)"
        assert text.count(bound) == 2
        planted = pathlib.Path(folder, "dcp_ops.py")
        planted.write_text(text.replace(bound, ""))
        unbound = module_of(planted, "unbound_dcp_ops")
        batch = Padded(4, 1)
        batch.feed(1, batch.end * 2)  # what is read by mistake is ours
        batch.filter(unbound, 1)
        say("planted: no bound", batch.differ(1), wanted=True)
        say("planted: no bound, blocks from outside the table", int((batch.out >= MARK).sum()), wanted=True)


# ---------------------------------------------------------------- the v-up projection


def gemm_of(aiter):
    """aiter's batched_gemm_a8w8 without the rest of aiter; a configuration that any GPU takes."""
    config = {"BLOCK_SIZE_M": 64, "BLOCK_SIZE_N": 128, "BLOCK_SIZE_K": 64, "GROUP_SIZE_M": 1, "num_warps": 4, "num_stages": 2}
    kernels = "aiter.ops.triton._triton_kernels.gemm.batched.batched_gemm_a8w8"
    wrapper = "aiter.ops.triton.gemm.batched.batched_gemm_a8w8"
    stand_ins = {
        "aiter.ops.triton.utils._triton.kernel_repr": {"make_kernel_repr": lambda name, keys: lambda _: name},
        "aiter.ops.triton.utils.gemm_config_utils": {"get_gemm_config": lambda *_: (config, False)},
        "aiter.ops.triton.utils.logger": {"AiterTritonLogger": lambda: types.SimpleNamespace(info=lambda _: None)},
    }
    for name in (kernels, wrapper, *stand_ins):
        parts = name.split(".")
        for i in range(1, len(parts) + 1):
            sys.modules.setdefault(".".join(parts[:i]), types.ModuleType(".".join(parts[:i])))
    for name, values in stand_ins.items():
        sys.modules[name].__dict__.update(values)
    for name in (kernels, wrapper):
        module_of(aiter / (name.replace(".", "/") + ".py"), name)


def projection_of(file):
    (layer,) = [n for n in ast.parse(file.read_text()).body if isinstance(n, ast.ClassDef) and n.name == "MLAAttention"]
    (method,) = [n for n in layer.body if getattr(n, "name", "") == "_v_up_quantised_and_o_proj"]
    method.decorator_list = []
    names = {"torch": torch}
    exec(compile(ast.Module([method], []), str(file), "exec"), names)
    return names[method.name]


def test_projection(file, aiter):
    gemm_of(aiter)
    project = projection_of(file)
    heads, dim, out_dim = 8, 512, 256
    chance = torch.Generator().manual_seed(1)

    def fp8(*shape):
        return torch.randn(*shape, generator=chance).to(DEVICE).to(torch.float8_e4m3fn)

    weight_scale = torch.tensor(0.03, device=DEVICE)
    layer = types.SimpleNamespace(
        v_head_dim=out_dim, W_V=fp8(heads, out_dim, dim), o_proj=lambda x: x,
        W_V_column_scale=weight_scale.expand(heads, 1, out_dim).contiguous())
    for tokens in (1, 17, 64, 200):
        x = fp8(heads, tokens, dim)
        room = torch.full((heads * tokens + 256,), float("nan"), device=DEVICE)
        scale = room[: heads * tokens].view(heads, tokens, 1)

        def feed(seed):
            scale.copy_(torch.rand(heads, tokens, 1, generator=torch.Generator().manual_seed(seed)) + 0.01)

        def differ(result):
            exact = (x.double() * scale.double()) @ layer.W_V.double().transpose(1, 2) * weight_scale.double()
            size = (x.double().abs() * scale.double()) @ layer.W_V.double().abs().transpose(1, 2) * weight_scale.double()
            got = result.view(tokens, heads, out_dim).transpose(0, 1).double()
            # One rounding to bf16, and sums whose order is the GPU's.
            return int((~((got - exact).abs() <= exact.abs() / 256 + size * 2e-4)).sum())

        feed(1)
        say(f"v-up projection of {tokens} tokens, eager", differ(project(layer, x, scale)))
        replay = replayed(lambda: project(layer, x, scale))
        feed(2)
        say(f"v-up projection of {tokens} tokens, graph", differ(replay()))
    spoilt = types.SimpleNamespace(**{**vars(layer), "W_V_column_scale": layer.W_V_column_scale * 1.02})
    say("planted: another scale", differ(project(spoilt, x, scale)), wanted=True)


def main(arguments):
    if len(arguments) != 2:
        raise SystemExit(__doc__)
    atom, aiter = map(pathlib.Path, arguments)
    test_filter(atom / "atom/model_ops/dcp_ops.py")
    test_projection(atom / "atom/model_ops/attention_mla.py", aiter)
    print("SOMETHING IS WRONG" if failed else "all right")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
