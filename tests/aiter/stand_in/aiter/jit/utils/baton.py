# SPDX-License-Identifier: MIT
"""A lock file with its owner's process and host in it, as aiter's FileBaton has."""

import os
import socket
import time


def owner_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError:
        return None, None
    if len(lines) < 2 or not lines[0].isdigit():
        return None, None
    return int(lines[0]), lines[1]


def is_stale(path):
    pid, host = owner_of(path)
    if pid is None:
        return os.path.exists(path) and time.time() - os.path.getmtime(path) > 10
    if host != socket.gethostname():
        return False  # Never taken from another machine: it is waited for, for ever.
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def under_lock(path, deed):
    """Does `deed` under the lock; who has to wait for another's comes back without doing it."""
    while True:
        try:
            lock = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            if wait(path):
                return
            continue
        try:
            os.write(lock, f"{os.getpid()}\n{socket.gethostname()}\n".encode())
            deed()
        finally:
            os.close(lock)
            os.remove(path)
        return


def wait(path):
    while os.path.exists(path):
        if is_stale(path):
            os.remove(path)
            return False
        time.sleep(0.05)
    return True
