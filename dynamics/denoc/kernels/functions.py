"""The text of kernels: each function of a state by name, for all arms or written out for one."""

from __future__ import annotations

import hashlib
from dataclasses import fields

import numpy as np

from denoc.algebra.algebra import Vec3
from denoc.algebra.spatial import Vec6
from denoc.algebra.tracing import Graph
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.kernels import generic
from denoc.kernels.emitter import customised, rows
from denoc.recursions.reference import FUNCTIONS, arm_of
from denoc.recursions.sweeps import run

__all__ = ["FUNCTIONS", "LONGEST", "customised_text", "fingerprint", "generic_text"]

LONGEST = 25  # joints that a written-out kernel may have


def generic_text(name: str, lanes: int) -> str:
    function = FUNCTIONS[name]
    return generic.text(function.recursion, lanes, function.compiled)


def customised_text(name: str, robot: Robot, lanes: int, layout: customised.Layout = rows.kernel) -> str:
    """The function traced through the whole robot with its numbers folded in."""
    function = FUNCTIONS[name]
    with Graph() as graph:
        states = [[graph.input() for _ in range(robot.n)] for _ in range(function.inputs)]
        six = [graph.input() for _ in range(6 if function.wrench else 0)]
        arm = arm_of(robot, function.compiled).with_wrench(Vec6(Vec3(*six[:3]), Vec3(*six[3:])) if six else ())
        results = function.written_out(arm, states) if function.written_out else run(function.recursion, arm, states)
        return customised.text([*states, six] if six else states, results, lanes, layout)


def fingerprint(robot: Robot) -> str:
    """The same for robots with the same numbers."""
    arrays = pack(robot)
    digest = hashlib.sha256()
    for field in fields(arrays):
        digest.update(np.ascontiguousarray(getattr(arrays, field.name)).tobytes())
    return digest.hexdigest()
