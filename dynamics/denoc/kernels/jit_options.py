"""How numba compiles our loops: without the GIL, timed, and kept on disk as all our machine code is.

Numba's own cache unpickles what it finds in `__pycache__`, or wherever the environment says, whoever wrote it.
"""

from __future__ import annotations

import hashlib
import inspect
import logging
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba import njit
from numba.core import event
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.np import linalg

from denoc.kernels.storage import objects
from denoc.kernels.storage.locks import clock

LOG = logging.getLogger("denoc.kernels.jit_options")
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


def _import_without_scipy() -> None:
    """The part of numba that imports SciPy's linear algebra, a third of all that it imports, to know that it is there.

    It is: we depend on it. A function that calls it, none of ours, still imports it when it is compiled.
    """
    looking = getattr(linalg, "ensure_blas", None)
    if looking is None:  # another version of numba looks in another way
        return
    linalg.ensure_blas = lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = looking


_import_without_scipy()


class _Compiling(event.Listener):
    """Numba compiles, or reads from disk, in the middle of a first call: no block of ours could tell it from that."""

    def on_start(self, event: object) -> None:
        clock().start()

    def on_end(self, event: object) -> None:
        clock().stop()


event.register("numba:compiler_lock", _Compiling())


class _Kept(NullCache):
    """What numba asks before it compiles one function, and tells afterwards; whatever goes wrong, it compiles."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._words = (numba.__version__, function.__module__, function.__qualname__, _source_digest(function))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        try:
            found = objects.find(self._key(sig, target_context.codegen()))
            return None if found is None else CompileResult._rebuild(target_context, *pickle.loads(found))
        except Exception:
            LOG.debug("compiled code was not read", exc_info=True)
            return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        if cres.lifted or cres.library.has_dynamic_globals:
            return
        try:
            objects.keep(self._key(sig, cres.codegen), dumps(cres._reduce()))
        except Exception:
            LOG.debug("compiled code was not kept", exc_info=True)

    def _key(self, sig: Any, codegen: Any) -> str:
        return repr((*self._words, sig, codegen.magic_tuple()))


def jit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """As `numba.njit`, kept on disk. What is compiled in is constant: globals, and functions that are called."""

    def compiled(function: Callable[..., Any]) -> Any:
        made = njit(**options)(function)
        made._cache = _Kept(function)
        return made

    return compiled


def _source_digest(function: Callable[..., Any]) -> str:
    """Of the file that the function stands in, where there is one, and of those that it takes other functions from."""
    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    called = [getattr(found, "py_func", function) for found in named]
    elsewhere = [_source_digest(each) for each in called if each.__globals__ is not function.__globals__]
    try:
        own = Path(inspect.getfile(function)).read_bytes()
    except (OSError, TypeError):
        own = function.__code__.co_code
    return hashlib.sha256(own + "".join(elsewhere).encode()).hexdigest()
