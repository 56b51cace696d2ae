"""Compiled kernels, and kernels bound to a robot: rows in, rows out."""

from __future__ import annotations

import ctypes
import math
import struct
import time
import weakref
from collections.abc import Sequence
from threading import local
from typing import Any

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.cancelling import check_cancelled
from denoc.kernels import generic
from denoc.kernels.emitter.compiler import Loaded, compile_text
from denoc.kernels.emitter.rows import ONE_ROW
from denoc.kernels.emitter.targets import Target
from denoc.kernels.functions import FUNCTIONS, customised_text, fingerprint, generic_text
from denoc.kernels.storage.locks import making
from denoc.kernels.storage.objects import cached

ARRAY, DOUBLE = np.ndarray, np.dtype(float)
ALIGNMENT = 64  # bytes
LONG = 100  # joints: a state of more of them takes long enough to let other threads go on

_thread = local()  # `_scratch`: too large to be made for every call, and threads that call at once need one each


class Kernel:
    """One function in two widths: `wide` for batches, `single` for one state and for the integrators.

    Each is compiled, or read from disk, when it is first asked for.
    """

    def __init__(self, name: str, target: Target, robot: Robot | None = None) -> None:
        """For any robot, or written out for the one that is given."""
        self.name = name
        self.lanes = target.lanes
        self.function = FUNCTIONS[name]
        self.generic = robot is None
        self._target = target
        self._loaded: dict[int, Loaded] = {}
        self._robot = None if robot is None else weakref.ref(robot)

    def load(self) -> Kernel:
        """Both widths, now."""
        self._width(self.lanes)
        self._width(1)
        return self

    @property
    def wide(self) -> Loaded:
        return self._width(self.lanes)

    @property
    def single(self) -> Loaded:
        return self._width(1)

    @property
    def single_is_loaded(self) -> bool:
        """Whether `single` is there without compiling or reading it."""
        return 1 in self._loaded

    @property
    def slots(self) -> int:
        """Of a link's record."""
        return self.single.constant(generic.SLOTS)

    def _width(self, lanes: int) -> Loaded:
        loaded = self._loaded.get(lanes)
        if loaded is None:
            with making():
                if lanes not in self._loaded:
                    self._loaded[lanes] = self._load(lanes)
                loaded = self._loaded[lanes]
        return loaded

    def _load(self, lanes: int) -> Loaded:
        name, target, robot = self.name, self._target, None
        if self._robot is not None:
            robot = self._robot()
            if robot is None:
                raise ReferenceError("the robot of this kernel is gone")

        def make() -> bytes:
            if robot is None:
                text = generic_text(name, lanes)  # which whoever comes next will want, too
            else:
                check_cancelled()
                text = customised_text(name, robot, lanes)
                check_cancelled()
            return compile_text(text, target, optimise=self.generic)

        whose = "any" if robot is None else fingerprint(robot)
        others = [*[ONE_ROW] * (lanes == 1), *[generic.SLOTS] * self.generic]
        return Loaded(cached(f"{name} {lanes} {target} {whose}", make), others)

    def scratch(self, n: int, lanes: int) -> int:
        """Doubles that a call needs to work on."""
        if not self.generic:
            return 0
        recursion = self.function.recursion
        matrices = n * recursion.blocks.width if recursion.blocks else recursion.matrices * n * n
        columns = generic.COLUMNS if recursion.solved else 0
        return (n * self.slots + matrices + columns * n) * lanes


