"""From LLVM text to machine code in memory, through object code that can be kept on disk."""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import sys
from collections.abc import Callable, Iterable

import llvmlite.binding as llvm
from llvmlite.binding import ffi, newpassmanagers

from denoc.kernels.emitter.rows import NAME, ONE_ROW
from denoc.kernels.emitter.targets import SIDE_BY_SIDE, Target, host
from denoc.kernels.emitter.trigonometry import SLOW
from denoc.kernels.storage.locks import COMPILING, Once


def _let_go_of_passes() -> None:
    """So that llvmlite disposes of pass managers, ours and numba's: an empty method of their base hides the one that
    does, and what passes remember of the code, about a megabyte each time, would stay for as long as the process."""
    for kind in (newpassmanagers.ModulePassManager, newpassmanagers.FunctionPassManager):
        if getattr(kind, "_dispose", None) is ffi.ObjectRef._dispose:  # in 0.45 to 0.50
            kind._dispose = newpassmanagers.NewPassManager._dispose


with contextlib.suppress(AttributeError):  # another version may do without any of it
    _let_go_of_passes()


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
    """Machine code in memory: call it, or hand its address on. It lives as long as this object: who keeps the address
    keeps the object."""

    def __init__(self, code: bytes, others: Iterable[str] = ()) -> None:
        """`others` are more names that the code has, beside the kernel's."""
        builder = llvm.JITLibraryBuilder().add_object_img(code)
        for name in (NAME, *others):
            builder.export_symbol(name)
        for symbol, address in _c_library().items():
            builder.import_symbol(symbol, address)
        with COMPILING:
            linker = llvm.create_lljit_compiler(host().machine(), use_jit_link=SIDE_BY_SIDE)
            self._library = builder.link(linker, NAME)
            self._linker = linker  # one each, or unloaded libraries would leave their names; it must go last
        self.address: int = self._library[NAME]
        prototype = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
        self.call = prototype(self.address)  # releases the GIL

    def call_of_one_row(self, *, short: bool) -> Callable[[bytes], int]:
        """It takes the arguments' addresses as bytes, which ctypes hands on sooner than anything else. Short ones, of a
        few microseconds, keep the GIL."""
        kind = ctypes.PYFUNCTYPE if short else ctypes.CFUNCTYPE
        return kind(ctypes.c_int64)(self._library[ONE_ROW])

    def constant(self, name: str) -> int:
        """A whole number that stands in the code."""
        return ctypes.c_int64.from_address(self._library[name]).value


@Once
def _c_library() -> dict[str, int]:
    """Addresses of the C library's sine and cosine, by the names that the kernels call them."""
    library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(ctypes.util.find_library("m"))
    addresses = {symbol: ctypes.cast(getattr(library, name), ctypes.c_void_p).value for name, symbol in SLOW.items()}
    return {symbol: address or 0 for symbol, address in addresses.items()}
