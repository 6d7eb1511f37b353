#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether the custom all-to-all and the DCP merge are right on the GPUs of this machine.

    torchrun --standalone --nproc-per-node 8 checks/check_dcp_merge.py
    checks/check_dcp_merge.py --world 8                    # starts its ranks itself

On ROCm it uses the patched aiter that is installed. Elsewhere it needs the same kernels as a library:
--library exchange.so, which tests/gpu/run builds from a patched tree. For 2, 4 or 8 ranks, a GPU each
(--share puts several on one GPU, where the library may be used but not NCCL):

 1. the all-to-all, byte for byte, against the collective library;
 2. combine and quantise against a float64 merge, within FP8 rounding, empty ranks, NaN and infinite
    LSEs included;
 3. ATOM's own merge against the same, if --atom TREE names its checkout (or it is installed);
 4. each in eager mode and replayed from a captured graph with other data, --iterations times;
 5. that a wrong result would have been seen: each comparison is repeated on a result with one fault.

Exit: 0 all right, 1 something differs, 2 it cannot be run here.
"""
import argparse
import ctypes
import importlib.util
import os
import pathlib
import socket
import subprocess
import sys
import types

import torch
import torch.distributed as dist

INFINITY = float("inf")


def cannot(reason):
    """Ends a rank that cannot run here."""
    print(reason, file=sys.stderr, flush=True)
    sys.exit(2)


# ---------------------------------------------------------------- the kernels, from aiter or a library


class AiterExchange:
    """aiter's communicator, as the engine makes it."""

    def __init__(self, group, device):
        from aiter.dist.device_communicators.custom_all_reduce import CustomAllreduce
        from aiter.utility.dtypes import fp8

        self.comm = CustomAllreduce(group, device, max_size=256 * 1024 * 1024)
        if self.comm.disabled or not hasattr(self.comm, "custom_all_to_all"):
            cannot("aiter's communicator is disabled here, or is not patched")
        self.fp8 = fp8
        self.combines = hasattr(self.comm, "custom_a2a_combine_quant")

    def all_to_all(self, send):
        received = self.comm.custom_all_to_all(send)
        if received is None:
            cannot(f"the kernel does not take {tuple(send.shape)} {send.dtype}")
        return received

    def combine(self, partial, lse):
        return self.comm.custom_a2a_combine_quant(partial, lse)

    def capture(self):
        return self.comm.capture()


class LibraryExchange:
    """The same kernels without aiter; always by way of the pool."""

    fp8 = torch.float8_e4m3fn
    combines = True
    disabled = False

    def __init__(self, path, device):
        self.library = ctypes.CDLL(str(path))
        self.rank, self.world = dist.get_rank(), dist.get_world_size()
        handles = ctypes.create_string_buffer(128)
        self.library.exchange_create(self.rank, self.world, device.index, ctypes.c_int64(64 << 20), handles)
        gathered = [None] * self.world
        dist.all_gather_object(gathered, handles.raw)
        self.library.exchange_connect(b"".join(gathered))
        dist.barrier()

    @staticmethod
    def _at(tensor):
        return ctypes.c_void_p(tensor.data_ptr())

    @staticmethod
    def _stream():
        return ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)

    def all_to_all(self, send):
        received = torch.empty_like(send)
        size = ctypes.c_int64(send.numel() * send.element_size())
        if self.library.exchange_all_to_all(self._at(send), self._at(received), size, self._stream()) != 0:
            cannot("the exchange refused")
        return received

    def combine(self, partial, lse):
        tokens, heads, dim = partial.shape
        local = heads // self.world
        out = torch.empty((local, tokens, dim), dtype=self.fp8, device=partial.device)
        scale = torch.empty((local, tokens, 1), dtype=torch.float32, device=partial.device)
        sizes = [ctypes.c_int64(size) for size in (tokens, heads, dim)]
        places = [self._at(tensor) for tensor in (partial, lse, out, scale)]
        if self.library.exchange_combine(*places, *sizes, self._stream()) != 0:
            cannot("the combine refused")
        return out, scale

    # What ATOM's merge asks of aiter's communicator.
    def should_custom_a2a(self, send):
        return send.numel() * send.element_size() % (16 * self.world) == 0

    def custom_all_to_all(self, send):
        return self.all_to_all(send)

    def custom_a2a_combine_quant(self, partial, lse):
        return self.combine(partial, lse)

    def capture(self):
        import contextlib

        return contextlib.nullcontext()


