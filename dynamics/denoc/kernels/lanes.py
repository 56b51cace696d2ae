"""Kernels for many runs at once: every lane is a run of its own, and columns of lanes go in and out.

Written out for one robot, or for any arm with numbers that differ from lane to lane: `tables` has a column of lanes for
each. The joints' types are the same in all lanes.
"""

from __future__ import annotations

import numpy as np

from denoc.arm.conventions import as_matrix
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.kernels import generic
from denoc.kernels.emitter import columns
from denoc.kernels.emitter.compiler import Loaded, compile_text
from denoc.kernels.emitter.rows import Batch
from denoc.kernels.emitter.targets import Target
from denoc.kernels.functions import FUNCTIONS, customised_text, fingerprint
from denoc.kernels.plan import KINDS, Kind, Plan, link_columns, table_columns
from denoc.kernels.steps import Place
from denoc.kernels.storage.locks import Once, making
from denoc.kernels.storage.objects import cached
from denoc.recursions.reference import Point, link_numbers

ENDS = 45  # numbers of an arm that belong to no link
POINT: Point = "origins"  # where twists are taken: regrouping would take each arm longer than its run


def written_out(robot: Robot, name: str, target: Target) -> Loaded:
    """The function for this robot: its inputs and then its results, each a column, are the arguments."""
    mine = _written_out(robot)
    with making():
        if (name, target) not in mine:
            key = f"{name} columns {target} {fingerprint(robot)}"

            def make() -> bytes:
                text = customised_text(name, robot, target.lanes, columns.kernel)
                return compile_text(text, target, optimise=False)

            mine[name, target] = Loaded(cached(key, make))
        return mine[name, target]


@PerRobot
def _written_out(robot: Robot) -> dict[tuple[str, Target], Loaded]:
    return {}


@Once
def of_any_arm(name: str, target: Target) -> Loaded:
    """The function for any arm. After inputs and results: n, the kinds of links, `tables`, ends, scratch memory."""

    def make() -> bytes:
        return compile_text(_text(name, target.lanes), target, optimise=True)

    return Loaded(cached(f"{name} of any arm, columns {target}", make), [generic.SLOTS])


def kinds(robot: Robot) -> np.ndarray:
    """(n,): as the kernel for any arm takes them. Every link may have friction without breakaway and a rotor: which
    code computes a lane must not depend on the arms in other lanes."""
    codes = [KINDS.index(Kind(link.revolute, "simple")) for link in robot.links]
    return np.array(codes, dtype=np.int64)


def fits(robot: Robot) -> bool:
    """Whether `numbers` say all there is of this arm: its friction must be the same both ways."""
    _, _, *more = pack(robot).friction
    return not np.any(more)


def numbers(robot: Robot) -> np.ndarray:
    """(n * columns + 45,): what all kernels must know of one arm, links first and then the arm's ends."""
    arrays, every = pack(robot), link_numbers(robot, POINT)
    links = np.zeros((robot.n, table_columns(POINT)))
    for revolute in (True, False):
        (rows,) = np.nonzero(arrays.revolute == revolute)
        used = link_columns(Kind(revolute, "simple"), POINT)
        links[rows, : len(used)] = every[rows][:, used]
    frames = [frame[:3].T.ravel() for frame in (arrays.base, as_matrix(robot.base), arrays.tool)]
    return np.concatenate([links.ravel(), arrays.gravity, arrays.tool[:3, 3], np.zeros(3), *frames])


def _text(name: str, lanes: int) -> str:
    recursion = FUNCTIONS[name].recursion
    inputs = len(recursion.inputs)
    with Plan(recursion, POINT, per_lane=True) as plan:
        body = columns.kernel(lanes, inputs + 6, lambda batch: _Loops(batch, plan, recursion, inputs).write())
    return body + f"\n@{generic.SLOTS} = constant i64 {plan.slots}\n"


class _Loops(generic.Loops):
    """The plan with a column of lanes for every number."""

    batch: Batch

    def _load(self, place: Place, i: str) -> str:
        return self.code.load(self._address(place, i))

    def _address(self, place: Place, i: str) -> str:
        lanes = self.code.lanes
        if place.where == "link":
            row = self.code.value(f"mul i64 {i}, {self.columns * lanes}")
            return self.code.address(self.links, row, place.number * lanes)
        if place.where == "ends":
            return self.code.address(self.ends, place.number * lanes)
        return super()._address(place, i)

    def _read_input(self, slot: int) -> None:
        for j in self.loops.up(self.n):
            column = self.code.value(f"mul i64 {j}, {self.code.lanes}")
            value = self.code.load(self.code.address(self.batch.arguments[slot], column))
            self.code.store(value, self._slot(j, slot))

    def _write_columns(self, rows: list[str], count: str, source: object) -> None:
        (first,) = rows
        for j in self.loops.up(count):
            column = self.code.value(f"mul i64 {j}, {self.code.lanes}")
            self.code.store(self.code.load(source(j)), self.code.address(first, column))  # type: ignore[operator]


def scratch(name: str, kernel: Loaded, n: int) -> int:
    """Columns that a kernel for any arm needs to work on."""
    assert not FUNCTIONS[name].recursion.matrices
    return n * kernel.constant(generic.SLOTS)
