"""Which kernel runs, by what the caller wants: speed, the same bits every time, or not to wait.

Generic kernels are compiled, or read from disk, at first use; written-out ones in the background once a robot has been
asked for enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from typing import Any

import numpy as np

from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.basics.checks import check_choice, check_items, check_kind
from denoc.kernels.background import WORKSHOP
from denoc.kernels.emitter.targets import host
from denoc.kernels.functions import FUNCTIONS, LONGEST
from denoc.kernels.kernel import Bound, Kernel
from denoc.kernels.storage.locks import COMPILING

WORTHWHILE = 2000  # states, after which a robot gets kernels of its own
SMALL = 8  # joints, up to which a written-out kernel is always the faster one
SHORT = 25  # joints, up to which the text gives derivatives sooner than a compiler gives their kernel
ROUNDS = 15  # of a race between two kernels


class Kernels(Enum):
    """What may compute a function of a state. Results differ in their last bits between generic kernels, written-out
    kernels and the recursion's own text.

    BEST: whatever is fastest by now: the kernel written out for the robot once it is ready, the generic one until then.
    SHARED: the generic kernel, or the text where the function has none: the same bits, whichever kernels are ready. For
    all that is kept, written into a file or compared.
    READY: the generic kernel if it is loaded, else the text, and the kernel is made in the background. Never waits for
    a compiler: for the thread of a window.
    """

    BEST = "best"
    SHARED = "shared"
    READY = "ready"


BEST, SHARED, READY = Kernels


class RobotKernels:
    """The kernels of one robot, by the names of `functions.FUNCTIONS`."""

    def __init__(self) -> None:
        self.best: dict[str, Bound] = {}  # one of the following, the faster one of those that are ready
        self.generic: dict[str, Bound] = {}
        self.written_out: dict[str, Bound] = {}
        self.asked: Counter[str] = Counter()  # states so far that the generic kernel or the text computed as the best
        self.wished: set[str] = set()  # those that the workshop has been asked to write out


@PerRobot
def kernels_of(robot: Robot) -> RobotKernels:
    """The kernels that there are for this robot, none at first."""
    return RobotKernels()


_generic: dict[str, Kernel] = {}


def plain_arrays(robot: Robot, name: str, x: Any, y: Any = None, z: Any = None) -> np.ndarray | None:
    """Results of states given as plain arrays, as many as the function has inputs, by the best kernel; None where
    there is none yet, where they are anything else, and where a result is not finite."""
    try:
        bound: Bound = robot._computed[kernels_of].best[name]
    except (AttributeError, KeyError):
        return None
    results = bound.plain(x, y, z)
    if bound.generic and results is not None:
        _count(robot, name, x.size // robot.n)
    return results


def find(robot: Robot, name: str, states: int, kernels: Kernels) -> Bound | None:
    """The kernel for so many states; None where the recursion's own text is to be used."""
    if kernels is not BEST:
        return (_shared if check_kind(kernels, Kernels, "kernels") is SHARED else _shared_if_loaded)(robot, name)
    mine = kernels_of(robot)
    bound = mine.best.get(name)
    if bound is None:
        at_once = FUNCTIONS[name].slow and robot.n <= SHORT
        bound = (_shared_if_loaded if at_once else _shared)(robot, name)
    elif not bound.generic:
        return bound
    _count(robot, name, states)
    return bound


def of_run(robot: Robot, name: str, *, draft: bool = False) -> Bound:
    """The kernel that runs use: the one written out for this robot, made now if it is not there yet; for a long arm the
    generic one.

    Which of them it is depends on the robot alone, so that runs are the same to the last bit. A draft waits for no
    compiler: it takes the generic one for any arm.
    """
    return (_shared if robot.n > LONGEST or draft else _written_out)(robot, name)


def is_made_for_run(robot: Robot, name: str) -> bool:
    """Whether `of_run` has nothing to compile for a run proper that a draft would not have to compile too."""
    if robot.n > LONGEST:
        return True
    bound = kernels_of(robot).written_out.get(name)
    return bound is not None and bound.kernel.single_is_loaded


def prepare(robot: Robot, functions: Iterable[str] = ("inverse denoc", "forward denoc")) -> None:
    """Compile the fastest kernels for this robot now, instead of in the background once they have proved worthwhile.

    `functions` are names such as "inverse denoc", "forward denoc wrench", "mass matrix", "frames"; DynamicsError lists
    them all. Results change by rounding only.

    >>> dn.prepare(dn.rod_chain(2).robot, ["mass matrix"])
    """
    check_kind(robot, Robot, "robot")
    names = check_items(functions, len(FUNCTIONS), "functions", "a sequence of names is needed")
    for name in [check_choice(each, FUNCTIONS, "functions") for each in names]:
        generic = _shared(robot, name) if robot.n > SMALL else None
        if robot.n > FUNCTIONS[name].longest:  # the best already
            continue
        try:
            written_out = _written_out(robot, name)
            written_out.kernel.load()
        except ZeroDivisionError:  # a joint without inertia: the generic kernel will say so
            continue
        if generic is None or _is_faster(written_out, generic):
            kernels_of(robot).best[name] = written_out


def load_generic(functions: Iterable[str]) -> None:
    """Compiles these generic kernels, or reads them from disk: SHARED does not wait for them any more."""
    for name in functions:
        if name not in _generic:  # or it would wait for whatever is being compiled
            _make_generic(name)


def _is_faster(one: Bound, other: Bound) -> bool:
    """A race, in turns. A long arm written out may lose it: the code of loops stays small."""
    times = [(one.seconds(), other.seconds()) for _ in range(ROUNDS)]
    return min(mine for mine, _ in times) < min(theirs for _, theirs in times)


def _written_out(robot: Robot, name: str) -> Bound:
    mine = kernels_of(robot).written_out
    bound = mine.get(name)
    return mine.setdefault(name, Bound(Kernel(name, host(), robot), robot)) if bound is None else bound


def _shared(robot: Robot, name: str) -> Bound:
    """The generic kernel with this robot's numbers; it is first compiled or read from disk where need be."""
    mine = kernels_of(robot)
    bound = mine.generic.get(name)
    if bound is None:
        bound = mine.generic.setdefault(name, Bound(_generic.get(name) or _make_generic(name), robot))
        mine.best.setdefault(name, bound)
    return bound


def _shared_if_loaded(robot: Robot, name: str) -> Bound | None:
    """The same, or None: then it is made in the background."""
    if name in _generic:
        return _shared(robot, name)
    WORKSHOP.wish(name, robot, lambda _: _make_generic(name))
    return None


def _make_generic(name: str) -> Kernel:
    with COMPILING:
        if name not in _generic:
            _generic[name] = Kernel(name, host()).load()
        return _generic[name]


def _count(robot: Robot, name: str, states: int) -> None:
    """So many states more; a kernel of the robot's own is wished for once it is worthwhile."""
    mine = kernels_of(robot)
    mine.asked[name] += states
    wished = mine.wished
    if mine.asked[name] > WORTHWHILE and robot.n <= FUNCTIONS[name].longest and name not in wished:
        wished.add(name)
        WORKSHOP.wish((id(robot), name), robot, lambda robot: prepare(robot, (name,)))
