#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds modules of ROCm aiter's just-in-time compiler anew, as a rebuild of a manifest.

    run: [python3, "{here}/rebuild_aiter_module.py", module_custom_all_reduce]

aiter loads a module's .so wherever there is one and never compares it with its sources: after a patch it
stays the old one until it is deleted. For each module that is named this deletes the .so, the build folder
and a lock that nobody holds any more, in every folder that aiter may load it from, and has aiter's own
build_module build it. It never runs setup.py, which deletes all modules and reinstalls other packages.

It works in the current folder, or in --root: the one that holds the package 'aiter'. Where there is no GPU
GPU_ARCHS must say what to build for; its order is kept, because aiter takes the last one for code that it
makes for one architecture only.

With --prebuild FILE it builds those of the modules listed there that are not built yet.
"""

import argparse
import difflib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

# Of a lock without an owner: as long as aiter itself waits before it takes it for abandoned.
GRACE_SECONDS = 10


class Refusal(Exception):
    """Why nothing is built; its text is all that is said."""


def say(text):
    print(f"rebuild_aiter_module: {text}", flush=True)


def package_of(root):
    package = root / "aiter"
    if not (package / "jit" / "core.py").is_file():
        raise Refusal(f"'{root}' has no aiter/jit/core.py: name the folder that holds aiter by --root")
    return package


def has_gpu():
    """Whether rocminfo names an architecture, which is how aiter would find out."""
    program = shutil.which("rocminfo") or "/opt/rocm/bin/rocminfo"
    try:
        told = subprocess.run([program], capture_output=True, text=True, check=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError):
        return False
    return "gfx" in told


def demand_archs():
    """Says for what is built; refuses where aiter could not know."""
    archs = [arch.strip() for arch in os.environ.get("GPU_ARCHS", "").split(";") if arch.strip()]
    if archs and "native" not in archs:
        say(f"GPU_ARCHS is {';'.join(archs)}; code for one architecture only is made for the last, {archs[-1]}")
        return
    if not has_gpu():
        raise Refusal(
            "GPU_ARCHS is not set, and there is no GPU here that rocminfo could tell of, as in an image "
            "build: aiter cannot know for what to compile. Set it in the rebuild's 'env', such as "
            '{GPU_ARCHS: "gfx942;gfx950"}; the architecture that the image is for comes last'
        )
    say("GPU_ARCHS is not set: aiter builds for the GPU of this machine")


def jit_folders(package):
    """Every folder that aiter may load a module from: first the one that it builds in, by its own rules."""
    folders = []
    if "AITER_JIT_DIR" in os.environ:
        folders.append(pathlib.Path(os.environ["AITER_JIT_DIR"]))
    own = package / "jit"
    user = pathlib.Path(os.path.expanduser("~")) / ".aiter" / "jit"
    folders += [own, user] if os.access(own, os.W_OK) else [user, own]
    return folders


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def why_abandoned(lock):
    """Why nobody holds the file any more; nothing where somebody does."""
    lines = lock.read_text(errors="replace").splitlines()
    if len(lines) < 2 or not lines[0].strip().isdigit():
        if time.time() - lock.stat().st_mtime > GRACE_SECONDS:
            return "it names no owner"
        return ""
    pid, host = int(lines[0]), lines[1].strip()
    if host != socket.gethostname():
        # A layer of an image keeps the lock of a machine that is gone, and aiter would wait for ever.
        return f"its owner was process {pid} on '{host}', which is not this machine"
    return "" if is_alive(pid) else f"process {pid} that owned it is gone"


def clear_lock(lock):
    if not lock.is_file() and not lock.is_symlink():
        return
    why = why_abandoned(lock) if lock.is_file() else "it is no file"
    if not why:
        owner = lock.read_text(errors="replace").split("\n")[0] or "somebody"
        raise Refusal(f"'{lock}' is held: process {owner} builds this module now; run again when it has ended")
    say(f"delete {lock}: {why}")
    lock.unlink()


def clear_module(folder, module):
    """Deletes what is left of a module in one folder, links themselves and not what they lead to."""
    build = folder / "build"
    for lock in (build / f"lock_{module}", build / f"lock_{module}.steal"):
        clear_lock(lock)
    for path in (folder / f"{module}.so", build / module):
        if not path.is_symlink() and not path.exists():
            continue
        if not os.access(path.parent, os.W_OK):
            raise Refusal(f"'{path}' cannot be deleted, and aiter would load the old module: no permission")
        say(f"delete {path}")
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def known_modules(package):
    with open(package / "jit" / "optCompilerConfig.json", encoding="utf-8") as file:
        return json.load(file)


def demand_known(modules, package):
    known = known_modules(package)
    for module in modules:
        if module in known:
            continue
        near = difflib.get_close_matches(module, known, 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise Refusal(f"aiter/jit/optCompilerConfig.json has no module '{module}'{hint}")


def compiler(root, package):
    """aiter's own jit/core.py, without importing aiter, which would import torch and all its modules."""
    # Its search for the package 'aiter' must lead here, so that it takes this copy's sources.
    sys.path.insert(0, str(root))
    sys.path.insert(0, str(package))
    from jit import core  # pylint: disable=import-outside-toplevel,import-error

    return core


