"""How numba compiles our loops: without the GIL, kept on disk where there is a place for it."""

from __future__ import annotations

from typing import Any

from numba import njit


def _writable() -> bool:
    """Whether numba finds a folder for its cache."""
    try:
        njit(cache=True)(_writable)
    except RuntimeError:
        return False
    return True


OPTIONS: dict[str, Any] = {"nogil": True, "cache": _writable(), "error_model": "numpy"}
