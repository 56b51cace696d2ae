"""Pinocchio's C++ compiled for this machine, from the headers that its Python package carries.

Nothing of the package is linked: its libraries are built for any machine, and align their data otherwise.
"""

from __future__ import annotations

import ctypes
import shutil
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from denoc.files.disk.paths import is_folder
from denoc_studio.bench.measuring import compiled
from denoc_studio.bench.measuring.compiled import Unavailable, compiler_version
from denoc_studio.bench.measuring.machine import installed

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
    "arm_new": (Pointer, [ctypes.c_long, *[Pointer] * 7]),
    "arm_delete": (None, [Pointer]),
    "arm_inverse": (None, [Pointer, ctypes.c_long, *[Pointer] * 4]),
    "arm_forward": (None, [Pointer, ctypes.c_int, ctypes.c_long, *[Pointer] * 4]),
    "arm_inverse_derivatives": (None, [Pointer, ctypes.c_long, *[Pointer] * 4]),
    "arm_forward_derivatives": (None, [Pointer, ctypes.c_long, *[Pointer] * 4]),
    "arm_gravity": (None, [Pointer, ctypes.c_long, *[Pointer] * 2]),
    "arm_mass_matrix": (None, [Pointer, ctypes.c_long, *[Pointer] * 2]),
    "arm_frames": (None, [Pointer, ctypes.c_long, *[Pointer] * 2]),
    "arm_jacobian": (None, [Pointer, ctypes.c_long, *[Pointer] * 2]),
    "arm_coriolis": (None, [Pointer, ctypes.c_long, *[Pointer] * 3]),
    "arm_regressor": (None, [Pointer, ctypes.c_long, *[Pointer] * 4]),
}


def description() -> str:
    """The compiler and its flags."""
    compiler, *_ = command()
    return " ".join([compiler_version(compiler), *FLAGS[1:3], *COMPILERS[Path(compiler).name]])


@cache
def library() -> ctypes.CDLL:
    """The compiled loop; compiled at first use."""
    loaded = compiled.load(library_path(), command(), "Pinocchio's C++ (about a minute)")
    for name, (result, arguments) in SIGNATURES.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


def library_path() -> Path:
    """Where the loop that this compiler makes on this machine is kept."""
    return compiled.kept("pinocchio-loop", command(), [str(installed("pin")), SOURCE.read_text()])


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