# ---------------------------------------------------------------- data and references


def partial_of(rank, world, shape, seed, device):
    """One rank's attention over its part of the context, with hard rows; the same wherever it is made."""
    tokens, heads, dim = shape
    generator = torch.Generator().manual_seed(1000 * seed + rank)
    out = torch.randn(tokens, heads, dim, generator=generator)
    lse = 3 * torch.randn(tokens, heads, generator=generator)
    row = torch.arange(tokens * heads).view(tokens, heads)
    out *= torch.exp2((row % 17).float() - 8)[..., None]
    lse += (row % 5).float() * 20
    ours = (row + rank) % 2 == 0
    lse[(row % 11 == 5) | ((row % 11 == 3) & ours)] = -INFINITY  # nobody saw anything; this rank did not
    lse[(row % 11 == 7) & ours] = float("nan")
    lse[(row % 11 == 9) & ours] = INFINITY
    out[~torch.isfinite(lse)] = float("nan")
    return out.to(torch.bfloat16).to(device), lse.to(device)


def merged_float64(rank, world, shape, seed, device):
    """ATOM's rule in float64, for the heads of `rank`: [tokens, heads / world, dim]."""
    parts = [partial_of(peer, world, shape, seed, device) for peer in range(world)]
    lse = torch.stack([part[1] for part in parts]).double()
    lse = torch.where(torch.isnan(lse) | (lse == INFINITY), -INFINITY, lse)
    highest = lse.amax(0)
    highest = torch.where(highest == -INFINITY, 0.0, highest)
    weights = torch.exp(lse - highest)
    total = weights.sum(0)
    weights = weights / torch.where(total == 0, 1.0, total)
    merged = torch.zeros(shape, dtype=torch.float64, device=device)
    for weight, (out, _) in zip(weights, parts):
        merged += torch.where(weight[..., None] == 0, 0.0, out.double() * weight[..., None])
    heads = shape[1] // world
    return merged[:, rank * heads : (rank + 1) * heads]


def differ_quantised(result, expected, fp8):
    """Elements and scales further from [tokens, heads, dim] than FP8 rounding allows."""
    out, scale = (tensor.movedim(0, 1) for tensor in result)
    highest = expected.abs().amax(-1, keepdim=True).clamp(min=1e-10)
    limit = torch.finfo(fp8).max
    wrong = (~((scale.double() - highest / limit).abs() <= 2e-5 * highest / limit)).sum()
    allowed = expected.abs() / 16 + scale.double() / 1024 + 2e-5 * highest
    return int(wrong + (~((out.double() * scale.double() - expected).abs() <= allowed)).sum())


def differ_merged(result, expected):
    """Elements further from the reference than one bf16 rounding of an fp32 merge allows."""
    highest = expected.abs().amax(-1, keepdim=True)
    allowed = expected.abs() / 256 + 1e-5 * highest + 1e-30
    return int((~((result.double() - expected).abs() <= allowed)).sum())


# ---------------------------------------------------------------- the checks


