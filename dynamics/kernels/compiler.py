"""From LLVM text to machine code in memory, through object code that can be kept on disk."""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import sys

import llvmlite.binding as llvm

from dynamics.kernels.rows import NAME
from dynamics.kernels.targets import Target, host
from dynamics.kernels.trigonometry import SLOW


def compile_text(text: str, target: Target, *, optimise: bool) -> bytes:
    """Object code for the target. Loops gain from LLVM's own passes; a graph without loops does not."""
    module = llvm.parse_assembly(text)
    module.verify()
    machine = target.machine()
    if optimise:
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
        builder.getModulePassManager().run(module, builder)
    return machine.emit_object(module)


class Loaded:
    """Machine code in memory: call it, or hand its address on. It lives as long as this object."""

    def __init__(self, code: bytes) -> None:
        _c_library()
        machine = host().machine()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self.address: int = self._engine.get_function_address(NAME)
        prototype = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
        self.call = prototype(self.address)  # releases the GIL

    def constant(self, name: str) -> int:
        """A whole number that stands in the code."""
        return ctypes.c_int64.from_address(self._engine.get_global_value_address(name)).value


@functools.cache
def _c_library() -> None:
    """Gives the kernels the C library's sine and cosine."""
    library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(ctypes.util.find_library("m"))
    for name, symbol in SLOW.items():
        llvm.add_symbol(symbol, ctypes.cast(getattr(library, name), ctypes.c_void_p).value)