class Bound:
    """A kernel with its robot's numbers. Any number of threads may call it."""

    def __init__(self, kernel: Kernel, robot: Robot) -> None:
        self.kernel = kernel
        self.n = robot.n
        self.shape = (robot.n,)
        self.inputs = kernel.function.inputs
        self.result_shape = kernel.function.result_shape(robot.n)
        self.generic = kernel.generic
        self._free: list[Workspace] = []
        self._tables: generic.Tables | None = None
        self._numbers: list[int] = []
        if self.generic:
            point = kernel.function.compiled
            self._tables = generic.tables(robot, point)
            self._numbers = [robot.n, *(table.ctypes.data for table in self._tables)]

    def batch(self, inputs: Sequence[np.ndarray], out: np.ndarray) -> bool:
        """Contiguous rows of doubles in, rows out. False when some result is not finite."""
        rows, lanes = len(out), self.kernel.lanes
        if rows == 0:
            return True
        if rows < lanes:  # one more time the last row, so that a row's result never depends on how many there are
            filled = [np.concatenate([array, *[array[-1:]] * (lanes - rows)]) for array in inputs]
            spare = np.empty((lanes, *out.shape[1:]))
            finite = self.batch(filled, spare)
            out[:] = spare[:rows]
            return finite
        arguments = self.arguments(inputs, out, _scratch(self.kernel.scratch(self.n, lanes)))
        bad = self.kernel.wide.call(rows, struct.pack(f"{len(arguments)}q", *arguments))
        return not bad or bool(np.isfinite(out).all())

    def seconds(self) -> float:
        """Of a small batch."""
        function, rows = self.kernel.function, 256 * self.kernel.lanes
        given = [np.ones((rows, self.n)) for _ in range(function.inputs)] + [np.ones((rows, 6))] * function.wrench
        out = np.empty((rows, *self.result_shape))
        started = time.perf_counter()
        self.batch(given, out)
        return time.perf_counter() - started

    def state(self, inputs: Sequence[np.ndarray]) -> tuple[np.ndarray, bool]:
        """One state: its results, and whether all of them are finite."""
        try:
            work = self._free.pop()
        except IndexError:
            work = Workspace(self)
        for row, values in zip(work.rows, inputs, strict=True):
            row[...] = values
        bad = work.call(work.arguments)
        result = work.copy()
        self._free.append(work)
        return result, not bad or bool(np.isfinite(result).all())

    def plain(self, x: Any, y: Any = None, z: Any = None) -> np.ndarray | None:
        """Results of plain arrays, (n,) or (k, n), as many as the function has inputs, with as little ado as possible.

        None where they are anything else, or where a result is not finite.
        """
        shape = self.shape
        if type(x) is not ARRAY or x.dtype is not DOUBLE or x.shape != shape:  # a masked array is no plain one
            return self._plain_batches([x, y, z][: self.inputs])
        free = self._free
        try:  # as in `state`, but written out: its loop over the inputs takes longer than a small kernel
            work = free.pop()
        except IndexError:
            work = Workspace(self)
        work.x[...] = x
        if (row := work.y) is not None:
            if type(y) is not ARRAY or y.dtype is not DOUBLE or y.shape != shape:
                return None
            row[...] = y
            if (row := work.z) is not None:
                if type(z) is not ARRAY or z.dtype is not DOUBLE or z.shape != shape:
                    return None
                row[...] = z
        result = None if work.call(work.arguments) else work.copy()
        free.append(work)
        return result

    def _plain_batches(self, arrays: list[Any]) -> np.ndarray | None:
        shape: tuple[int, ...] = arrays[0].shape if type(arrays[0]) is ARRAY else ()
        rows, n = shape if len(shape) == 2 else (0, 0)
        if n != self.n or rows < self.kernel.lanes:
            return None
        for array in arrays:
            if type(array) is not ARRAY or array.dtype is not DOUBLE or array.shape != shape:
                return None
            if not array.flags.c_contiguous:
                return None
        out = empty_rows(rows, self.result_shape)
        return out if self.batch(arrays, out) else None

    def arguments(self, inputs: Sequence[np.ndarray], out: np.ndarray, scratch: int) -> list[int]:
        """Addresses as the kernel takes them."""
        own = [*self._numbers, scratch] if self.generic else []
        return [_address(array) for array in (*inputs, out)] + own


class Workspace:
    """Memory for one state at a time, whose addresses never change."""

    def __init__(self, bound: Bound) -> None:
        function = bound.kernel.function
        self.rows = [np.zeros(bound.n) for _ in range(function.inputs)] + ([np.zeros(6)] if function.wrench else [])
        memory = np.zeros(bound.result_shape)
        self.copy = memory.copy  # the results
        rows: list[Any] = [*self.rows[: bound.inputs], None, None]
        self.x, self.y, self.z = rows[:3]  # of `Bound.plain`
        self._scratch = np.empty(bound.kernel.scratch(bound.n, 1))
        addresses = bound.arguments(self.rows, memory, self._scratch.ctypes.data)
        self.arguments = np.array(addresses, dtype=np.int64).tobytes()
        self.call = bound.kernel.single.call_of_one_row(short=bound.n <= LONG)


def _address(array: np.ndarray) -> int:
    """Where the array's numbers stand. Asking numpy takes four times as long, so it is left for read-only arrays."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return array.ctypes.data


def empty_rows(rows: int, shape: tuple[int, ...]) -> np.ndarray:
    """Memory for results. Long rows begin where a cache line does: with stores across two lines a kernel of small
    matrices spends more time on its results than on computing them."""
    columns = math.prod(shape)
    if columns < ALIGNMENT // 4:
        return np.empty((rows, *shape))
    memory = np.empty(rows * columns + ALIGNMENT // 8)
    return np.ndarray((rows, *shape), DOUBLE, memory, -_address(memory) % ALIGNMENT)


def _scratch(doubles: int) -> int:
    """The address of aligned memory that belongs to this thread."""
    if getattr(_thread, "size", -1) < doubles:
        _thread.size = doubles
        _thread.memory = np.empty(doubles + ALIGNMENT // 8)
        address = _thread.memory.ctypes.data
        _thread.address = address + -address % ALIGNMENT
    return _thread.address