class Check:
    def __init__(self, options, exchange, device, merge):
        self.options, self.exchange, self.device, self.merge = options, exchange, device, merge
        self.rank, self.world = dist.get_rank(), dist.get_world_size()
        self.failed = 0

    def say(self, what, wrong, control=None):
        """One line for all ranks. `control`: what the same comparison finds in a faulty result."""
        counts = [None] * self.world
        dist.all_gather_object(counts, (wrong, control))
        bad = sum(count for count, _ in counts)
        blind = any(seen == 0 for _, seen in counts)
        if bad or blind:
            self.failed = 1
        if self.rank == 0:
            verdict = "WRONG" if bad else "BLIND" if blind else "ok"
            print(f"{verdict:6}{what}" + (f": {bad} differ" if bad else ": the fault is not seen" if blind else ""), flush=True)

    def replay(self, step, feed):
        """`step` captured once, then for every seed fed by `feed` and replayed: its results."""
        graph = torch.cuda.CUDAGraph()
        with self.exchange.capture():
            step()  # warm-up, as the engine does
            torch.cuda.synchronize()
            with torch.cuda.graph(graph):
                outputs = step()
        dist.barrier()
        for seed in range(self.options.iterations):
            feed(seed)
            graph.replay()
            yield seed, outputs
        torch.cuda.synchronize()

    def all_to_all(self, elements, dtype):
        send = torch.empty(self.world * elements, dtype=dtype, device=self.device)

        def data(rank, seed):
            generator = torch.Generator().manual_seed(7919 * seed + rank)
            raw = torch.randint(0, 256, (send.numel() * send.element_size(),), generator=generator, dtype=torch.uint8)
            return raw.to(self.device)

        def feed(seed):
            send.view(torch.uint8).copy_(data(self.rank, seed))

        def expected(seed):
            if dist.get_backend() == "nccl":
                received = torch.empty_like(send).view(torch.uint8)
                dist.all_to_all_single(received, data(self.rank, seed))
                return received
            # gloo has no all-to-all: gather everything and take our chunks
            gathered = [torch.empty(send.numel() * send.element_size(), dtype=torch.uint8) for _ in range(self.world)]
            dist.all_gather(gathered, data(self.rank, seed).cpu())
            return torch.cat([whole.chunk(self.world)[self.rank] for whole in gathered]).to(self.device)

        def differ(result, seed):
            return int((result.view(torch.uint8) != expected(seed)).sum())

        what = f"all-to-all of {elements} {dtype} a chunk"
        wrong = 0
        for seed in range(self.options.iterations):
            feed(seed)
            wrong += differ(self.exchange.all_to_all(send), seed)
        fault = self.exchange.all_to_all(send).view(torch.uint8).clone()
        fault[-1] ^= 1
        self.say(f"{what}, eager", wrong, differ(fault, self.options.iterations - 1))
        wrong = sum(differ(result, seed) for seed, result in self.replay(lambda: self.exchange.all_to_all(send), feed))
        self.say(f"{what}, graph", wrong)

    def merging(self, what, shape, step_of, differ, spoil):
        out, lse = partial_of(self.rank, self.world, shape, 0, self.device)
        references = [merged_float64(self.rank, self.world, shape, seed, self.device) for seed in range(3)]
        inputs = [partial_of(self.rank, self.world, shape, seed, self.device) for seed in range(3)]

        def feed(seed):
            out.copy_(inputs[seed % 3][0])
            lse.copy_(inputs[seed % 3][1])

        def step():
            return step_of(out, lse)

        wrong = 0
        for seed in range(self.options.iterations):
            feed(seed)
            wrong += differ(step(), references[seed % 3])
        fault = spoil(step())
        self.say(f"{what} {shape}, eager", wrong, differ(fault, references[(self.options.iterations - 1) % 3]))
        wrong = sum(differ(result, references[seed % 3]) for seed, result in self.replay(step, feed))
        self.say(f"{what} {shape}, graph", wrong)

    def run(self):
        for elements, dtype in [(16, torch.uint8), (40, torch.bfloat16), (33792, torch.bfloat16), (12288, torch.float32)]:
            self.all_to_all(elements, dtype)
        fp8 = self.exchange.fp8

        def spoil_quantised(result):
            out, scale = (tensor.clone() for tensor in result)
            out.view(torch.uint8)[0, 0, 0] ^= 0x80
            scale[-1, -1] *= 1.01
            return out, scale

        def spoil_merged(result):
            result = result.clone()
            result[0, 0] = -result[0, 0] - 1  # also seen where no rank saw anything
            return result

        for shape in [(1, 64, 512), (33, 64, 512), (6, 16, 128)]:
            if self.exchange.combines:
                self.merging("combine and quantise", shape, self.exchange.combine,
                             lambda result, expected: differ_quantised(result, expected, fp8), spoil_quantised)
            if self.merge is not None:
                self.merging("ATOM's merge", shape, self.merge, differ_merged, spoil_merged)
        return self.failed


