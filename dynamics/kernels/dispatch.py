"""Which kernel runs: the one written out for the robot when it is ready, else the generic one, else none.

Generic kernels are compiled, or read from disk, at first use; written-out ones in the background once a robot has been
asked for enough. A thread that must never wait calls `never_compile_here`: where a kernel is missing there, the caller
falls back on the recursion's own text and the kernel is made in the background.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import numpy as np

from dynamics.checks import check_choice, check_items, check_kind
from dynamics.kernels.background import WORKSHOP
from dynamics.kernels.functions import FUNCTIONS, LONGEST
from dynamics.kernels.kernel import Bound, Kernel
from dynamics.kernels.locks import COMPILING
from dynamics.kernels.targets import host
from dynamics.robot import Robot

WORTHWHILE = 2000  # states, after which a robot gets kernels of its own
NEVER_AGAIN = -(2**62)
SMALL = 8  # joints, up to which a written-out kernel is always the faster one
ROUNDS = 15  # of a race between two kernels

_generic: dict[str, Kernel] = {}
_counting = threading.Lock()
_thread = threading.local()
_restricted = 0  # threads inside generic_only: while there are none, nobody needs to look


def three_arrays(robot: Robot, name: str, x: object, y: object, z: object) -> np.ndarray | None:
    """Results of states given as three plain arrays; None where there is no kernel yet or they are anything else."""
    if _restricted and getattr(_thread, "generic_only", False):
        return None
    try:
        bound: Bound = robot._cache[name]
    except (AttributeError, KeyError):
        return None
    results = bound.three(x, y, z)  # type: ignore[arg-type]
    if bound.calls > WORTHWHILE:
        bound.calls = NEVER_AGAIN
        if bound.kernel.generic:
            _wish(robot, name)
    return results


def find(robot: Robot, name: str, states: int) -> Bound | None:
    """The best kernel there is now for so many states."""
    bound = robot._cache.get(name)
    if bound is None or (not bound.kernel.generic and getattr(_thread, "generic_only", False)):
        bound = _shared(robot, name)
    elif not bound.kernel.generic:
        return bound
    asked = robot._cache[f"asked {name}"] = robot._cache.get(f"asked {name}", 0) + states
    if asked > WORTHWHILE:
        _wish(robot, name)
    return bound


def own(robot: Robot, name: str) -> Bound:
    """The kernel written out for this robot, made now if it is not there yet; the generic one for a long arm.

    Which of them it is depends on the robot alone: runs use it, so that they are the same to the last bit. Only inside
    `generic_only` it is the generic one for any arm: a draft that waits for no compiler.
    """
    if robot.n > LONGEST or getattr(_thread, "generic_only", False):
        bound = _shared(robot, name)
        if bound is not None:
            return bound
    key = f"own {name}"
    bound = robot._cache.get(key)
    if bound is None:
        bound = robot._cache[key] = Bound(Kernel(name, host(), robot), robot)
    return bound


def prepare(robot: Robot, functions: Iterable[str] = ("inverse denoc", "forward denoc")) -> None:
    """Makes the fastest kernels for this robot now instead of when they have proved worthwhile.

    Functions are named as in `functions.FUNCTIONS`: "inverse denoc", "forward denoc wrench", "mass matrix", ...
    """
    check_kind(robot, Robot, "robot")
    names = check_items(functions, len(FUNCTIONS), "functions", "a sequence of names is needed")
    for name in [check_choice(each, FUNCTIONS, "functions") for each in names]:
        try:
            written_out = own(robot, name)
            written_out.kernel.load()
        except ZeroDivisionError:  # a joint without inertia: the generic kernel will say so
            continue
        generic = _shared(robot, name) if robot.n > SMALL and FUNCTIONS[name].recursion else None
        if generic is None or _is_faster(written_out, generic):
            robot._cache[name] = written_out


def _is_faster(one: Bound, other: Bound) -> bool:
    """A race, in turns. A long arm written out may lose it: the code of loops stays small."""
    times = [(one.seconds(), other.seconds()) for _ in range(ROUNDS)]
    return min(mine for mine, _ in times) < min(theirs for _, theirs in times)


@contextmanager
def generic_only() -> Iterator[None]:
    """In this thread, inside: no written-out kernels, so results do not depend on which of them are ready."""
    global _restricted
    before = getattr(_thread, "generic_only", False)
    _thread.generic_only = True
    with _counting:
        _restricted += 1
    try:
        yield
    finally:
        _thread.generic_only = before
        with _counting:
            _restricted -= 1


def never_compile_here() -> None:
    """This thread never waits for a compiler from now on. Runs do: they belong into another thread."""
    _thread.impatient = True


def _shared(robot: Robot, name: str) -> Bound | None:
    """The generic kernel with this robot's numbers."""
    key = f"generic {name}"
    bound = robot._cache.get(key)
    if bound is None:
        kernel = _generic.get(name) or _generic_kernel(name, robot)
        if kernel is None:
            return None
        bound = robot._cache[key] = Bound(kernel, robot)
        robot._cache.setdefault(name, bound)
    return bound


def _generic_kernel(name: str, robot: Robot) -> Kernel | None:
    if FUNCTIONS[name].recursion is None:
        return None
    if getattr(_thread, "impatient", False):
        WORKSHOP.wish(name, robot, lambda _: _make_generic(name))
        return None
    return _make_generic(name)


def _make_generic(name: str) -> Kernel:
    with COMPILING:
        if name not in _generic:
            _generic[name] = Kernel(name, host()).load()
        return _generic[name]


def _wish(robot: Robot, name: str) -> None:
    wished = f"wished {name}"
    if robot.n <= LONGEST and wished not in robot._cache:
        robot._cache[wished] = True
        WORKSHOP.wish((id(robot), name), robot, lambda robot: prepare(robot, (name,)))
