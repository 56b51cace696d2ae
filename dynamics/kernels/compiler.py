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


def compile_text(text: str, target: Target) -> bytes:
    """Object code for the target."""
    module = llvm.parse_assembly(text)
    module.verify()
    return target.machine().emit_object(module)


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


@functools.cache
def _c_library() -> None:
    """Gives the kernels the C library's sine and cosine."""
    library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(ctypes.util.find_library("m"))
    for name, symbol in SLOW.items():
        llvm.add_symbol(symbol, ctypes.cast(getattr(library, name), ctypes.c_void_p).value)