def atom_merge(options, exchange):
    """cp_lse_ag_out_rs of a patched ATOM on our exchange; its fallback would fail, which is what we want."""
    file = pathlib.Path(options.atom) / "atom/model_ops/dcp_ops.py" if options.atom else None
    if file is None:
        spec = importlib.util.find_spec("atom.model_ops.dcp_ops") if importlib.util.find_spec("atom") else None
        if spec is None:
            return None
    else:
        spec = importlib.util.spec_from_file_location("dcp_ops", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    comm = exchange.comm if isinstance(exchange, AiterExchange) else exchange
    fake = types.SimpleNamespace(
        world_size=dist.get_world_size(), rank_in_group=dist.get_rank(),
        device_communicator=types.SimpleNamespace(ca_comm=comm),
    )
    return lambda out, lse: module.cp_lse_ag_out_rs(out, lse, fake, ctx=module.CPTritonContext())


# ---------------------------------------------------------------- starting


def child(options):
    gpus = torch.cuda.device_count()
    world, rank = int(os.environ["WORLD_SIZE"]), int(os.environ["RANK"])
    if world not in (2, 4, 8):
        cannot("worlds are 2, 4 and 8")
    if gpus < world and not options.share:
        cannot(f"{world} ranks need {world} GPUs, {gpus} are here (--share: on one GPU, with --library)")
    device = torch.device("cuda", rank % gpus)
    torch.cuda.set_device(device)
    rocm = torch.version.hip is not None
    dist.init_process_group("gloo" if gpus < world else "nccl", device_id=device if gpus >= world else None)
    if options.library:
        exchange = LibraryExchange(options.library, device)
    elif rocm:
        exchange = AiterExchange(dist.new_group(backend="gloo"), device)
    else:
        cannot("not ROCm: give --library (tests/gpu/run builds it)")
    failed = Check(options, exchange, device, atom_merge(options, exchange)).run()
    dist.barrier()
    if rank == 0:
        print("SOMETHING IS WRONG" if failed else "all right", flush=True)
    dist.destroy_process_group()
    return failed


def start(options):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ranks = []
    for rank in range(options.world):
        environment = dict(os.environ, RANK=str(rank), WORLD_SIZE=str(options.world), LOCAL_RANK=str(rank),
                           MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
        ranks.append(subprocess.Popen([sys.executable, *sys.argv], env=environment))
    status = [process.wait() for process in ranks]
    return 0 if not any(status) else 1 if set(status) <= {0, 1} else 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--world", type=int, default=0, help="start this many ranks here")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--library", help="the kernels as a library, in place of aiter")
    parser.add_argument("--atom", help="a patched checkout of ATOM, in place of the installed one")
    parser.add_argument("--share", action="store_true", help="several ranks on one GPU")
    options = parser.parse_args()
    # A kernel that is loaded at its first launch would wait for those that wait for it.
    os.environ.setdefault("CUDA_MODULE_LOADING", "EAGER")
    if "RANK" in os.environ:
        return child(options)
    if not options.world:
        parser.error("give --world, or start it by torchrun")
    return start(options)


if __name__ == "__main__":
    sys.exit(main())
