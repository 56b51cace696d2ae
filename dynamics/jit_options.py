"""How numba compiles our loops: without the GIL, kept on disk where there is a place for it, and timed."""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.core import event

from dynamics.kernels.locks import clock


class _Compiling(event.Listener):
    """Numba compiles, or reads from disk, in the middle of a first call: no block of ours could tell it from that."""

    def on_start(self, event: object) -> None:
        clock().start()

    def on_end(self, event: object) -> None:
        clock().stop()


event.register("numba:compiler_lock", _Compiling())


def _writable() -> bool:
    """Whether numba finds a folder for its cache."""
    try:
        njit(cache=True)(_writable)
    except RuntimeError:
        return False
    return True


OPTIONS: dict[str, Any] = {"nogil": True, "cache": _writable(), "error_model": "numpy"}