def demand_sources(arguments, module, core):
    missing = [path for path in arguments["srcs"] if not os.path.exists(path)]
    if not arguments["srcs"] or missing:
        named = f"'{missing[0]}'" if missing else "any source"
        raise Refusal(
            f"the sources of '{module}' are not there: aiter looks for {named}, its C++ being in "
            f"'{core.AITER_CSRC_DIR}'. A wheel keeps it in aiter_meta/csrc, a checkout in csrc; "
            "AITER_META_DIR names another folder"
        )


def flags_of_prebuild():
    """What aiter's own prebuild adds for each level of PREBUILD_KERNELS."""
    level = os.environ.get("PREBUILD_KERNELS", "0")
    return [f"-DPREBUILD_KERNELS={level}"] if level not in ("", "0") else []


def build(module, core):
    arguments = core.get_args_of_build(module)
    demand_sources(arguments, module, core)
    more = flags_of_prebuild()
    clang = arguments.get("hip_clang_path")
    if clang and os.path.exists(clang):
        os.environ["HIP_CLANG_PATH"] = clang
    core.build_module(
        md_name=module,
        srcs=arguments["srcs"],
        flags_extra_cc=list(arguments["flags_extra_cc"]) + more,
        flags_extra_hip=list(arguments["flags_extra_hip"]) + more,
        blob_gen_cmd=arguments["blob_gen_cmd"],
        extra_include=arguments["extra_include"],
        extra_ldflags=arguments["extra_ldflags"],
        verbose=False,
        is_python_module=arguments["is_python_module"],
        is_standalone=False,
        torch_exclude=arguments["torch_exclude"],
        third_party=arguments.get("third_party", []),
        hipify=arguments.get("hipify", False),
        flags_extra_hip_per_source=arguments.get("flags_extra_hip_per_source", {}),
    )


def rebuild(modules, root, package):
    demand_known(modules, package)
    demand_archs()
    folders = jit_folders(package)
    for module in modules:
        for folder in folders:
            clear_module(folder, module)
    core = compiler(root, package)
    for module in modules:
        try:
            build(module, core)
        except Refusal:
            raise
        except Exception as why:  # Whatever aiter throws; what its compiler said stands above.
            raise Refusal(f"aiter could not build '{module}': {why}") from why
        product = pathlib.Path(core.get_user_jit_dir()) / f"{module}.so"
        # Who waits for another builder's lock in aiter comes back without having built anything.
        if not product.is_file():
            raise Refusal(f"aiter's build_module came back, and '{product}' is not there")
        say(f"built {product}")


def listed(file):
    """The modules of a list: one a line, behind '#' why."""
    with open(file, encoding="utf-8") as lines:
        names = [line.split("#")[0].strip() for line in lines]
    return [name for name in names if name]


def to_prebuild(file, package):
    folder = jit_folders(package)[0]
    return [module for module in listed(file) if not (folder / f"{module}.so").is_file()]


def main():
    parser = argparse.ArgumentParser(description="Builds modules of aiter anew, by aiter's own compiler.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="a name in optCompilerConfig.json")
    parser.add_argument("--root", default=".", help="the folder that holds aiter (default: this one)")
    parser.add_argument("--prebuild", metavar="FILE", help="build those of this list that are not built yet")
    asked = parser.parse_args()
    if bool(asked.modules) == bool(asked.prebuild):
        parser.error("name modules, or --prebuild FILE")
    try:
        root = pathlib.Path(asked.root).resolve()
        package = package_of(root)
        modules = asked.modules or to_prebuild(asked.prebuild, package)
        if not modules:
            say("every module of the list is built")
            return 0
        rebuild(modules, root, package)
    except Refusal as why:
        print(f"rebuild_aiter_module: {why}", file=sys.stderr, flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
