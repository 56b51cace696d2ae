"""What can be compiled: each function of a state by name, for all arms or written out for one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import NamedTuple

import numpy as np

from dynamics.algebra import Vec3
from dynamics.bodies import arm
from dynamics.chain import chain
from dynamics.denoc import sweeps
from dynamics.kernels import customised, generic
from dynamics.reference import FORMULATIONS, QUASI, TEXTS
from dynamics.robot import Robot
from dynamics.robot_arrays import pack
from dynamics.scalars import Scalar
from dynamics.spatial import NULL6, Vec6
from dynamics.sweeps import Recursion, run
from dynamics.tracing import Graph

LONGEST = 25  # joints that a written-out kernel may have


class Function(NamedTuple):
    """`inputs` states of n numbers each, then the tip wrench where there is one."""

    inputs: int
    wrench: bool
    columns: Callable[[int], int]  # of the result, for n joints
    recursion: Recursion | None = None  # sweeps: both kinds of kernel
    regrouped: bool = True
    whole: Callable[..., Iterable[Scalar]] | None = None  # of (chain, *states, wrench): a written-out kernel only


def _sweeps(recursion: Recursion, columns: Callable[[int], int] = lambda n: n, *, regrouped: bool = True) -> Function:
    return Function(len(recursion.inputs), recursion.wrench, columns, recursion, regrouped)


FUNCTIONS: dict[str, Function] = {
    "inverse denoc": _sweeps(sweeps.inverse()),
    "inverse denoc wrench": _sweeps(sweeps.inverse(wrench=True)),
    "forward denoc": _sweeps(sweeps.forward()),
    "forward denoc wrench": _sweeps(sweeps.forward(wrench=True)),
    "gravity": _sweeps(sweeps.inverse(still=True)),
    "tip torque": _sweeps(sweeps.tip_torque()),
    "mass matrix": _sweeps(sweeps.mass_matrix(), lambda n: n * n),
    "udu": _sweeps(sweeps.udu(), lambda n: n + n * n),
    "frames": _sweeps(sweeps.frames(), lambda n: 16 * n, regrouped=False),
    "kinetic": _sweeps(sweeps.kinetic(), lambda n: 1),
    "potential": _sweeps(sweeps.potential(), lambda n: 1, regrouped=False),
}
for _name in FORMULATIONS:  # the other formulations, by their own text
    FUNCTIONS.setdefault(_name, Function(3, False, lambda n: n, whole=TEXTS[_name]))
    FUNCTIONS.setdefault(f"{_name} wrench", Function(3, True, lambda n: n, whole=TEXTS[_name]))
for _name in QUASI:
    FUNCTIONS[_name] = Function(3 if _name.startswith("acceleration") else 2, False, lambda n: n, whole=TEXTS[_name])


def generic_text(name: str, lanes: int) -> str:
    function = FUNCTIONS[name]
    assert function.recursion is not None
    return generic.text(function.recursion, lanes, regrouped=function.regrouped)


def customised_text(name: str, robot: Robot, lanes: int) -> str:
    """The function traced through the whole robot with its numbers folded in."""
    function = FUNCTIONS[name]
    graph = Graph()
    states = [[graph.input() for _ in range(robot.n)] for _ in range(function.inputs)]
    six = [graph.input() for _ in range(6 if function.wrench else 0)]
    wrench = Vec6(Vec3(*six[:3]), Vec3(*six[3:])) if six else None
    if function.recursion is not None:
        body = arm(robot, regrouped=function.regrouped)
        body = body._replace(ends=body.ends._replace(wrench=wrench or ()))
        results = run(function.recursion, body, states)
    else:
        assert function.whole is not None
        last = () if name in QUASI else (wrench or NULL6,)
        results = list(function.whole(chain(robot), *states, *last))
    return customised.text([*states, six] if six else states, results, lanes)


def fingerprint(robot: Robot) -> str:
    """The same for robots with the same numbers."""
    arrays = pack(robot)
    digest = hashlib.sha256()
    for field in fields(arrays):
        digest.update(np.ascontiguousarray(getattr(arrays, field.name)).tobytes())
    return digest.hexdigest()
