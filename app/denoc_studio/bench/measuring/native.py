"""Pinocchio's C++ compiled for this machine, from the headers that its Python package carries.

Nothing of the package is linked: its libraries are built for any machine, and align their data otherwise.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from denoc.files.disk.paths import home, is_folder, is_there
from denoc.kernels.storage import private_files
from denoc_studio.bench.measuring.machine import installed, processor

SOURCE = Path(__file__).with_name("pinocchio_loop.cpp")
FLAGS = ("-std=c++17", "-O3", "-march=native", "-DNDEBUG", "-shared", "-fPIC", "-fvisibility=hidden")
LIMITS = (  # of Boost's containers, as Pinocchio's own CMake files set them
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
)
COMPILERS: dict[str, tuple[str, ...]] = {  # the faster first, with what else made the loop faster
    "clang++": (),
    "g++": ("-DEIGEN_DONT_VECTORIZE",),
}
EIGEN = ("/usr/include/eigen3", "/usr/local/include/eigen3", "/opt/homebrew/include/eigen3")

Pointer = ctypes.c_void_p
SIGNATURES = {  # result, arguments
    "arm_new": (Pointer, [ctypes.c_long, *[Pointer] * 6]),
    "arm_delete": (None, [Pointer]),
    "arm_inverse": (None, [Pointer, ctypes.c_long, *[Pointer] * 4]),
    "arm_forward": (None, [Pointer, ctypes.c_int, ctypes.c_long, *[Pointer] * 4]),
}


class Unavailable(Exception):
    """There is no native Pinocchio here; the text says why."""


def description() -> str:
    """The compiler and its flags."""
    compiler, *_ = command()
    return " ".join([_compiler_version(compiler), *FLAGS[1:3], *COMPILERS[Path(compiler).name]])


@cache
def library() -> ctypes.CDLL:
    """The compiled loop; compiled at first use."""
    path = library_path()
    try:
        private_files.make_folder(path.parent)
        if not is_there(path):
            _compile(path)
        private_files.read(path)  # refuses what somebody else could have put there
    except OSError as why:
        raise Unavailable(f"no place for compiled code: {why}") from None
    loaded = ctypes.CDLL(str(path))
    for name, (result, arguments) in SIGNATURES.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


def library_path() -> Path:
    """Where the loop that this compiler makes on this machine is kept."""
    words = command()
    made_of = [*words, _compiler_version(words[0]), str(installed("pin")), processor(), SOURCE.read_text()]
    name = hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_CACHE_HOME") or home() / ".cache")
    return folder / "denoc-studio" / f"pinocchio-loop-{name}.so"


def command() -> list[str]:
    """The compiler and its arguments, without the output."""
    compiler = next((found for name in COMPILERS if (found := shutil.which(name))), None)
    if compiler is None:
        raise Unavailable("no C++ compiler (clang++ or g++)")
    headers = _pinocchio_headers()
    eigen = next((path for path in (headers / "eigen3", *map(Path, EIGEN)) if is_folder(path / "Eigen")), None)
    if eigen is None:
        raise Unavailable("no Eigen headers (on Debian: libeigen3-dev)")
    extra = COMPILERS[Path(compiler).name]
    return [compiler, *FLAGS, *extra, *LIMITS, f"-isystem{headers}", f"-isystem{eigen}", str(SOURCE)]


def _pinocchio_headers() -> Path:
    spec = find_spec("pinocchio")
    if spec is None or spec.origin is None:
        raise Unavailable("Pinocchio is not installed")
    for folder in Path(spec.origin).parents:
        if is_folder(folder / "include" / "pinocchio"):
            return folder / "include"
    raise Unavailable("Pinocchio's Python package comes without its headers")


def _compiler_version(compiler: str) -> str:
    """The first line of what the compiler says about itself."""
    return subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def _compile(path: Path) -> None:
    unfinished = path.with_suffix(f".{os.getpid()}")
    print("Compiling Pinocchio's C++ for this machine, once: about a minute ...", file=sys.stderr, flush=True)
    made = subprocess.run([*command(), "-o", str(unfinished)], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        errors = [line for line in made.stderr.splitlines() if "error" in line] or ["no reason given"]
        raise Unavailable(f"Pinocchio's headers do not compile: {errors[0]}")
    unfinished.rename(path)
