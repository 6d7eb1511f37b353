#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether a patched ATOM keeps finished sequences off the queue exactly when nobody reads them.

    finished_sequences.py TREE

Takes CoreManager's own methods out of the tree, without importing ATOM, and lets its output thread run
on a stand-in for the engine core that finishes 100,000 sequences. Serving, the queue stays empty;
offline, every sequence is delivered, in order. In both, the load of each is released.
"""
import ast
import asyncio
import enum
import logging
import pathlib
import pickle
import queue
import sys
import threading
import types

SEQUENCES = 100_000
BATCH = 250
METHODS = {"_init_shared_state", "_create_output_thread", "_release_seq_load", "get_output", "is_rest"}


class Kind(enum.Enum):
    SHUTDOWN = 1
    STREAM = 2
    METRICS = 3
    UTILITY_RESPONSE = 4
    ADD = 5


class Sequence:
    def __init__(self, number):
        self.id = number


class Socket:
    """An engine core that finishes all sequences and shuts down; or the shutdown socket, silent."""

    def __init__(self, batches=()):
        self.messages = iter(batches)

    def recv(self, copy):
        first = next(self.messages, None)
        if first is None:
            return pickle.dumps((Kind.SHUTDOWN, None))
        return pickle.dumps((Kind.ADD, [Sequence(i) for i in range(first, first + BATCH)]))

    def bind(self, path):
        pass

    def close(self, linger):
        pass


class Poller:
    def register(self, socket, flag):
        self.last = socket

    def poll(self):
        return [(self.last, 1)]


class Context:
    def __init__(self, io_threads=1):
        pass

    def socket(self, kind):
        return Socket()


def core_manager(tree):
    """CoreManager with the methods under test, and nothing else of it."""
    file = pathlib.Path(tree) / "atom/model_engine/engine_core_mgr.py"
    module = ast.parse(file.read_text())
    found = [node for node in module.body if isinstance(node, ast.ClassDef) and node.name == "CoreManager"]
    (manager,) = found
    manager.bases, manager.decorator_list = [], []
    manager.body = [node for node in manager.body if isinstance(node, ast.FunctionDef) and node.name in METHODS]
    assert {node.name for node in manager.body} == METHODS
    future = ast.parse("from __future__ import annotations").body
    logger = logging.getLogger("core")
    names = {
        "zmq": types.SimpleNamespace(Context=Context, Poller=Poller, Socket=Socket, PAIR=0, POLLIN=1),
        "queue": queue, "pickle": pickle, "logging": logging, "logger": logger, "asyncio": asyncio,
        "threading": threading, "Thread": threading.Thread, "Lock": threading.Lock,
        "Sequence": Sequence, "EngineCoreRequestType": Kind,
        "envs": types.SimpleNamespace(ATOM_DP_LB_REQ_EQUIV=512), "weakref": __import__("weakref"),
    }
    exec(compile(ast.Module(future + [manager], []), str(file), "exec"), names)
    made = names["CoreManager"].__new__(names["CoreManager"])
    config = types.SimpleNamespace(dp_load_balance="round_robin")
    made._init_shared_state(config, label="test", local_engine_count=1)
    made._shutdown_engine_core_rank = lambda rank: None
    return made


def run(tree, serving):
    manager = core_manager(tree)
    for number in range(SEQUENCES):
        manager._seq_load[number] = (0, 1, 1)
    manager._rank_reqs[0] = manager._rank_tokens[0] = SEQUENCES
    if serving:
        manager._drop_finished = True  # as api_server.main does
    thread = manager._create_output_thread(0, Socket(range(0, SEQUENCES, BATCH)), "inproc://test")
    thread.start()
    thread.join(timeout=120)
    assert not thread.is_alive(), "the output thread hangs"
    assert manager._seq_load == {} and manager._rank_reqs == [0], "load was not released"
    delivered = []
    while manager.is_rest():
        delivered += [sequence.id for sequence in manager.get_output()]
    return delivered


def main(tree):
    server = (pathlib.Path(tree) / "atom/entrypoints/openai/api_server.py").read_text()
    assert "engine.core_mgr._drop_finished = True" in server, "the API server does not set the flag"
    assert run(tree, serving=True) == [], "finished sequences pile up while serving"
    assert run(tree, serving=False) == list(range(SEQUENCES)), "offline, sequences are lost"
    print(f"ok: {SEQUENCES} finished sequences: none queued when serving, all delivered offline")


if __name__ == "__main__":
    main(sys.argv[1])
