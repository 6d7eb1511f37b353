# SPDX-License-Identifier: MIT
"""The just-in-time compiler of the stand-in.

As in aiter: a module that is there is loaded, whatever its sources say; sources are strings that are
evaluated; the build folder is <jit>/build/<module>/build, the lock <jit>/build/lock_<module>.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig

this_dir = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, f"{this_dir}/utils/")
from baton import under_lock  # noqa: E402

AITER_ROOT_DIR = os.path.abspath(f"{this_dir}/../../")


def meta_dir():
    mode = f"{this_dir}/../install_mode"
    installed = os.path.exists(mode) and open(mode, encoding="utf-8").read().strip() != "develop"
    named = os.environ.get("AITER_META_DIR")
    folder = named or (f"{AITER_ROOT_DIR}/aiter_meta" if installed else AITER_ROOT_DIR)
    return folder if os.path.exists(f"{folder}/csrc") else AITER_ROOT_DIR


AITER_META_DIR = meta_dir()
AITER_CSRC_DIR = f"{AITER_META_DIR}/csrc"


def get_gfx():
    archs = os.environ.get("GPU_ARCHS", "native")
    if archs == "native":
        raise RuntimeError("Get GPU arch from rocminfo failed")
    return archs.split(";")[-1]


def get_user_jit_dir():
    if "AITER_JIT_DIR" in os.environ:
        os.makedirs(os.environ["AITER_JIT_DIR"], exist_ok=True)
        return os.environ["AITER_JIT_DIR"]
    if os.access(this_dir, os.W_OK):
        return this_dir
    home = f"{os.path.expanduser('~')}/.aiter/jit"
    if not os.path.exists(home):
        shutil.copytree(this_dir, home)
    return home


bd_dir = f"{get_user_jit_dir()}/build"
os.makedirs(bd_dir, exist_ok=True)


def get_args_of_build(name):
    arguments = {
        "srcs": [],
        "flags_extra_cc": [],
        "flags_extra_hip": [],
        "extra_ldflags": None,
        "extra_include": [],
        "verbose": False,
        "is_python_module": True,
        "is_standalone": False,
        "torch_exclude": False,
        "blob_gen_cmd": "",
        "third_party": [],
    }
    with open(f"{this_dir}/optCompilerConfig.json", encoding="utf-8") as file:
        known = json.load(file).get(name, {})
    for key, value in known.items():
        arguments[key] = [eval(item) for item in value] if isinstance(value, list) else eval(value)
    return arguments


def compile_module(name, srcs, folder, flags):
    """One g++ for the whole module; what it makes lies in the build folder first."""
    os.makedirs(f"{folder}/srcs", exist_ok=True)
    words = ["g++", "-shared", "-fPIC", "-O0", *flags, f"-DSTAND_IN_GFX=\"{get_gfx()}\""]
    words += ["-I", f"{AITER_CSRC_DIR}/include", "-I", sysconfig.get_paths()["include"], "-x", "c++", *srcs]
    subprocess.run([*words, "-o", f"{folder}/{name}.so"], check=True)


def build_module(
    md_name,
    srcs,
    flags_extra_cc,
    flags_extra_hip,
    blob_gen_cmd,
    extra_include,
    extra_ldflags,
    verbose,
    is_python_module,
    is_standalone,
    torch_exclude,
    third_party,
    hipify=False,
    flags_extra_hip_per_source=None,
):
    product = f"{get_user_jit_dir()}/{md_name}.so"
    folder = f"{bd_dir}/{md_name}/build"

    def main():
        if os.path.exists(product):
            os.remove(product)
        log = os.environ.get("STAND_IN_BUILDS")
        if log:
            with open(log, "a", encoding="utf-8") as file:
                file.write(f"{md_name} {get_gfx()}\n")
        compile_module(md_name, srcs, folder, flags_extra_cc + flags_extra_hip)
        shutil.copy(f"{folder}/{md_name}.so", product)

    under_lock(f"{bd_dir}/lock_{md_name}", main)


def get_module(md_name):
    """The module that is there, or one that is built now."""
    product = f"{get_user_jit_dir()}/{md_name}.so"
    if not os.path.exists(product):
        arguments = get_args_of_build(md_name)
        build_module(md_name, *[arguments[key] for key in (
            "srcs", "flags_extra_cc", "flags_extra_hip", "blob_gen_cmd", "extra_include", "extra_ldflags",
            "verbose", "is_python_module", "is_standalone", "torch_exclude", "third_party")])
    spec = importlib.util.spec_from_file_location(md_name, product)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
